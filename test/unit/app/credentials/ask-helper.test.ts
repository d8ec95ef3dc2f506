// What a credential helper is asked, what it may answer, and what is shown of it: with programs as a user would write them.
import { chmodSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { askHelper } from "../../../../src/app/credentials/ask-helper.js";
import { folder, refusal } from "../room.js";

const at = folder();
const QUESTION = {
  account: "main",
  api: "https://api.example.net",
  variables: ["BOTFORM_KEY", "BOTFORM_SECRET"],
};

const NO_PROC = process.platform !== "linux";

/** A process that has ended, and that nobody has asked for its code yet, runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** A program of these lines of sh. */
function program(script: string): string {
  const path = at.written(`#!/bin/sh\n${script}\n`, "helper");
  chmodSync(path, 0o755);
  return path;
}

async function asked(script: string, { timeoutMs = 10_000, args = [] as readonly string[] } = {}) {
  const path = program(script);
  const answer = await askHelper({ program: path, args }, QUESTION, { PATH: process.env.PATH, OWN: "yes" }, timeoutMs);
  return "fault" in answer ? { fault: answer.fault.replace(path, "HELPER") } : answer;
}

describe("a credential helper", () => {
  it("is asked by lines, with get as its last word, in no folder of the user's, with the process's own environment", async () => {
    const { remarks } = { remarks: "", ...(await asked('echo "$@, $OWN, $PWD" >&2; cat >&2', { args: ["a b"] })) };
    expect(remarks).toBe("api=https://api.example.net / variable=BOTFORM_KEY / variable=BOTFORM_SECRET");
    expect(await asked('echo "$@, $OWN, $PWD" >&2', { args: ["a b"] })).toEqual({
      values: {},
      remarks: `a b get, yes, ${homedir()}`,
    });
    expect(await asked("head -n 1 >&2")).toEqual({ values: {}, remarks: "account=main" });
    expect(await asked("tail -n 1 | od -c >&2")).toMatchObject({ remarks: expect.stringContaining("\\n") });
  });

  it.each<[string, string, object]>([
    ["values", "echo BOTFORM_KEY=k; echo BOTFORM_SECRET=s", { BOTFORM_KEY: "k", BOTFORM_SECRET: "s" }],
    ["one of them", "echo BOTFORM_KEY=k", { BOTFORM_KEY: "k" }],
    ["nothing", "true", {}],
    ["nothing, and reads nothing", "exec <&-", {}],
    ["an empty value", "echo BOTFORM_KEY=", {}],
    ["a value with all sorts of characters", `echo 'BOTFORM_KEY=a=b#c "d" $e'`, { BOTFORM_KEY: 'a=b#c "d" $e' }],
    ["lines of Windows", "printf 'BOTFORM_KEY=k\\r\\n\\r\\n'", { BOTFORM_KEY: "k" }],
    ["comments, and what nobody asked for", "echo '# x'; echo OTHER=o; echo BOTFORM_KEY=k", { BOTFORM_KEY: "k" }],
  ])("answers with %s", async (_what, script, values) => {
    expect(await asked(script)).toEqual({ values, remarks: "" });
  });

  it.each<[string, string]>([
    ["echo canary-9c41", "answers with a line that isn't NAME=value: line 1, which isn't shown"],
    ["echo A=1; echo ' BOTFORM_KEY=canary'", "answers with a line that isn't NAME=value: line 2, which isn't shown"],
    ["echo BOTFORM_KEY=k; echo BOTFORM_KEY=l", "answers with two values for BOTFORM_KEY"],
    [
      "printf 'BOTFORM_KEY=k\\303\\251\\n'",
      "answers with a value for BOTFORM_KEY that contains characters that aren't printable ASCII",
    ],
    ["head -c 70000 /dev/zero", "wrote more than 64 KiB"],
    ["exit 3", "ended with code 3"],
    ["kill -9 $$", "was ended by SIGKILL"],
    ["echo 'no such key' >&2; exit 1", "ended with code 1: no such key"],
    ["printf 'a\\nb\\n\\nc\\nd\\n' >&2; exit 1", "ended with code 1: b / c / d"],
    ["head -c 1000 /dev/zero | tr '\\0' x >&2; exit 1", `ended with code 1: ${"x".repeat(300)}`],
  ])("that runs %j fails", async (script, fault) => {
    expect(await asked(script)).toEqual({ fault: `the credential helper HELPER ${fault}` });
  });

  it("is ended when it takes too long, and whatever it has started is no longer waited for", async () => {
    for (const script of ["exec sleep 60", "sleep 60", "sleep 60 & sleep 60"])
      expect(await asked(script, { timeoutMs: 200 })).toEqual({
        fault: "the credential helper HELPER didn't answer within 0.2 seconds",
      });
  });

  it.skipIf(NO_PROC)("that takes too long is ended with what it has started", async () => {
    const pid = at.written("", "pid");
    await asked(`sleep 60 & echo $! > '${pid}'; sleep 60`, { timeoutMs: 500 });
    const child = Number(readFileSync(pid, "utf8"));
    expect(child).toBeGreaterThan(0);
    await vi.waitUntil(() => !isRunning(child));
  });

  it("keeps nothing else waiting, nor another one", async () => {
    const ends: string[] = [];
    const slow = asked("sleep 60", { timeoutMs: 1_000 }).then(() => ends.push("slow"));
    await asked("echo BOTFORM_KEY=k").then(() => ends.push("quick"));
    await slow;
    expect(ends).toEqual(["quick", "slow"]);
  });

  it.skipIf(NO_PROC)("is ended with what it has started when this process is interrupted", async () => {
    const pid = at.written("", "pid");
    const asking = refusal(() => asked(`sleep 60 & echo $! > '${pid}'; sleep 60`));
    await vi.waitUntil(() => readFileSync(pid, "utf8").endsWith("\n"));
    const child = Number(readFileSync(pid, "utf8"));
    process.emit("SIGTERM");
    expect(await asking).toEqual(["interrupted; nothing was written", 130]);
    await vi.waitUntil(() => !isRunning(child));
    expect(process.listeners("exit").filter(({ name }) => name === "interruptAll")).toEqual([]);
  });

  it("that is interrupted interrupts the command", async () => {
    expect(await refusal(() => asked("kill -INT $$"))).toEqual(["interrupted; nothing was written", 130]);
  });

  it("that isn't there, or is no program, says so", async () => {
    expect(await askHelper({ program: at.fresh("none"), args: [] }, QUESTION, {})).toMatchObject({
      fault: expect.stringMatching(/none can't be started: there is no such file or folder \(ENOENT\)$/),
      remedy: expect.stringContaining("echo account=main | "),
    });
    expect(await askHelper({ program: at.written("x", "plain"), args: [] }, QUESTION, {})).toMatchObject({
      fault: expect.stringMatching(/plain can't be started: permission denied \(EACCES\)$/),
    });
  });
});

describe("of what a helper says, no value is shown", () => {
  it.each<[string, string]>([
    ["echo BOTFORM_KEY=canary-9c41; echo got canary-9c41 >&2; exit 1", "got ***"],
    ["echo OTHER=canary-9c41; echo got canary-9c41 >&2; exit 1", "got ***"],
    ["echo canary-9c41; echo got canary-9c41 >&2; exit 1", "got ***"],
    ["set -x; : BOTFORM_KEY=canary-9c41; exit 1", "+ : BOTFORM_KEY=*** / + exit 1"],
    ["echo 'BOTFORM_KEY: canary-9c41' >&2; exit 1", "BOTFORM_KEY: ***"],
  ])("%j", async (script, shown) => {
    expect(await asked(script)).toEqual({ fault: `the credential helper HELPER ended with code 1: ${shown}` });
  });
});
