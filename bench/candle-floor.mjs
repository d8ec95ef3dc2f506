// The floor of a simulation: reads and parses the same file and walks it for as many bots, twice, doing nothing.
import { createReadStream } from "node:fs";

/** Both orders within a candle. */
const ORDERS = 2;

const { prices, bots } = JSON.parse(process.argv[2]);
const triggers = Array.from({ length: bots * ORDERS }, () => ({ above: Number.POSITIVE_INFINITY, below: 0 }));
let [rest, candles, reached] = ["", 0, 0];
for await (const chunk of createReadStream(prices, { encoding: "latin1", highWaterMark: 1 << 18 })) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const cells = line.split(",", 5);
    const [high, low] = [Number(cells[2]), Number(cells[3])];
    // Parsed, as the prices of a deal that opens or ends there would have to be.
    if (Number.isNaN(Number(cells[0]) + Number(cells[1]) + Number(cells[4]))) throw new Error("no number");
    candles += 1;
    for (const { above, below } of triggers) if (high >= above || low <= below) reached += 1;
  }
}
console.log(`${candles} candles, ${reached} reached`);
