// The one way to the service's writes: what it refuses to send, whatever asks for it, and what stops it (I3, rule 13).
import { expect, it } from "vitest";
import type { WriteAnswer } from "../../../../src/model/ports.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts, Command } from "../../../../src/reconcile/apply/run-options.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const never = () => Promise.reject(new Error("nobody asks for that"));

/** A run of one bot, 7, and what its service was sent. */
function running(ports: Partial<ApplyPorts> = {}, options: ConstructorParameters<typeof Run>[2] = {}) {
  const sent: string[] = [];
  const accept =
    (what: string) =>
    async (id: number): Promise<WriteAnswer> => {
      sent.push(`${what} ${id}`);
      return { kind: "accepted" };
    };
  const plan = planOf([plannedBot("a", live(7, "a"))], []);
  const run = new Run(
    plan,
    {
      clock: new VirtualClock(),
      reader: { accesses: never, bots: never, bot: never, runningDeals: never, endedDeals: never, pairs: never },
      writer: {
        ...{ create: never, update: never, startDeal: never, changeTakeProfit: never },
        ...{ turnOn: accept("on"), turnOff: accept("off"), completeDeal: accept("complete"), cancelDeal: never },
      },
      ...ports,
    },
    options,
  );
  return { run, sent };
}
const COMPLETE = { ...step("complete-deal", "a"), deal: { id: 5 } };

it.each<[Parameters<Run["write"]>[0], Command, string]>([
  [step("turn-on", "a"), { sends: "turn-on", botId: 8 }, "turn-on for a bot other than main/a"],
  [COMPLETE, { sends: "complete-deal", botId: 7, dealId: 6 }, "complete-deal for a deal other than the step's"],
  [COMPLETE, { sends: "cancel-deal", botId: 7, dealId: 5 }, "cancel-deal for a deal other than the step's"],
  [step("turn-off", "a"), { sends: "start-deal", botId: 7 }, "start-deal for a deal other than the step's"],
  [
    step("complete-deal", "a"),
    { sends: "complete-deal", botId: 7, dealId: 5 },
    "complete-deal for a deal other than the step's",
  ],
])("a step %j sends no %j", async (one, command, says) => {
  const { run, sent } = running();
  await expect(run.write(one, command)).rejects.toThrow(new Error(says));
  expect(sent).toEqual([]);
});

it("a step about a deal sends what it is about", async () => {
  const { run, sent } = running();
  expect(await run.write(COMPLETE, { sends: "complete-deal", botId: 7, dealId: 5 })).toEqual({ kind: "accepted" });
  expect(sent).toEqual(["complete 5"]);
});

const ON = { sends: "turn-on", botId: 7 } as const;
const OFF = { sends: "turn-off", botId: 7 } as const;
const SAFE = { makesSafe: true };
const interrupted = AbortSignal.abort();
it.each<[string, ReturnType<typeof running>, Command, Parameters<Run["write"]>[2], unknown, readonly string[]]>([
  ["in the plain", running(), ON, {}, { kind: "accepted" }, ["on 7"]],
  ["after an interrupt", running({}, { signal: interrupted }), ON, {}, { kind: "stopped", stop: "interrupted" }, []],
  ["after an interrupt", running({}, { signal: interrupted }), OFF, {}, { kind: "stopped", stop: "interrupted" }, []],
  ["after an interrupt", running({}, { signal: interrupted }), OFF, SAFE, { kind: "accepted" }, ["off 7"]],
  ["after bots off", running({ isStopped: async () => true }), ON, {}, { kind: "stopped", stop: "bots-off" }, []],
  ["after bots off", running({ isStopped: async () => true }), OFF, {}, { kind: "accepted" }, ["off 7"]],
  ["after bots off", running({ isStopped: async () => true }), ON, SAFE, { kind: "accepted" }, ["on 7"]],
  ["before bots off", running({ isStopped: async () => false }), ON, {}, { kind: "accepted" }, ["on 7"]],
  ["on what is too old", running(), ON, { isFresh: () => false }, { kind: "overtaken" }, []],
  ["on what is too old", running(), OFF, { ...SAFE, isFresh: () => false }, { kind: "overtaken" }, []],
])("%s a write is let through or not", async (_when, { run, sent }, command, options, answer, expected) => {
  const one = step(command.sends, "a");
  expect(await run.write(one, command, options)).toEqual(answer);
  expect([sent, run.records.hasWritten(one)]).toEqual([expected, expected.length > 0]);
});
