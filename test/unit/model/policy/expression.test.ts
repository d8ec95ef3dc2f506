// Expressions: what is refused when they are read, what runs, and that nothing but the data is within their reach.
import { describe, expect, test } from "vitest";
import { compileExpression } from "../../../../src/model/policy/expression.js";
import { slice } from "../../../support/lane.js";

const many = Array.from({ length: 2000 }, (_one, index) => ({ id: index }));
const DATA = { plan: { steps: many }, bot: { after: { leverage: "0.3" }, on: true } };

describe("refused when read", () => {
  test.each([
    ["bot.", "no end"],
    ["1 + 1", "no yes or no"],
    ["nope.x", "an unknown variable"],
    ['"aaaa".matches("(a+)+$")', "regular expressions may take for ever"],
    ["plan.steps.all(a, plan.steps.all(b, plan.steps.all(c, true)))", "three walks within each other"],
    [`${"true || ".repeat(400)}true`, "too long"],
    ["bot.after.leverage > '5'", "as text 10 comes before 5"],
    ['"0.50" <= bot.after.volumeFirstOrder', "on either side"],
    ["plan.steps.exists(s, s.after >= '1')", "inside of a walk"],
    ["bot.after.leverage > bot.before.leverage", "two fields are two texts"],
    ["cel.bind(a, plan.steps, size(a) > 1)", "what is bound doubles without being read"],
    ["process.exit(1) == 1", "no such thing"],
  ])("%s: %s", (text) => expect(compileExpression(text).ok).toBe(false));
});

describe("what it is refused for", () => {
  const LOOPS = "loops over lists are nested more than 2 deep";
  const DECIMALS = "decimals are text; compare them with cmp(a, b)";
  test.each([
    ["1 + 1", "it gives int, not true or false"],
    ["true".padEnd(2_000), undefined],
    ["true".padEnd(2_001), "it is longer than 2000 characters"],
    ["bot.x.matches('a')", "matches isn't available; use startsWith, endsWith, contains or =="],
    ["cel.bind(a, 1, a == 1)", "bind isn't available; write the value where it is used"],
    ...["all", "exists", "exists_one"].map((walk) => [
      `bot.changes.${walk}(a, bot.actions.all(b, bot.deals.all(c, true)))`,
      LOOPS,
    ]),
    ["bot.changes.map(a, bot.actions.filter(b, bot.deals.all(c, true))) == []", LOOPS],
    ["bot.changes.filter(a, bot.actions.map(b, bot.deals.all(c, true)) == []) == []", LOOPS],
    ["bot.changes.all(a, true) && bot.changes.all(b, true) && bot.changes.all(c, true)", undefined],
    ...["<", "<=", ">", ">="].map((order) => [`bot.risk.margin ${order} 5`, DECIMALS]),
    ...["position", "margin", "feeReserve", "cover", "bounce", "lossAtEnd", "funding", "walletExposure"].map((name) => [
      `5 < bot.risk.${name}`,
      DECIMALS,
    ]),
    ...["need", "free", "usable", "wallet", "loss", "equity", "maintenance"].map((name) => [
      `plan.${name} > 5`,
      DECIMALS,
    ]),
    ...["leverage", "percentTakeProfit", "priceLevelUp", "countOrderMax"].map((name) => [
      `bot.after.${name} > 5`,
      DECIMALS,
    ]),
    ...["title", "pairTitle", "strategy"].map((name) => [`bot.after.${name} > 'A'`, undefined]),
  ])("%s: %s", (text = "", problem) => {
    const compiled = compileExpression(text);
    expect(compiled.ok ? undefined : compiled.problem).toBe(problem);
  });

  test.each([
    ["bot.on", false],
    [
      "bot.title == 'A' && bot.address == 'B' && bot.access == 'C' && has(bot.risk.margin) && has(bot.after.leverage)",
      false,
    ],
    ["1 == 1", false],
    ["bot.isNew", true],
    ["has(bot.before.leverage)", true],
    ["bot == bot", true],
    ["size(plan.steps) > 1", true],
    ["bot.on && (bot.on || [1].exists(a, plan.x == a))", true],
  ])("%s asks the plan: %s", (text, asks) => {
    const compiled = compileExpression(text);
    expect(compiled.ok && compiled.asksThePlan).toBe(asks);
  });
});

