// botform simulate as a user would run it: what it prints in each form. What it refuses is in simulate/what-it-refuses.scenario.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gathered } from "../../src/market/prices/candle.js";
import { noFacts, readCandles } from "../../src/market/prices/ohlcv.js";
import { walkCandles } from "../../src/market/prices/walk.js";
import { botform } from "../support/command.js";

const FLEET = "examples/fleet";
const PRICES = "examples/prices/BTCUSDT-1h.csv";
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform simulate "));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const simulate = (...args: string[]) => botform(["simulate", ...args]);
const btc = (...args: string[]) => simulate("btc-dip", "btc-rally", "-c", FLEET, "--prices", PRICES, ...args);

describe("simulate", () => {
  it("replays the enabled bots on a walk, and says what it is and what it rests on", async () => {
    const { exitCode, out, err } = await simulate("-c", FLEET, "--walk", "1", "--to", "2025-01-03");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toMatch(/^demo: 9 bots replayed over 2 880 candles of 1m, 2025-01-01 00:00 to 2025-01-03 00:00 UTC\n/);
    expect(out).toContain("It is not a forecast.");
    expect(out).toMatch(/it doesn't have enabled: true; name it to simulate it anyway: demo\/ada-dip, /);
    expect(out).toMatch(
      /signals of TRENDS, whose definition isn't public; --signal-every gives it signals: demo\/sol-trend\n/,
    );
    for (const said of [
      "random walk: they tell nothing",
      "maker 0.04 %, taker 0.05 %",
      "order's notional",
      "first order's volume",
      "by the same tiers as in risk",
      "No balance",
      "no slippage",
      "Funding is 0.01 %",
    ])
      expect(out).toContain(said);
  });

  it("is the same for the same seed, and another for another", async () => {
    const run = async (seed: string) =>
      (await simulate("btc-dip", "-c", FLEET, "--walk", seed, "--to", "2025-01-03", "--format", "csv")).out;
    expect(await run("a")).toBe(await run("a"));
    expect(await run("a")).not.toBe(await run("b"));
  });

  it("reads candles from files, both forms alike", async () => {
    const csv = await btc("--format", "json");
    const { count, time, open, high, low, close } = gathered(readCandles(PRICES, noFacts()));
    const rows = Array.from({ length: count }, (_, at) => [time[at], open[at], high[at], low[at], close[at], 1]);
    const json = await simulate(
      "btc-dip",
      "btc-rally",
      "-c",
      FLEET,
      "--prices",
      `USDT-BTC=${written("btc.json", JSON.stringify(rows))}`,
      "--format",
      "json",
    );
    expect(JSON.parse(json.out).accounts[0].replays).toEqual(JSON.parse(csv.out).accounts[0].replays);
    expect(JSON.parse(csv.out).accounts[0]).toMatchObject({ moments: count, interval: 3_600_000 });
  });

  it("takes several files of a pair one after the other", async () => {
    const lines = readFileSync(PRICES, "utf8").trimEnd().split("\n");
    const [one, two] = [
      written("BTCUSDT-1.csv", lines.slice(0, 300).join("\n")),
      written("BTCUSDT-2.csv", lines.slice(300).join("\n")),
    ];
    const both = await simulate("btc-dip", "-c", FLEET, "--prices", one, "--prices", two, "--format", "csv");
    expect(both.out).toBe((await simulate("btc-dip", "-c", FLEET, "--prices", PRICES, "--format", "csv")).out);
    const { exitCode, err } = await simulate("btc-dip", "-c", FLEET, "--prices", two, "--prices", one);
    expect({ exitCode, err }).toMatchObject({
      exitCode: 3,
      err: expect.stringMatching(/BTCUSDT-1\.csv:1: this row is earlier than the last one of the previous file/),
    });
  });

  it("reads candles conservatively unless asked for others; of several the worst result comes first", async () => {
    const replaysOf = async (...args: string[]) =>
      JSON.parse((await btc("--format", "json", ...args)).out).accounts[0].replays;
    expect((await replaysOf()).map(({ order }: { order: string }) => order)).toEqual(["conservative"]);
    const all: readonly { order: string; totals: { result: string } }[] = await replaysOf("--order", "all");
    expect(all.map(({ order }) => order).toSorted()).toEqual(["against-first", "conservative", "with-first"]);
    const results = all.map(({ totals }) => Number(totals.result));
    expect(results).toEqual(results.toSorted((one, two) => one - two));
    const { out } = await btc("--order", "all");
    expect(out).toMatch(/demo\/btc-dip {2,}USDT-BTC {2}LONG {3}(all|conservative|against-first|with-first) /);
    expect(out).toContain("the worst first; none of them is a limit of what can happen");
    const one = await btc("--order", "with-first");
    expect(one.out).toMatch(/^with-first: result -?\d/m);
    expect(one.out).not.toContain("conservative");
  });

  it("prints one JSON document, and money that adds up", async () => {
    const { out } = await btc("--format", "json", "--balance", "500");
    const document = JSON.parse(out);
    expect(document).toMatchObject({ formatVersion: 2, command: "simulate", ok: true, exitCode: 0 });
    for (const { totals, bots } of document.accounts[0].replays) {
      const sum = (key: string) =>
        bots.reduce((total: number, bot: Record<string, string>) => total + Number(bot[key]), 0);
      expect(Number(totals.net)).toBeCloseTo(sum("profit") - sum("fees") + sum("funding"), 8);
      expect(Number(totals.wallet.end)).toBeCloseTo(500 + Number(totals.net), 8);
      expect(Number(totals.wallet.equity)).toBeCloseTo(500 + Number(totals.net) + Number(totals.unrealised), 8);
      expect(Number(totals.result)).toBeCloseTo(sum("result"), 8);
      expect(totals.deals).toBeGreaterThan(5);
    }
  });

  it("prints CSV with a row for each bot and order", async () => {
    const lines = (await btc("--format", "csv", "--order", "all")).out.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^account,bot,order,pair,strategy,deals,profit,fees,funding,net,/);
    const rows = lines.slice(1).map((line) => line.split(",").slice(0, 5).join(","));
    const orders = ["against-first", "conservative", "with-first"];
    expect(rows.toSorted()).toEqual([
      ...orders.map((order) => `demo,demo/btc-dip,${order},USDT-BTC,LONG`),
      ...orders.map((order) => `demo,demo/btc-rally,${order},USDT-BTC,SHORT`),
    ]);
    expect(new Set(lines.map((line) => line.split(",").length)).size).toBe(1);
  });

  it("writes every deal that ended to a file, in the form of its name, and replaces no other file", async () => {
    const [csv, json] = [join(folder, "trades.csv"), join(folder, "trades.json")];
    const { out, err } = await btc("--format", "json", "--trades", csv);
    expect(err).toBe(`Written to ${csv}.\n`);
    const [replay] = JSON.parse(out).accounts[0].replays;
    const lines = readFileSync(csv, "utf8").trimEnd().split("\n");
    expect(lines[0]).toBe(
      "account,order,bot,pair,side,opened,closed,entry,amount,exit,safetyOrders,profit,fees,funding,net,reason",
    );
    expect(lines).toHaveLength(1 + replay.totals.deals);
    expect((await btc("--order", "all", "--trades", json)).exitCode).toBe(0);
    const trades: readonly { order: string; net: string }[] = JSON.parse(readFileSync(json, "utf8"));
    const own = trades.filter(({ order }) => order === "conservative");
    expect(own.map((trade) => ({ ...trade, account: undefined, order: undefined }))).toEqual(replay.trades);
    const other = written("notes.csv", "mine\n");
    const { exitCode, err: refusal } = await btc("--trades", other);
    expect([exitCode, readFileSync(other, "utf8")]).toEqual([3, "mine\n"]);
    expect(refusal).toContain(`${other} exists and isn't a list of trades of botform's as CSV; it was left as it is`);
    // A list of its own is replaced.
    expect((await btc("--trades", csv)).exitCode).toBe(0);
  });

  it("a sweep has the configured settings as one of its tries, to the last decimal, and warns of fitting", async () => {
    const vary = ["--balance", "500", "--vary", "leverage=3,10", "--vary", "percentTakeProfit=0.8,1.2"];
    const { replays, tries } = JSON.parse(
      (await simulate("btc-dip", "-c", FLEET, "--prices", PRICES, ...vary, "--format", "json")).out,
    ).accounts[0];
    expect(tries.map(({ values }: { values: object }) => values)).toEqual(
      ["3", "10"].flatMap((leverage) => ["0.8", "1.2"].map((percentTakeProfit) => ({ leverage, percentTakeProfit }))),
    );
    const same = tries.filter(
      ({ totals }: { totals: object }) => JSON.stringify(totals) === JSON.stringify(replays[0].totals),
    );
    expect(same).toEqual([expect.objectContaining({ values: { leverage: "10", percentTakeProfit: "1.2" } })]);
    expect((await btc("--vary", "leverage=3")).out).toContain(
      "The best of many tries fits these prices, partly by chance.",
    );
  });

  it("a sweep as CSV has a row for each try and reading of the candles, with its values", async () => {
    const vary = ["--vary", "countOrderMax=off,2", "--vary", "percentTakeProfit=0.8,1.2", "--order", "all"];
    const { exitCode, out } = await btc(...vary, "--format", "csv");
    const [head, ...rows] = out.trimEnd().split("\n");
    const { tries } = JSON.parse((await btc(...vary, "--format", "json")).out).accounts[0];
    expect([exitCode, head?.split(",").slice(0, 5)]).toEqual([
      0,
      ["account", "countOrderMax", "percentTakeProfit", "order", "deals"],
    ]);
    const expected = ["off", "2"].flatMap((count) => ["0.8", "1.2"].map((profit) => `${count},${profit}`));
    expect(new Set(rows.map((row) => row.split(",").slice(1, 3).join(",")))).toEqual(new Set(expected));
    const at = head?.split(",").indexOf("result") ?? -1;
    expect(rows.map((row) => [row.split(",")[3], row.split(",")[at]])).toEqual(
      tries.map(({ order, totals }: { order: string; totals: { result: string } }) => [order, totals.result]),
    );
    expect(rows).toHaveLength(12);
  });

  it("reports holes in the candles", async () => {
    const lines = readFileSync(PRICES, "utf8").trimEnd().split("\n");
    const holed = written("BTCUSDT-holed.csv", [...lines.slice(0, 10), lines[9], ...lines.slice(12)].join("\n"));
    const { out } = await simulate("btc-dip", "-c", FLEET, "--prices", holed);
    expect(out).toContain("USDT-BTC: 2 candles missing in 1 gap, the first before line 12: the price jumps there");
    expect(out).toContain("USDT-BTC: 1 row with the same time as the row before left out, the first at line 11");
  });

  it("gives bots on signals one every so many candles, and says so", async () => {
    const { out } = await simulate(
      "sol-trend",
      "-c",
      FLEET,
      "--walk",
      "1",
      "--to",
      "2025-01-03",
      "--signal-every",
      "30",
    );
    expect(out).toMatch(/demo: 1 bot replayed/);
    expect(out).toContain("get one every 30 candles");
  });

  it("a balance that is too small is said where it bites", async () => {
    const { out } = await btc("--balance", "5");
    expect(out).toMatch(/the balance was too small for (the first order|safety orders) \d+ times? \(conservative\)/);
    expect(out).toMatch(/equity 5\.00 → \d/);
  });

  it("Ctrl-C ends it, once it is under way", async () => {
    const { exitCode, out, err } = await botform(["simulate", "-c", FLEET, "--walk", "1", "--to", "2065-01-01"], {
      env: { BOTFORM_NO_PROGRESS: "" },
      onText: (text, kill) => text.startsWith("simulating") && kill("SIGINT"),
    });
    expect([exitCode, out]).toEqual([130, ""]);
    expect(err).toMatch(
      /^simulating demo: \d+ %, at 20\d\d-\d\d-\d\d, \d+ s\nbotform: interrupted; nothing was written\n$/,
    );
  });
});

it("the example's prices are the seeded walk they say they are. UPDATE_GOLDEN=1 rewrites them", () => {
  const from = Date.UTC(2025, 0, 1);
  const [block] = walkCandles({ seed: "example", base: "64000", from, stepSeconds: 3600, volatilityPercent: 0.8 });
  if (block === undefined) throw new Error("no candles");
  const rows = Array.from({ length: 31 * 24 }, (_, at) => {
    const time = block.time[at] ?? 0;
    const prices = [block.open, block.high, block.low, block.close].map((column) => (column[at] ?? 0).toFixed(2));
    return `${time}000,${prices.join(",")},0,${time + 3_599_999}999,0,0,0,0,0\n`;
  });
  const fresh = rows.join("");
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(PRICES, fresh);
  else expect(readFileSync(PRICES, "utf8")).toBe(fresh);
});
