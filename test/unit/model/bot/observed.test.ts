// A bot may be on if it is seen on, or while a turn-on that was sent before may still take effect.
import { expect, it } from "vitest";
import { mayBeOn } from "../../../../src/model/bot/observed.js";
import { live } from "../../reconcile/fleet.js";

const inDoubt = new Map([[7, { sentAt: 0, until: 1 }]]);

it.each([
  { id: 7, on: false, observed: { inDoubt }, may: true },
  { id: 8, on: false, observed: { inDoubt }, may: false },
  { id: 8, on: true, observed: { inDoubt }, may: true },
  { id: 7, on: false, observed: {}, may: false },
])("bot $id, on: $on: $may", ({ id, on, observed, may }) => {
  expect(mayBeOn(live(id, "a", { on }), observed)).toBe(may);
});
