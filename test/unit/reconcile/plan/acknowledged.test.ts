// Acknowledged drift beside a plan: when it has ended, by a look or by a run, and what an apply would write over.
import { describe, expect, it } from "vitest";
import type { Acknowledged } from "../../../../src/model/bot/acknowledged.js";
import type { Outcome } from "../../../../src/model/plan/outcome.js";
import type { Step } from "../../../../src/model/plan/plan.js";
import { endedByRun, endedDrift, overwritesAcknowledged } from "../../../../src/reconcile/plan/acknowledged.js";
import { deal, desiredBot, live } from "../fleet.js";
import { plannedBot, planOf, step } from "./plans.js";

const ONE: Acknowledged = {
  ...{ address: "main/a", botId: 1, name: "leverage", live: "8" },
  ...{ reason: "by hand", until: "2026-12-24", at: 1_000 },
};
const SWITCH: Acknowledged = { ...ONE, name: "enabled", live: false };
const OF_DEAL: Acknowledged = { ...ONE, name: "percentTakeProfit", dealId: 70, live: "2" };
const NOW = Date.parse("2026-12-01T00:00:00Z");
const at = (leverage: string) => live(1, "a", { fields: { leverage } });
const declared = (leverage: string) => [desiredBot("a", { fields: { leverage } })];

describe("drift has ended", () => {
  it.each<{
    because: string;
    one?: Acknowledged;
    desired?: ReturnType<typeof declared>;
    bots: readonly ReturnType<typeof live>[];
    ended: boolean;
  }>([
    { because: "the live value is the acknowledged one", bots: [at("8")], ended: false },
    { because: "the live value is the declared one", bots: [at("5")], ended: true },
    { because: "the live value is a third one", bots: [at("9")], ended: true },
    { because: "the live value is declared by now", desired: declared("8"), bots: [at("8")], ended: true },
    { because: "the bot isn't shown", bots: [], ended: false },
    { because: "the bot isn't declared any more", desired: [], bots: [at("8")], ended: false },
    { because: "a newer botform knows the setting", one: { ...ONE, name: "newer" }, bots: [at("8")], ended: false },
    { because: "a setting is off by now", bots: [live(1, "a", { fields: { leverage: null } })], ended: true },
    { because: "the bot is still off", one: SWITCH, bots: [live(1, "a")], ended: false },
    {
      because: "off is declared by now",
      one: SWITCH,
      desired: [desiredBot("a", { enabled: false })],
      bots: [live(1, "a")],
      ended: true,
    },
    {
      because: "the bot is off, and not declared any more",
      one: SWITCH,
      desired: [],
      bots: [live(1, "a")],
      ended: false,
    },
    { because: "the bot is on again", one: SWITCH, bots: [live(1, "a", { on: true })], ended: true },
  ])("is $ended where $because", ({ one = ONE, desired = declared("5"), bots, ended }) => {
    expect(endedDrift({ bots: desired }, { acknowledged: [one], bots, deals: null })).toEqual(ended ? [one] : []);
  });

  it("of a deal once the deal isn't there any more, where the deals were read", () => {
    const ended = (deals: Parameters<typeof endedDrift>[1]["deals"]) =>
      endedDrift({ bots: declared("5") }, { acknowledged: [OF_DEAL], bots: [at("5")], deals });
    expect([ended(null), ended([deal(71, 1), deal(70, 1)]), ended([deal(71, 1)])]).toEqual([[], [], [OF_DEAL]]);
  });

  it("is asked of nothing where nothing is acknowledged", () => {
    expect(endedDrift({ bots: declared("5") }, { bots: [at("9")], deals: null })).toEqual([]);
  });
});

const UPDATE: Step = { ...step("update", "a"), changes: [{ field: "leverage", before: "8", after: "5" }] };
const TAKE_PROFIT: Step = {
  ...step("take-profit", "a"),
  deal: { id: 70, takeProfit: { before: "2", after: "1.2" } },
};
const PLAN = planOf(
  [plannedBot("a", at("8")), plannedBot("new", null)],
  [UPDATE, TAKE_PROFIT, step("turn-on", "a"), step("create", "new")],
);
const ALL = [ONE, SWITCH, OF_DEAL];

