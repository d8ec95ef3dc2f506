// Ctrl-C: the first one finishes what is under way, the second one quits; a command that only reads ends at once.
import { describe, expect, it } from "vitest";
import { abandonable, interruptible } from "../../../../src/cli/terminal/interrupt.js";
import { testScreen } from "./terminal.js";

const FINISHING = "\nInterrupted: finishing what is under way. Press Ctrl-C again to quit at once.\n";

/** As if the signal had come; nothing ends, since somebody listens. */
const signal = (name: NodeJS.Signals) => void process.emit(name, name);

const listening = () => (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((name) => process.listenerCount(name));

describe("while steps run", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s aborts once, then quits by itself", async (name) => {
    const before = listening();
    const screen = testScreen();
    const left: unknown[] = [];
    const aborted = await interruptible(
      screen,
      async (abort) => {
        const seen = [abort.aborted];
        signal(name);
        seen.push(abort.aborted);
        signal(name);
        return seen;
      },
      { leave: (by) => void left.push(by, listening()) },
    );
    expect(aborted).toEqual([false, true]);
    expect(screen.printed.err).toEqual([
      FINISHING,
      "\nQuit at once: the outcome of what was under way is unknown; botform history show last shows it, and botform resolve last checks it.\n",
    ]);
    expect([left, listening()]).toEqual([[name, before], before]);
  });

  it("says where to look", async () => {
    const screen = testScreen();
    await interruptible(
      screen,
      async () => {
        signal("SIGINT");
        signal("SIGINT");
      },
      { next: "look there", leave: () => {} },
    );
    expect(screen.printed.err.at(-1)).toContain("is unknown; look there.\n");
  });

  it("nobody listens any more once the task failed", async () => {
    const before = listening();
    await expect(interruptible(testScreen(), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(listening()).toEqual(before);
  });
});

describe("while it only reads", () => {
  it("an interrupt ends every task, with one listener for them all", async () => {
    const before = listening();
    const tasks = [0, 1].map(() => abandonable(() => new Promise<void>(() => {})));
    expect(listening()).toEqual(before.map((count) => count + 1));
    signal("SIGTERM");
    for (const task of tasks)
      await expect(task).rejects.toMatchObject({ message: "interrupted; nothing was written", exitCode: 130 });
    expect(listening()).toEqual(before);
  });

  it("without one the task's result comes back", async () => {
    const before = listening();
    expect(await abandonable(async () => 7)).toBe(7);
    expect(listening()).toEqual(before);
  });
});
