// A plan does only what was reviewed: fewer changes are fine, another one isn't.
import { expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { digestsOf, unreviewed } from "../../../../src/reconcile/rollout/reviewed.js";

type Some = Pick<Plan, "steps" | "lifted">;
type Step = Plan["steps"][number];
const step = (action: Step["action"], changes: Step["changes"] = []): Step => ({
  ...{ address: "main/a", action, reason: "", changes, warnings: [] },
});
const leverage = (before: string | undefined, after: string): Step["changes"][number] => ({
  ...(before !== undefined && { before }),
  ...{ field: "leverage", after },
});
const plan = (...steps: readonly Step[]): Some => ({ steps });

const takeProfit = (before: string, after: string): Step => ({
  ...step("take-profit"),
  deal: { id: 7, takeProfit: { before, after } },
});
const takesProfit = (after: string) => plan(step("update", [{ field: "percentTakeProfit", before: "1.2", after }]));

it.each<[string, Some, Some, readonly string[]]>([
  ["the same", plan(step("update", [leverage("3", "5")])), plan(step("update", [leverage("3", "5")])), []],
  ["nothing any more", plan(step("update", [leverage("3", "5")])), plan(), []],
  [
    "fewer fields",
    plan(step("update", [leverage("3", "5"), { field: "countOrderMax", before: "1", after: null }])),
    plan(step("update", [leverage("3", "5")])),
    [],
  ],
  [
    "from another value",
    plan(step("update", [leverage("3", "5")])),
    plan(step("update", [leverage("4", "5")])),
    ["main/a: leverage 4 → 5"],
  ],
  [
    "to another value",
    plan(step("update", [leverage("3", "5")])),
    plan(step("update", [leverage("3", "6")])),
    ["main/a: leverage 3 → 6"],
  ],
  ["a switch more", plan(step("update", [leverage("3", "5")])), plan(step("turn-on")), ["main/a: turn-on"]],
  [
    "the turn-on of what was created",
    plan(step("create", [leverage(undefined, "5")]), step("turn-on")),
    plan(step("turn-on")),
    [],
  ],
  ["a deal that has opened since, with what its bot gets", takesProfit("1.5"), plan(takeProfit("1.2", "1.5")), []],
  ["a deal with another take profit", takesProfit("1.5"), plan(takeProfit("1.2", "1.6")), ["main/a: take-profit"]],
  [
    "another create",
    plan(step("create", [leverage(undefined, "5")])),
    plan(step("create", [leverage(undefined, "6")])),
    ["main/a: leverage 6"],
  ],
  [
    "a protection",
    plan(),
    { steps: [], lifted: [{ id: 1, address: "main/a", title: "A", waits: 0 }] },
    ["main/a: no longer protected"],
  ],
])("%s", (_, before, now, expected) => {
  expect(unreviewed(now, new Set(digestsOf(before)))).toEqual(expected);
});
