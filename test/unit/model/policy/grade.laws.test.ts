// Laws of grades: turn-offs only lower risk; a step, a figure or a knowledge less never makes a plan safer; order never matters.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../../src/model/plan/plan.js";
import { type Graded, gradeOf } from "../../../../src/model/policy/grade.js";
import { GRADES } from "../../../../src/model/policy/grade-rules.js";
import { type BotMoney, type BotRisk, isKnown, type Money } from "../../../../src/model/risk/risk.js";
import { worseHighlights } from "../../../../src/render/worse.js";
import { planOf, step } from "../../reconcile/plan/plans.js";
import { accountRisk, botRisk, moneyOf, quoteRisk, shockRisk } from "../../render/facts.js";

const KEYS = ["a", "b", "c", "d"] as const;
const amounts = fc.constantFrom("90", "100", "101", "140");
const settings = fc.record({ position: amounts, margin: amounts, lossAtEnd: amounts, leverage: amounts }).map(botRisk);
const anyKnown = fc
  .tuple(settings, fc.constantFrom("40", "50", null))
  .map(([risk, price]): BotRisk => ({ ...risk, liquidation: { kind: "outside", price, distance: null, loss: null } }));
const anyBots = fc
  .tuple(...KEYS.map(() => fc.tuple(anyKnown, anyKnown)))
  .map((all) => Object.fromEntries(all.map(([before, after], at) => [`main/${KEYS[at]}`, { before, after }])));
const anyAccount = fc
  .tuple(amounts, amounts, fc.nat(2), fc.constantFrom(true, false))
  .map(([position, loss, liquidated, isCrossLiquidated]) =>
    accountRisk({
      quotes: [quoteRisk({ position, isAffordable: true })],
      shocks: [shockRisk("-0.2", { loss: `-${loss}`, liquidated, isCrossLiquidated })],
    }),
  );
const anyMoney = fc
  .tuple(anyBots, anyAccount, anyAccount)
  .map(([bots, before, after]) => moneyOf({ bots, before, after }));

const anyChange = fc.constantFrom<Step["changes"][number]>(
  { field: "leverage", before: "5", after: "5" },
  { field: "percentTakeProfit", before: "2", after: "1" },
  { field: "percentTakeProfit", before: "1", after: "2" },
  { field: "priceLevel", before: "UPPER", after: null },
  { field: "strategy", before: "LONG", after: "SHORT" },
);
const key = fc.constantFrom(...KEYS);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  key.map((one) => step("turn-off", one)),
  key.map((one) => step("turn-on", one)),
  key.map((one) => step("create", one)),
  key.map((one) => ({ ...step("complete-deal", one), deal: { id: 7 } })),
  fc.tuple(key, fc.array(anyChange, { maxLength: 2 })).map(([one, changes]) => ({ ...step("update", one), changes })),
);
const anyPlan = fc
  .tuple(fc.array(anyStep, { minLength: 1, maxLength: 4 }), anyMoney)
  .map(([steps, money]) => made(steps, money));

function made(steps: readonly Step[], money: Money): Plan {
  return planOf([], steps, { money, findings: [], limits: { maxChangedPercent: 30, maxTurnOns: 30 } });
}

const rank = (graded: Graded | null) => (graded === null ? -1 : GRADES.indexOf(graded.grade));

/** One figure that was known, and isn't any more. */
const FORGOTTEN: readonly ((plan: Plan, money: Money) => Plan)[] = [
  (plan) => {
    const { money: _, ...rest } = plan;
    return rest;
  },
  (plan, money) => ({ ...plan, money: { ...money, bots: {} } }),
  (plan, money) => forgotBot(plan, money, (one) => ({ ...one, after: { kind: "unknown", lacks: ["leverage"] } })),
  (plan, money) => forgotBot(plan, money, (one) => ({ ...one, before: { kind: "unknown", lacks: ["leverage"] } })),
  (plan, money) => forgotBot(plan, money, (one) => ({ ...one, before: null })),
  (plan, money) =>
    forgotBot(plan, money, (one) => ({
      ...one,
      after: isKnown(one.after) ? { ...one.after, liquidation: { kind: "unknown", needs: "balance" } } : one.after,
    })),
  (plan, money) => ({
    ...plan,
    money: {
      ...money,
      after: { ...money.after, shocks: money.after.shocks.map((one) => ({ ...one, isCrossLiquidated: null })) },
    },
  }),
  (plan) => {
    const { findings: _, ...rest } = plan;
    return rest;
  },
];

function forgotBot(plan: Plan, money: Money, forgot: (one: BotMoney) => BotMoney): Plan {
  const bots = Object.fromEntries(Object.entries(money.bots).map(([address, one]) => [address, forgot(one)]));
  return { ...plan, money: { ...money, bots } };
}

describe("laws", () => {
  it("a plan of turn-offs only lowers risk, whatever its figures", () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1 }), anyMoney, (keys, money) => {
        const plan = made(
          keys.map((one) => step("turn-off", one)),
          money,
        );
        expect(gradeOf(plan)).toEqual({ grade: "lowers-risk", reasons: [] });
      }),
    );
  });

  it("a step more never makes a plan safer", () => {
    fc.assert(
      fc.property(anyPlan, anyStep, (plan, one) => {
        expect(rank(gradeOf({ ...plan, steps: [...plan.steps, one] }))).toBeGreaterThanOrEqual(rank(gradeOf(plan)));
      }),
    );
  });

  it("what isn't known never makes a plan safer", () => {
    fc.assert(
      fc.property(anyPlan, fc.constantFrom(...FORGOTTEN), (plan, forget) => {
        const { money = moneyOf() } = plan;
        expect(rank(gradeOf(forget(plan, money)))).toBeGreaterThanOrEqual(rank(gradeOf(plan)));
      }),
    );
  });

  it("no order matters", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { money = moneyOf() } = plan;
        const turned = { ...plan, steps: plan.steps.toReversed(), money: { ...money, bots: reversed(money.bots) } };
        expect(gradeOf(turned)?.grade).toBe(gradeOf(plan)?.grade);
      }),
    );
  });

  it("what a plan is said to make worse doesn't only lower risk, and a new liquidation needs a person", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        // What a plan of turn-offs alone is said to make worse would be a mistake of the figures.
        fc.pre(plan.steps.some(({ action }) => action !== "turn-off"));
        const { money = moneyOf() } = plan;
        const touched = new Set(plan.steps.flatMap(({ action, address }) => (action === "turn-off" ? [] : [address])));
        const bots = Object.fromEntries(Object.entries(money.bots).filter(([address]) => touched.has(address)));
        const one = { ...plan, money: { ...money, bots } };
        const worse = worseHighlights(one).filter(
          ({ subject }) => subject?.startsWith("main/") !== true || updates(one, subject),
        );
        if (worse.length > 0) expect(gradeOf(one)?.grade).not.toBe("lowers-risk");
        if (worse.some(({ weight }) => weight === "bad")) expect(gradeOf(one)?.grade).toBe("needs-person");
      }),
    );
  });
});

function updates({ steps }: Plan, address: string): boolean {
  return steps.some((one) => one.action === "update" && one.address === address);
}

function reversed<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).toReversed());
}
