// The line of what is under way: when it is drawn or said, what takes it away, and that it ends.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contextOf, undrawn } from "../../../../src/cli/terminal/context.js";
import { statusOf } from "../../../../src/cli/terminal/status.js";
import { testScreen } from "./terminal.js";

const ERASE = "\r\u001b[2K";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

it("is drawn each second on a terminal, with the time that has passed, though nothing changes", () => {
  const screen = testScreen({ live: true });
  const task = statusOf(screen).begin(() => "x".repeat(90));
  vi.advanceTimersByTime(2_000);
  task.end();
  vi.advanceTimersByTime(9_000);
  expect(screen.printed.err).toEqual([`${ERASE}${"x".repeat(78)}`, `${ERASE}${"x".repeat(73)}, 2 s`, ERASE]);
});

it("is a plain line elsewhere: after three seconds, then every fifteen, whatever begins and ends meanwhile", () => {
  const screen = testScreen();
  const status = statusOf(screen);
  const first = status.begin(() => "first");
  vi.advanceTimersByTime(2_999);
  expect(screen.printed.err).toEqual([]);
  vi.advanceTimersByTime(1);
  first.end();
  const outer = status.begin(() => "outer");
  const inner = status.begin(() => "inner");
  for (let count = 0; count < 100; count += 1) inner.changed();
  vi.advanceTimersByTime(15_000);
  inner.end();
  vi.advanceTimersByTime(15_000);
  outer.end();
  expect(screen.printed.err).toEqual(["first, 3 s\n", "inner, 15 s\n", "outer, 30 s\n"]);
});

it.each([
  ["1", []],
  ["", ["text, 3 s\n"]],
])("is never shown where BOTFORM_NO_PROGRESS has a value: %j", (value, lines) => {
  const screen = testScreen();
  const { status } = contextOf({ ...screen, env: { BOTFORM_NO_PROGRESS: value } });
  status.begin(() => "text");
  vi.advanceTimersByTime(3_000);
  expect(screen.printed.err).toEqual(lines);
});

it("makes room for what is printed on either stream, and for nothing where it isn't drawn", () => {
  const screen = testScreen({ live: true });
  const context = contextOf(screen);
  const task = context.status.begin(() => "work");
  vi.advanceTimersByTime(1_000);
  context.err("said\n");
  context.err("more\n");
  vi.advanceTimersByTime(1_000);
  context.out("result\n");
  task.end();
  expect(screen.printed).toEqual({
    out: ["result\n"],
    err: [`${ERASE}work`, ERASE, "said\n", "more\n", `${ERASE}work, 2 s`, ERASE],
  });
});

it("is silent where something else has the screen", async () => {
  const screen = testScreen({ live: true });
  const reading = undrawn(contextOf(screen)).read("main", async ({ onRequest }) => {
    vi.advanceTimersByTime(60_000);
    onRequest();
  });
  await reading;
  expect(screen.printed.err).toEqual([]);
});
