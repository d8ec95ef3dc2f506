// Grades: what keeps a plan from only lowering risk, what needs a person, and the figures of each reason.
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../../src/model/plan/plan.js";
import { planProblem } from "../../../../src/model/plan/plan-codes.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { gradeOf, isAbove } from "../../../../src/model/policy/grade.js";
import type { BotRisk, Money } from "../../../../src/model/risk/risk.js";
import { planOf, step } from "../../reconcile/plan/plans.js";
import { accountRisk, botRisk, moneyOf, quoteRisk, shockRisk } from "../../render/facts.js";

const quotes = [quoteRisk({ isAffordable: true })];
const ACCOUNT = { before: accountRisk({ quotes }), after: accountRisk({ quotes }) };
const updates = (...changes: Step["changes"][number][]): Step => ({ ...step("update", "btc"), changes });
const SMALLER = updates({ field: "volumeFirstOrder", before: "20", after: "10" });
const money = (after: Partial<BotRisk>, changes: Partial<Money> = {}): Money =>
  moneyOf({ ...ACCOUNT, ...changes, bots: { "main/btc": { before: botRisk(), after: botRisk(after) } } });

/** As plans of a configuration are: with findings and limits. */
const plan = (steps: readonly Step[], changes: Partial<Plan> = {}): Plan =>
  planOf([], steps, { findings: [], limits: { maxChangedPercent: 30, maxTurnOns: 30 }, money: money({}), ...changes });
const graded = (one: Plan) => {
  const { grade, reasons } = gradeOf(one) ?? { grade: null, reasons: [] };
  return [grade, ...reasons.map(({ code, text }) => `${code}: ${text}`)];
};
const finding = (changes: Partial<Finding>): Finding => ({
  ...({ code: "policy/max-leverage", severity: "warn", kind: "breach" } as const),
  ...{ summary: "leverage 18 is above 15", remedy: "Lower it." },
  ...changes,
});

