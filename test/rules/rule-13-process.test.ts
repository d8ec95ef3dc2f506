// Rule 13 for the process itself: the second interrupt ends it at once, whatever is under way.
import { afterEach, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, demoEnv } from "../support/command.js";

let emulator: RunningEmulator | undefined;

afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

/** Applies three bots one after the other, and interrupts when the output holds one of the texts. */
async function interruptedAt(texts: readonly string[], signal: NodeJS.Signals) {
  // Slow enough that the run is still under way when the second interrupt comes.
  emulator = await startEmulator({ latencyMs: 200 });
  let interrupts = 0;
  const result = await botform(["apply", "-c", "examples/quick-start", "--yes", "--concurrency", "1"], {
    env: demoEnv(emulator.url),
    onText(text, kill) {
      if (!texts.some((one) => text.includes(one))) return;
      interrupts += 1;
      kill(signal);
    },
  });
  return { ...result, interrupts };
}

describe("rule 13: interrupts of the process", () => {
  it("after one it reports what it did, and exits 130", async () => {
    const { exitCode, out, err, interrupts } = await interruptedAt(["[1/"], "SIGINT");
    expect([exitCode, interrupts]).toEqual([130, 1]);
    expect(err).toContain("finishing what is under way");
    expect(out).toContain("Interrupted; no further step was started.");
  });

  it("after two it exits 130 at once, without a report", async () => {
    const { exitCode, out, interrupts } = await interruptedAt(["[1/", "Interrupted"], "SIGINT");
    expect([exitCode, interrupts]).toEqual([130, 2]);
    expect(out).not.toContain("Steps:");
  });
});
