// What is set on the service and not declared, in words: each value with its bots, the most frequent first.
import { expect, it } from "vitest";
import type { UndeclaredSetting } from "../../../src/model/plan/plan.js";
import { planHighlights } from "../../../src/render/highlights.js";
import { undeclaredSettingTexts } from "../../../src/render/undeclared-settings.js";
import { planOf } from "../reconcile/plan/plans.js";

const set = (field: UndeclaredSetting["field"], value: string, bots: number): UndeclaredSetting => ({
  ...{ field, value },
  addresses: Array.from({ length: bots }, (_, at) => `main/${"abcdefgh"[at]}`),
});

it.each<[readonly UndeclaredSetting[], readonly string[]]>([
  [[], []],
  [[set("leverage", "5", 1)], ["leverage 5 on main/a"]],
  [[set("leverage", "5", 3)], ["leverage 5 on main/a, main/b, main/c"]],
  [
    [set("leverage", "5", 1), set("priceLevelUp", "9", 1), set("leverage", "7", 2)],
    ["leverage 7 on main/a, main/b; 5 on main/a", "priceLevelUp 9 on main/a"],
  ],
  [
    ["1", "2", "3", "4"].map((value) => set("leverage", value, 1)),
    ["leverage 1 on main/a; 2 on main/a; 3 on main/a; 4 on main/a"],
  ],
  [
    [...["1", "2", "3", "4", "5"].map((value) => set("leverage", value, 1)), set("leverage", "6", 5)],
    [
      "leverage 6 on 5 bots (main/a, main/b, main/c … and 2 more); 1 on main/a; 2 on main/a; 3 on main/a; 2 other values on 2 bots",
    ],
  ],
])("%j", (settings, texts) => {
  expect(undeclaredSettingTexts(settings)).toEqual(texts);
});

it("in a plan is a warning where it is wanted off and stays, else a note", () => {
  const undeclaredSettings = [set("leverage", "5", 1), { ...set("martingaleScale", "1.3", 1), wanted: "off" as const }];
  const all = planHighlights(planOf([], [], { undeclaredSettings }));
  expect(all.filter(({ subject }) => subject === "Not declared")).toEqual([
    {
      ...{ weight: "warning", subject: "Not declared" },
      text: "martingaleScale 1.3 on main/a: set on the service, and wanted off, but the API has no certain way to switch it off, so no step tries",
      remedy: "switch it off on the service, or declare null to have apply try it",
    },
    {
      ...{ weight: "note", subject: "Not declared" },
      text: "leverage 5 on main/a: set on the service, and stays as it is",
      remedy: "declare it, or null to switch it off",
    },
  ]);
});
