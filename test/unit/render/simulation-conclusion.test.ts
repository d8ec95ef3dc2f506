// What a back-test lets somebody conclude: what to keep where that can be told, and that it can't where it can't.
import { describe, expect, it } from "vitest";
import type { DealFigures } from "../../../src/model/risk/back-test.js";
import type {
  BotFacts,
  ReplayFacts,
  SimulationFacts,
  TotalFacts,
  TryFacts,
} from "../../../src/model/risk/simulation.js";
import { conclusionOf } from "../../../src/render/simulation-conclusion.js";
import { NO_METRICS } from "../market/metrics/example.js";

const DAY = 86_400_000;
const FROM = Date.UTC(2025, 0, 1);

const totals = (result: string, changes: Partial<TotalFacts> = {}): TotalFacts => ({
  ...{ deals: 40, liquidations: 0, profit: "0", fees: "0", funding: "0", net: result, unrealised: "0", result },
  ...{ closingFees: "0", drawdown: "50", margin: "100" },
  wallet: { start: "1000", end: "0", equity: "0" },
  ...changes,
});

const replay = (
  total: TotalFacts,
  { deals = {}, bots = [] }: { readonly deals?: Partial<DealFigures>; readonly bots?: readonly BotFacts[] } = {},
): ReplayFacts => ({
  ...{ order: "conservative", bots, totals: total, trades: [] },
  metrics: { ...NO_METRICS, deals: { ...NO_METRICS.deals, won: 30, lost: 10, ...deals } },
});

const facts = (one: ReplayFacts, changes: Partial<SimulationFacts> = {}): SimulationFacts => ({
  ...{ account: "main", from: FROM, to: FROM + 31 * DAY, moments: 1, interval: 60_000, prices: [], replays: [one] },
  ...{ hold: [{ pair: "USDT-BTC", first: 1, last: 1.05, change: 0.05 }], tries: [], leftOut: [], assumptions: [] },
  ...changes,
});

const botOf = (key: string, result: string, liquidated = 0) =>
  ({ address: `main/${key}`, result, reasons: { liquidated }, running: null }) as unknown as BotFacts;

const attempt = (leverage: string, result: string, changes: Partial<TotalFacts> = {}): TryFacts => ({
  ...{ values: [["leverage", leverage]], order: "conservative", totals: totals(result, changes) },
  ...{ profitFactor: null, sharpe: null, refusals: 0, tooSmall: 0 },
});

describe("one set of settings", () => {
  it.each<[because: string, SimulationFacts, RegExp]>([
    ["it made more than holding", facts(replay(totals("100"))), /^Worth keeping for a trial .*, more than buying and/],
    [
      "holding made more",
      facts(replay(totals("40"))),
      /^No reason to keep .*: the whole balance, bought and held, made more/,
    ],
    ["it lost", facts(replay(totals("-1"))), /^Nothing to keep: these settings lost money/],
    ["it made nothing", facts(replay(totals("0")), { hold: [] }), /^Nothing to keep: these settings made nothing/],
    [
      "a position was liquidated, whatever it made",
      facts(replay(totals("500", { liquidations: 1 }), { bots: [botOf("a", "9"), botOf("b", "-1", 1)] })),
      /^Not to be kept as they are: 1 position was liquidated \(main\/b\)\.$/,
    ],
    [
      "the deals are few",
      facts(replay(totals("100", { deals: 29 }))),
      /^Too little to tell.*29 deals ended, and it takes 30/,
    ],
    [
      "the time is short",
      facts(replay(totals("100")), { to: FROM + 13 * DAY }),
      /^Too little.*span 13 days, and it takes 14/,
    ],
    [
      "without a balance holding can't be compared",
      facts(replay(totals("40", { wallet: null }))),
      /^Worth keeping for a trial on other prices: on these, the settings made money\.$/,
    ],
  ])("because %s", (_, one, expected) => {
    expect(conclusionOf(one).keep).toMatch(expected);
  });

  it("says what came out, open losses included, and what can't be told", () => {
    const bot = { running: { unrealised: "-28.5" } } as unknown as BotFacts;
    const one = replay(totals("109.14", { unrealised: "-28.5" }), { deals: { lost: 0 }, bots: [bot] });
    expect(conclusionOf(facts(one)).because).toEqual([
      "In 31 days they made 109.14 (+10.91 % of 1 000), open losses included, with at most 100 tied up as margin, and were 50 below their highest on the way.",
      "All of it bought and held instead: +5 %.",
      "No deal that ended lost: how much these settings can lose hasn't been seen.",
      "1 deal still runs at a loss; what is open stands at −28.5 in all.",
      "Other prices may bring something else: one stretch of the past is one try.",
    ]);
  });

  it("that made less than holding, which fell deeper, is to be weighed; which fell less, isn't", () => {
    const lasts = [1, 0.9, 1.05];
    const curve = { times: [FROM, FROM + DAY, FROM + 2 * DAY], lasts, lows: lasts, highs: lasts };
    const picture = { isMadeUp: false, prices: [{ pair: "USDT-BTC", first: 1, curve }] };
    const of = (drawdown: string) => conclusionOf(facts(replay(totals("40", { drawdown })), { picture }));
    expect(of("99").keep).toMatch(/^To be weighed: .* fell deeper on the way\.$/);
    expect(of("101").keep).toMatch(/^No reason to keep/);
    expect(of("99").because[1]).toBe(
      "All of it bought and held instead: +5 %, about 100 below its highest on the way.",
    );
  });

  it("of several bots says how many made money, and which lost most", () => {
    const of = (...bots: readonly BotFacts[]) => conclusionOf(facts(replay(totals("1"), { bots }))).because[1];
    expect(of(botOf("a", "9"), botOf("b", "-1"), botOf("c", "-7.5"))).toBe(
      "1 of 3 bots made money; main/c lost most, 7.5.",
    );
    expect(of(botOf("a", "9"), botOf("b", "0"))).toBe("1 of 2 bots made money; none lost.");
  });

  it("speaks of the worst reading where they differ, and of one where they don't", () => {
    const [worse, better] = [replay(totals("10")), replay(totals("20"))];
    expect(conclusionOf(facts(worse, { replays: [worse, better] })).because[0]).toContain("in the worst reading");
    expect(conclusionOf(facts(worse, { replays: [worse, worse] })).because[0]).not.toContain("reading");
  });

  it("of a walk says nothing about any market", () => {
    const one = facts(replay(totals("100")), { picture: { isMadeUp: true, prices: [] } });
    expect(conclusionOf(one).because.at(-1)).toMatch(/^The prices are made up/);
  });
});

