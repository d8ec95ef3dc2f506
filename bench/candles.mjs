// A year of made-up one-minute candles in the form of Binance's public files since 2025: twelve columns, times in microseconds.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MINUTES_A_YEAR = 525_600;
const FIRST = Date.UTC(2025, 0, 1);
const STEPS = 4;
/** Deviation of one step, as a share of the price. */
const STEP = 0.0002;

/** Writes the file once; the same every time. @param {string} folder @returns {string} its path */
export function writeCandles(folder) {
  const file = join(folder, "BTCUSDT-1m-2025.csv");
  if (!existsSync(file)) writeFileSync(file, [...rows()].join(""));
  return file;
}

function* rows() {
  const random = mulberry32(2025);
  const normal = () => (random() + random() + random() + random() - 2) * Math.sqrt(3);
  let price = 64_000;
  for (let minute = 0; minute < MINUTES_A_YEAR; minute += 1) {
    const open = price;
    let [high, low] = [open, open];
    for (let step = 0; step < STEPS; step += 1) {
      price = Math.max(1, Math.round(price * (1 + STEP * normal()) * 100) / 100);
      high = Math.max(high, price);
      low = Math.min(low, price);
    }
    const time = FIRST + minute * 60_000;
    const prices = [open, high, low, price].map((value) => value.toFixed(8)).join(",");
    yield `${time}000,${prices},12.34500000,${time + 59_999}999,789012.12345678,1234,6.10000000,390000.12345678,0\n`;
  }
}

/** Tommy Ettinger's generator of 32 bits. */
function mulberry32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