describe("run", () => {
  test.each([
    ['cmp(bot.after.leverage, "0.30") == 0', true, "decimals compare by value"],
    ['cmp(add("0.1", "0.2"), "0.3") == 0', true, "and add exactly"],
    ['cmp(sub(bot.after.leverage, 0.1), "0.2") == 0', true, "numbers, too"],
    ["bot.on && size(plan.steps) == 2000", true, "lists have a size"],
    ["has(bot.after.leverage)", true, "what isn't there can be asked for"],
    ["plan.steps.exists_one(s, s.id == 7)", true, "one of them"],
    ["plan.steps.exists_one(s, s.id > 7)", false, "more than one"],
    ["size(plan.steps.filter(s, s.id < 3).map(s, s.id)) == 3", true, "some of them"],
    ["bot.all(k, k in ['after', 'on'])", true, "the keys of a map"],
    ['cmp(size(plan.steps), "2000.0") == 0 && cmp(2, 1) == 1 && cmp("1", 2) == -1', true, "whole numbers"],
    ["bot == bot && plan.steps[0] == plan.steps[0]", true, "maps are alike"],
    ["size(plan.steps) > 10", true, "numbers have an order"],
    ["double(bot.after.leverage) < 0.5", true, "so has a double"],
    ["bot.after.leverage == '0.3'", true, "text is alike or not"],
    ['"b" > "a"', true, "and text that is no decimal has an order"],
  ])("%s: %s, %s", (text, value) => {
    const compiled = compileExpression(text);
    expect(compiled.ok && compiled.run(DATA)).toEqual({ ok: true, value });
  });

  test.each([
    ["plan.constructor == 1", "no way to the runtime"],
    ["plan.__proto__ == 1", "nor by this one"],
    ["plan.missing == 1", "nothing is made up"],
    ['cmp("x", 1) == 0', "no number"],
  ])("%s fails: %s", (text) => {
    const compiled = compileExpression(text);
    expect(compiled.ok && compiled.run(DATA).ok).toBe(false);
    if (!compiled.ok) throw new Error(compiled.problem);
  });

  test.each([
    ['cmp("x", 1) == 0', "cmp, add and sub take numbers or decimal text"],
    ["bot.after.leverage", "it gives neither true nor false"],
  ])("%s fails with %s", (text, problem) => {
    const compiled = compileExpression(text);
    expect(compiled.ok && compiled.run(DATA)).toEqual({ ok: false, problem });
  });
});

test.each([
  ["bot.leverage > > 3", "> isn't expected there"],
  ["bot.after.leverage >", "the end isn't expected there"],
  ["(bot.leverage", ") is missing before the end"],
  ["bot.leverage 3", "3 isn't expected there"],
  ["bot.leverage = 3", "= isn't expected there; write == to compare"],
  ["bot.. a", "a name is missing before ."],
  ["bot.on and bot.isNew", "d isn't expected there; write && for and, || for or, ! for not"],
  ["bot.title == 'and =' or", "r isn't expected there; write && for and, || for or, ! for not"],
])("%s can't be read: %s", (text, problem) => {
  expect(compileExpression(text)).toEqual({ ok: false, problem });
});

test.each([
  ["bot.strategy == 'LONG'", "bot has no strategy; write bot.after.strategy"],
  ["bot.missing == 1", "bot has no missing"],
  ["has(bot.missing)", "bot has no missing"],
  ["cmp(bot.after.leverge, 3) > 0", "a bot has no setting leverge"],
  ["bot.on && bot.before.x.y == 1", "a bot has no setting x"],
  ["plan.steps.exists(one, bot.titel == one.title)", "bot has no titel"],
])("%s names what no bot has: %s", (text, problem) => {
  expect(compileExpression(text)).toEqual({ ok: false, problem });
});

test.each(["plan.bots.exists(bot, bot.anything == 'a')", "has(bot.before.leverage)", "bot.risk.anything == 1"])(
  "%s may be right",
  (text) => {
    expect(compileExpression(text).ok).toBe(true);
  },
);

describe("all runs of one expression have one bound", () => {
  const bots = Object.fromEntries(many.map(({ id }) => [`main/${id}`, { title: "T" }]));
  const plan = { steps: many.slice(0, 1000), bots };
  const WALKS = [
    ["plan.steps.all(a, plan.steps.all(b, a.id == b.id || true))", "lists"],
    ["plan.bots.all(a, plan.bots.all(b, true))", "maps"],
  ] as const;
  // Four million reads each.
  test.each(slice(WALKS, { fast: 1 }))("%s, through %s", (text) => {
    const compiled = compileExpression(text);
    if (!compiled.ok) throw new Error(compiled.problem);
    const results = Array.from({ length: 1000 }, (_one, id) => compiled.run({ plan, bot: { id } }));
    expect(results.at(-1)).toEqual({ ok: false, problem: "it takes too long" });
    expect(results.filter(({ ok }) => ok).length).toBeLessThan(3);
  });

  test("a walk for each of a thousand bots stays within", () => {
    const compiled = compileExpression("plan.steps.exists(s, s.id == bot.address)");
    if (!compiled.ok) throw new Error(compiled.problem);
    const results = Array.from({ length: 1000 }, (_one, id) => compiled.run({ plan, bot: { address: id } }));
    expect(results.every(({ ok }) => ok)).toBe(true);
  });
});
