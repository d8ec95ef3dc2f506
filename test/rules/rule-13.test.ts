// Rule 13: an interrupt starts nothing new, lets the call in flight end, writes its result, and lists what is unknown.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { contextOf } from "../../src/cli/terminal/context.js";
import { abandonable, interruptible } from "../../src/cli/terminal/interrupt.js";
import { NO_JOURNAL } from "../../src/reconcile/ledger/journal.js";
import { paint } from "../../src/render/text/paint.js";
import type { Road } from "../support/road.js";
import { carryOut, fleet, idle, kinds, meanwhile, sent, start } from "./scene.js";

const SILENT = contextOf({
  out: () => {},
  err: () => {},
  env: {},
  colour: paint(false),
  errColour: paint(false),
  outAsItIs: () => {},
  live: false,
  ask: undefined,
});

async function createArrived(way: Road): Promise<void> {
  while (sent(way).creates === 0) await new Promise((resolve) => setImmediate(resolve));
}

describe("rule 13: an interrupt", () => {
  it("starts nothing new: no step begins and nothing is journalled after it", async () => {
    const way = await start();
    const controller = new AbortController();
    const begun: string[] = [];
    let intents = 0;
    const journal = meanwhile((count) => {
      intents = count;
    });
    const report = await carryOut(
      way,
      await way.plan(idle("a", "b", "c")),
      { journal },
      {
        concurrency: 1,
        signal: controller.signal,
        onEvent(event) {
          if (event.type === "started") begun.push(event.step.address);
          if (event.type === "ended") controller.abort();
        },
      },
    );
    expect(kinds(report)).toEqual(["create main/a applied", "create main/b not-started", "create main/c not-started"]);
    expect([begun, intents, sent(way).creates]).toEqual([["main/a"], 1, 1]);
    expect([report.stop, exitOfReport(report)]).toEqual(["interrupted", 130]);
  });

  it("starts nothing new: a write that was only being looked at isn't sent, nor journalled", async () => {
    const way = await start();
    const controller = new AbortController();
    let intents = 0;
    const journal = meanwhile((count) => {
      intents = count;
    });
    const bots: typeof way.reader.bots = () => {
      controller.abort();
      return way.reader.bots();
    };
    const options = { signal: controller.signal };
    const report = await carryOut(way, await way.plan(idle("a")), { reader: { bots }, journal }, options);
    expect(kinds(report)).toEqual(["create main/a not-started"]);
    expect([intents, sent(way).creates]).toEqual([0, 0]);
  });

  it("lets the call in flight end, reads it back, and writes its result", async () => {
    const way = await start();
    const controller = new AbortController();
    const create: typeof way.writer.create = (...given) => {
      // In flight is what has left: until then nothing is lost by not sending it.
      const inFlight = way.writer.create(...given);
      void createArrived(way).then(() => controller.abort());
      return inFlight;
    };
    const written: string[] = [];
    const journal = {
      ...NO_JOURNAL,
      answer: (_write: number, { kind }: { readonly kind: string }) => void written.push(`answer ${kind}`),
      outcome: ({ action, kind }: { readonly action: string; readonly kind: string }) =>
        void written.push(`${action} ${kind}`),
    };
    const options = { signal: controller.signal };
    const report = await carryOut(way, await way.plan(fleet("a")), { writer: { create }, journal }, options);
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a not-started"]);
    expect(written).toEqual(["answer accepted", "create applied", "turn-on not-started"]);
  });

  it("lists what is unknown: a switch that was sent and not observed", async () => {
    const way = await start();
    const controller = new AbortController();
    const turnOn: typeof way.writer.turnOn = (id) => {
      controller.abort();
      return way.writer.turnOn(id);
    };
    const options = { signal: controller.signal };
    const report = await carryOut(way, await way.plan(fleet("a")), { writer: { turnOn } }, options);
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a unknown"]);
    expect(report.outcomes[1]).toMatchObject({ rule: 10, detail: expect.stringContaining("the run was stopped") });
    expect(exitOfReport(report)).toBe(5);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "is %s, the first of which is waited for and the second isn't",
    async (signal) => {
      const before = process.listeners(signal);
      const [said, left]: string[][] = [[], []];
      const context = { ...SILENT, err: (text: string) => void said?.push(text) };
      const interrupt = () => {
        const ours = process.listeners(signal).filter((listener) => !before.includes(listener));
        expect(ours).toHaveLength(1);
        for (const listener of ours) listener(signal);
      };
      const leave = (by: string) => {
        // Nobody listens any more: the same one ends the process as signals do.
        expect(process.listeners(signal)).toEqual(before);
        left?.push(by);
      };
      const task = async (stop: AbortSignal) => {
        interrupt();
        expect([stop.aborted, left]).toEqual([true, []]);
        interrupt();
      };
      await interruptible(context, task, { leave });
      expect(left).toEqual([signal]);
      expect(said).toEqual([
        expect.stringContaining("again to quit at once"),
        expect.stringMatching(
          /^\nQuit at once: the outcome of what was under way is unknown; botform history show last shows it.*\n$/,
        ),
      ]);
    },
  );

  it("reaches everything that is only read at once, over one listener of the process", async () => {
    const before = process.listeners("SIGINT");
    const ends = Promise.allSettled(Array.from({ length: 20 }, () => abandonable(() => new Promise(() => {}))));
    const ours = process.listeners("SIGINT").filter((listener) => !before.includes(listener));
    expect(ours).toHaveLength(1);
    for (const listener of ours) listener("SIGINT");
    for (const end of await ends) expect(end).toMatchObject({ status: "rejected", reason: { exitCode: 130 } });
    expect(process.listeners("SIGINT")).toEqual(before);
  });
});
