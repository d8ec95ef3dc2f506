// A plan as a patch of YAML: what is observed against what is desired, managed fields and switches alone.
import { describe, expect, it } from "vitest";
import { planDiff } from "../../../../src/render/text/plan-diff.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { asItCame } from "../as-it-came.js";
import { variedPlan } from "../facts.js";

describe("a patch", () => {
  it("shows every bot that a step touches, and before it what a deal keeps", () => {
    expect(asItCame(variedPlan(), planDiff)).toEqual([]);
    expect(planDiff(variedPlan())).toMatchInlineSnapshot(`
      "# main/btc: deal 20 (USDT-BTC) keeps leverage 5 (the bot's will be 10)
      --- observed/main.yaml
      +++ desired/main.yaml
      @@ -1,15 +1,19 @@
       bots:
         off:
           title: Off
      -    enabled: true
      +    enabled: false
         btc:
      -    title: BTC dip
      -    leverage: 5
      -    percentTakeProfit: 1.2
      +    title: BTC
      +    leverage: 10
      +    percentTakeProfit: 1.5
           enabled: true
         eth:
           title: ETH
           enabled: true
           deals:
             deal 70:
      -        percentTakeProfit: 1
      +        percentTakeProfit: 2.5
      +  new:
      +    title: New one
      +    leverage: 3
      +    enabled: true
      "
    `);
  });

  it("is nothing where nothing changes", () => {
    expect(planDiff(planOf([], []))).toBe("");
  });

  it("of new bots alone begins with an empty file", () => {
    const plan = planOf([plannedBot("a", null, { managed: ["title"] })], [step("create", "a")]);
    expect(planDiff(plan)).toMatchInlineSnapshot(`
      "--- observed/main.yaml
      +++ desired/main.yaml
      @@ -0,0 +1,4 @@
      +bots:
      +  a:
      +    title: a
      +    enabled: false
      "
    `);
  });

  it("writes numbers as numbers, and as text where a number would be another", () => {
    const long = "0.12345678901234567890";
    const target = { ...live(1, "a").fields, leverage: "10", volumeFirstOrder: long, title: "12", priceLevelUp: null };
    const bot = plannedBot("a", live(1, "12", { fields: { volumeFirstOrder: "20", title: "12" } }), {
      ...{ target, managed: ["title", "leverage", "volumeFirstOrder", "priceLevelUp"] },
    });
    expect(planDiff(planOf([bot], [step("update", "a")]))).toMatchInlineSnapshot(`
      "--- observed/main.yaml
      +++ desired/main.yaml
      @@ -1,7 +1,7 @@
       bots:
         a:
           title: "12"
      -    leverage: 5
      -    volumeFirstOrder: 20
      +    leverage: 10
      +    volumeFirstOrder: "0.12345678901234567890"
           priceLevelUp: null
           enabled: false
      "
    `);
  });
});
