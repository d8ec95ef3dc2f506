// What a run's steps claim of a bot in the end (rule 15): its switch, its declared settings, or nothing where they leave it open.
import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { OutcomeKind } from "../../../../src/model/plan/outcome.js";
import { leftBy } from "../../../../src/reconcile/apply/final-look.js";
import { live } from "../fleet.js";
import { plannedBot } from "../plan/plans.js";

const TARGET = { ...live(7, "a").fields, leverage: "9" };
const CHANGES = { target: TARGET, managed: ["title", "leverage", "cycleLimitScale"] } as const;
const PLANNED = {
  new: plannedBot("a", null, CHANGES),
  off: plannedBot("a", live(7, "a"), CHANGES),
  on: plannedBot("a", live(7, "a", { on: true }), CHANGES),
};
/** The declared settings as they were; one that isn't shown was off. */
const BEFORE = { title: "a", leverage: "5", cycleLimitScale: null };
const OPEN = { on: undefined, fields: undefined };

type Ended = readonly [action: Action, kind: OutcomeKind, wrote?: boolean];

function left(was: keyof typeof PLANNED, ...ended: readonly Ended[]) {
  const steps = ended.map(([action, kind, wrote = true]) => ({ action, kind, wrote }));
  return leftBy(PLANNED[was], steps);
}

describe("a bot that no step has touched", () => {
  it("is left as whoever likes it", () => expect(left("on")).toBeUndefined());
});

describe("a bot that was on", () => {
  it.each<[because: string, ended: readonly Ended[], claim: object]>([
    ["turned off", [["turn-off", "applied"]], { on: false, fields: BEFORE }],
    ["off already", [["turn-off", "applied", false]], { on: false, fields: BEFORE }],
    ["perhaps off", [["turn-off", "unknown"]], { on: undefined, fields: BEFORE }],
    ["not turned off", [["turn-off", "failed"]], { on: undefined, fields: BEFORE }],
    ["refused its turn-off", [["turn-off", "failed", false]], { on: true, fields: BEFORE }],
    ["updated", [["update", "applied"]], { on: true, fields: TARGET }],
    ["updated otherwise than asked for", [["update", "failed"]], OPEN],
    ["perhaps updated", [["update", "unknown"]], OPEN],
    ["refused its update", [["update", "failed", false]], { on: true, fields: BEFORE }],
    [
      "turned off and updated",
      [
        ["turn-off", "applied"],
        ["update", "applied"],
      ],
      { on: false, fields: TARGET },
    ],
    [
      "turned off, and switched on and off again by its update",
      [
        ["turn-off", "applied"],
        ["update", "failed"],
      ],
      { on: false, fields: undefined },
    ],
  ])("%s", (_because, ended, claim) => expect(left("on", ...ended)).toEqual(claim));
});

describe("a bot that was off", () => {
  it.each<[because: string, ended: readonly Ended[], claim: object]>([
    ["turned on", [["turn-on", "applied"]], { on: true, fields: TARGET }],
    ["perhaps on", [["turn-on", "unknown"]], OPEN],
    ["on, and otherwise than planned", [["turn-on", "failed"]], OPEN],
    ["refused its turn-on", [["turn-on", "failed", false]], { on: false, fields: BEFORE }],
    ["updated", [["update", "applied"]], { on: false, fields: TARGET }],
    ["updated otherwise than asked for", [["update", "failed"]], { on: false, fields: undefined }],
    ["perhaps updated", [["update", "unknown"]], OPEN],
    [
      "updated and turned on",
      [
        ["update", "applied"],
        ["turn-on", "applied"],
      ],
      { on: true, fields: TARGET },
    ],
    [
      "updated, and refused its turn-on",
      [
        ["update", "applied"],
        ["turn-on", "failed", false],
      ],
      { on: false, fields: TARGET },
    ],
  ])("%s", (_because, ended, claim) => expect(left("off", ...ended)).toEqual(claim));
});

describe("a bot that wasn't there", () => {
  it.each<[because: string, ended: readonly Ended[], claim: object]>([
    ["created", [["create", "applied"]], { on: false, fields: TARGET }],
    ["created otherwise than asked for", [["create", "failed"]], { on: false, fields: undefined }],
    ["perhaps created", [["create", "unknown"]], OPEN],
    ["refused", [["create", "failed", false]], { on: false, fields: undefined }],
    [
      "created and turned on",
      [
        ["create", "applied"],
        ["turn-on", "applied"],
      ],
      { on: true, fields: TARGET },
    ],
    [
      "created and perhaps on",
      [
        ["create", "applied"],
        ["turn-on", "unknown"],
      ],
      OPEN,
    ],
  ])("%s", (_because, ended, claim) => expect(left("new", ...ended)).toEqual(claim));
});
