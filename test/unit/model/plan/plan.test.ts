// What is asked of a plan: whether it only turns off, what denies it, its steps counted, and what a bot will be.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import {
  afterSteps,
  countSteps,
  denialsOf,
  isIdle,
  isInDoubt,
  isTurnOffsAlone,
  isUndo,
  type Plan,
  type Step,
  stepKey,
  stepsByAddress,
  trippedOf,
} from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { desired, desiredBot, live, observed } from "../../reconcile/fleet.js";

const step = (action: Action, rest: Partial<Step> = {}): Step => ({
  ...{ address: "main/a", action, reason: "", changes: [], warnings: [] },
  ...rest,
});
const steps = (...actions: readonly Action[]) => actions.map((action) => step(action));
const CHANGE = { field: "leverage", before: "5", after: "9" } as const;

it("the way back from a run is known by its digest", () => {
  expect(isUndo({ configDigest: "undo/20260101-ab" })).toBe(true);
  expect(["", "undo", "abc", "x/undo/1"].filter((configDigest) => isUndo({ configDigest }))).toEqual([]);
});

it("turn-offs alone are nothing else, or nothing", () => {
  expect(isTurnOffsAlone({ steps: [] })).toBe(true);
  expect(isTurnOffsAlone({ steps: steps("turn-off", "turn-off") })).toBe(true);
  expect(isTurnOffsAlone({ steps: steps("turn-off", "turn-on") })).toBe(false);
  expect(isTurnOffsAlone({ steps: steps("update") })).toBe(false);
});

it("a plan is in doubt by its diagnostic", () => {
  const said = (...codes: readonly string[]): Pick<Plan, "diagnostics"> => ({
    diagnostics: codes.map((code) => ({ severity: "warning", code, summary: "" })),
  });
  expect([said(), said("plan/other"), said("plan/other", "plan/in-doubt")].map(isInDoubt)).toEqual([
    false,
    false,
    true,
  ]);
});

describe("a plan is denied", () => {
  const found = (severity: Finding["severity"]): Finding => ({
    ...{ code: "policy/max-leverage", severity, kind: "breach", summary: severity, remedy: "" },
  });
  const findings = [found("warn"), found("deny"), { ...found("deny"), waived: { reason: "", until: "2026-01-01" } }];

  it("by findings that aren't waived and no warnings", () => {
    expect(denialsOf({ steps: steps("update"), findings })).toEqual([found("deny")]);
    expect(denialsOf({ steps: steps("update") })).toEqual([]);
  });

  it("by nothing while it only turns off", () => {
    expect(denialsOf({ steps: steps("turn-off"), findings })).toEqual([]);
    expect(denialsOf({ steps: steps("turn-off", "create"), findings })).toEqual([found("deny")]);
  });
});

describe("a tripped breaker stops a plan", () => {
  const reading = (state: NonNullable<Plan["breakers"]>[number]["state"]) => ({
    ...{ name: state, rule: "loss", state, figure: "1", limit: "1", unit: "USDT", used: "100", why: "w" },
  });
  const breakers = [reading("fine"), reading("near"), reading("unknown"), reading("tripped")];

  it.each([
    [[], ["tripped"]],
    [["update"], ["tripped"]],
    [["turn-off", "create"], ["tripped"]],
    [["turn-off"], []],
    [["complete-deal", "turn-off", "take-profit"], []],
  ] as const)("of %j: %j", (actions, names) => {
    expect(trippedOf({ steps: steps(...actions), breakers }).map(({ name }) => name)).toEqual(names);
    expect(trippedOf({ steps: steps(...actions) })).toEqual([]);
  });
});

it("steps are found by address, in their order", () => {
  const plan = makePlan(
    desired([desiredBot("a", { fields: { leverage: "9" }, enabled: true }), desiredBot("b")]),
    observed([live(1, "a")]),
  );
  const found = [...stepsByAddress(plan)].map(([address, own]) => [address, own.map(({ action }) => action)]);
  expect(found).toEqual([
    ["main/a", ["update", "turn-on"]],
    ["main/b", ["create"]],
  ]);
});

it("a step is known by its action, its bot and its deal", () => {
  expect(stepKey(step("update"))).toBe('["update","main/a",null]');
  expect(stepKey(step("cancel-deal", { deal: { id: 0 } }))).toBe('["cancel-deal","main/a",0]');
});

it("steps are counted by action", () => {
  const none = { "turn-off": 0, update: 0, "take-profit": 0, create: 0, "turn-on": 0 };
  const deals = { "start-deal": 0, "complete-deal": 0, "cancel-deal": 0 };
  expect(countSteps({ steps: [] })).toEqual({ ...none, ...deals });
  expect(countSteps({ steps: steps("update", "turn-on", "update", "cancel-deal") })).toEqual({
    ...{ ...none, ...deals, update: 2, "turn-on": 1, "cancel-deal": 1 },
  });
});

describe("after its steps a bot", () => {
  const TARGET = { leverage: "9" };
  const left = (bot: ObservedBot | null, ...own: readonly Step[]) => afterSteps({ observed: bot, target: TARGET }, own);
  const ON = live(1, "a", { on: true });
  const OFF = live(1, "a");

  it.each<[string, ObservedBot | null, readonly Action[], boolean]>([
    ["stays on", ON, ["update"], true],
    ["stays off", OFF, ["update"], false],
    ["is off once it's turned off", ON, ["turn-off", "update"], false],
    ["is on once it's turned on", OFF, ["turn-on"], true],
    ["is on again if it's turned off and on", ON, ["turn-off", "turn-on"], true],
    ["is off when it's new", null, ["create"], false],
    ["is on when it's new and turned on", null, ["create", "turn-on"], true],
  ])("%s", (_name, bot, actions, on) => expect(left(bot, ...steps(...actions)).on).toBe(on));

  it("has its own fields if no step changes any, and else the target's", () => {
    expect(left(ON, step("turn-off")).fields).toBe(ON.fields);
    expect(left(ON, step("turn-off"), step("update", { changes: [CHANGE] })).fields).toBe(TARGET);
    expect(left(null, step("turn-on")).fields).toBe(TARGET);
  });
});

it("a plan is idle that has no step and lifts no protection", () => {
  const lifted = [{ id: 7, address: "main/a", title: "A", waits: 0 }];
  expect(isIdle({ steps: [] })).toBe(true);
  expect(isIdle({ steps: [], lifted: [] })).toBe(true);
  expect(isIdle({ steps: steps("turn-off") })).toBe(false);
  expect(isIdle({ steps: [], lifted })).toBe(false);
  expect(isIdle({ steps: steps("turn-off"), lifted })).toBe(false);
});
