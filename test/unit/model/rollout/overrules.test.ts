// What a promotion overrules: no gate that hasn't passed is left out, and nothing is said twice.
import { expect, it } from "vitest";
import { overrulesOf } from "../../../../src/model/rollout/overrules.js";
import {
  type GateReading,
  newState,
  type RolloutRecord,
  type RolloutState,
} from "../../../../src/model/rollout/record.js";

const steps: GateReading = { gate: "steps", state: "passed", text: "every step is carried out and verified" };
const drift: GateReading = { gate: "drift", state: "failed", text: "1 bot differs" };
const loss: GateReading = { gate: "loss", state: "failed", text: "lost 60 of 50 USDT" };
const deals: GateReading = { gate: "ended-deals", state: "unknown", text: "0 of 5 deals ended" };
const SEEN = { gatesSeenAt: 60_000 };
const at = "1970-01-01T00:01:00.000Z";

it.each<[because: string, state: Partial<RolloutState>, expected: object | undefined]>([
  ["nothing is in the way", { gates: [steps], ...SEEN }, undefined],
  ["nobody has looked yet", {}, undefined],
  ["a gate isn't known yet", { gates: [steps, deals], ...SEEN }, { why: null, gates: [deals], gatesSeenAt: at }],
  [
    "it is paused with the words of its gates",
    { gates: [steps, drift, loss, deals], why: "1 bot differs; lost 60 of 50 USDT", ...SEEN },
    { why: null, gates: [drift, loss, deals], gatesSeenAt: at },
  ],
  [
    "it is paused for another reason",
    { gates: [drift], why: "by ana", ...SEEN },
    { why: "by ana", gates: [drift], gatesSeenAt: at },
  ],
  [
    "all gates passed when it was paused",
    { gates: [steps], why: "by ana", ...SEEN },
    { why: "by ana", gates: [], gatesSeenAt: null },
  ],
  [
    "an older botform kept no time",
    { gates: [drift], why: "1 bot differs" },
    { why: null, gates: [drift], gatesSeenAt: null },
  ],
])("%s", (_because, state, expected) => {
  const record: RolloutRecord = {
    begin: {
      ...{ type: "begin" as const, at: 0, format: 1, id: "one", by: "ana", gates: { drift: true }, limits: {} },
      ...{ waves: [{ name: "pilot", bakeMs: 0, parts: [] }], onFailure: "pause" as const, waitMs: 60_000 },
    },
    state: { ...newState(0), ...state },
    decisions: [],
  };
  const found = overrulesOf(record);
  expect(found).toEqual(expected === undefined ? undefined : { wave: "pilot", ...expected });
});
