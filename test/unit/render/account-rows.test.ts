// Several accounts as one table: what stands in each cell, and which unit or move in a head.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.js";
import { accountTable } from "../../../src/render/account-rows.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";
import { accountRisk, moneyOf, quoteRisk, shockRisk } from "./facts.js";

const [a, b] = [plannedBot("a", live(1, "a")), plannedBot("b", null)];
const steps = [
  step("update", "a"),
  step("turn-off", "b"),
  step("create", "b"),
  step("turn-on", "a"),
  step("turn-on", "b"),
];
const error = { severity: "error", code: "plan/x", summary: "it can't be" } as const;
const denial = { code: "policy/x", severity: "deny", kind: "breach", summary: "no", remedy: "Mend it." } as const;
const planned = (account: string, changes: Partial<Plan> = {}) => ({
  account,
  plan: planOf([a, b], steps, { account, ...changes }),
});
const money = (margin: string, loss: string, quote = "USDT", by = "-0.4") =>
  moneyOf({
    before: accountRisk({ quotes: [quoteRisk({ quote })], shocks: [{ ...shockRisk(by, { loss: "-50.25" }), quote }] }),
    after: accountRisk({ quotes: [quoteRisk({ quote, margin })], shocks: [{ ...shockRisk(by, { loss }), quote }] }),
  });

describe("the table of accounts", () => {
  it("has a line each, the unit and the move of all in its heads", () => {
    const more = planned("main", { money: money("1250.49", "-1350.5") });
    expect(accountTable([more, planned("copy", { money: money("200", "-50.25") }), { account: "third" }])).toEqual({
      heads: ["account", "create", "update", "on", "off", "blocked by", "margin, USDT", "loss at −40 %, USDT"],
      rows: [
        {
          account: "main",
          counts: ["1", "1", "2", "1"],
          blockedBy: "no",
          margin: "200 → 1 250",
          loss: "50.25 → 1 351",
        },
        {
          account: "copy",
          counts: ["1", "1", "2", "1"],
          blockedBy: "no",
          margin: "200 unchanged",
          loss: "50.25 unchanged",
        },
        { account: "third", counts: ["", "", "", ""], blockedBy: "not planned", margin: "", loss: "" },
      ],
    });
  });

  it("of several assets and moves has them in its cells", () => {
    const { heads, rows } = accountTable([
      planned("main", { money: money("300", "-60") }),
      planned("copy", { money: money("20", "-5", "BUSD", "0.2") }),
    ]);
    expect(heads.slice(-2)).toEqual(["margin", "loss, worst move"]);
    expect(rows.map(({ margin, loss }) => [margin, loss])).toEqual([
      ["200 → 300 USDT", "50.25 → 60 USDT at −40 %"],
      ["200 → 20 BUSD", "50.25 → 5 BUSD at +20 %"],
    ]);
  });

  it("counts deals only where a plan is about some", () => {
    const deal = { ...step("take-profit", "a"), deal: { id: 7, takeProfit: { before: "1", after: "2" } } };
    const { heads, rows } = accountTable([planned("main"), { account: "copy", plan: planOf([a], [deal]) }]);
    expect(heads.slice(1, 6)).toEqual(["create", "update", "on", "off", "deals"]);
    expect(rows.map(({ counts }) => counts)).toEqual([
      ["1", "1", "2", "1", "0"],
      ["0", "0", "0", "0", "1"],
    ]);
  });

  it.each<[blockedBy: string, changes: Partial<Plan>, refused?: string]>([
    ["errors", { diagnostics: [error] }],
    ["policies, limit", { findings: [denial], limits: { maxChangedPercent: 30, maxTurnOns: 1 } }],
    ["other account", {}, "copy can't be used"],
  ])("says what is in the way: %s", (blockedBy, changes, refused) =>
    expect(accountTable([{ ...planned("main", changes), refused }]).rows[0]?.blockedBy).toBe(blockedBy),
  );
});
