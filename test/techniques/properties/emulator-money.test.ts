// The laws of money under random commands, webhooks, hand edits and random walks: what is booked adds up to the last decimal.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { amount } from "../../support/lane.js";
import { harness, type Json } from "../../unit/emulator/harness.js";

type Harness = ReturnType<typeof harness>;

const PAIRS = ["USDT-BTC", "USDT-SOL", "BUSD-BTC"];
const BALANCE = { USDT: "400", BUSD: "100" };

function seedOf(text: string): Seed {
  const walk = (base: string) => ({ walk: { seed: `${text} ${base}`, base, stepSeconds: 10, volatilityPercent: 0.4 } });
  return {
    accounts: [
      {
        name: "demo",
        apiKey: "demo-key",
        apiSecret: "demo-secret",
        hook: { accountId: 7001, token: "demo-hook-token" },
        balance: BALANCE,
        accesses: [{ accessId: 101, title: "A" }],
      },
    ],
    pairs: PAIRS,
    prices: { "USDT-BTC": walk("64000"), "USDT-SOL": walk("150"), "BUSD-BTC": walk("64010") },
  };
}

const percent = fc.integer({ min: 5, max: 300 }).map((hundredths) => new Big(hundredths).div(100).toFixed());
const botArbitrary = fc.record({
  pairTitle: fc.constantFrom(...PAIRS),
  strategy: fc.constantFrom("LONG", "SHORT"),
  leverage: fc.constantFrom(1, 3, 20, 100),
  marginMode: fc.constantFrom("CROSS", "ISO"),
  typeTakeProfit: fc.constantFrom("LIMIT", "STOP-MARKET"),
  typeFirstOrder: fc.constantFrom("LIMIT", "MARKET"),
  percentTakeProfit: percent,
  percentSafetyOrder: percent,
  volumeFirstOrder: fc.constantFrom("7", "64.5", "333.333"),
  volumeSafetyOrder: fc.constantFrom("11", "50.05"),
  countOrderMax: fc.constantFrom(null, 1, 6),
  martingaleScale: fc.constantFrom(null, "1.05", "1.7"),
  dynamicStepScale: fc.constantFrom(null, "1.3"),
  cycleLimitScale: fc.constantFrom(null, 2),
});

const target = fc.integer({ min: 0, max: 5 });
const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant("pass" as const), seconds: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({
    kind: fc.constant("command" as const),
    path: fc.constantFrom("activate", "deactivate", "start-new-deal"),
    target,
  }),
  fc.record({ kind: fc.constant("deal" as const), path: fc.constantFrom("complete-deal", "cancel-deal"), target }),
  fc.record({ kind: fc.constant("take profit" as const), target, percent, immediately: fc.boolean() }),
  fc.record({ kind: fc.constant("hook" as const), target, number: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant("hand" as const), target, enabled: fc.boolean() }),
  fc.record({
    kind: fc.constant("price" as const),
    pair: fc.constantFrom(...PAIRS),
    factor: fc.constantFrom(0.97, 1.02),
  }),
);

type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

function hookBody(number: number, botId: number): [path: string, body: object] {
  const ghost = { strategy: "short", pairs: ["SOLUSDT", "BTCUSDT"] };
  const bodies: [string, object][] = [
    [
      "",
      {
        botId,
        open: { orderVolume: "21.7", leverage: 9, cycles: 2 },
        close: { enabled: true, event: "pnl", value: "0.5" },
      },
    ],
    ["", { botId, stop: { enabled: true, event: "percentage", value: "1", delay: 30 } }],
    [
      "",
      {
        botId,
        dca: { enabled: true, max: 9, active: 2, percent: "0.4", volume: "12.34" },
        close: { event: "delay", value: "500" },
      },
    ],
    ["/topup-deal", { botId, amount: "17.77" }],
    ["/close-deal", { botId, closePosition: true }],
    ["/close-deal", { botId, closePosition: false }],
    ["", { action: "open", params: { ...ghost, open: { orderVolume: "30", leverage: 20 } } }],
    ["", { action: "close", params: { ...ghost, closePosition: true } }],
  ];
  return bodies[number] ?? ["", {}];
}

function take(h: Harness, step: Step): void {
  const bots = h.service.bots();
  const botId = "target" in step ? (bots[step.target % bots.length]?.id ?? 0) : 0;
  const deals = h.service.deals().filter(({ status }) => status === "ACTIVE");
  const dealId = "target" in step ? (deals[step.target % Math.max(1, deals.length)]?.id ?? 0) : 0;
  switch (step.kind) {
    case "pass":
      h.clock.pass(step.seconds * 1000);
      break;
    case "command":
      h.call("POST", step.path, { botId });
      break;
    case "deal":
      h.call("POST", step.path, { dealId });
      break;
    case "take profit":
      h.call("POST", "renew-tp-percentage", { dealId, newPercentOfTp: step.percent, immediately: step.immediately });
      break;
    case "hook": {
      const [path, body] = hookBody(step.number, botId);
      h.hook(body, { path });
      break;
    }
    case "hand":
      h.service.editBot(botId, { enabled: step.enabled });
      break;
    case "price": {
      const now = h.tell("price", { pair: step.pair, price: null }).json.price;
      h.tell("price", { pair: step.pair, price: new Big(now).times(step.factor).prec(8).toFixed() });
      break;
    }
  }
}

