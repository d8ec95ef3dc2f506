// A back-test worked out again in another language: its deals from the candles in every reading, gaps and wicks included, and its figures from the deals.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Random, seeded } from "../../../src/market/prices/walk.js";
import { WITHIN_CANDLE } from "../../../src/model/risk/simulation.js";
import { botform } from "../../support/command.js";
import { amount } from "../../support/lane.js";
import { needs } from "../../support/needs.js";

const folder = mkdtempSync(join(tmpdir(), "botform back-test "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Candle = readonly [time: number, open: number, high: number, low: number, close: number];
/** So large that it never runs short: what the wallet allows is another test's matter. */
const BALANCE = "1000000";
const START = Date.UTC(2025, 0, 1);
const QUARTER_HOUR = 900_000;

/** Wicks of several percent, jumps between candles, and candles that are missing: single ones, and a day of them. */
function candles(random: Random, count: number): readonly Candle[] {
  let [price, missing] = [10_000, 0];
  const cents = (share: number) => Math.max(1, Math.round(price * share)) / 100;
  return Array.from({ length: count }, (_, index): Candle | undefined => {
    if (random.next() < 0.1) price = Math.round(price * (1 + 0.02 * random.normal()));
    const open = cents(1);
    price = Math.min(30_000, Math.max(3_000, Math.round(price * (1 + 0.006 * random.normal()))));
    const close = cents(1);
    const wick = () => (random.next() < 0.3 ? 0.03 * random.next() : 0.003 * random.next());
    const high = Math.round(Math.max(open, close) * (1 + wick()) * 100) / 100;
    const low = Math.round(Math.min(open, close) * (1 - wick()) * 100) / 100;
    missing = random.next() < 0.002 ? Math.floor(random.next() * 120) : missing - 1;
    return index > 2 && (missing > 0 || random.next() < 0.02)
      ? undefined
      : [START + index * QUARTER_HOUR, open, high, low, close];
  }).filter((candle) => candle !== undefined);
}

function bots(random: Random) {
  return ["LONG", "SHORT", "LONG", "SHORT"].map((strategy, index) => ({
    ...{ key: `bot${index}`, strategy },
    ...(index > 1 && { marginMode: "ISO", leverage: 10 + Math.floor(random.next() * 60) }),
    ...{ countOrderMax: 1 + Math.floor(random.next() * 6) },
    percentTakeProfit: (0.2 + Math.round(random.next() * 20) / 10).toFixed(1),
    percentSafetyOrder: (0.5 + Math.round(random.next() * 20) / 10).toFixed(1),
    ...{ volumeFirstOrder: "100", volumeSafetyOrder: String(50 + Math.round(random.next() * 200)) },
  }));
}

const yaml = (each: ReturnType<typeof bots>) => `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
    assumptions: { percentFunding: 0.02, percentMakerFee: 0.04, percentTakerFee: 0.05 }
defaults: { enabled: true, pairTitle: USDT-BTC, leverage: 2, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET }
bots:
${each
  .map(
    ({ key, ...fields }) =>
      `  ${key}: { title: ${key}, ${Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", ")} }\n`,
  )
  .join("")}`;

interface Replay {
  readonly report: object;
  readonly trades: readonly Readonly<Record<string, string>>[];
  readonly bots: ReturnType<typeof bots>;
  readonly candles: readonly Candle[];
  readonly balance: string;
}

async function replayed(count: number, days = 20): Promise<readonly Replay[]> {
  const replays: Replay[] = [];
  for (let index = 0; index < count; index += 1) {
    const random = new Random(seeded(`back-test ${index}`));
    const [rows, each] = [candles(random, 96 * days), bots(random)];
    const [config, prices, list] = ["bots.yaml", "BTCUSDT.json", `trades-${index}.json`].map((name) =>
      join(folder, name),
    );
    if (config === undefined || prices === undefined || list === undefined) throw new Error("three files");
    writeFileSync(config, yaml(each));
    writeFileSync(prices, JSON.stringify(rows.map((row) => [...row, 1])));
    const { exitCode, out, err } = await botform([
      ...["simulate", "-c", config, "--prices", prices, "--balance", BALANCE, "--order", "all"],
      ...["--maintenance", "0.5"],
      ...["--trades", list, "--format", "json"],
    ]);
    expect([exitCode, err, exitCode === 0 ? "" : out]).toEqual([0, expect.stringMatching(/^Written to /), ""]);
    const trades = JSON.parse(readFileSync(list, "utf8"));
    replays.push({ report: JSON.parse(out), trades, bots: each, candles: rows, balance: BALANCE });
  }
  return replays;
}

/** What the calculator says of them. */
function recomputed(replays: readonly Replay[]): string {
  const terms = { makerFee: "0.0004", takerFee: "0.0005", fundingRate: "0.0002", maintenance: "0.005" };
  const input = JSON.stringify({ replays, terms });
  const { stdout, stderr } = spawnSync("python3", ["-B", "test/techniques/recompute/back-test.py"], {
    ...{ input, encoding: "utf8", maxBuffer: 2 ** 28 },
  });
  return stderr + stdout;
}

it("a calculator in Python finds the same deals and the same figures", async (context) => {
  needs(context, "python");
  const count = amount({ fast: 4, all: 25, long: 200 });
  const replays = await replayed(count);
  expect(recomputed(replays)).toMatch(new RegExp(`^\\n?${count} replays, \\d{4,} figures, 0 differ\n$`));
  const ends = replays.flatMap(({ trades }) => trades.map(({ order, side, reason }) => `${order} ${side} ${reason}`));
  // Each reading took profits and liquidated, on both sides; and somebody paid funding.
  expect(new Set(ends).size).toBe(12);
  expect(replays.flatMap(({ trades }) => trades).some(({ funding }) => Number(funding) !== 0)).toBe(true);
});

it("notices one forged figure of a deal, in every reading, and a deal that is missing", async (context) => {
  needs(context, "python");
  const [replay] = await replayed(1, 8);
  if (replay === undefined) throw new Error("a replay");
  const { trades } = replay;
  const others = { net: "0.00000001", funding: "7", exit: "1", reason: "stop", closed: "2025-01-01T00:00:00.001Z" };
  for (const [index, [name, value]] of Object.entries(others).entries()) {
    const at = trades.findLastIndex(({ order }) => order === WITHIN_CANDLE[index % WITHIN_CANDLE.length]);
    const forged = trades.with(at, { ...trades[at], [name]: value });
    expect(recomputed([{ ...replay, trades: forged }])).toMatch(new RegExp(`^bot\\d \\d+ ${name}: .* there$`, "m"));
  }
  expect(recomputed([{ ...replay, trades: trades.slice(1) }])).toMatch(/^bot\d deals: .* there$/m);
});
