// botform risk as a user would run it, and the preview in money of every plan: what they print, what they refuse, what they ask the service for.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSeed } from "../../src/cli/emulator/server.js";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, demoEnv } from "../support/command.js";

const FLEET = "examples/fleet";
let folder = "";
let emulator: RunningEmulator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "botform risk "));
  emulator = await startEmulator({ seed: await readSeed("examples/emulator/fleet.json") });
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const risk = (...args: string[]) => botform(["risk", "-c", FLEET, ...args]);
const live = (...args: string[]) => botform(args, { env: demoEnv(emulator.url) });

describe("risk", () => {
  it("shows one row a bot, the account, what is unknown, and what it all rests on", async () => {
    const { exitCode, out, err } = await risk();
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toMatch(/^demo: what 26 bots may cost\n/);
    expect(out).toMatch(/demo\/btc-grid +USDT-BTC +LONG +5× cross +off +969\.93 +193\.99 +32\.08 %/);
    expect(out).toMatch(/all prices at once: −40 % loses/);
    expect(out).toMatch(/demo\/btc-grid .* unknown without the balance\n/);
    expect(out).not.toContain("liquidation unknown");
    for (const said of ["botform risk --balance AMOUNT", "--price PAIR=PRICE", "tiers of 20", "martingale multiplies"])
      expect(out).toContain(said);
  });

  it("shows the grid of a named bot, its ladder, and where it is liquidated", async () => {
    const { exitCode, out } = await risk("btc-grid", "--price", "BTCUSDT=64000", "--balance", "USDT=100");
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /# {2}deviation +price +quantity +volume +Σ volume +average +take profit +bounce +margin +liquidation +distance {2}flag/,
    );
    expect(out).toMatch(/first fill at 64000 \(as given\)/);
    expect(out).toMatch(/ 11 +27\.8 % .*liquidated before the next\n/);
    expect(out).toMatch(/ 12 +32\.08 % .*never fills\n/);
    expect(out).toContain("liquidated before the last safety order (18.39 % of the volume)");
    expect(out).toMatch(/46154\.975 ┼ ── liquidation after #11/);
  });

  it("prints one document, with every figure as a decimal", async () => {
    const { out } = await risk("doge-dip", "--format", "json");
    const [account] = JSON.parse(out).accounts;
    expect(account.assumptions).toMatchObject({ volumeMeaning: "notional", takerFee: "0.0005" });
    expect(account.bots).toHaveLength(1);
    expect(account.bots[0]).toMatchObject({ address: "demo/doge-dip", risk: { worstCase: "170", cover: "0.09" } });
    expect(account.bots[0].rungs).toHaveLength(7);
    expect(account.bots[0].rungs[0].quantity).toBeNull();
  });

  it.each([
    { name: "prices.json", text: '{ "USDT-DOGE": 0.1234567890123456789 }', because: "numbers as they are written" },
    { name: "prices.csv", text: "# mine\nDOGEUSDT,0.1234567890123456789\n", because: "lines" },
  ])("takes prices from $name: $because", async ({ name, text }) => {
    const { out } = await risk("doge-dip", "--price-file", written(name, text), "--format", "json");
    expect(JSON.parse(out).accounts[0].bots[0].risk.basis).toEqual({
      ...{ kind: "price", price: "0.1234567890123456789", source: "file" },
    });
  });

  it.each([
    { args: ["--price", "64000"], says: "has no pair" },
    { args: ["--price", "USDT-NOPE=1"], says: "no bot trades USDT-NOPE" },
    { args: ["--price", "USDT-BTC=0"], says: "not a price above 0" },
    { args: ["--balance", "300"], says: "the balance 300 needs a currency" },
    { args: ["--balance", "USDT=x"], says: "give an amount above 0" },
    { args: ["--price-file", "nowhere.json"], says: "can't be read (ENOENT)" },
    { args: ["nobody"], says: "no bot of the account demo matches nobody" },
    { args: ["--live", "--balance", "USDT=1"], says: "--live reads the balance" },
  ])("refuses $args", async ({ args, says }) => {
    const { exitCode, out, err } = await risk(...args);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: "" });
    expect(err).toContain(says);
  });

  it("with --live reads balances and positions, and nothing else", async () => {
    const before = { ...emulator.service.requests };
    const { exitCode, out } = await live("risk", "-c", FLEET, "--live", "--format", "json");
    expect(exitCode).toBe(0);
    const [{ totals }] = JSON.parse(out).accounts;
    expect(totals.quotes.find((one: { quote: string }) => one.quote === "USDT").free).toMatch(/^\d+/);
    const after = Object.entries(emulator.service.requests).filter(
      ([name, count]) => count !== Object.entries(before).find(([key]) => key === name)?.[1],
    );
    expect(after.map(([name]) => name)).toEqual(["accountInformation"]);
  });
});

