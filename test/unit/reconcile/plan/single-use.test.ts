// A saved plan's turn-on and the bot's log: what is new there, or what is out of sight, makes the plan stale.
import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../../../src/model/bot/new-logs.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { movedOn, restsOnLogs, withLogs, withoutLog } from "../../../../src/reconcile/plan/single-use.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "./plans.js";

const entry = (second: number, message = "Bot is created"): LogEntry => ({
  datetime: `2026-11-22 12:00:0${second}`,
  message,
});
const PLAN = planOf(
  [plannedBot("a", live(1, "a")), plannedBot("b", live(2, "b")), plannedBot("new", null)],
  [step("turn-on", "a"), step("turn-off", "b"), step("create", "new"), step("turn-on", "new")],
);

describe("rule 21: a saved plan", () => {
  it("holds the logs of the live bots that it turns on, and of no others", async () => {
    const asked: number[] = [];
    const plan = await withLogs(PLAN, async (id) => {
      asked.push(id);
      return [entry(1)];
    });
    expect(asked).toEqual([1]);
    expect(Object.values(plan.bots).map(({ log }) => log)).toEqual([[entry(1)], undefined, undefined]);
    expect(withoutLog(plan)).toEqual([]);
  });

  it("lacks a log that can't be read, and rests on the ledger there; a step without its bot is none", async () => {
    const unread = await withLogs(PLAN, () => Promise.reject(new ServiceError("http", "HTTP 503")));
    expect(Object.values(unread.bots).map((bot) => "log" in bot)).toEqual([false, false, false]);
    expect(withoutLog(unread)).toEqual(["main/a"]);
    const orphan = planOf([plannedBot("a", live(1, "a"))], [step("turn-on", "a"), step("turn-on", "other")]);
    expect(Object.keys((await withLogs(orphan, async () => [entry(1)])).bots)).toEqual(["main/a"]);
    expect(await movedOn(orphan, async () => [])).toEqual([]);
  });

  it("tells which of them rest on the ledger", async () => {
    expect(withoutLog(await withLogs(PLAN, async () => []))).toEqual(["main/a"]);
    const logged = await withLogs(PLAN, async () => [entry(1)]);
    const told = (value: string) => [{ name: "logSwitches", value, detail: "", at: 0, tool: "1" } as const];
    expect([withoutLog(logged, told("no")), withoutLog(logged, told("yes"))]).toEqual([["main/a"], []]);
    expect([restsOnLogs(logged), restsOnLogs(PLAN)]).toEqual([true, false]);
  });

  const HAPPENED = "something has happened to the bot since the plan was made: its log now has";

  it.each([
    { before: [entry(1)], now: [entry(1)], why: undefined },
    { before: [], now: [], why: undefined },
    { before: [entry(2), entry(1)], now: [entry(1), entry(2)], why: undefined },
    { before: [entry(2), entry(1)], now: [entry(2)], why: undefined },
    { before: [entry(1), entry(1)], now: [entry(1), entry(1)], why: undefined },
    { before: [entry(1)], now: [entry(1), entry(1)], why: `${HAPPENED} "Bot is created" (2026-11-22 12:00:01)` },
    { before: [], now: [entry(3, "on")], why: `${HAPPENED} "on" (2026-11-22 12:00:03)` },
    { before: [entry(1)], now: [entry(2)], why: `${HAPPENED} "Bot is created" (2026-11-22 12:00:02)` },
    { before: [entry(1)], now: [], why: "the bot's log shows none of the entries that the plan was made with" },
  ])("made with $before, and $now by now: $why", async ({ before, now, why }) => {
    const plan = await withLogs(PLAN, async () => before);
    const found = await movedOn(plan, async () => now);
    expect(found.map(({ code, address, summary }) => [code, address, summary])).toEqual(
      why === undefined ? [] : [["apply/stale", "main/a", why]],
    );
  });

  it("that was saved without logs isn't compared", async () => {
    expect(await movedOn(PLAN, async () => [entry(1)])).toEqual([]);
  });
});
