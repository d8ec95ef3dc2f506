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

describe("run", () => {
  test.each([
    ['cmp(bot.after.leverage, "0.30") == 0', true, "decimals compare by value"],
    ['cmp(add("0.1", "0.2"), "0.3") == 0', true, "and add exactly"],
    ['cmp(sub(bot.after.leverage, 0.1), "0.2") == 0', true, "numbers, too"],
    ["bot.on && size(plan.steps) == 2000", true, "lists have a size"],
    ["has(bot.missing)", false, "what isn't there can be asked for"],
    ["size(plan.steps) > 10", true, "numbers have an order"],
    ["double(bot.after.leverage) < 0.5", true, "so has a double"],
    ["bot.after.leverage == '0.3'", true, "text is alike or not"],
    ['"b" > "a"', true, "and text that is no decimal has an order"],
  ])("%s: %s, %s", (text, value) => {
    const compiled = compileExpression(text);
    expect(compiled.ok && compiled.run(DATA)).toEqual({ ok: true, value });
  });

  test.each([
    ["bot.constructor == 1", "no way to the runtime"],
    ["bot.__proto__ == 1", "nor by this one"],
    ["bot.missing == 1", "nothing is made up"],
    ['cmp("x", 1) == 0', "no number"],
    ["plan.steps.all(a, plan.steps.all(b, a.id >= 0))", "four million reads take too long"],
  ])("%s fails: %s", (text) => {
    const compiled = compileExpression(text);
    expect(compiled.ok && compiled.run(DATA).ok).toBe(false);
    if (!compiled.ok) throw new Error(compiled.problem);
  });
});

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
    const compiled = compileExpression("plan.steps.exists(s, s.id == bot.id)");
    if (!compiled.ok) throw new Error(compiled.problem);
    const results = Array.from({ length: 1000 }, (_one, id) => compiled.run({ plan, bot: { id } }));
    expect(results.every(({ ok }) => ok)).toBe(true);
  });
});
