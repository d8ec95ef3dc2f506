// What a plan's replay runs on each side, what it leaves out and why, and that the plan stays as it is.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { interruption } from "../../../../src/app/error.js";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import { type PlanReplayOptions, replayPlans, replayPrices } from "../../../../src/app/money/plan-replay.js";
import { simulate, type Watching } from "../../../../src/app/money/simulate.js";
import { planAccounts } from "../../../../src/app/planning/plan.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import type { PlanReplay, Replayed } from "../../../../src/model/risk/plan-replay.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();
const PRICES = "examples/prices/BTCUSDT-1h.csv";
const ON: Partial<SeedBot> = { enabled: true };

function yaml(...bots: readonly string[]): string {
  return `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
defaults:
  pairTitle: USDT-BTC
  strategy: LONG
  leverage: 5
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentTakeProfit: 1.2
  percentSafetyOrder: 1.5
  volumeFirstOrder: 20
  volumeSafetyOrder: 25
  countOrderMax: 6
bots:
${bots.map((bot) => `  ${bot}\n`).join("")}`;
}

const A = "a: { title: A, percentSafetyOrder: 3 }";
const OTHER = "other: { title: Other, pairTitle: USDT-ETH }";

const quiet: Watching = (_account, _window, task) => task({ total() {}, onBytes() {}, onSlice() {} });

interface Staged {
  readonly text: string;
  readonly live: readonly SeedBot[];
  readonly options?: PlanReplayOptions;
  readonly balance?: string;
  readonly watching?: Watching;
  readonly readsWallets?: boolean;
}

async function staged({ text, live, options = {}, balance = "10000", watching = quiet, readsWallets = false }: Staged) {
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: balance } };
  const accesses = [
    { accessId: 101, title: "Main futures" },
    { accessId: 102, title: "Second futures" },
    { accessId: 103, title: "Spot", exchange: "ELSEWHERE" },
  ];
  const bots = live.map((bot, index) => ({ id: index + 1, ...bot }));
  const env = await at.started({
    seed: { accounts: [{ ...account, accesses, bots }], pairs: ["USDT-BTC", "USDT-ETH", "USDC-ETH"] },
    quirks: { commandDelay: 0 },
  });
  const { host } = listening(env);
  const config = at.written(text);
  const chosen = chooseAccounts({ config });
  const asked = { replay: [PRICES], ...options };
  const prices = replayPrices(
    asked,
    chosen.accounts.map(({ desired }) => desired),
  );
  if (prices === undefined) throw new Error("no replay was asked for");
  const asking = { config, concurrency: 4, journal: at.fresh("journal"), readsWallets };
  const planned = await planAccounts(host, asking, chosen);
  const before = JSON.stringify(planned);
  const replay = (await replayPlans(watching, asked, prices, planned)).get("demo");
  if (replay === undefined) throw new Error("the account wasn't planned");
  expect(JSON.stringify(planned)).toBe(before);
  return { replay, config, planned };
}

function replayed(replay: PlanReplay): Replayed {
  if (!replay.replayed) throw new Error(replay.why);
  return replay;
}

