// The journal: lines that survive crashes, intents before writes, and what is told afterwards (rule 12).

import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type Disk, DiskError, type DiskFile } from "../../../../src/model/ports.js";
import { apply } from "../../../../src/reconcile/apply/apply.js";
import { type PastRun, pastRun, readHistory, runId, runOfPlan } from "../../../../src/reconcile/ledger/history.js";
import { openIntents } from "../../../../src/reconcile/ledger/intents.js";
import { addToJournal, beginJournal, type Heading } from "../../../../src/reconcile/ledger/journal.js";
import { type JournalEntry, journalLine, readJournal } from "../../../../src/reconcile/ledger/journal-format.js";
import { type Road, road } from "../../../support/road.js";
import { earlier } from "../earlier.js";
import { desired, desiredBot } from "../fleet.js";

let open: Road | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(options: Parameters<typeof road>[0] = {}): Promise<Road> {
  open = await road(options);
  return open;
}

/** A line as a later botform may write it. */
const NEWER = `{"v":2,"sum":"${createHash("sha256").update('2 {"type":"hint"}').digest("hex").slice(0, 16)}","entry":{"type":"hint"}}\n`;

/** A disk in memory that can be told to fail, and remembers what was synced. */
class MemoryDisk implements Disk {
  readonly files = new Map<string, string>();
  readonly log: string[] = [];
  opened = 0;
  fails: (doing: "create" | "append" | "sync", text: string) => string | undefined = () => undefined;

  names = async () => [...this.files.keys()].sort();
  read = async (name: string) => this.files.get(name) ?? "";
  size = async (name: string) => (this.files.get(name) ?? "").length;
  create = async (name: string): Promise<DiskFile> => {
    this.#guard("create", name);
    this.files.set(name, "");
    return this.#file(name);
  };
  open = async (name: string): Promise<DiskFile> => this.#file(name);

  #file(name: string): DiskFile {
    this.opened += 1;
    return {
      append: async (text) => {
        this.#guard("append", text);
        this.log.push(`append ${[...text.matchAll(/"type":"(\w+)"/g)].map((match) => match[1]).join()}`);
        this.files.set(name, (this.files.get(name) ?? "") + text);
      },
      sync: async () => {
        this.#guard("sync", "");
        this.log.push("sync");
      },
      close: async () => {
        this.opened -= 1;
      },
    };
  }

  #guard(doing: "create" | "append" | "sync", text: string): void {
    const code = this.fails(doing, text);
    if (code !== undefined) throw new DiskError(code, `${doing}: ${code}`);
  }
}

const HEADING: Heading = {
  id: "2026-11-21T18-00-00Z-abcd",
  command: "apply",
  tool: "0.0.0",
  account: "main",
  origin: "http://127.0.0.1:1",
};

async function journalled(way: Road, disk: MemoryDisk, config = desired([desiredBot("a", { enabled: true })])) {
  const plan = await way.plan(config);
  const journal = await beginJournal(disk, way.clock, HEADING, plan);
  const { writer } = way;
  const noting = {
    ...writer,
    create: (...given: Parameters<typeof writer.create>) => {
      disk.log.push("SEND create");
      return writer.create(...given);
    },
    update: writer.update,
    turnOn: (botId: number) => {
      disk.log.push("SEND turn-on");
      return writer.turnOn(botId);
    },
    turnOff: (botId: number) => {
      disk.log.push("SEND turn-off");
      return writer.turnOff(botId);
    },
  };
  return { plan, report: await apply(plan, { reader: way.reader, writer: noting, clock: way.clock, journal }) };
}

