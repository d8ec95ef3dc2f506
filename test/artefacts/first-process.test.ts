// botform as process 1 of its own namespace, as in the image: the kernel drops signals there that nobody listens for.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { obeySignals } from "../../src/first-process.js";
import { demoEnv } from "../support/command.js";
import { MAIN } from "../support/dist.js";
import { needs, UNSHARE } from "../support/needs.js";

let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

/** Sends the signal whenever the output holds one of the texts. Gives the exit code, and what was printed. */
async function endedBy(signal: NodeJS.Signals, args: readonly string[], texts: readonly string[]) {
  // Slow enough that the command is still at work when the last signal comes.
  emulator = await startEmulator({ latencyMs: 200 });
  const env = { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: "1", ...demoEnv(emulator.url) };
  const child = spawn("unshare", [...UNSHARE, process.execPath, MAIN, ...args], { env });
  const first = () =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0]);
  return new Promise<{ readonly exitCode: number | null; readonly out: string }>((done, reject) => {
    let out = "";
    const listen = (text: string) => {
      out += text;
      if (texts.some((one) => text.includes(one))) process.kill(first(), signal);
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    child.on("error", reject);
    child.on("close", (exitCode) => done({ exitCode, out }));
  });
}

const APPLY = ["apply", "-c", "examples/quick-start", "--yes", "--concurrency", "1"];

describe("as process 1", () => {
  it("a second interrupt ends an apply at once", async (context) => {
    needs(context, "unshare");
    const journal = ["--journal", `${process.env.BOTFORM_JOURNAL}/first`];
    const { exitCode, out } = await endedBy("SIGTERM", [...APPLY, ...journal], ["[1/", "Interrupted"]);
    expect(exitCode).toBe(143);
    expect(out).toContain("Quit at once");
    expect(out).not.toContain("Steps:");
  });

  it("the emulator still closes as it does elsewhere", async (context) => {
    needs(context, "unshare");
    const { exitCode, out } = await endedBy("SIGINT", ["emulator", "--port", "0"], ["http://"]);
    expect(exitCode).toBe(130);
    expect(out).toContain("stopped after");
  });

  it("no other process gets listeners", () => {
    const before = process.listenerCount("SIGTERM");
    obeySignals(2);
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });
});
