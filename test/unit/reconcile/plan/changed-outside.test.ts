// What somebody else has changed of a bot since a run of botform, told where a plan would overwrite it.
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../../src/model/plan/plan.js";
import type { LeftBot } from "../../../../src/reconcile/ledger/left.js";
import { changedBots, changedOutside, isAsLeft } from "../../../../src/reconcile/plan/changed-outside.js";
import { BASE, live } from "../fleet.js";
import { plannedBot, planOf, step } from "./plans.js";

const LEFT_AT = Date.parse("2026-11-20T14:02:59Z");
const SWITCHED_AT = Date.parse("2026-11-21T09:00:00Z");
const EARLIER = Date.parse("2026-11-19T08:00:00Z");
const UPDATED = { date: "2026-11-22 08:15:41.000000", timezone: "UTC", timezoneType: 3 };

function update(key: string, changes: Step["changes"]): Step {
  return { ...step("update", key), changes };
}

/** Leverage 9 → 5. */
const LEVERAGE = update("a", [{ field: "leverage", before: "9", after: "5" }]);
const AS_LEFT: LeftBot = {
  fields: { at: LEFT_AT, values: { ...BASE, title: "a" } },
  enabled: { at: SWITCHED_AT, on: true },
};

function said(steps: readonly Step[], left: LeftBot | null = AS_LEFT, updated = new Map([[1, UPDATED]])): string[] {
  const plan = planOf([plannedBot("a", live(1, "a", { fields: { leverage: "9" } }))], steps);
  return changedOutside(plan, new Map(left === null ? [] : [[1, left]]), updated).map(({ summary }) => summary);
}

it("the way to keep a switch names it as the files do", () => {
  const plan = planOf([plannedBot("a", live(1, "a"))], [step("turn-on", "a")]);
  expect(changedOutside(plan, new Map([[1, AS_LEFT]]), new Map())[0]?.remedy).toContain("--accept main/a.enabled");
});

describe("changed outside of botform", () => {
  it("is a warning with the run that left it otherwise, the service's own time, and the way to keep it", () => {
    const plan = planOf([plannedBot("a", live(1, "a"))], [LEVERAGE]);
    expect(changedOutside(plan, new Map([[1, AS_LEFT]]), new Map([[1, UPDATED]]))).toEqual([
      {
        severity: "warning",
        code: "plan/changed-outside",
        summary:
          "1 bot was changed outside of botform: main/a (leverage 5 → 9; last updated 2026-11-22 08:15 UTC); apply overwrites that",
        remedy:
          "botform drift shows the bots' logs. To keep what was changed, take it over into the files: botform pull --accept main/a.leverage",
      },
    ]);
  });

  it.each<[what: string, texts: () => string[], expected: string[], isOnAgain?: boolean]>([
    [
      "a switch, whose time the service doesn't tell",
      () => said([step("turn-on", "a")]),
      ["main/a (turned off; after botform's run of 2026-11-21 09:00 UTC)"],
      true,
    ],
    [
      "a switch that is on",
      () => said([step("turn-off", "a")], { enabled: { at: SWITCHED_AT, on: false } }),
      ["main/a (turned on; after botform's run of 2026-11-21 09:00 UTC)"],
    ],
    [
      "both, by the later run",
      () => said([LEVERAGE, step("turn-on", "a")]),
      ["main/a (leverage 5 → 9, turned off; last updated 2026-11-22 08:15 UTC)"],
      true,
    ],
    [
      "both where nobody knows the last update, by the later run",
      () => said([LEVERAGE, step("turn-on", "a")], AS_LEFT, new Map()),
      ["main/a (leverage 5 → 9, turned off; after botform's run of 2026-11-21 09:00 UTC)"],
      true,
    ],
    [
      "a switch, by the run that left it so and no later one",
      () => said([step("turn-on", "a")], { ...AS_LEFT, enabled: { at: EARLIER, on: true } }),
      ["main/a (turned off; after botform's run of 2026-11-19 08:00 UTC)"],
      true,
    ],
    [
      "a setting of a bot whose last update nobody knows",
      () => said([LEVERAGE], AS_LEFT, new Map()),
      ["main/a (leverage 5 → 9; after botform's run of 2026-11-20 14:02 UTC)"],
    ],
    [
      "one that was switched on, and botform had left off",
      () =>
        said([update("a", [{ field: "martingaleScale", before: "1.3", after: null }])], {
          fields: { at: LEFT_AT, values: { martingaleScale: null } },
        }),
      ["main/a (martingaleScale off → 1.3; last updated 2026-11-22 08:15 UTC)"],
    ],
    [
      "only what differs from how it was left: the rest comes from the files",
      () =>
        said([
          update("a", [
            { field: "leverage", before: "9", after: "5" },
            { field: "percentTakeProfit", before: "1.2", after: "2" },
          ]),
        ]),
      ["main/a (leverage 5 → 9; last updated 2026-11-22 08:15 UTC)"],
    ],
  ])("%s", (_what, texts, expected, isOnAgain = false) => {
    const again = isOnAgain ? " and turns main/a on again" : "";
    expect(texts()).toEqual(
      expected.map((one) => `1 bot was changed outside of botform: ${one}; apply overwrites that${again}`),
    );
  });

  it.each<[what: string, texts: () => string[]]>([
    ["a change of the files", () => said([update("a", [{ field: "leverage", before: "5", after: "9" }])])],
    ["a switch that the files want otherwise", () => said([step("turn-off", "a")])],
    ["a switch that no step changes", () => said([update("a", [])], { enabled: { at: SWITCHED_AT, on: false } })],
    [
      "a switch that is as it was left",
      () => said([step("turn-on", "a")], { enabled: { at: SWITCHED_AT, on: false } }),
    ],
    ["a bot that nobody remembers", () => said([LEVERAGE], null)],
    [
      "a setting that a run didn't declare when it made the bot",
      () => said([LEVERAGE], { fields: { at: 0, values: {} } }),
    ],
    ["what only the switch is remembered of", () => said([LEVERAGE], { enabled: { at: 0, on: true } })],
    [
      "what only the settings are remembered of",
      () => said([step("turn-on", "a")], { fields: { at: 0, values: BASE } }),
    ],
    ["a bot that is to be created", newBot],
  ])("isn't said of %s", (_what, texts) => {
    expect(texts()).toEqual([]);
  });

  it("names three bots of many, and four settings of one", () => {
    const keys = ["a", "b", "c", "d", "e"];
    const bots = keys.map((key, at) => plannedBot(key, live(at + 1, key)));
    const fields = [
      "leverage",
      "percentTakeProfit",
      "percentSafetyOrder",
      "volumeFirstOrder",
      "strategy",
      "marginMode",
    ] as const;
    const changes = fields.map((field) => ({ field, before: "0", after: "1" }));
    const plan = planOf(
      bots,
      keys.map((key) => update(key, key === "a" ? changes : LEVERAGE.changes)),
    );
    const left = new Map(keys.map((_key, at) => [at + 1, AS_LEFT]));
    const run = "after botform's run of 2026-11-20 14:02 UTC";
    expect(changedOutside(plan, left, new Map()).map(({ summary }) => summary)).toEqual([
      `5 bots were changed outside of botform: main/a (leverage 5 → 0 (planned: 1), percentTakeProfit 1.2 → 0 (planned: 1), percentSafetyOrder 1.5 → 0 (planned: 1), volumeFirstOrder 20 → 0 (planned: 1) … and 2 more; ${run}), main/b (leverage 5 → 9; ${run}), main/c (leverage 5 → 9; ${run}) … and 2 more; apply overwrites that`,
    ]);
  });
});