async function onlyRun(disk: Disk): Promise<PastRun> {
  const { runs } = await readHistory(disk);
  expect(runs).toHaveLength(1);
  const [run] = runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

it.each(["append", "sync"] as const)(
  "a journal that can't be begun for want of %s leaves no file open",
  async (what) => {
    const disk = new MemoryDisk();
    disk.fails = (doing) => (doing === what ? "ENOSPC" : undefined);
    const way = await start();
    const plan = await way.plan(desired([desiredBot("a")]));
    await expect(beginJournal(disk, way.clock, HEADING, plan)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(disk.opened).toBe(0);
  },
);

describe("a run's journal", () => {
  it("has each intent on the disk before the write leaves, and its answer and outcome after it", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    await journalled(way, disk);
    const sends = disk.log.flatMap((line, index) => (line.startsWith("SEND") ? [index] : []));
    expect(sends).toHaveLength(2);
    for (const index of sends) expect(disk.log.slice(index - 2, index)).toEqual(["append intent", "sync"]);
    const run = await onlyRun(disk);
    expect(run.steps.map(({ action, kind, writes }) => [action, kind, writes[0]?.answer?.kind])).toEqual([
      ["create", "applied", "accepted"],
      ["turn-on", "applied", "accepted"],
    ]);
    expect(run.end).toEqual({ type: "end", at: way.clock.now(), notes: [], unsettled: [], violations: [] });
    expect(run.begin.plan.bots["main/a"]?.observed).toBeNull();
  });

  it("ends with all that the report says, and why it stopped", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    const { report, plan } = await journalled(way, disk);
    const said = { notes: ["a"], unsettled: ["main/a"], violations: ["c"], stop: "interrupted" } as const;
    disk.files.clear();
    await (await beginJournal(disk, way.clock, HEADING, plan)).end({ ...report, ...said });
    expect((await onlyRun(disk)).end).toEqual({ type: "end", at: way.clock.now(), ...said });
    expect(disk.opened).toBe(0);
  });

  it("has an intent on the disk, also where an answer is written with it", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    const plan = await way.plan(desired([desiredBot("a")]));
    const journal = await beginJournal(disk, way.clock, HEADING, plan);
    const [step] = plan.steps;
    if (step === undefined) throw new Error("no step");
    disk.log.length = 0;
    journal.answer(1, { kind: "accepted" });
    await journal.intent(step, "create", undefined, 1);
    expect(disk.log).toEqual(["append answer,intent", "sync"]);
  });

  it.each(["append", "sync"] as const)("sends nothing whose intent can't be written (%s fails)", async (doing) => {
    const way = await start();
    const disk = new MemoryDisk();
    let armed = false;
    disk.fails = (what, text) => {
      if (text.includes('"type":"intent"')) armed = true;
      return what === doing && armed ? "ENOSPC" : undefined;
    };
    const { report } = await journalled(way, disk);
    expect(report.stop).toBe("journal");
    expect(report.outcomes.map(({ kind, rule }) => [kind, rule])).toEqual([
      ["not-started", 12],
      ["not-started", 12],
    ]);
    expect(way.emulator.service.writes).toEqual([]);
    expect(report.notes.join()).toContain("ENOSPC");
  });

  it("fails between two writes: what was sent is observed, nothing more is sent", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    let intents = 0;
    disk.fails = (_what, text) => {
      if (text.includes('"type":"intent"')) intents += 1;
      return intents > 1 ? "EROFS" : undefined;
    };
    const { report } = await journalled(way, disk);
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(["applied", "not-started"]);
    expect(way.emulator.service.requests.turnOn).toBe(0);
  });

  it("a bot that must not be on is turned off although the journal is broken", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const disk = new MemoryDisk();
    let intents = 0;
    disk.fails = (_what, text) => {
      if (text.includes('"type":"intent"')) intents += 1;
      return intents > 1 ? "ENOSPC" : undefined;
    };
    const { report } = await journalled(way, disk);
    expect(report.outcomes[0]).toMatchObject({ kind: "applied", rule: 7 });
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
  });

  it("that can't be begun lets nothing begin", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    disk.fails = () => "EROFS";
    await expect(journalled(way, disk)).rejects.toThrow(DiskError);
    expect(way.emulator.service.writes).toEqual([]);
  });

  it("that is added to later tells the last look", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    await journalled(way, disk);
    const looked: JournalEntry = {
      type: "resolved",
      at: 1,
      address: "main/a",
      step: "turn-on",
      verdict: "took-effect",
      detail: "on",
    };
    await addToJournal(disk, HEADING.id, [looked]);
    expect((await onlyRun(disk)).steps[1]?.resolved).toEqual(looked);
  });
});

describe("a journal that was cut", () => {
  it("at any byte: never throws, and what was about to be sent is never forgotten", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    await journalled(way, disk);
    const [text = ""] = disk.files.values();
    const begun = text.indexOf("\n");
    for (let length = 0; length < text.length; length += 1) {
      const kept = text.slice(0, length);
      const run = pastRun(readJournal(kept));
      if (length <= begun) {
        expect(run).toBeUndefined();
        continue;
      }
      const create = run?.steps[0]?.kind;
      if (!kept.includes('"type":"intent"')) expect(create).toBe("not-started");
      const outcome = text.indexOf("\n", text.indexOf('"type":"outcome"'));
      const intent = text.indexOf("\n", text.indexOf('"type":"intent"'));
      if (length > intent && length <= outcome) expect(create).toBe("unknown");
      if (length > outcome) expect(create).toBe("applied");
    }
  });

  it("or flipped at any byte: the line is left out, and nothing else changes", () => {
    const lines = [1, 2, 3].map((write) => journalLine({ type: "answer", at: 0, write, kind: "accepted" }));
    const text = lines.join("");
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 1, max: 127 }), (index, by) => {
        const flipped = String.fromCharCode(text.charCodeAt(index) ^ by);
        const { entries } = readJournal(text.slice(0, index) + flipped + text.slice(index + 1));
        const written = entries.map((entry) => (entry.type === "answer" ? entry.write : 0));
        expect(written.length).toBeLessThan(3);
        expect(written.every((write) => [1, 2, 3].includes(write))).toBe(true);
      }),
    );
  });

  it("is told from a foreign and a newer one", async () => {
    const disk = new MemoryDisk();
    disk.files.set("a.jsonl", "hello\n");
    disk.files.set("b.jsonl", NEWER);
    disk.files.set("c.txt", "not ours");
    expect(await readHistory(disk)).toEqual({
      runs: [],
      unreadable: [
        { name: "a.jsonl", why: "foreign" },
        { name: "b.jsonl", why: "newer" },
      ],
    });
  });
});