describe("a plan", () => {
  it.each<[string, Plan, readonly (string | null)[]]>([
    ["that does nothing has none", plan([]), [null]],
    ["of turn-offs alone, whatever isn't known", planOf([], [step("turn-off", "a")]), ["lowers-risk"]],
    [
      "of turn-offs that apply would refuse",
      plan([step("turn-off", "a")], { diagnostics: [planProblem("plan/copy-on", { summary: "copies" })] }),
      ["needs-person", "grade/errors: 1 error"],
    ],
    [
      "of more turn-offs than the limits allow",
      plan(
        [1, 2, 3, 4].map((n) => step("turn-off", `b${n}`)),
        { observedBots: 10 },
      ),
      ["needs-person", "grade/limits: the plan changes 4 of the account's 10 bots (40 %), more than 30 %"],
    ],
    [
      "that lifts a protection",
      plan([], { lifted: [{ id: 1, address: "main/a", title: "a", waits: 1 }] }),
      ["needs-person", "grade/protection-lifted: it isn't protected any more"],
    ],
    ["whose bots risk less", plan([SMALLER], { money: money({ position: "600", margin: "120" }) }), ["lowers-risk"]],
    ["whose figures stay", plan([updates({ field: "title", before: "a", after: "b" })]), ["lowers-risk"]],
    [
      "that makes a figure grow",
      plan([SMALLER], { money: money({ position: "1300", orders: 4 }) }),
      ["within-limits", "grade/growth: position at most 1 180.5 → 1 300 USDT (+10.1 %)"],
    ],
    [
      "with a leverage that is lower, so that the margin is higher",
      plan([SMALLER], { money: money({ leverage: "2", margin: "590.25" }) }),
      ["within-limits", "grade/growth: initial margin 236.1 → 590.25 USDT (+150 %)"],
    ],
    [
      "that makes one grow by more than 30 %",
      plan([SMALLER], { money: money({ leverage: "20", lossAtEnd: "62" }) }),
      ["needs-person", "grade/large-growth: leverage 5 → 20 (+300 %)"],
    ],
    [
      "that makes only the number of orders grow",
      plan([SMALLER], { money: money({ orders: 4 }) }),
      ["within-limits", "grade/growth: orders 3 → 4"],
    ],
    [
      "whose growth is less than a cent",
      plan([SMALLER], { money: money({ position: "1180.501" }) }),
      ["within-limits", "grade/growth: position at most 1180.5 → 1180.501 USDT"],
    ],
    [
      "that brings a liquidation nearer",
      plan([SMALLER], { money: money({ liquidation: { kind: "outside", price: "50", distance: null, loss: null } }) }),
      ["within-limits", "grade/sooner-liquidated: it is liquidated by a smaller move than now"],
    ],
    [
      "whose liquidation isn't known",
      plan([SMALLER], { money: money({ liquidation: { kind: "unknown", needs: "balance" } }) }),
      ["needs-person", "grade/unknown-figure: where it is liquidated isn't known without the balance"],
    ],
    [
      "without figures of its bot",
      plan([SMALLER], { money: moneyOf(ACCOUNT) }),
      ["needs-person", "grade/unknown-figure: its figures in money aren't known"],
    ],
    [
      "that changes what no figure measures",
      plan([updates({ field: "priceLevel", before: "UPPER", after: null })]),
      ["within-limits", "grade/not-measured: priceLevel UPPER → off, which no figure measures"],
    ],
    [
      "that lowers a take profit",
      plan([updates({ field: "percentTakeProfit", before: "1.2", after: "1" })]),
      ["lowers-risk"],
    ],
    [
      "that raises one",
      plan([updates({ field: "percentTakeProfit", before: "1.2", after: "3" })]),
      ["within-limits", "grade/not-measured: percentTakeProfit 1.2 → 3, which no figure measures"],
    ],
    [
      "that trades the other side",
      plan([updates({ field: "strategy", before: "LONG", after: "SHORT" })]),
      ["needs-person", "grade/other-market: strategy LONG → SHORT"],
    ],
    [
      "that turns on",
      plan([step("turn-on", "btc")]),
      ["within-limits", "grade/turns-on: comes on, position at most 1 180.5 USDT"],
    ],
    [
      "that creates",
      plan([step("create", "btc")]),
      ["within-limits", "grade/creates: new, position at most 1 180.5 USDT"],
    ],
    [
      "that creates what the service may fill in without a bound",
      plan([step("create", "btc")], {
        money: {
          ...money({}),
          bots: {
            "main/btc": {
              before: null,
              after: botRisk(),
              most: { before: null, after: null },
              open: { fields: ["countOrderMax"], most: null },
            },
          },
        },
      }),
      ["needs-person", "grade/unknown-figure: its position has no known bound: the service may fill in countOrderMax"],
    ],
    [
      "that changes a deal for good",
      plan([{ ...step("cancel-deal", "btc"), deal: { id: 7 } }]),
      ["needs-person", "grade/irreversible: to cancel the deal 7 can't be undone"],
    ],
    [
      "that moves a deal's take profit away",
      plan([{ ...step("take-profit", "btc"), deal: { id: 7, takeProfit: { before: "1", after: "2" } } }]),
      ["within-limits", "grade/not-measured: take profit of deal 7 1 → 2"],
    ],
    [
      "that moves it nearer",
      plan([{ ...step("take-profit", "btc"), deal: { id: 7, takeProfit: { before: "2", after: "1" } } }]),
      ["lowers-risk"],
    ],
    [
      "that a policy denies",
      plan([SMALLER], { findings: [finding({ severity: "deny" })] }),
      ["needs-person", "policy/max-leverage: leverage 18 is above 15"],
    ],
    [
      "that a policy warns of",
      plan([SMALLER], { findings: [finding({})] }),
      ["needs-person", "policy/max-leverage: leverage 18 is above 15"],
    ],
    [
      "with warnings that were there before, or are waived",
      plan([SMALLER], {
        findings: [finding({ kind: "standing" }), finding({ waived: { reason: "agreed", until: "2999-12-31" } })],
      }),
      ["lowers-risk"],
    ],
    [
      "whose list may hide a bot",
      plan([SMALLER], { diagnostics: [planProblem("plan/cut-list", { summary: "the list may be cut" })] }),
      ["needs-person", "plan/cut-list: the list may be cut"],
    ],
    [
      "with a warning that leaves no doubt",
      plan([SMALLER], { diagnostics: [planProblem("plan/protected", { summary: "protected" })] }),
      ["lowers-risk"],
    ],
    [
      "of an account that risks nothing yet",
      plan([SMALLER], { money: money({}, { before: accountRisk({ quotes: [] }) }) }),
      ["needs-person", "grade/large-growth: the account's position at most 0 → 1 000 USDT"],
    ],
    [
      "that liquidates what outlives it now",
      plan([SMALLER], {
        money: money(
          {},
          {
            before: accountRisk({ quotes, shocks: [shockRisk("-0.2", { liquidated: 1 })] }),
            after: accountRisk({ quotes, shocks: [shockRisk("-0.2", { liquidated: 4 })] }),
          },
        ),
      }),
      ["needs-person", "grade/new-liquidation: all prices −20 % would liquidate 1 → 4 isolated positions"],
    ],
    [
      "that loses more by a move",
      plan([SMALLER], {
        money: money(
          {},
          {
            before: accountRisk({ quotes, shocks: [shockRisk("-0.2", { loss: "-5" })] }),
            after: accountRisk({ quotes, shocks: [shockRisk("-0.2", { loss: "-5.001" })] }),
          },
        ),
      }),
      ["within-limits", "grade/growth: all prices −20 % would lose more"],
    ],
    [
      "that needs more, of a balance that isn't known",
      plan([SMALLER], { money: money({}, { after: accountRisk({ quotes: [quoteRisk({ need: "201" })] }) }) }),
      ["needs-person", "grade/unknown-figure: whether the USDT balance is enough isn't known"],
    ],
  ])("%s", (_, one, expected) => {
    expect(graded(one)).toEqual(expected);
  });

  it("gives only the reasons of its own grade, with their bots", () => {
    const both = plan([step("turn-on", "btc"), { ...step("cancel-deal", "eth"), deal: { id: 7 } }]);
    expect(gradeOf(both)?.reasons.map(({ code, address }) => [code, address])).toEqual([
      ["grade/irreversible", "main/eth"],
    ]);
  });
});

it("grades have one order", () => {
  expect(isAbove("needs-person", "within-limits")).toBe(true);
  expect(isAbove("within-limits", "within-limits")).toBe(false);
  expect(isAbove("lowers-risk", "needs-person")).toBe(false);
});
