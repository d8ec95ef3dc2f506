// A bot that is being turned off: when it is told again, how it ends if it wasn't seen off, and the plan for several.
import { describe, expect, it } from "vitest";
import type { WriteAnswer } from "../../../../src/model/ports.js";
import { isDue, notOff, offPlan, REPEAT_MS } from "../../../../src/reconcile/emergency-stop/bot-to-turn-off.js";
import { live } from "../fleet.js";

const ACCEPTED: WriteAnswer = { kind: "accepted" };
const REFUSED: WriteAnswer = { kind: "refused", message: "no" };
const NOT_SENT: WriteAnswer = { kind: "not-sent", message: "no" };
const REJECTED: WriteAnswer = { kind: "unauthorized", message: "no" };
const LOST: WriteAnswer = { kind: "ambiguous", message: "no", turnedDown: false };

describe("is told again", () => {
  it.each<[string, Partial<Parameters<typeof isDue>[0]>, passed: number, boolean]>([
    ["at once after a refusal", { answer: REFUSED }, 0, true],
    ["at once where nothing was sent", { answer: NOT_SENT }, 0, true],
    ["at once after two rejected keys", { answer: REJECTED, sends: 2 }, 0, true],
    ["not at once after three", { answer: REJECTED, sends: 3 }, 0, false],
    ["not before ten seconds have passed", { answer: LOST }, REPEAT_MS - 1, false],
    ["after ten seconds", { answer: LOST }, REPEAT_MS, true],
    ["after ten seconds, accepted though it was", { answer: ACCEPTED }, REPEAT_MS, true],
    ["never while it is seen off", { answer: REFUSED, isOff: true }, REPEAT_MS, false],
    ["though it is seen off, if nothing was ever sent", { answer: undefined, sends: 0, isOff: true }, REPEAT_MS, true],
  ])("%s", (_when, target, passed, expected) => {
    expect(isDue({ answer: ACCEPTED, sentAt: 500, sends: 1, isOff: false, ...target }, 500 + passed)).toBe(expected);
  });
});

describe("not observed off", () => {
  const next = "check the bot on the service now";
  it.each([
    [
      { sends: 2, answer: ACCEPTED, isOff: true, written: true },
      {
        ...{ kind: "unknown", rule: 18, next: "watch the bot on the service" },
        detail: "it was confirmed off, but a turn-on that was sent before may still take effect, and it stopped",
      },
    ],
    [
      { sends: 0, answer: undefined, isOff: false, written: false },
      { kind: "not-started", detail: "it stopped before it was told to turn off" },
    ],
    [
      { sends: 1, answer: LOST, isOff: false, written: true },
      { kind: "unknown", rule: 10, next, detail: "told to turn off once, and it stopped before it was observed off" },
    ],
    [
      { sends: 3, answer: NOT_SENT, isOff: false, written: false },
      { kind: "failed", rule: 4, next, detail: "could not be told to turn off (tried 3 times): no" },
    ],
  ])("%j", ({ written, ...target }, expected) => {
    expect(notOff(target, written, "it stopped")).toEqual(expected);
  });
});

it("the plan turns off in the order of ids, each as it was seen, and says why", () => {
  const plan = offPlan("main", "X", [live(9, "b"), live(7, "a", { accessId: null, on: true })]);
  expect(plan).toMatchObject({ account: "main", exchange: "X", observedBots: 2 });
  expect(plan.steps).toEqual([
    {
      ...{ address: "main/#7", action: "turn-off", changes: [], warnings: [] },
      reason: "bots off: the service shows ENABLED",
    },
    {
      ...{ address: "main/#9", action: "turn-off", changes: [], warnings: [] },
      reason: "bots off: a turn-on that was sent before may still take effect",
    },
  ]);
  expect(
    Object.values(plan.bots).map(({ address, accessId, accessTitle }) => [address, accessId, accessTitle]),
  ).toEqual([
    ["main/#7", 0, ""],
    ["main/#9", 1, ""],
  ]);
});