const sum = (texts: readonly string[]): Big => texts.reduce((total, text) => total.plus(text), new Big(0));
const accountOf = (h: Harness): Json => h.call("POST", "account-information").json.data;

/** Everything that has to hold at any moment. */
function checkLaws(h: Harness): void {
  h.service.advance();
  const state = h.service.state();
  for (const [asset, start] of Object.entries(BALANCE)) {
    const own = state.deals.filter(({ market }) => market.settings.pairTitle.startsWith(`${asset}-`));
    const ended = own.flatMap(({ market }) => (market.exit === null ? [] : [market.exit.profit]));
    const wallet = sum([start, ...ended]).minus(sum(own.map(({ market }) => market.fees)));
    expect(state.accounts[0]?.balance[asset]).toBe(wallet.toFixed());
  }
  for (const { status, market } of state.deals) {
    expect(Number(market.amount)).toBeGreaterThanOrEqual(0);
    // No position without a deal, unless it was cancelled or handed over.
    if (status === "COMPLETED" || status === "LIQUIDATED")
      expect([market.status, market.amount]).toEqual(["ENDED", "0"]);
    if (status === "ACTIVE") expect([market.status, Number(market.amount) > 0]).toEqual(["OPEN", true]);
  }
  checkAccount(accountOf(h));
  const history = h.deals("deals-history");
  const active = h.deals();
  const running = state.deals.filter(({ status }) => status === "ACTIVE").map(({ id }) => id);
  expect(active.map(({ id }) => id)).toEqual(running);
  for (const deal of history) expect(deal.status).toBe("COMPLETED");
}

/** Totals are the sums of the assets, and those of the positions. */
function checkAccount(account: Json): void {
  const assets: Json[] = account.assets;
  const positions = Object.entries<Json>(account.positions);
  const ofAssets = (name: string) => sum(assets.map((asset) => asset[name])).toFixed();
  const ofPositions = (name: string, quote = "") =>
    sum(positions.filter(([key]) => key.startsWith(quote)).map(([, position]) => position[name])).toFixed();
  expect(account.totalWalletBalance).toBe(ofAssets("walletBalance"));
  expect(account.totalFreeBalance).toBe(ofAssets("availableBalance"));
  expect(account.totalMarginBalance).toBe(sum([account.totalWalletBalance, account.totalUnrealizedProfit]).toFixed());
  expect(account.totalInitialMargin).toBe(sum([account.totalPositionMargin, account.totalOpenOrderMargin]).toFixed());
  for (const [total, each] of [
    ["totalUnrealizedProfit", "unRealizedProfit"],
    ["totalPositionMargin", "positionMargin"],
    ["totalOpenOrderMargin", "openOrderMargin"],
  ] as const) {
    expect(account[total]).toBe(ofPositions(each));
  }
  for (const asset of assets) expect(asset.unrealizedProfit).toBe(ofPositions("unRealizedProfit", `${asset.asset}-`));
  expect(account.totalMaintMargin).toBe(ofAssets("maintMargin"));
}

const QUIRKS: readonly Partial<Quirks>[] = [
  {},
  { cancelOrders: "stay", hookOpenTwice: "second", startOnEnabled: "open" },
  { deactivate: "stop", volumeBase: "safety", volumeMeaning: "margin", commandDelay: 0 },
  { hookUpdate: "deal", cancelReopens: "no", immediately: "ignore" },
];

const scenario = fc.record({
  seed: fc.string({ minLength: 1, maxLength: 4 }),
  quirks: fc.constantFrom(...QUIRKS),
  bots: fc.array(botArbitrary, { minLength: 1, maxLength: 4 }),
  steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 25 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

function begin({ seed, quirks, bots }: Scenario): Harness {
  const h = harness(quirks, seedOf(seed));
  for (const [index, bot] of bots.entries()) {
    const botId = h.create({ ...bot, title: `bot ${index}` });
    h.call("POST", "activate", { botId });
  }
  h.clock.pass(1_000);
  return h;
}

const RUNS = { numRuns: amount({ fast: 15, all: 60 }) };

describe("random commands over random walks", () => {
  it("keep the laws of money after every step", () => {
    let deals = 0;
    fc.assert(
      fc.property(scenario, (each) => {
        const h = begin(each);
        checkLaws(h);
        for (const step of each.steps) {
          take(h, step);
          checkLaws(h);
        }
        deals += h.service.deals().length;
      }),
      RUNS,
    );
    // A property that never saw a deal would hold for nothing.
    expect(deals).toBeGreaterThan(RUNS.numRuns * 5);
  });

  it("replay exactly, whoever looks how often", () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const [rarely, often] = [begin(each), begin(each)];
        for (const step of each.steps) {
          take(rarely, step);
          if (step.kind !== "pass") take(often, step);
          else for (let part = 0; part < 5; part += 1) look(often, step.seconds * 200);
        }
        for (const h of [rarely, often]) h.service.advance();
        expect(often.service.state()).toEqual(rarely.service.state());
      }),
      RUNS,
    );
  });
});

function look(h: Harness, ms: number): void {
  h.clock.pass(ms);
  h.deals();
  accountOf(h);
}