describe("what an earlier run has left", () => {
  async function crashed(way: Road, disk: MemoryDisk): Promise<readonly PastRun[]> {
    await journalled(way, disk);
    for (const [name, text] of disk.files) {
      // As if the process had died right after the turn-on's intent.
      const cut = text.indexOf("\n", text.lastIndexOf('"type":"intent"'));
      disk.files.set(name, text.slice(0, cut + 1));
    }
    return (await readHistory(disk)).runs;
  }

  it("a turn-on without an outcome is pending, for its account and origin alone", async () => {
    const way = await start();
    const runs = await crashed(way, new MemoryDisk());
    const [bot] = await way.live();
    const { account, origin } = HEADING;
    expect(openIntents(runs, [{ account, origin }])).toMatchObject([{ sends: "turn-on", botId: bot?.id }]);
    expect(openIntents(runs, [{ account: "other", origin }])).toEqual([]);
    expect(openIntents(runs, [{ account, origin: "https://elsewhere" }])).toEqual([]);
  });

  it("isn't sent again inside the deadline, and is once that has passed (rule 9)", async () => {
    const way = await start();
    const runs = await crashed(way, new MemoryDisk());
    const [bot] = await way.live();
    // The command was lost: the bot is off.
    way.emulator.service.editBot(bot?.id ?? 0, { enabled: false });
    const open = openIntents(runs, [HEADING]);
    const before = way.clock.elapsed();
    const config = desired([desiredBot("a", { enabled: true })]);
    let waited = 0;
    const turnOn: typeof way.writer.turnOn = async (botId) => {
      waited = way.clock.elapsed() - before;
      return way.writer.turnOn(botId);
    };
    const ports = { reader: way.reader, writer: { ...way.writer, turnOn }, clock: way.clock };
    const sentAt = open[0]?.at ?? 0;
    const age = way.clock.now() - sentAt;
    const report = await apply(await way.plan(config), ports, { earlier: open, commandDeadlineMs: 60_000 });
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(["applied"]);
    expect(waited).toBeGreaterThanOrEqual(120_000 - age);
  });

  it("that takes effect meanwhile is taken as done, and nothing is sent", async () => {
    const way = await start({ quirks: { commandDelay: 5_000 } });
    const config = desired([desiredBot("a", { enabled: true })]);
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const plan = await way.plan(config);
    const [bot] = await way.live();
    const botId = bot?.id ?? 0;
    await way.writer.turnOn(botId);
    const report = await way.apply(plan, { earlier: [earlier("turn-on", botId, way.clock.now())] });
    expect(report.outcomes[0]).toMatchObject({ kind: "applied", detail: expect.stringContaining("already on") });
    expect(way.emulator.service.requests.turnOn).toBe(1);
  });

  it("a saved plan that was carried out is known by its id", async () => {
    const way = await start();
    const disk = new MemoryDisk();
    const plan = await way.plan(desired([desiredBot("a")]));
    const journal = await beginJournal(disk, way.clock, { ...HEADING, planId: "p1" }, plan);
    await apply(plan, { reader: way.reader, writer: way.writer, clock: way.clock, journal });
    const { runs } = await readHistory(disk);
    expect(runOfPlan(runs, "p1")?.begin.id).toBe(HEADING.id);
    expect(runOfPlan(runs, "p2")).toBeUndefined();
  });

  it("is only looked for as far back as asked", async () => {
    const disk = new MemoryDisk();
    const at = Date.UTC(2026, 10, 21, 18, 0, 0);
    expect(runId(at, "abcd")).toBe(HEADING.id);
    disk.files.set(`${runId(at, "old")}.jsonl`, "x\n");
    expect((await readHistory(disk, at + 1)).unreadable).toEqual([]);
    expect((await readHistory(disk, at)).unreadable).toHaveLength(1);
  });
});
