// Which request each command becomes, and for how long an earlier one may still take effect.
import { describe, expect, it } from "vitest";
import type { ServiceWriter, WriteAnswer } from "../../../../src/model/ports.js";
import { type Command, laterOf, mayTakeMs, sendCommand } from "../../../../src/reconcile/apply/run-options.js";

const FIELDS = { title: "a" };
const may = () => true;

/** A writer that tells what it was asked for. */
async function asked(command: Command): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const note =
    (name: string) =>
    async (...rest: readonly unknown[]): Promise<WriteAnswer> => {
      calls.push(name, ...rest);
      return { kind: "accepted" };
    };
  const writer: ServiceWriter = {
    create: note("create"),
    update: note("update"),
    turnOn: note("turnOn"),
    turnOff: note("turnOff"),
    startDeal: note("startDeal"),
    changeTakeProfit: note("changeTakeProfit"),
    completeDeal: note("completeDeal"),
    cancelDeal: note("cancelDeal"),
  };
  expect(await sendCommand(writer, command, may)).toEqual({ kind: "accepted" });
  return calls;
}

describe("a command", () => {
  it.each<[Command, readonly unknown[]]>([
    [{ sends: "create", accessId: 1, fields: FIELDS }, ["create", 1, FIELDS, may]],
    [{ sends: "update", botId: 7, target: FIELDS, before: {} }, ["update", 7, FIELDS, {}, may]],
    [{ sends: "turn-on", botId: 7 }, ["turnOn", 7, may]],
    [{ sends: "turn-off", botId: 7 }, ["turnOff", 7, may]],
    [{ sends: "start-deal", botId: 7 }, ["startDeal", 7, may]],
    [{ sends: "take-profit", botId: 7, dealId: 70, percent: "2" }, ["changeTakeProfit", 70, "2", may]],
    [{ sends: "complete-deal", botId: 7, dealId: 70 }, ["completeDeal", 70, may]],
    [{ sends: "cancel-deal", botId: 7, dealId: 70 }, ["cancelDeal", 70, may]],
  ])("%j", async (command, calls) => expect(await asked(command)).toEqual(calls));
});

describe("an earlier send", () => {
  it.each([
    [undefined, 1_000, 120_000],
    [1_000, 1_000, 120_000],
    [300_000, 1_000, 300_000],
    [undefined, 200_000, 200_000],
    [300_000, 400_000, 400_000],
  ])("with a deadline of %s, seen by a run with one of %i, may take %i ms", (deadlineMs, own, most) => {
    expect(mayTakeMs({ at: 5, deadlineMs }, own)).toBe(most);
  });

  it("beside another for the same bot: the later time and the longer deadline", () => {
    expect(laterOf({ at: 5 }, undefined)).toEqual({ at: 5 });
    expect(laterOf({ at: 5, deadlineMs: 9 }, { at: 8, deadlineMs: 3 })).toEqual({ at: 8, deadlineMs: 9 });
    expect(laterOf({ at: 8 }, { at: 5, deadlineMs: 3 })).toEqual({ at: 8, deadlineMs: 3 });
    expect(laterOf({ at: 8 }, { at: 9 })).toEqual({ at: 9, deadlineMs: 0 });
  });
});
