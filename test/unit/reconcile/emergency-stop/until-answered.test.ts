// Asks again until there is an answer, the time is over, it is interrupted, or the key was rejected too often; and tells of it now and then.
import { expect, it } from "vitest";
import { ServiceError, type ServiceErrorKind } from "../../../../src/model/ports.js";
import { nowAndThen, sleepBefore, untilAnswered } from "../../../../src/reconcile/emergency-stop/until-answered.js";
import { VirtualClock } from "../../../support/clock.js";

function asking(kinds: readonly ServiceErrorKind[], restMs: number, abortAt = Number.POSITIVE_INFINITY) {
  const clock = new VirtualClock();
  const began = clock.elapsed();
  const abort = new AbortController();
  let asked = 0;
  const ask = async () => {
    const kind = kinds[asked];
    asked += 1;
    if (asked >= abortAt) abort.abort();
    return kind === undefined ? "answer" : new ServiceError(kind, kind);
  };
  const limit = { clock, until: began + restMs, signal: abort.signal };
  return { ask, limit, passed: () => clock.elapsed() - began, asked: () => asked };
}

it.each([
  ["an answer", [], 60_000, "answer", 1],
  ["an answer after errors", ["http", "unreachable"], 60_000, "answer", 3],
  ["an answer after two rejections", ["auth", "auth"], 60_000, "answer", 3],
  ["a third rejection", ["auth", "auth", "auth"], 60_000, "auth", 3],
  ["no time at all", ["http", "http"], 0, "http", 1],
] as const)("ends with %s", async (_what, kinds, restMs, expected, times) => {
  const { ask, limit, asked } = asking(kinds, restMs);
  const answer = await untilAnswered(ask, limit);
  expect([answer instanceof ServiceError ? answer.kind : answer, asked()]).toEqual([expected, times]);
});

it("ends with the time, asking once more then, and not after an interrupt", async () => {
  const late = asking(
    Array.from({ length: 99 }, () => "http"),
    3_000,
  );
  await untilAnswered(late.ask, late.limit);
  expect(late.passed()).toBe(3_000);
  const interrupted = asking(["http", "http", "http"], 60_000, 2);
  expect(await untilAnswered(interrupted.ask, interrupted.limit)).toBeInstanceOf(ServiceError);
  expect(interrupted.asked()).toBe(2);
});

it("never sleeps beyond the end", async () => {
  const { limit, passed } = asking([], 100);
  await sleepBefore(9, limit);
  expect(passed()).toBe(100);
  await sleepBefore(9, { ...limit, until: limit.until - 1_000 });
  expect(passed()).toBe(100);
});

it.each([
  { left: [60_000, 59_000, 30_001, 30_000, 29_000, 1, 0], told: [60_000, 30_000] },
  { left: [9_000, 1, 0, -1], told: [9_000] },
  { left: [0], told: [] },
])("is told at once, then once in thirty seconds: of $left, at $told", ({ left, told }) => {
  const heard: [string, number][] = [];
  const tell = nowAndThen((why, restMs) => heard.push([why, restMs]));
  for (const restMs of left) tell("why", restMs);
  expect(heard).toEqual(told.map((restMs) => ["why", restMs]));
});

it("another reason is told after ten seconds", () => {
  const heard: [string, number][] = [];
  const tell = nowAndThen((why, restMs) => heard.push([why, restMs]));
  for (const [why, restMs] of [
    ["a", 60_000],
    ["b", 50_001],
    ["b", 50_000],
    ["a", 40_000],
    ["a", 30_000],
  ] as const)
    tell(why, restMs);
  expect(heard).toEqual([
    ["a", 60_000],
    ["b", 50_000],
    ["a", 40_000],
  ]);
});