function newBot(): string[] {
  const plan: Plan = planOf([plannedBot("a", null)], [step("create", "a"), step("turn-on", "a")]);
  return changedOutside(plan, new Map([[0, AS_LEFT]]), new Map()).map(({ summary }) => summary);
}

it("concerns the live bots that the plan changes", () => {
  const bots = [plannedBot("a", live(1, "a")), plannedBot("b", null), plannedBot("c", live(3, "c"))];
  const steps = [step("update", "a"), step("turn-on", "a"), step("create", "b")];
  expect(changedBots(planOf(bots, steps))).toEqual(new Set([1]));
});

describe("what a plan changes is as botform left it", () => {
  const TO_NINE = update("a", [{ field: "leverage", before: "5", after: "9" }]);
  const of = (steps: readonly Step[], left: LeftBot | null = AS_LEFT, bots = [plannedBot("a", live(1, "a"))]) =>
    isAsLeft(planOf(bots, steps), new Map(left === null ? [] : [[1, left]]));

  it.each<[what: string, is: boolean, expected: boolean]>([
    ["a setting as it is remembered", of([TO_NINE]), true],
    ["a setting that is otherwise by now", of([LEVERAGE]), false],
    ["a switch as it is remembered", of([step("turn-off", "a")]), true],
    ["a switch that is otherwise by now", of([step("turn-on", "a")]), false],
    ["a bot that nobody remembers", of([TO_NINE], null), false],
    ["a setting that nobody remembers", of([TO_NINE], { fields: { at: 0, values: {} } }), false],
    ["a switch that nobody remembers", of([step("turn-on", "a")], { fields: { at: 0, values: BASE } }), false],
    ["a deal", of([step("take-profit", "a")]), false],
    ["new bots alone", of([step("create", "a")], AS_LEFT, [plannedBot("a", null)]), false],
  ])("%s: %s", (_what, is, expected) => {
    expect(is).toBe(expected);
  });
});