describe("a plan's replay", () => {
  it("runs the live settings now and the planned ones after, as simulate runs them", async () => {
    const { replay, config } = await staged({ text: yaml(A), live: [{ ...botCalled("A"), ...ON }] });
    const { bots, wallets, from, to, moments, caveats } = replayed(replay);
    const alone = async (file: string) => {
      const options = { config: file, addresses: ["a"], prices: [PRICES], balance: "10000", volatility: 0.1 };
      const { simulations } = await simulate(quiet, { ...options, order: "conservative" });
      const [{ bots: [bot] = [], totals } = {}] = simulations[0]?.replays ?? [];
      return { net: bot?.net, result: bot?.result, deals: bot?.deals, margin: bot?.margin, drawdown: totals?.drawdown };
    };
    const [old, next] = [await alone(at.written(yaml("a: { title: A }"))), await alone(config)];
    expect(bots).toMatchObject([{ address: "demo/a", state: { now: "on", after: "on" }, asIfOn: false }]);
    expect([bots[0]?.now, bots[0]?.after]).toMatchObject([old, next]);
    expect(old).not.toEqual(next);
    // A single bot is its wallet, from which the deal that runs has taken a fee.
    expect(wallets).toEqual([
      {
        ...{ quote: "USDT", balance: "9999.99", balanceFrom: "account", bots: { now: 1, after: 1 }, affected: [] },
        ...{ now: bots[0]?.now, after: bots[0]?.after, change: bots[0]?.change },
      },
    ]);
    expect([from, to, moments]).toEqual([Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 1), 744]);
    expect(bots[0]?.deals).toMatchObject({ same: expect.any(Number), first: { length: 10 } });
    expect(caveats).toContain(
      "The wallet begins with 9999.99 USDT (what the account has now); an order that it can't afford isn't placed.",
    );
  });

  it.each<[string, Omit<Staged, "options">, unknown]>([
    [
      "a bot that isn't there yet",
      { text: yaml("a: { title: A, enabled: true }"), live: [] },
      { state: { now: "absent", after: "on" }, now: null, deals: null, wallet: [0, 1] },
    ],
    [
      "a bot that is turned on",
      { text: yaml("a: { title: A, enabled: true }"), live: [botCalled("A")] },
      { state: { now: "off", after: "on" }, now: null, deals: null, wallet: [0, 1] },
    ],
    [
      "a bot that is turned off",
      { text: yaml("a: { title: A, enabled: false }"), live: [{ ...botCalled("A"), ...ON }] },
      { state: { now: "on", after: "off" }, after: null, deals: null, wallet: [1, 0] },
    ],
    [
      "a bot that is off before and after, as if it were on, in no wallet",
      { text: yaml(A), live: [botCalled("A")] },
      { state: { now: "off", after: "off" }, asIfOn: true, wallet: [] },
    ],
  ])("has %s", async (_what, stage, expected) => {
    const { bots, wallets } = replayed((await staged(stage)).replay);
    const wallet = wallets.flatMap((one) => [one.bots.now, one.bots.after]);
    expect({ ...bots[0], wallet }).toMatchObject({ address: "demo/a", ...(expected as object) });
    if (bots[0]?.asIfOn === true) expect([bots[0].now, bots[0].after]).not.toContain(null);
  });

  it.each<[string | undefined, string]>([
    ["70", "The wallet begins with 70 USDT (from --balance); an order that it can't afford isn't placed."],
    [
      undefined,
      "The wallet begins with 10000 USDT (what the account has now); an order that it can't afford isn't placed.",
    ],
  ])("says what bots that are off begin with, whom no wallet counts: %s", async (balance, sentence) => {
    const stage = { text: yaml(A), live: [botCalled("A")], ...(balance !== undefined && { options: { balance } }) };
    const { wallets, caveats } = replayed((await staged(stage)).replay);
    expect(wallets).toEqual([]);
    expect(caveats).toContain(sentence);
  });

  it("takes no single balance for two currencies, where only a live bot trades the second one", async () => {
    const live = [
      { ...botCalled("A"), ...ON },
      { ...botCalled("By hand"), ...ON, pairTitle: "USDC-ETH" },
    ];
    const named = [PRICES, `ETHUSDC=${PRICES}`];
    const refused = await staged({ text: yaml(A), live, options: { replay: named, balance: "70" } });
    expect(refused.replay).toEqual({
      replayed: false,
      why: "--balance is a single wallet, but the bots to be replayed, live ones too, trade in USDC and USDT; leave it out, and the account's own wallets are used",
      leftOut: [],
    });
    const own = replayed((await staged({ text: yaml(A), live, options: { replay: named } })).replay);
    expect(own.wallets.map(({ quote }) => quote)).toEqual(["USDC", "USDT"]);
    // Without prices of its pair, the bot is on neither side, and one wallet is enough.
    const alone = replayed((await staged({ text: yaml(A), live, options: { balance: "70" } })).replay);
    expect(alone.wallets).toMatchObject([{ quote: "USDT", balance: "70" }]);
  });

  it("begins with what the account has where every step turns a bot off, whose plan stays the same", async () => {
    const stage = { text: yaml("a: { title: A, enabled: false }"), live: [{ ...botCalled("A"), ...ON }] };
    const [read, unread] = [await staged({ ...stage, readsWallets: true }), await staged(stage)];
    expect(replayed(read.replay).wallets).toMatchObject([{ balance: "9999.99", balanceFrom: "account" }]);
    expect(replayed(unread.replay).wallets).toMatchObject([{ balance: null }]);
    const [money, without] = [read, unread].map(({ planned: [one] }) => one && "value" in one && one.value.made.money);
    expect(money).toEqual(without);
  });

  it("has the bots that the plan leaves alone in both wallets, and says which of them come to something else", async () => {
    const live = [
      { ...botCalled("A"), ...ON },
      { ...botCalled("By hand"), ...ON, strategy: "SHORT" as const },
      { ...botCalled("Known"), ...ON, leverage: 2 },
      { ...botCalled("Off") },
      { ...botCalled("On the second access"), ...ON, accessId: 102 },
      { ...botCalled("On another exchange"), ...ON, accessId: 103 },
    ];
    const text = yaml("a: { title: A, volumeFirstOrder: 300 }", "known: { title: Known, leverage: 2 }");
    const rich = replayed((await staged({ text, live })).replay);
    expect(rich.wallets).toMatchObject([{ bots: { now: 4, after: 4 }, affected: [] }]);
    expect(rich.caveats).toContain(
      "Both wallets have 3 other bots that the plan leaves on: demo/#2, demo/#5, demo/known.",
    );
    const poor = replayed((await staged({ text, live, options: { balance: "70" } })).replay);
    expect(poor.wallets).toMatchObject([
      { balance: "70", balanceFrom: "option", affected: ["demo/#2", "demo/#5", "demo/known"] },
    ]);
  });

  it("shares the wallet among the bots that change, so that their results add up to its own", async () => {
    const live = ["A", "B"].map((title) => ({ ...botCalled(title), ...ON }));
    const text = yaml(A, "b: { title: B, percentSafetyOrder: 2 }");
    const { bots, wallets } = replayed((await staged({ text, live, options: { balance: "45" } })).replay);
    const sum = (side: "now" | "after") => bots.reduce((all, bot) => all.plus(bot[side]?.result ?? 0), new Big(0));
    expect([sum("now").toFixed(), sum("after").toFixed()]).toEqual([
      wallets[0]?.now?.result,
      wallets[0]?.after?.result,
    ]);
    expect(bots[0]?.now?.deals).not.toBe(bots[1]?.now?.deals);
  });

  it.each<[string, Staged, string]>([
    ["without its prices", { text: yaml(OTHER), live: [] }, "no prices of USDT-ETH were given"],
    [
      "that waits for signals",
      {
        text: yaml("other: { title: Other, indicatorGroup: TRENDS, indicatorName: EMA, indicatorInterval: 5MIN }"),
        live: [],
      },
      "it opens on signals of TRENDS, whose definition isn't public; --signal-every gives it signals",
    ],
  ])("leaves out a bot %s, on both sides", async (_what, { text, live, options }, why) => {
    const own = [...live, { ...botCalled("A"), ...ON }];
    const both = text.replace("title: Other,", "title: Other, enabled: true,").replace("bots:\n", `bots:\n  ${A}\n`);
    const { replay } = await staged({ text: both, live: own, ...(options && { options }) });
    const { leftOut, bots, wallets } = replayed(replay);
    expect(leftOut).toEqual([{ address: "demo/other", why }]);
    expect(bots.find(({ address }) => address === "demo/other")).toBeUndefined();
    expect(wallets).toMatchObject([{ bots: { now: 1, after: 1 } }]);
  });

  it("leaves out an undeclared bot of a pair without prices, unless they are given by the pair's name", async () => {
    const live = [
      { ...botCalled("A"), ...ON },
      { ...botCalled("By hand"), ...ON, pairTitle: "USDT-ETH" },
    ];
    const without = replayed((await staged({ text: yaml(A), live })).replay);
    expect(without.leftOut).toEqual([{ address: "demo/#2", why: "no prices of USDT-ETH were given" }]);
    const options = { replay: [PRICES, `ETHUSDT=${PRICES}`] };
    const given = replayed((await staged({ text: yaml(A), live, options })).replay);
    expect([given.leftOut, given.wallets[0]?.bots.now]).toEqual([[], 2]);
  });

  it.each<[string, Staged, string, readonly string[]]>([
    ["nothing changes", { text: yaml("a: { title: A }"), live: [botCalled("A")] }, "the plan changes no bot", []],
    [
      "nothing changes, and prices are of another pair",
      { text: yaml("a: { title: A }"), live: [botCalled("A")], options: { replay: [`XRPUSDT=${PRICES}`] } },
      `the plan changes no bot; no bot trades the pair of XRPUSDT=${PRICES}`,
      [],
    ],
    [
      "no bot can be replayed",
      {
        text: yaml("a: { title: A, enabled: true, pairTitle: USDT-ETH }"),
        live: [],
        options: { replay: [`XRPUSDT=${PRICES}`] },
      },
      `no bot that the plan changes can be replayed; no bot trades the pair of XRPUSDT=${PRICES}`,
      ["demo/a"],
    ],
    [
      "what changes is off on both sides",
      { text: yaml("a: { title: A }"), live: [] },
      "the bots that the plan changes are off before and after it",
      [],
    ],
  ])("says so where %s", async (_what, stage, why, leftOut) => {
    const { replay } = await staged(stage);
    expect(replay).toMatchObject({ replayed: false, why });
    expect(replay.leftOut.map(({ address }) => address)).toEqual(leftOut);
  });

  it("says where a file can't be read to its end, and leaves the plan as it is", async () => {
    const row = (index: number) => `${1_700_000_000_000 + index * 60_000},100,101,99,100\n`;
    const long = at.written(
      `${Array.from({ length: 9_000 }, (_, index) => row(index)).join("")}x,1,1,1,1\n`,
      "BTCUSDT.csv",
    );
    const { replay } = await staged({
      text: yaml(A),
      live: [{ ...botCalled("A"), ...ON }],
      options: { replay: [long] },
    });
    expect(replay).toMatchObject({ replayed: false, why: expect.stringContaining(`${long}:9001: `) });
  });

  it("says which pair has candles for a part of the time alone", async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `${from + index * 60_000},100,101,99,100\n`).join("");
    const start = Date.UTC(2025, 0, 1);
    const replay = [at.written(rows(start, 60), "BTCUSDT.csv"), at.written(rows(start + 600_000, 20), "ETHUSDT.csv")];
    const text = yaml("a: { title: A, enabled: true }", OTHER.replace("Other,", "Other, enabled: true,"));
    const { caveats, prices } = replayed((await staged({ text, live: [], options: { replay } })).replay);
    expect(caveats).toContain("The candles of USDT-ETH go from 2025-01-01 00:10 to 2025-01-01 00:30 UTC alone.");
    expect(prices.map(({ pair, candles }) => [pair, candles])).toEqual([
      ["USDT-BTC", 60],
      ["USDT-ETH", 20],
    ]);
  });

  it("ends where it is interrupted", async () => {
    const watching: Watching = async () => {
      throw interruption();
    };
    const stage = staged({ text: yaml(A), live: [{ ...botCalled("A"), ...ON }], watching });
    await expect(stage).rejects.toMatchObject({ exitCode: 130 });
  });
});

describe("the prices of a replay", () => {
  const desired = (...bots: readonly string[]) =>
    chooseAccounts({ config: at.written(yaml(...bots)) }).accounts.map((account) => account.desired);

  it("aren't asked for without the option", () => {
    expect(replayPrices({}, desired(A))).toBeUndefined();
  });

  it.each<[PlanReplayOptions, RegExp]>([
    [{ signalEvery: 3 }, /^--signal-every works only with --replay\n/],
    [{ balance: "3" }, /^--balance works only with --replay\n/],
    [{ replay: [PRICES], balance: "3" }, /^--balance is a single wallet, but the bots trade in USDC and USDT\n/],
    [{ replay: ["none.csv"] }, /^none\.csv can't be read: /],
    [{ replay: ["README.md"] }, /^README\.md:3: /],
  ])("are refused: %j", async (options, message) => {
    const own = desired(A, "usdc: { title: U, pairTitle: USDC-BTC }");
    const [said, exitCode] = await refusal(() => replayPrices(options, own));
    expect([said, exitCode]).toEqual([expect.stringMatching(message), 3]);
  });
});
