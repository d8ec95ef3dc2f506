// The form of a plan's replay in documents: what it takes and what it doesn't.
import { expect, it } from "vitest";
import { planReplaySchema } from "../../../../src/model/risk/plan-replay.js";
import { oneSided, REPLAY } from "../../render/replayed.js";

const [BOT] = REPLAY.bots;
const bot = (changes: object) => ({ ...REPLAY, bots: [{ ...BOT, ...changes }] });
const schema = planReplaySchema();

it.each<[unknown, string]>([
  [REPLAY, "a replay with a change below 0"],
  [{ ...REPLAY, bots: [oneSided()] }, "a bot that isn't there yet"],
  [{ replayed: false, why: "the plan changes no bot", leftOut: [] }, "none"],
])("takes %#", (replay, because) => {
  expect(schema.parse(replay), because).toEqual(replay);
});

it.each<[unknown, string]>([
  [{ ...REPLAY, replayed: false }, "figures of what wasn't replayed"],
  [{ replayed: true, why: "the plan changes no bot", leftOut: [] }, "a replay without figures"],
  [bot({ now: { ...BOT?.now, net: null } }), "an unknown figure within known ones"],
  [bot({ now: { ...BOT?.now, deals: -1 } }), "fewer deals than none"],
  [bot({ state: { now: "paused", after: "on" } }), "a state that there isn't"],
  [bot({ more: 1 }), "a key that nobody knows"],
])("refuses %#", (replay, because) => {
  expect(schema.safeParse(replay).success, because).toBe(false);
});
