// Which bots a simulation runs, over which time, by which rules; and what it says it rests on.
import { describe, expect, it } from "vitest";
import { type SimulateOptions, simulate } from "../../../../src/app/money/simulate.js";
import { folder, refusal } from "../room.js";

const at = folder();
const FIELDS = `  strategy: LONG
  leverage: 5
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentTakeProfit: 1.2
  percentSafetyOrder: 1.5
  volumeFirstOrder: 20
  volumeSafetyOrder: 25
  countOrderMax: 2
`;
const yaml = (assumptions: string, ...bots: readonly string[]) => `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
${assumptions === "" ? "" : `    assumptions: ${assumptions}\n`}defaults:
${FIELDS}bots:
${bots.map((bot) => `  ${bot}\n`).join("")}`;
const ON = "on: { title: On, enabled: true, pairTitle: USDT-BTC }";
const OFF = "off: { title: Off, enabled: false, pairTitle: USDT-BTC }";
const ETH = "eth: { title: Eth, enabled: true, pairTitle: USDC-ETH }";
const NO_STEP = "half: { title: Half, enabled: true, pairTitle: USDT-BTC, ignore: [leverage] }";
const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);

const WALK: Partial<SimulateOptions> = { walk: "1", to: START + HOUR };

async function ran(options: Partial<SimulateOptions> = {}, text = yaml("", ON, OFF), prices = WALK) {
  const watched: string[] = [];
  const { simulations } = await simulate(
    (account, { from, to }, task) => {
      watched.push(`${account} ${from} ${to}`);
      return task({
        total: (bytes) => watched.push(`${bytes} bytes`),
        onBytes: () => {},
        onSlice: () => {},
      });
    },
    {
      ...{ config: at.written(text), addresses: [], volatility: 0.5, order: "against-first" },
      ...{ ...prices, ...options },
    },
  );
  const [one] = simulations;
  if (one === undefined) throw new Error("no simulation");
  return { one, watched };
}

const csv = (...minutes: readonly number[]) =>
  minutes.map((minute) => `${START + minute * 60_000},100,101,99,100\n`).join("");

describe("the time", () => {
  it("of a walk begins with 2025, in minutes, up to the end that is given", async () => {
    const { one, watched } = await ran();
    expect([one.from, one.to, one.moments, one.interval]).toEqual([START, START + HOUR, 60, 60_000]);
    expect(watched).toEqual([`demo ${START} ${START + HOUR}`, "0 bytes"]);
  });

  it("of a walk lasts thirty days if nothing ends it", async () => {
    const { watched } = await ran({ from: START + HOUR }, undefined, { walk: "1" });
    expect(watched[0]).toBe(`demo ${START + HOUR} ${START + HOUR + 30 * 24 * HOUR}`);
  }, 20_000);

  it("of a file is the file's, or what lies within the limits", async () => {
    const file = at.written(csv(0, 1, 2, 3), "BTCUSDT.csv");
    const whole = { prices: [file] };
    const { one, watched } = await ran({}, undefined, whole);
    expect([one.from, one.to, one.moments]).toEqual([START, START + 240_000, 4]);
    expect(watched).toEqual([`demo 0 ${Number.POSITIVE_INFINITY}`, `${csv(0, 1, 2, 3).length} bytes`]);
    const part = (await ran({ from: START + 60_000, to: START + 180_000 }, undefined, whole)).one;
    expect([part.from, part.to, part.moments, part.prices[0]?.candles]).toEqual([
      START + 60_000,
      START + 180_000,
      2,
      2,
    ]);
  });

  it("has to be one", async () => {
    expect(await refusal(() => ran({ from: START + HOUR }))).toEqual(["--from must be before --to", 3]);
    expect((await ran({ from: START + HOUR - 60_000 })).one.moments).toBe(1);
    const file = at.written(csv(0), "BTCUSDT.csv");
    expect(
      await refusal(() => ran({ from: START + HOUR, to: START + 2 * HOUR }, undefined, { prices: [file] })),
    ).toEqual(["there are no candles between --from and --to", 3]);
  });
});

describe("the bots", () => {
  const addresses = async (options: Partial<SimulateOptions>, text: string) => {
    const { one } = await ran(options, text);
    return [one.replays[0]?.bots.map(({ address }) => address), one.leftOut];
  };

  it("are those that are on", async () => {
    expect(await addresses({}, yaml("", ON, OFF))).toEqual([
      ["demo/on"],
      [{ address: "demo/off", why: "it doesn't have enabled: true; name it to simulate it anyway" }],
    ]);
  });

  it("are those that are named, on or off", async () => {
    expect(await addresses({ addresses: ["off"] }, yaml("", ON, OFF))).toEqual([["demo/off"], []]);
  });

  it("are whole: what is only set at the beginning counts", async () => {
    expect(await addresses({}, yaml("", NO_STEP))).toEqual([["demo/half"], []]);
  });

  it("are refused where none is left, each with its reason", async () => {
    expect(await refusal(() => ran({}, yaml("", OFF)))).toEqual([
      "the account demo has no bot to simulate\ndemo/off: it doesn't have enabled: true; name it to simulate it anyway",
      3,
    ]);
    const bare = yaml("", ON).replace("  percentSafetyOrder: 1.5\n", "").replace("  leverage: 5\n", "");
    expect((await refusal(() => ran({}, bare)))[0]).toMatch(
      /^the account demo has no bot to simulate\ndemo\/on: the configuration doesn't set its leverage, percentSafetyOrder$/,
    );
  });

  it("share one wallet only of one currency", async () => {
    expect(await refusal(() => ran({ balance: "100" }, yaml("", ON, ETH)))).toEqual([
      "--balance is a single wallet, but these bots trade in USDC and USDT\nSimulate the bots of each currency separately.",
      3,
    ]);
    expect((await ran({}, yaml("", ON, ETH))).one.replays[0]?.bots).toHaveLength(2);
  });
});

