// Round values and round moments for the axes of charts, in doubles.

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** From low to high, a step of 1, 2 or 5 times a power of ten, about so many; at least one. */
export function valueTicks(low: number, high: number, about: number): readonly Tick[] {
  const span = high - low;
  if (!(span > 0)) return [{ at: low, text: figure(low, 2) }];
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = nearest(rough / power) * power;
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (first + index) * step;
    return { at, text: figure(at, places) };
  });
}

/** 1, 2, 5 or 10, by the ratio to it. */
function nearest(times: number): number {
  if (times >= Math.sqrt(50)) return 10;
  if (times >= Math.sqrt(10)) return 5;
  return times >= Math.sqrt(2) ? 2 : 1;
}

/** `−1 250.5`: groups of three, and a sign as wide as a digit. */
export function figure(value: number, places: number): string {
  const [whole = "", rest] = Math.abs(value).toFixed(Math.min(places, 12)).split(".");
  const text = `${whole.replace(/\B(?=(?:\d{3})+$)/g, "\u00a0")}${rest === undefined ? "" : `.${rest}`}`;
  return value < 0 && Number(Math.abs(value).toFixed(Math.min(places, 12))) !== 0 ? `−${text}` : text;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 4, 7, 14].map((days) => days * DAY),
];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 600];
const MONTH = 30.44 * DAY;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Moments in UTC, at most so many; `from` before `to`. */
export function timeTicks(from: number, to: number, most: number): readonly Tick[] {
  const rough = (to - from) / most;
  const step = STEPS.find((one) => one >= rough);
  return step === undefined ? monthTicks(from, to, rough) : evenTicks(from, to, step);
}

function evenTicks(from: number, to: number, step: number): readonly Tick[] {
  // Weeks begin on a Monday, as the one of the 5th of January 1970 did.
  const origin = step >= 7 * DAY ? 4 * DAY : 0;
  const first = Math.ceil((from - origin) / step);
  const last = Math.floor((to - origin) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const at = origin + (first + index) * step;
    return { at, text: at % DAY === 0 ? dayText(at) : new Date(at).toISOString().slice(11, 16) };
  });
}

function monthTicks(from: number, to: number, rough: number): readonly Tick[] {
  const step = MONTH_STEPS.find((months) => months * MONTH >= rough) ?? 1200;
  const ticks: Tick[] = [];
  const year = new Date(from).getUTCFullYear();
  for (let month = Math.floor((year * 12) / step) * step; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12);
    if (at > to) return ticks;
    if (at >= from) ticks.push({ at, text: monthText(month) });
  }
}

function monthText(month: number): string {
  return month % 12 === 0 ? String(Math.floor(month / 12)) : (MONTHS[month % 12] ?? "");
}

/** `5 Jan`. */
function dayText(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** `Jan`, of a month counted from 0. */
export function monthName(month: number): string {
  return MONTHS[month] ?? "";
}
