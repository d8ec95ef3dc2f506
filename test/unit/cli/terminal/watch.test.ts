// A command that is looked at again and again: what each round prints, what a failure does, and how the screen is drawn.
import { describe, expect, it } from "vitest";
import { AppError, interruption } from "../../../../src/app/error.js";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import {
  type Block,
  frame,
  jsonLine,
  show,
  untilInterrupted,
  type WatchOptions,
} from "../../../../src/cli/terminal/watch.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { testScreen } from "./terminal.js";

const NOON = Date.UTC(2026, 0, 2, 12);

/** Rounds on a screen that is gone after the last one; a round is a block, or what reading throws. */
async function watched(rounds: readonly (Block | Error)[], options: WatchOptions, isTerminal = false) {
  const screen = testScreen();
  const waits: number[] = [];
  let round = 0;
  const read = async () => {
    const now = rounds[round];
    round += 1;
    if (now === undefined || now instanceof Error) throw now ?? new Error("no round");
    return now;
  };
  const custom = {
    isTerminal,
    rows: () => 4,
    now: () => NOON + round * 1_000,
    wait: async (ms: number) => void waits.push(ms),
    isGone: () => round >= rounds.length,
  };
  const exitCode = await show(contextOf(screen), "account", { watch: true, interval: 5, ...options }, read, custom);
  return { exitCode, waits, ...screen.printed };
}

const failure = new ServiceError("timeout", "no answer");
const SAYS = "no answer. The service didn't answer in time: try again. Nothing was written. Trying again.";

describe("one look", () => {
  it("prints its block, then what is said after it, and ends with its exit code", async () => {
    const screen = testScreen();
    const last = () => screen.err("last");
    const exitCode = await show(contextOf(screen), "x", {}, async () => ({ text: "block", exitCode: 2, last }));
    expect([exitCode, screen.printed]).toEqual([2, { out: ["block"], err: ["last"] }]);
    expect(await show(contextOf(screen), "x", { watch: false }, async () => ({ text: "" }))).toBe(0);
  });
});

describe("look after look", () => {
  it("is block after block under its time, where it isn't a terminal", async () => {
    const { exitCode, out, err, waits } = await watched([{ text: "a\n" }, failure, { text: "b\n", exitCode: 2 }], {});
    expect([exitCode, waits]).toEqual([0, [5_000, 5_000]]);
    expect(out).toEqual(["2026-01-02 12:00:01 UTC\na\n", "\n2026-01-02 12:00:03 UTC\nb\n"]);
    expect(err).toEqual([`<bad>botform:</> ${SAYS}\n`]);
  });

  it("is drawn in place on a terminal; a failure stands below what was seen last", async () => {
    const { out, err } = await watched([{ text: "a\n" }, failure], {}, true);
    const heading = (second: number) => `2026-01-02 12:00:0${second} UTC, every 5 s; Ctrl-C to stop`;
    expect(out).toEqual([frame([heading(1), "a"], [], 4, true), frame([heading(2), "a"], [SAYS], 4, false)]);
    expect(err).toEqual([]);
  });

  it("is one document a line with JSON, failures too", async () => {
    const { out } = await watched([{ text: '{\n  "a": 1\n}\n' }, failure], { format: "json" });
    expect(out[0]).toBe('{"a":1}\n');
    expect(JSON.parse(out[1] ?? "")).toMatchObject({
      ...{ command: "account", ok: false, exitCode: 1 },
      error: "no answer. The service didn't answer in time: try again. Nothing was written.",
    });
    expect(out[1]?.split("\n")).toHaveLength(2);
  });

  it.each([
    ["the first look fails", [failure], failure],
    ["a later one finds a fault", [{ text: "" }, new Error("fault")], new Error("fault")],
  ])("rejects where %s", async (_because, rounds, error) => {
    await expect(watched(rounds, {})).rejects.toThrow(error);
  });
});

it("an interrupt ends with 130, and every other error is one", async () => {
  expect(await untilInterrupted(async () => 0)).toBe(0);
  expect(await untilInterrupted(() => Promise.reject(interruption()))).toBe(130);
  await expect(untilInterrupted(() => Promise.reject(new AppError("other")))).rejects.toThrow("other");
});

it("a document becomes one line, without what a terminal would act on", () => {
  expect(jsonLine('{\n  "a": "\\u001b[2J"\n}\n')).toBe('{"a":"\\u001b[2J"}\n');
});

describe("a frame", () => {
  const drawn = (...lines: string[]) => lines.map((line) => `${line}\u001b[K\n`).join("");
  const whole = (text: string, isFirst = false) =>
    `${isFirst ? "\u001b[2J" : ""}\u001b[?7l\u001b[H${text}\u001b[J\u001b[?7h`;

  it.each([
    [["a", "b"], [], 4, true, whole(drawn("a", "b"), true)],
    [["a", "b", "c"], [], 4, false, whole(drawn("a", "b", "c"))],
    [["a", "b", "c", "d"], [], 4, false, whole(drawn("a", "b", "… 2 more lines"))],
    [["a", "b", "c"], ["x"], 4, false, whole(drawn("a", "… 2 more lines", "x"))],
    [["a", "b"], ["x"], 1, false, whole(drawn("… 2 more lines", "x"))],
  ])("of %j with %j below, on %d rows", (lines, below, rows, isFirst, text) => {
    expect(frame(lines, below, rows, isFirst)).toBe(text);
  });
});