describe("what it rests on", () => {
  const said = async (options: Partial<SimulateOptions>, assumptions = "") =>
    (await ran({ to: START + 60_000, ...options }, yaml(assumptions, ON))).one.assumptions;

  it("is said in full", async () => {
    expect(await said({})).toMatchInlineSnapshot(`
      [
        "The prices are a made-up random walk: they tell nothing about any market.",
        "Within a candle the price first goes against a position, then with it (against-first).",
        "Fees: maker 0.04 %, taker 0.05 % of an order's notional.",
        "A volume is an order's notional; its margin is volume / leverage.",
        "Martingale multiplies the first order's volume.",
        "Safety orders are spaced from the first fill; all of them are in the market at once.",
        "Maintenance margin rises with a position's notional, by the same tiers as in risk: Binance USDT perpetuals, 26 pairs, from a public copy of freqtrade 2026.9 (taken on that day at the earliest, by 2026-09-25 at the latest); all other pairs as ZEC in 2023, 2026-06-26.",
        "Funding is 0.01 % of a position's value at 00:00, 08:00 and 16:00 UTC, always; a LONG pays it.",
        "No balance was given, so margin never runs short and cross positions are never liquidated. Isolated ones are.",
        "Limit orders fill at their own price as soon as it is touched, market orders at the current price: no slippage, no queue, no partial fills.",
        "When a deal ends, the next one opens at the same price. Tick, lot and least notional count where the account states them (else amounts have 8 decimals); no delays by the service.",
      ]
    `);
  });

  it("is of all readings, a wallet, signals and other rules where these are given", async () => {
    const other = await said({
      ...{ order: "all", balance: "250", signalEvery: 15, makerFee: "0.01", takerFee: "0.02" },
      ...{ maintenance: "1", volumeBase: "safety", volumeMeaning: "margin" },
    });
    const plain = await said({});
    expect(other.filter((line) => !plain.includes(line))).toMatchInlineSnapshot(`
      [
        "Within a candle nothing is known of the way of the price (conservative): it first goes against a position, then with it, then against it again; no deal takes its profit in a candle in which one of its orders filled, but it may be liquidated there.",
        "Within a candle the price first goes with a position, then against it (with-first).",
        "None of these readings is a limit of what can happen; the worst result comes first.",
        "Fees: maker 0.01 %, taker 0.02 % of an order's notional.",
        "A volume is an order's margin; its notional is volume × leverage.",
        "Martingale multiplies the safety order's volume.",
        "Maintenance margin is 1 % of a position's notional at every size.",
        "All bots share a wallet that starts with 250; an order it can't afford isn't placed.",
        "Bots that open on signals get one every 15 candles; when they would really open is unknown.",
      ]
    `);
  });

  it("is what the account assumes, unless the command line says something else", async () => {
    const own = "{ volumeMeaning: margin, percentMakerFee: 0.03, percentTakerFee: 0.07 }";
    expect((await said({}, own)).join("\n")).toMatch(/maker 0\.03 %, taker 0\.07 %.*margin; its notional/s);
    expect((await said({ makerFee: "0.01", volumeMeaning: "notional" }, own)).join("\n")).toMatch(
      /maker 0\.01 %, taker 0\.07 %.*notional; its margin/s,
    );
  });

  it.each([
    ["with-first", "Within a candle the price first goes with a position, then against it (with-first)."],
    ["against-first", "Within a candle the price first goes against a position, then with it (against-first)."],
  ] as const)("is the order within a candle: %s", async (order, line) => {
    expect(await said({ order })).toContain(line);
  });

  it("of a file is no walk", async () => {
    const prices = [at.written(csv(0, 1), "BTCUSDT.csv")];
    const { one } = await ran({}, undefined, { prices });
    expect(one.assumptions[0]).toBe(
      "Within a candle the price first goes against a position, then with it (against-first).",
    );
  });
});

it("gives each reading of the candles a replay, the worst result first", async () => {
  const { replays } = (await ran({ order: "all", to: START + 24 * HOUR, volatility: 1 })).one;
  expect(replays.map(({ order }) => order).toSorted()).toEqual(["against-first", "conservative", "with-first"]);
  const results = replays.map(({ totals }) => Number(totals.result));
  expect(results).toEqual(results.toSorted((one, two) => one - two));
  expect(new Set(results).size).toBeGreaterThan(1);
  expect((await ran({ order: "with-first" })).one.replays).toHaveLength(1);
});

it("gives each bot the prices of its own pair", async () => {
  const rising = [0, 1, 2]
    .map(
      (minute) =>
        `${START + minute * 60_000},${100 + 2 * minute},${102 + 2 * minute},${100 + 2 * minute},${102 + 2 * minute}\n`,
    )
    .join("");
  const prices = { prices: [at.written(csv(0, 1, 2), "BTCUSDT.csv"), at.written(rising, "ETHUSDT.csv")] };
  const { one } = await ran({}, yaml("", ON, ETH.replace("USDC", "USDT")), prices);
  expect(one.replays[0]?.bots.map(({ address, deals, running }) => [address, deals, running?.price])).toEqual([
    ["demo/eth", 4, "106"],
    ["demo/on", 0, "100"],
  ]);
});