describe("several tries", () => {
  const conclude = (base: string, ...tries: readonly TryFacts[]) =>
    conclusionOf(facts(replay(totals(base)), { tries }));

  it("the best is named, with its drawdown, and its neighbours for or against it", () => {
    const good = conclude("10", attempt("3", "20"), attempt("5", "30", { drawdown: "60" }), attempt("8", "15"));
    expect(good.keep).toBe("Of 3 combinations, leverage 5 came out best: to be kept for a trial on other prices.");
    expect(good.because.slice(0, 2)).toEqual([
      "It made 30, and the settings as they are made 10; its drawdown is deeper: 60, against 50.",
      "Both values beside it came to at least as much as the settings as they are, too, which speaks for it; the best of many is partly chance all the same.",
    ]);
    const lonely = conclude("10", attempt("3", "2"), attempt("5", "30"), attempt("8", "1"));
    expect(lonely.because[1]).toMatch(/^None of the 2 beside it .* speaks against it/);
    const mixed = conclude("10", attempt("3", "2"), attempt("5", "30"), attempt("8", "11"));
    expect(mixed.because[1]).toMatch(/^Of the 2 beside it 1 came to at least as much/);
    expect(conclude("10", attempt("3", "20")).because[1]).toMatch(/^There is no value beside it/);
  });

  it("one that came to little less, and fell much less on the way, is to be weighed", () => {
    const weighed = (...given: Parameters<typeof conclude>) =>
      conclude(...given).because.find((one) => one.startsWith("To be weighed"));
    const best = attempt("5", "109", { drawdown: "112" });
    const calm = (result: string, drawdown: string, changes: Partial<TotalFacts> = {}) =>
      attempt("3", result, { drawdown, ...changes });
    expect(weighed("10", best, calm("101", "79"))).toBe(
      "To be weighed: leverage 3 made 101, little less than leverage 5 (109), with a much smaller drawdown: 79, against 112.",
    );
    // 98.1 is nine tenths of the best result, and 84 three quarters of its drawdown.
    expect(weighed("10", best, calm("98.1", "84"))).toBeDefined();
    expect(weighed("10", best, calm("98.09", "79"))).toBeUndefined();
    expect(weighed("10", best, calm("101", "84.01"))).toBeUndefined();
    expect(weighed("10", best, calm("101", "79", { liquidations: 1 }))).toBeUndefined();
    expect(weighed("10", best, calm("101", "79", { deals: 29 }))).toBeUndefined();
    expect(weighed("10", attempt("5", "109", { drawdown: "112", liquidations: 1 }))).toBeUndefined();
    expect(weighed("-90", attempt("5", "-20"), calm("-21", "1"))).toBeUndefined();
    // The settings as they are have a drawdown of 50.
    expect(weighed("109", calm("101", "30"), attempt("8", "100", { drawdown: "1" }))).toMatch(
      /^To be weighed: leverage 3 made 101, little less than the settings as they are \(109\), .*: 30, against 50\.$/,
    );
  });

  it("equals are all named, and the one with the lowest leverage is advised", () => {
    const tie = conclude("10", attempt("5", "20"), attempt("50", "30", { margin: "1" }), attempt("20", "30"));
    expect(tie.keep).toBe(
      "Of 3 combinations, leverage 20 and leverage 50 came out best, equally: leverage 20 is to be kept for a trial on other prices.",
    );
    expect(tie.because[0]).toBe(
      "They are equal in result and drawdown. Of these leverage 20 has the lowest leverage, and so the least risk.",
    );
  });

  it("the best at the edge of what was tried isn't kept before something beyond it was tried", () => {
    const high = conclude("10", attempt("5", "20"), attempt("8", "30"));
    expect(high.keep).toContain("edge of what was tried (leverage 8 is the highest that was tried): try beyond it");
    expect(high.because[1]).toMatch(/^The one value beside it, leverage 5, came/);
    expect(conclude("10", attempt("5", "30"), attempt("8", "20")).keep).toContain("leverage 5 is the lowest");
    // Nothing lies below 1.
    expect(conclude("10", attempt("1", "30"), attempt("8", "20")).keep).toMatch(/to be kept for a trial/);
  });

  it("a fall deeper than the wallet is nothing to keep, with or without tries", () => {
    const deep = { drawdown: "1000.5" };
    const fell = /^N.*fell 1 000\.5 below their highest, more than the 1 000 that they began with/;
    expect(conclude("10", attempt("5", "30", deep)).keep).toMatch(fell);
    expect(conclusionOf(facts(replay(totals("100", deep)))).keep).toMatch(fell);
    expect(conclusionOf(facts(replay(totals("100", deep)), { tries: [attempt("3", "5")] })).keep).toMatch(fell);
    expect(conclude("10", attempt("5", "30", { drawdown: "1000" })).keep).toMatch(/to be kept/);
  });

  it("what made no deal is never the best, and says why", () => {
    const none = { ...attempt("1", "0", { deals: 0, margin: "0", drawdown: "0" }), refusals: 744 };
    const lost = conclude("-5", none, attempt("3", "-3"));
    expect(lost.keep).toBe("Nothing to keep: of 2 combinations, leverage 3 lost least, with a loss.");
    expect(lost.because).toContain(
      "leverage 1 made no deal: the balance was too small for the first order 744 times (conservative).",
    );
    expect(conclude("-5", none).keep).toBe("Nothing to keep: the one combination made no deal.");
  });

  it("none of which is better leaves the settings as they are", () => {
    expect(conclude("10", attempt("3", "10"), attempt("5", "9")).keep).toBe(
      "Keep the settings as they are: none of 2 combinations came to more than 10.",
    );
  });

  it("none of which is better keeps no settings that lost, were liquidated or fell below the wallet", () => {
    expect(conclude("-5", attempt("3", "-6"), attempt("5", "-7")).keep).toBe(
      "Nothing to keep: the settings as they are lost money on these prices, and none of 2 combinations came to more than -5.",
    );
    const hurt = replay(totals("100", { liquidations: 2 }), { bots: [botOf("a", "101", 2), botOf("b", "-1")] });
    expect(conclusionOf(facts(hurt, { tries: [attempt("3", "50"), attempt("5", "60")] })).keep).toBe(
      "Not to be kept as they are: 2 positions were liquidated (main/a), and none of 2 combinations came to more than 100.",
    );
    const deep = replay(totals("100", { drawdown: "1001" }));
    expect(conclusionOf(facts(deep, { tries: [attempt("3", "50")] })).keep).toMatch(
      /^Not to be kept as they are: on the way the settings fell 1 001 below .*, and none of 1 combination came/,
    );
  });

  it("none of which is better doesn't deny one that made more with a liquidation, or by making no deal", () => {
    const liquidated = attempt("8", "200", { liquidations: 1 });
    expect(conclude("100", attempt("3", "50"), liquidated).keep).toBe(
      "Keep the settings as they are: none of 2 combinations came to more than 100 without a liquidation.",
    );
    const none = attempt("1", "0", { deals: 0, margin: "0", drawdown: "0" });
    expect(conclude("-5", attempt("3", "-6"), none).keep).toMatch(
      /none of 1 combination that made a deal came to more than -5\.$/,
    );
  });

  it("that all lost are nothing to keep, and one with a liquidation isn't yet", () => {
    expect(conclude("-5", attempt("3", "-3"), attempt("5", "-9")).keep).toMatch(
      /^Nothing to keep: all of 2 .* lost least/,
    );
    expect(conclude("1", attempt("3", "50", { liquidations: 2 })).keep).toMatch(
      /^Nothing to keep yet: .* 2 liquidations/,
    );
  });

  it("one without a liquidation comes before one that made more; of equals the one with less margin", () => {
    const safe = conclude("1", attempt("3", "5"), attempt("8", "50", { liquidations: 1 }));
    expect(safe.keep).toContain("leverage 3 came out best");
    const equal = conclude("1", attempt("3", "5", { margin: "300" }), attempt("5", "5", { margin: "200" }));
    expect(equal.keep).toContain("leverage 5 came out best");
  });

  it("with few deals can't tell", () => {
    expect(conclude("1", attempt("3", "5", { deals: 3 })).keep).toMatch(/^Too little to tell what to keep \(3 deals/);
  });
});
