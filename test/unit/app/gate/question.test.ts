// What is asked before anything is written: steps by kind, accounts, and the money of a single plan.
import { expect, it } from "vitest";
import { questionOf } from "../../../../src/app/gate/question.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { accountRisk, moneyOf, quoteRisk } from "../../render/facts.js";

const ready = (account: string, steps: Plan["steps"], changes: Partial<Plan> = {}) => ({
  account,
  made: planOf([plannedBot("a", null)], steps, { account, ...changes }),
});
const money = (before: string, after: string) =>
  moneyOf({
    before: accountRisk({ quotes: [quoteRisk({ position: before })] }),
    after: accountRisk({ quotes: [quoteRisk({ position: after }), quoteRisk({ quote: "BUSD", position: "7.126" })] }),
  });

it.each([
  ["one step", [ready("main", [step("update", "a")])], "Carry out 1 step on the account main (1 to update)"],
  [
    "steps of several accounts, without their money",
    [ready("main", [step("update", "a")], { money: money("1", "2") }), ready("copy", [step("update", "a")])],
    "Carry out 2 steps on the accounts main, copy (2 to update)",
  ],
  [
    "money that moves, to the cent, where there was none before, too",
    [ready("main", [step("create", "a"), step("turn-on", "a")], { money: money("100", "250.006") })],
    "Carry out 2 steps on the account main (1 to create, 1 to turn on, position at most 100 → 250.01 USDT, position at most 0 → 7.13 BUSD)",
  ],
  [
    "money that stays as it is",
    [
      ready("main", [step("update", "a")], {
        money: moneyOf({
          before: accountRisk({ quotes: [quoteRisk()] }),
          after: accountRisk({ quotes: [quoteRisk()] }),
        }),
      }),
    ],
    "Carry out 1 step on the account main (1 to update)",
  ],
  ["no step", [ready("main", [])], "Record the lifted protection on the account main"],
])("%s", (_because, all, text) => {
  expect(questionOf(all)).toBe(`\n${text}? Type "yes" to go ahead: `);
});
