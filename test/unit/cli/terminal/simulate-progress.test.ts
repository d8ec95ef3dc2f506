// The progress of a simulation: a bar on a terminal, elsewhere a plain line now and then.
import { afterEach, describe, expect, it, vi } from "vitest";
import { simulateProgress } from "../../../../src/cli/terminal/simulate-progress.js";
import { statusOf } from "../../../../src/cli/terminal/status.js";
import { testScreen } from "./terminal.js";

function context(live: boolean) {
  const screen = testScreen({ live });
  return { printed: screen.printed.err, context: { live, status: statusOf(screen) } };
}

afterEach(() => void vi.useRealTimers());

describe("simulateProgress", () => {
  it("fills with the bytes that were read, and is erased at the end", () => {
    const { printed, context: terminal } = context(true);
    const progress = simulateProgress(terminal, "main", { from: 0, to: Number.POSITIVE_INFINITY });
    progress.total(1000);
    progress.onBytes(300);
    progress.onBytes(200);
    progress.onSlice(Date.UTC(2025, 5, 1));
    progress.end();
    expect(printed).toEqual([
      `\r\u001b[2Ksimulating main ${"█".repeat(12)}${"░".repeat(12)} 2025-06-01`,
      "\r\u001b[2K",
    ]);
  });

  it("fills with time where nothing is read, and is drawn no more often than can be seen", () => {
    const { printed, context: terminal } = context(true);
    const progress = simulateProgress(terminal, "main", { from: 0, to: 4000 });
    progress.onSlice(1000);
    progress.onSlice(1001);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(`${"█".repeat(6)}${"░".repeat(18)} 1970-01-01`);
  });

  it("is silent without a terminal where it is soon over", () => {
    const { printed, context: pipe } = context(false);
    const progress = simulateProgress(pipe, "main", { from: 0, to: 1 });
    progress.onSlice(1);
    progress.end();
    expect(printed).toEqual([]);
  });

  it("is a plain line now and then without a terminal", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { printed, context: pipe } = context(false);
    const progress = simulateProgress(pipe, "main", { from: 0, to: 4000 });
    vi.advanceTimersByTime(2_999);
    progress.onSlice(500);
    vi.advanceTimersByTime(1);
    progress.onSlice(1000);
    progress.onSlice(1001);
    progress.end();
    expect(printed).toEqual(["simulating main: 25 %, at 1970-01-01, 3 s\n"]);
  });
});
