// The screen of this process: where it has colour, is drawn on, and asks; and what an answer, Ctrl-D and Ctrl-C come to.
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { processScreen } from "../../../../src/cli/terminal/screen.js";

const REAL = Object.getOwnPropertyDescriptors(process);

interface Streams {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
}

/** This process with streams and an environment of its own; those that are named are terminals. */
function processWith(terminals: string, env: Record<string, string> = {}): Streams {
  const stream = (name: string) => Object.assign(new PassThrough(), { isTTY: terminals.includes(name) || undefined });
  const streams = { stdin: stream("stdin"), stdout: stream("stdout"), stderr: stream("stderr") };
  for (const [name, value] of Object.entries({ ...streams, env }))
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  return streams;
}

afterEach(() => {
  const { stdin, stdout, stderr, env } = REAL;
  Object.defineProperties(process, { stdin, stdout, stderr, env });
});

/** All that was written. Since Node 26, one read is one chunk. */
function textOf(stream: PassThrough): string {
  let text = "";
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) text += String(chunk);
  return text;
}

describe("colour and drawing", () => {
  it.each<[string, Record<string, string>, readonly [out: boolean, err: boolean, live: boolean]]>([
    ["stdout stderr", {}, [true, true, true]],
    ["stdout", {}, [true, false, false]],
    ["stderr", {}, [false, true, true]],
    ["", {}, [false, false, false]],
    ["stdout stderr", { NO_COLOR: "1" }, [false, false, true]],
    ["stdout stderr", { NO_COLOR: "" }, [true, true, true]],
    ["stdout stderr", { TERM: "dumb" }, [false, false, false]],
    ["stdout stderr", { TERM: "xterm" }, [true, true, true]],
    ["stdout stderr", { CI: "" }, [true, true, false]],
    ["", { CI: "true" }, [false, false, false]],
  ])("where %j are terminals and the environment is %j: %j", (terminals, env, expected) => {
    processWith(terminals, env);
    const { colour, errColour, live } = processScreen();
    expect([colour.bad("x") !== "x", errColour.bad("x") !== "x", live]).toEqual(expected);
  });
});

describe("output", () => {
  it("goes to its stream, without the secrets of the environment", () => {
    const { stdout, stderr } = processWith("", { BOTFORM_A_API_KEY: "canary-k3y" });
    const screen = processScreen();
    screen.out("one canary-k3y");
    screen.err("two canary-k3y");
    expect([textOf(stdout), textOf(stderr)]).toEqual(["one ***", "two ***"]);
  });

  it.each([
    ["EPIPE", ""],
    [
      "ENOSPC",
      "botform: standard output can't be written (ENOSPC), so what stands there is incomplete. The command itself goes on: look at botform history before you repeat one that writes.\n",
    ],
  ])("that fails with %s, again and again, reports %j", async (code, report) => {
    const { stdout, stderr } = processWith("");
    const { isWhole } = processScreen();
    for (let count = 0; count < 2; count += 1) stdout.emit("error", Object.assign(new Error(code), { code }));
    stderr.emit("error", new Error("lost"));
    expect([await isWhole?.(), textOf(stderr)]).toEqual([code === "EPIPE", report]);
  });
});

describe("a question", () => {
  it("is asked of nobody where standard input isn't a terminal", () => {
    processWith("stdout stderr");
    expect(processScreen().ask).toBeUndefined();
  });

  it.each<[string, string, string | undefined]>([
    ["a line", "yes\r", "yes"],
    ["Enter alone", "\r", ""],
    ["Ctrl-D", "\u0004", ""],
    ["Ctrl-C", "\u0003", undefined],
  ])("answered with %s", async (_what, typed, answer) => {
    const { stdin, stdout, stderr } = processWith("stdin stderr");
    const asked = processScreen().ask?.("Go? ");
    await expect.poll(() => stdin.listenerCount("keypress") + stdin.listenerCount("data")).toBeGreaterThan(0);
    stdin.write(typed);
    expect(await asked).toBe(answer);
    expect(textOf(stderr)).toContain("Go? ");
    expect(textOf(stdout)).toBe("");
  });

  it("is a no where the terminal goes away", async () => {
    const { stdin } = processWith("stdin stderr");
    const asked = processScreen().ask?.("Go? ");
    await expect.poll(() => stdin.listenerCount("keypress") + stdin.listenerCount("data")).toBeGreaterThan(0);
    stdin.end();
    expect(await asked).toBe("");
  });
});
