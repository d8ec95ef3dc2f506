// Which request each command becomes.
import { describe, expect, it } from "vitest";
import type { ServiceWriter, WriteAnswer } from "../../../../src/model/ports.js";
import { type Command, sendCommand } from "../../../../src/reconcile/apply/run-options.js";

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
    ...[true, false].map((immediately): [Command, readonly unknown[]] => [
      { sends: "take-profit", botId: 7, dealId: 70, percent: "2", immediately },
      ["changeTakeProfit", 70, "2", immediately, may],
    ]),
    [{ sends: "complete-deal", botId: 7, dealId: 70 }, ["completeDeal", 70, may]],
    [{ sends: "cancel-deal", botId: 7, dealId: 70 }, ["cancelDeal", 70, may]],
  ])("%j", async (command, calls) => expect(await asked(command)).toEqual(calls));
});
