// A bot may be on if it is seen on, or while a turn-on that was sent before may still take effect.
import { expect, it } from "vitest";
import { mayBeOn } from "../../../../src/model/bot/observed.js";
import { turnOnsUnderWay } from "../../reconcile/earlier.js";
import { live } from "../../reconcile/fleet.js";

const sent = turnOnsUnderWay(7);
const seen = { open: sent.open.map((one) => ({ ...one, isUnknown: false })) };
const update = { open: sent.open.map((one) => ({ ...one, sends: "update" as const })) };

it.each([
  { id: 7, on: false, observed: sent, may: true },
  { id: 8, on: false, observed: sent, may: false },
  { id: 8, on: true, observed: sent, may: true },
  { id: 7, on: false, observed: seen, may: false },
  { id: 7, on: false, observed: update, may: false },
  { id: 7, on: false, observed: {}, may: false },
])("bot $id, on: $on: $may", ({ id, on, observed, may }) => {
  expect(mayBeOn(live(id, "a", { on }), observed)).toBe(may);
});
