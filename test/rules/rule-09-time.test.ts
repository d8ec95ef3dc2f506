// Rule 9, what time forbids: an earlier turn-on that may still take effect, an interrupt, an expired plan.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.js";
import { pastRun } from "../../src/reconcile/ledger/history.js";
import { openIntents } from "../../src/reconcile/ledger/intents.js";
import { type JournalEntry, journalLine, readJournal } from "../../src/reconcile/ledger/journal-format.js";
import type { Road } from "../support/road.js";
import { earlier } from "../unit/reconcile/earlier.js";
import { addByHand, carryOut, fleet, kinds, meanwhile, sent, start } from "./scene.js";

/** Bot 2000, which is off, and the plan to turn it on. */
async function toTurnOn(way: Road): Promise<Plan> {
  addByHand(way, { title: "a", id: 2000 });
  return way.plan(fleet("a"));
}

describe("rule 9: no turn-on for it already journalled inside the command deadline", () => {
  it.each([
    { sender: undefined, own: 60_000, from: 100_000, because: "120 s, where an older journal doesn't tell" },
    { sender: 3_000, own: 3_000, from: 100_000, because: "120 s: a short deadline hastens no service" },
    { sender: 200_000, own: 3_000, from: 180_000, because: "that of the run that sent it" },
    { sender: 3_000, own: 200_000, from: 180_000, because: "that of this run" },
  ])(
    "a turn-on of an earlier run isn't sent again before its deadline has passed: $because",
    async ({ sender, own, from }) => {
      const way = await start();
      const plan = await toTurnOn(way);
      const begun = way.clock.elapsed();
      let sentAfter = 0;
      const turnOn: typeof way.writer.turnOn = (id) => {
        sentAfter = way.clock.elapsed() - begun;
        return way.writer.turnOn(id);
      };
      const before = earlier("turn-on", 2000, way.clock.now() - 20_000, { deadlineMs: sender });
      const options = { earlier: [before], commandDeadlineMs: own };
      const report = await carryOut(way, plan, { writer: { turnOn } }, options);
      expect(kinds(report)).toEqual(["turn-on main/a applied"]);
      expect(sentAfter).toBeGreaterThanOrEqual(from);
      expect(sentAfter).toBeLessThan(from + 5_000);
    },
  );

  it("one that takes effect meanwhile isn't sent again at all", async () => {
    const way = await start({ quirks: { commandDelay: 5_000 } });
    const plan = await toTurnOn(way);
    await way.writer.turnOn(2000);
    const report = await way.apply(plan, { earlier: [earlier("turn-on", 2000, way.clock.now())] });
    expect(report.outcomes).toMatchObject([{ kind: "applied", wrote: false }]);
    expect(sent(way).turnOns).toBe(1);
  });

  it("one whose deadline has passed holds nothing back", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const begun = way.clock.elapsed();
    await way.apply(plan, { earlier: [earlier("turn-on", 2000, way.clock.now() - 200_000)] });
    expect(way.clock.elapsed() - begun).toBeLessThan(5_000);
    expect(sent(way).turnOns).toBe(1);
  });

  it("a clock that was set back makes nobody wait longer than a command may take", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const begun = way.clock.elapsed();
    const before = earlier("turn-on", 2000, way.clock.now() + 3_600_000);
    await way.apply(plan, { earlier: [before], commandDeadlineMs: 60_000 });
    expect(way.clock.elapsed() - begun).toBeLessThan(130_000);
  });

  it("the journal tells of it: an intent without an outcome, for its account and origin alone", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const origin = "https://service.example";
    const heading = { id: "1", command: "apply", tool: "0", account: "main", origin } as const;
    const lines: JournalEntry[] = [
      { type: "begin", at: 1, ...heading, plan },
      { type: "intent", at: 5, write: 1, address: "main/a", step: "turn-on", sends: "turn-on", botId: 2000 },
    ];
    const run = pastRun(readJournal(lines.map(journalLine).join("")));
    const runs = run === undefined ? [] : [run];
    const found = openIntents(runs, [{ account: "main", origin }]);
    expect(found).toMatchObject([{ sends: "turn-on", botId: 2000, at: 5, isUnknown: true }]);
    expect(openIntents(runs, [{ account: "other", origin }])).toEqual([]);
    expect(openIntents(runs, [{ account: "main", origin: "https://elsewhere.example" }])).toEqual([]);
  });
});

describe("rule 9: the run is not interrupted", () => {
  it.each([
    { at: "look", because: "while it looks" },
    { at: "intent", because: "while the intent is being written" },
  ])("an interrupted run turns nothing on: $because", async ({ at }) => {
    const way = await start();
    const plan = await toTurnOn(way);
    const controller = new AbortController();
    const bot: typeof way.reader.bot = (id) => {
      if (at === "look") controller.abort();
      return way.reader.bot(id);
    };
    const journal = meanwhile(() => at === "intent" && controller.abort());
    const report = await carryOut(way, plan, { reader: { bot }, journal }, { signal: controller.signal });
    expect(kinds(report)).toEqual(["turn-on main/a not-started"]);
    expect(sent(way).turnOns).toBe(0);
  });
});

describe("rule 9: the plan is not expired", () => {
  it("a plan that has expired turns nothing on", async () => {
    const way = await start();
    const report = await way.apply(await toTurnOn(way), { expiresAt: way.clock.now() });
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 9, detail: expect.stringContaining("expired") }]);
    expect(sent(way).turnOns).toBe(0);
  });

  it("a plan that expires while the run works turns nothing more on", async () => {
    const way = await start();
    const create: typeof way.writer.create = async (...given) => {
      const answer = await way.writer.create(...given);
      way.clock.advance(120_000);
      return answer;
    };
    const report = await carryOut(
      way,
      await way.plan(fleet("a")),
      { writer: { create } },
      { expiresAt: way.clock.now() + 60_000 },
    );
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a failed"]);
    expect(sent(way).turnOns).toBe(0);
  });

  it("a plan that holds is carried out", async () => {
    const way = await start();
    const report = await way.apply(await toTurnOn(way), { expiresAt: way.clock.now() + 1 });
    expect(kinds(report)).toEqual(["turn-on main/a applied"]);
  });

  it("a plan that expires between the look and the command turns nothing on", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const journal = meanwhile((count) => count === 1 && way.clock.advance(4_000));
    await carryOut(way, plan, { journal }, { expiresAt: way.clock.now() + 2_000 });
    expect(sent(way).turnOns).toBe(0);
  });
});

describe("rule 9: the list is fresh, as far as the service makes lists", () => {
  it.each([
    { seconds: 4, turnOns: 1, because: "within its age" },
    { seconds: 9, turnOns: 1, because: "every list takes so long, which is allowed for" },
    { seconds: 20, turnOns: 0, because: "no more than ten seconds are" },
  ])("where every list takes $seconds s: $because", async ({ seconds, turnOns }) => {
    const way = await start();
    const plan = await toTurnOn(way);
    const bots: typeof way.reader.bots = async () => {
      const list = await way.reader.bots();
      way.clock.advance(seconds * 1_000);
      return list;
    };
    await carryOut(way, plan, { reader: { bots } });
    expect(sent(way).turnOns).toBe(turnOns);
  });
});