describe("assumptions of an account", () => {
  const CONFIG = `version: 1
accounts:
  demo:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
    assumptions: ASSUMED
defaults: { access: primary, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET }
bots:
  one: { title: One, pairTitle: USDT-BTC, strategy: LONG, leverage: 5, percentTakeProfit: 1, percentSafetyOrder: 1, volumeFirstOrder: 100 }
`;
  const withAssumptions = (text: string) => ["-c", written("own.yaml", CONFIG.replace("ASSUMED", text))];

  it("change the figures, and are printed with them", async () => {
    const file = withAssumptions(
      "{ volumeMeaning: margin, percentTakerFee: 0.06, percentReserve: 25, hedgeMode: true }",
    );
    const { out } = await botform(["risk", ...file, "--balance", "80"]);
    for (const said of [
      "0.06 % taker",
      "a volume is an order's margin",
      "25 % of the free balance",
      "holds LONG and SHORT",
    ])
      expect(out).toContain(said);
    expect(out).toContain("worst case 500, margin 100");
    expect(out).toContain("need 100 of 60 that is free: it can't be afforded");
  });

  it("hold for simulate, too; an option comes before them", async () => {
    const file = withAssumptions("{ volumeMeaning: margin, percentMakerFee: 0.02, percentMaintenance: 2 }");
    const run = (...more: string[]) =>
      botform(["simulate", "*", ...file, "--walk", "1", "--to", "2025-01-02", ...more]);
    const { out } = await run();
    for (const said of ["maker 0.02 %", "Maintenance margin is 2 %", "A volume is an order's margin"])
      expect(out).toContain(said);
    expect((await run("--volume-meaning", "notional")).out).toContain("A volume is an order's notional");
  });

  it("name a file of tiers beside the configuration", async () => {
    written("tiers.json", '{ "source": "my exchange", "date": "2026-02-03", "other": [{ "floor": 0, "rate": 0.1 }] }');
    const file = withAssumptions("{ tiersFile: tiers.json }");
    expect((await botform(["risk", ...file])).out).toContain("maintenance tiers of 2026-02-03: my exchange");
    written("tiers.json", "{}");
    const { exitCode, err } = await botform(["risk", ...file]);
    expect(exitCode).toBe(3);
    expect(err).toContain("tiers.json can't be used: source doesn't have the form of a file of tiers");
    expect(err).toMatch(/tiersFile names it in .*own\.yaml:8\.\n/);
  });

  it.each([
    { change: '"date": "2026-13-45"', says: "date 2026-13-45 is no day of the calendar" },
    { change: '"pairs": { "LINKUSDT": [{ "floor": 0, "rate": 0.1 }] }', says: "did you mean USDT-LINK?" },
  ])("refuse a file of tiers with $change", async ({ change, says }) => {
    const rest = '"source": "mine", "date": "2026-02-03", "other": [{ "floor": 0, "rate": 0.1 }]';
    // Of two values for one key JSON takes the last.
    written("tiers.json", `{ ${rest}, ${change} }`);
    const { exitCode, out, err } = await botform(["risk", ...withAssumptions("{ tiersFile: tiers.json }")]);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: "" });
    expect(err).toContain(says);
  });

  it("with anchor previous say how far the last order really stands from the first", async () => {
    const file = written(
      "previous.yaml",
      CONFIG.replace("ASSUMED", "{ anchor: previous }").replace(
        "percentSafetyOrder: 1,",
        "percentSafetyOrder: 3, volumeSafetyOrder: 10, countOrderMax: 40,",
      ),
    );
    const { out } = await botform(["risk", "one", "-c", file]);
    expect(out).toMatch(/ {2}cover 70\.43 %/);
    expect(out).toMatch(/\n +40 +70\.43 % +29\.57/);
    expect(out).not.toContain("at a price of 0 or less");
  });
});

describe("every plan", () => {
  it("shows what each bot and the account may cost, before and after, for one request more", async () => {
    const before = emulator.service.requests.accountInformation ?? 0;
    const { out } = await live("plan", "-c", FLEET);
    expect(out).toContain("    worst case 258.32 → 409.84 USDT, margin 51.66 → 81.97, cover 9 %");
    expect(out).toMatch(
      /In money, all bots that are on or have a running deal:\n {2}USDT: 6 → 12 bots \(0 → 1 off with a running deal\), worst case 1 143\.32 → 2 314\.84/,
    );
    expect(out).toMatch(/need .* of 11 [\d.]+ that is free\n/);
    expect(emulator.service.requests.accountInformation).toBe(before + 1);
  });

  it("carries it as data, in the saved file, too, which stays as it was reviewed", async () => {
    const file = join(folder, "money.plan");
    const { out } = await live("plan", "-c", FLEET, "--out", file, "--format", "json");
    const { money } = JSON.parse(out).plan;
    expect(money.bots["demo/eth-grid"]).toMatchObject({ before: { worstCase: "258.31808" }, after: { leverage: "5" } });
    expect(money.after.shocks.map(({ move }: { move: string }) => move)).toContain("-0.2");
    expect(money.bots["demo/eth-grid"].after.basis).toMatchObject({ kind: "price", source: "position" });
    const text = readFileSync(file, "utf8");
    expect(JSON.parse(text).plan.money).toEqual(money);
    const forged = written("forged.plan", text.replace('"worstCase":"258.31808"', '"worstCase":"1"'));
    const { exitCode, err } = await live("apply", forged, "-c", FLEET, "--yes");
    expect(exitCode).toBe(4);
    expect(err).toContain("altered");
    expect(emulator.service.writes).toEqual([]);
  });
});
