// Every state of the model with several owners: no copy and no write of an old epoch; and with any rule of the fence taken out, one of both.
import { describe, expect, it } from "vitest";
import { LANE } from "../../support/lane.js";
import { exploreOwners, FENCED, type Fence, type FenceRules, SHORT } from "./owners.js";

type Row = readonly [what: string, changes: Partial<Fence>, states: number];

const KEPT: readonly Row[] = [
  ["two owners, one of which dies", {}, 81_926],
  ["two owners, an answer that is lost", { lost: 1 }, 115_180],
];

const KEPT_TOO: readonly Row[] = [
  ["two owners, a window that is longer than anybody believes", { window: 3, until: 10 }, 166_265],
  ["two owners, a list that lags for long", { lag: 3, until: 10 }, 159_345],
  ["two owners, a lost answer and a long window", { lost: 1, deaths: 0, window: 3, until: 10 }, 135_637],
  ["two owners, both of which die", { deaths: 2 }, 89_860],
  ["three owners, two of which die", { owners: 3, deaths: 2, until: 6 }, 314_687],
];

describe("one writer", () => {
  it.each(LANE === "fast" ? KEPT : [...KEPT, ...KEPT_TOO])(
    "makes no copy and isn't overtaken: %s",
    (_what, changes, states) => {
      expect(exploreOwners({ ...SHORT, ...changes })).toEqual({ states });
    },
  );

  it.each<readonly [rule: keyof FenceRules, because: string, changes: Partial<Fence>]>([
    ["intentChecksLease", "it was paused before its intent, and another has made the bot", {}],
    ["signedWithIntent", "it was paused between intent and sending", {}],
    ["waitsForOpen", "its create was accepted, and isn't listed yet", {}],
    ["provesWindow", "the service accepts older requests than anybody believes", { window: 4, until: 10 }],
    ["leavesOpen", "the same, and it didn't wait for the answer", { lost: 1, deaths: 0, window: 4, until: 10 }],
  ])("without %s: %s", (rule, _because, changes) => {
    const rules = { ...FENCED, [rule]: false };
    expect(exploreOwners({ ...SHORT, ...changes, rules }).breach).toMatch(/^a (?:second create|write of an old epoch)/);
  });

  it("rests on a database that keeps what was committed", () => {
    expect(exploreOwners({ ...SHORT, restored: 1 }).breach).toMatch(/^a second create/);
  });
});
