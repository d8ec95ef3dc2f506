// A back-test worked out again in another language: its deals from the candles, gaps and wicks included, and its figures from the deals.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Random, seeded } from "../../../src/market/prices/walk.js";
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

/** Wicks of several percent, jumps between candles, and some candles that are missing. */
function candles(random: Random, count: number): readonly Candle[] {
  let price = 10_000;
  const cents = (share: number) => Math.max(1, Math.round(price * share)) / 100;
  return Array.from({ length: count }, (_, index): Candle | undefined => {
    if (random.next() < 0.1) price = Math.round(price * (1 + 0.02 * random.normal()));
    const open = cents(1);
    price = Math.min(30_000, Math.max(3_000, Math.round(price * (1 + 0.006 * random.normal()))));
    const close = cents(1);
    const wick = () => (random.next() < 0.3 ? 0.03 * random.next() : 0.003 * random.next());
    const high = Math.round(Math.max(open, close) * (1 + wick()) * 100) / 100;
    const low = Math.round(Math.min(open, close) * (1 - wick()) * 100) / 100;
    return index > 2 && random.next() < 0.02 ? undefined : [START + index * QUARTER_HOUR, open, high, low, close];
  }).filter((candle) => candle !== undefined);
}

function bots(random: Random) {
  return ["LONG", "SHORT"].map((strategy, index) => ({
    ...{ key: `bot${index}`, strategy, countOrderMax: 1 + Math.floor(random.next() * 6) },
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

it("a calculator in Python finds the same deals and the same figures", async (context) => {
  needs(context, "python");
  const count = amount({ fast: 4, all: 25, long: 200 });
  const replays = [];
  for (let index = 0; index < count; index += 1) {
    const random = new Random(seeded(`back-test ${index}`));
    const [rows, each] = [candles(random, 96 * 20), bots(random)];
    const [config, prices, list] = ["bots.yaml", "BTCUSDT.json", `trades-${index}.json`].map((name) =>
      join(folder, name),
    );
    if (config === undefined || prices === undefined || list === undefined) throw new Error("three files");
    writeFileSync(config, yaml(each));
    writeFileSync(prices, JSON.stringify(rows.map((row) => [...row, 1])));
    const { exitCode, out, err } = await botform([
      ...["simulate", "-c", config, "--prices", prices, "--balance", BALANCE, "--order", "all"],
      ...["--trades", list, "--format", "json"],
    ]);
    expect([exitCode, err, exitCode === 0 ? "" : out]).toEqual([0, expect.stringMatching(/^Written to /), ""]);
    const trades: unknown = JSON.parse(readFileSync(list, "utf8"));
    replays.push({ report: JSON.parse(out), trades, bots: each, candles: rows, balance: BALANCE });
  }
  const input = JSON.stringify({ replays, terms: { makerFee: "0.0004", takerFee: "0.0005", fundingRate: "0.0002" } });
  const { stdout, stderr } = spawnSync("python3", ["-B", "test/techniques/recompute/back-test.py"], {
    ...{ input, encoding: "utf8", maxBuffer: 2 ** 28 },
  });
  expect(stderr + stdout).toMatch(new RegExp(`^\\n?${count} replays, \\d{4,} figures, 0 differ\n$`));
});