describe("a run that has written over it", () => {
  const outcome = (one: Pick<Outcome, "action" | "kind"> & Partial<Outcome>): Outcome => ({
    ...{ address: "main/a", detail: "", stale: false, wrote: true },
    ...one,
  });
  it.each<{ because: string; outcomes: readonly Outcome[]; ended: readonly Acknowledged[] }>([
    { because: "the update was applied", outcomes: [outcome({ action: "update", kind: "applied" })], ended: [ONE] },
    { because: "the update is unknown", outcomes: [outcome({ action: "update", kind: "unknown" })], ended: [] },
    { because: "the update was skipped", outcomes: [outcome({ action: "update", kind: "skipped" })], ended: [] },
    { because: "it was turned on", outcomes: [outcome({ action: "turn-on", kind: "applied" })], ended: [SWITCH] },
    {
      because: "the deal's take profit was set",
      outcomes: [outcome({ action: "take-profit", kind: "applied", dealId: 70 })],
      ended: [OF_DEAL],
    },
    {
      because: "another deal's was",
      outcomes: [outcome({ action: "take-profit", kind: "applied", dealId: 71 })],
      ended: [],
    },
    {
      because: "another bot was updated",
      outcomes: [outcome({ action: "update", kind: "applied", address: "main/b" })],
      ended: [],
    },
  ])("ends it where $because", ({ outcomes, ended }) => {
    expect(endedByRun(PLAN, outcomes, ALL)).toEqual(ended);
    expect(endedByRun(PLAN, outcomes, [])).toEqual([]);
  });
});

describe("a plan that would write over it", () => {
  it("says so in one warning, with both values, the reason, the end and what to do", () => {
    expect(overwritesAcknowledged(PLAN, { acknowledged: ALL, now: NOW })).toMatchObject([
      {
        ...{ severity: "warning", code: "plan/acknowledged" },
        summary:
          "3 acknowledged settings would be overwritten: main/a leverage 8 → 5 (by hand, until 2026-12-24), main/a percentTakeProfit of deal 70 2 → 1.2 (by hand, until 2026-12-24), main/a switch off → on (by hand, until 2026-12-24)",
        remedy:
          "To leave the bot alone, apply with --exclude main/a. To keep what was changed: botform pull --accept main/a.leverage main/a.percentTakeProfit main/a.enabled. To keep the bot off: botform hold add.",
      },
    ]);
  });

  it("names three settings of several bots, and counts the others", () => {
    const keys = ["a", "b", "c", "d", "e"];
    const bots = keys.map((key, index) => plannedBot(key, live(index + 1, key, { fields: { leverage: "8" } })));
    const plan = planOf(
      bots,
      keys.map((key) => ({ ...UPDATE, address: `main/${key}` })),
    );
    const acknowledged = keys.map((key, index) => ({ ...ONE, address: `main/${key}`, botId: index + 1 }));
    const [{ summary, remedy } = { summary: "", remedy: "" }] = overwritesAcknowledged(plan, {
      acknowledged,
      now: NOW,
    });
    expect(summary).toMatch(/^5 acknowledged settings would be overwritten: main\/a .*main\/c .*\) … and 2 more$/);
    expect(remedy).toBe(
      "To leave the bots alone, apply with --exclude main/a main/b main/c. To keep what was changed: botform pull --accept main/a.leverage main/b.leverage main/c.leverage. To keep the bots off: botform hold add.",
    );
  });

  it("says on, off and what is switched off in words", () => {
    const off: Step = { ...step("update", "a"), changes: [{ field: "countOrderMax", after: "6" }] };
    const plan = planOf([plannedBot("a", live(1, "a", { on: true }))], [off, step("turn-off", "a")]);
    const acknowledged = [
      { ...ONE, name: "countOrderMax", live: null },
      { ...SWITCH, live: true },
    ];
    expect(overwritesAcknowledged(plan, { acknowledged, now: NOW })[0]?.summary).toContain(
      "main/a countOrderMax off → 6 (by hand, until 2026-12-24), main/a switch on → off (",
    );
  });

  it.each<[string, Parameters<typeof overwritesAcknowledged>[1]]>([
    ["nothing is acknowledged", { now: NOW }],
    ["the live value is another one", { acknowledged: [{ ...ONE, live: "9" }], now: NOW }],
    ["its end is past", { acknowledged: ALL, now: Date.parse("2026-12-25T00:00:00Z") }],
    ["it is of another bot", { acknowledged: [{ ...ONE, botId: 2 }], now: NOW }],
  ])("says nothing where %s", (_because, observed) => {
    expect(overwritesAcknowledged(PLAN, observed)).toEqual([]);
  });
});
