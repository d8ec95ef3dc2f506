// What a journal tells afterwards: how each step ended, which turn-ons may still take effect, which run a plan was.
import { describe, expect, it } from "vitest";
import { type Disk, DiskError } from "../../../../src/model/ports.js";
import {
  createdBots,
  isOfOthers,
  mayMatterLater,
  type PastRun,
  pastRun,
  readHistory,
  runId,
  runOfPlan,
  runsBackwards,
} from "../../../../src/reconcile/ledger/history.js";
import { openIntents } from "../../../../src/reconcile/ledger/intents.js";
import { type JournalEntry, journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { doubtsIn } from "../../../../src/reconcile/plan/remembered.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";
import { answer, BEGIN, END, intent, type Outcome, outcome, PLACE, resolved, run } from "./entries.js";

describe("a past run", () => {
  it("is told from its journal, whatever else stands in it", () => {
    const entries = [END, BEGIN, END];
    expect(pastRun({ entries, damaged: 3, torn: true, newer: false })).toEqual({
      begin: BEGIN,
      steps: BEGIN.plan.steps.map((step) => ({
        step,
        address: step.address,
        action: step.action,
        writes: [],
        ended: undefined,
        resolved: undefined,
        kind: "not-started",
      })),
      end: END,
      damaged: 3,
      torn: true,
    });
  });

  it("is none without its beginning", () => {
    expect(pastRun({ entries: [intent(1), END], damaged: 0, torn: false, newer: false })).toBeUndefined();
  });

  it("has no end where it died", () => {
    expect(run([intent(1)]).end).toBeUndefined();
  });

  it("gives each step what was said of it alone", () => {
    const steps = run([
      intent(1, "update"),
      answer(1, "accepted"),
      outcome("applied", "update"),
      intent(2),
      intent(3),
      answer(3, "ambiguous"),
      intent(4, "turn-on", "b"),
      outcome("failed", "turn-on", "b"),
      resolved("no-effect"),
      resolved("unclear"),
      resolved("took-effect", "turn-on", "b"),
      resolved("took-effect", "update"),
    ]).steps;
    expect(
      steps.map(({ address, action, kind, writes, ended, resolved }) => [
        `${action} ${address}: ${kind}`,
        writes.map((write) => `${write.intent.write} ${write.answer?.kind ?? "unanswered"}`).join(),
        ended?.outcome.kind,
        resolved?.verdict,
      ]),
    ).toEqual([
      ["update main/a: applied", "1 accepted", "applied", "took-effect"],
      ["turn-on main/a: unknown", "2 unanswered,3 ambiguous", undefined, "unclear"],
      ["turn-on main/b: failed", "4 unanswered", "failed", "took-effect"],
    ]);
  });

  it("tells steps of one bot about different deals apart", () => {
    const ofDeal = (id: number) => ({ ...step("complete-deal", "a"), deal: { id } });
    const plan = planOf([plannedBot("a", live(1, "a"))], [ofDeal(8), ofDeal(9)]);
    const steps = run([{ ...intent(1, "complete-deal"), dealId: 9 }], { plan }).steps;
    expect(steps.map(({ dealId, kind }) => [dealId, kind])).toEqual([
      [8, "not-started"],
      [9, "unknown"],
    ]);
  });

  it("takes no other entry of a step for an answer or a look", () => {
    expect(run([intent(1), outcome("unknown")]).steps[1]).toMatchObject({
      writes: [{ intent: intent(1), answer: undefined }],
      resolved: undefined,
    });
  });

  it.each<{ entries: JournalEntry[]; kind: Outcome; because: string }>([
    { entries: [], kind: "not-started", because: "nothing was about to be sent" },
    { entries: [intent(1)], kind: "unknown", because: "an intent without an answer" },
    { entries: [intent(1), answer(1, "accepted")], kind: "unknown", because: "an answer without an outcome" },
    { entries: [intent(1), answer(1, "ambiguous")], kind: "unknown", because: "an answer that proves nothing" },
    { entries: [intent(1), answer(1, "refused")], kind: "unknown", because: "the service said no, and nobody looked" },
    { entries: [intent(1), answer(1, "not-sent")], kind: "failed", because: "it never left" },
    { entries: [intent(1), answer(1, "unauthorized")], kind: "unknown", because: "the same of the credentials" },
    { entries: [intent(1), answer(1, "overtaken")], kind: "failed", because: "a broken journal held it back" },
    {
      entries: [intent(1), answer(1, "not-sent"), intent(2)],
      kind: "unknown",
      because: "of two writes one may have been carried out",
    },
    { entries: [intent(1), outcome("skipped")], kind: "skipped", because: "what the run itself said comes first" },
  ])("without more to go by: $because, so it is $kind", ({ entries, kind }) => {
    expect(run(entries).steps[1]?.kind).toBe(kind);
  });
});

describe("a turn-on that may still take effect (rule 9)", () => {
  const at = (runs: readonly PastRun[], place = PLACE) =>
    [...doubtsIn(openIntents(runs, [place]), 10).inDoubt].map(([id, { sentAt }]) => [id, sentAt]);

  it.each<{ entries: JournalEntry[]; pending: [number, number][]; because: string }>([
    { entries: [intent(3)], pending: [[1, 3]], because: "the run died after its intent" },
    { entries: [intent(3), answer(3, "accepted")], pending: [[1, 3]], because: "accepted isn't done" },
    { entries: [intent(3), answer(3, "ambiguous"), outcome("unknown")], pending: [[1, 3]], because: "it is unknown" },
    { entries: [intent(3), resolved("no-effect")], pending: [[1, 3]], because: "a look found it off so far" },
    { entries: [intent(3), resolved("unclear")], pending: [[1, 3]], because: "a look couldn't tell" },
    { entries: [intent(3), resolved("took-effect")], pending: [], because: "a look found it on" },
    { entries: [intent(3), outcome("applied")], pending: [], because: "it was seen to be on" },
    { entries: [intent(3), answer(3, "not-sent"), outcome("unknown")], pending: [], because: "it never left" },
    {
      entries: [intent(3), answer(3, "refused"), outcome("unknown")],
      pending: [[1, 3]],
      because: "a no proves nothing",
    },
    {
      entries: [intent(3), answer(3, "refused"), outcome("failed")],
      pending: [],
      because: "a no was watched to its end",
    },
    { entries: [intent(3, "update")], pending: [], because: "an update turns nothing on" },
    {
      entries: [intent(1, "turn-on", "a", 8), intent(2, "turn-on", "a", 3)],
      pending: [[1, 8]],
      because: "of two the later counts, though the clock went back",
    },
    {
      entries: [intent(1), intent(2, "turn-on", "b")],
      pending: [
        [1, 1],
        [2, 2],
      ],
      because: "each bot has its own",
    },
  ])("$because: $pending", ({ entries, pending }) => {
    expect(at([run(entries)])).toEqual(pending);
  });

  it("is nobody's where the intent names no bot", () => {
    const { botId: _botId, ...nameless } = intent(1);
    expect(at([run([nameless])])).toEqual([]);
  });

  it("is looked for in every run of that account at that origin", () => {
    const runs = [run([intent(4)]), run([intent(6)]), run([intent(5)])];
    expect(at(runs)).toEqual([[1, 6]]);
    expect(at([run([intent(1)], { account: "other" }), run([intent(1)], { origin: "https://b" })])).toEqual([]);
  });
});

describe("the run of a saved plan", () => {
  it("is the one that applied some of it, or may have", () => {
    const ended = (wrote: boolean, ...given: Parameters<typeof outcome>): JournalEntry => {
      const one = outcome(...given);
      return one.type === "outcome" ? { ...one, outcome: { ...one.outcome, wrote } } : one;
    };
    const none = run([ended(false, "failed"), ended(false, "skipped", "turn-on", "b")], { planId: "p1", id: "r1" });
    const other = run([outcome("applied")], { planId: "p2", id: "r2" });
    const some = run([outcome("applied"), outcome("failed", "turn-on", "b")], { planId: "p1", id: "r3" });
    expect(runOfPlan([none, other, some], "p1")).toBe(some);
    expect(runOfPlan([none, other], "p1")).toBeUndefined();
    const perhaps = run([outcome("unknown")], { planId: "p1", id: "r4" });
    expect(runOfPlan([none, perhaps], "p1")).toBe(perhaps);
    // Whatever it says it has written.
    const silent = ["applied", "unknown"].map((kind) =>
      run([ended(false, kind as "applied")], { planId: "p1", id: kind }),
    );
    for (const one of silent) expect(runOfPlan([none, one], "p1")).toBe(one);
    const otherwise = run([ended(true, "failed")], { planId: "p1", id: "r5" });
    expect(runOfPlan([none, otherwise], "p1")).toBe(otherwise);
  });
});

describe("the history", () => {
  const NAMES = ["2026-11-21T18-00-00Z-aa.jsonl", "2026-11-21T18-00-01Z-bb.jsonl"] as const;
  const BETWEEN = Date.UTC(2026, 10, 21, 18, 0, 1);

  function diskOf(files: Readonly<Record<string, string | Error>>): Disk {
    const refuse = () => Promise.reject(new Error("nothing is written here"));
    const read = async (name: string) => {
      const held = files[name] ?? "";
      if (held instanceof Error) throw held;
      return held;
    };
    const size = async (name: string) => String(files[name] ?? "").length;
    return { names: async () => Object.keys(files), read, create: refuse, open: refuse, size };
  }

  const said = (id: string) => journalLine({ ...BEGIN, id });
  const files = () => ({
    [NAMES[1]]: said("late"),
    [NAMES[0]]: said("early"),
    "notes.txt": said("text"),
    "x.jsonl": said("odd"),
  });
  const ids = async (since?: number) => (await readHistory(diskOf(files()), since)).runs.map(({ begin }) => begin.id);

  it("tells the runs from the oldest on, of the journal's files alone", async () => {
    expect(await ids()).toEqual(["early", "late", "odd"]);
  });

  it("goes by the clock of the journal where that differs from the names", async () => {
    const went = (id: string, at: number) => journalLine({ ...BEGIN, id, at });
    const disk = diskOf({ [NAMES[0]]: went("second", 2), [NAMES[1]]: went("first", 1), "x.jsonl": went("third", 3) });
    expect((await readHistory(disk)).runs.map(({ begin }) => begin.id)).toEqual(["first", "second", "third"]);
  });

  it("goes back as far as asked, and takes a name that tells no time for a new one", async () => {
    expect(await ids(BETWEEN)).toEqual(["late", "odd"]);
    expect(await ids(BETWEEN + 1)).toEqual(["odd"]);
    const odd = [`x${NAMES[0]}`, `2026-13-21T18-00-00Z-aa.jsonl`, `12${NAMES[0]}`];
    const history = await readHistory(diskOf(Object.fromEntries(odd.map((name) => [name, "x\n"]))), BETWEEN);
    expect(history.unreadable.map(({ name }) => name)).toEqual(odd.toSorted());
  });

  it("names what it can't read and why, and goes on", async () => {
    const newer = '{"v":2,"sum":"9bf1d685b6364cb9","entry":{}}\n';
    const disk = diskOf({
      "a.jsonl": newer,
      "b.jsonl": said("begun by this version, and gone on with by a newer one") + newer,
      "c.jsonl": "",
      "d.jsonl": new DiskError("EACCES", "permission denied"),
      [NAMES[0]]: said("good"),
    });
    const { runs, unreadable } = await readHistory(disk);
    expect(runs.map(({ begin }) => begin.id)).toEqual(["good"]);
    expect(unreadable).toEqual([
      { name: "a.jsonl", why: "newer" },
      { name: "b.jsonl", why: "newer" },
      { name: "c.jsonl", why: "foreign" },
      { name: "d.jsonl", why: "unreadable" },
    ]);
  });

  it("lets no other failure pass for an unreadable file", async () => {
    await expect(readHistory(diskOf({ "a.jsonl": new TypeError("a fault of ours") }))).rejects.toThrow(
      "a fault of ours",
    );
  });
});

describe("the runs backwards", () => {
  const wrote = (id: string, at: number) => `${journalLine({ ...BEGIN, id, at })}${journalLine(intent(1))}`;
  /** The ids of the runs, newest first, and the names of the files in the order of their reading. */
  async function told(files: Readonly<Record<string, string | Error>>) {
    const reads: string[] = [];
    const refuse = () => Promise.reject(new Error("nothing is written here"));
    const read = async (name: string) => {
      reads.push(name);
      const held = files[name] ?? "";
      if (held instanceof Error) throw held;
      return held;
    };
    const disk: Disk = {
      names: async () => Object.keys(files),
      read,
      create: refuse,
      open: refuse,
      size: async () => 1,
    };
    const ids: string[] = [];
    for await (const { begin } of runsBackwards(disk, ["main"])) {
      ids.push(begin.id);
      reads.push(`told ${begin.id}`);
    }
    return { ids, reads };
  }

  it("are those that may have written, the newest first; of one second by the clock of the journals", async () => {
    const { ids } = await told({
      "2026-11-21T18-00-00Z-aa.jsonl": wrote("old", 1),
      "2026-11-21T18-00-02Z-bb.jsonl": wrote("first", 3),
      "2026-11-21T18-00-02Z-cc.jsonl": wrote("second", 4),
      "2026-11-21T18-00-02Z-dd.jsonl": wrote("third", 2),
      "2026-11-21T18-00-01Z-ee.jsonl": wrote("late", 9),
      "2026-11-21T18-00-03Z-ff.jsonl": `${journalLine({ ...BEGIN, id: "idle" })}${journalLine(END)}`,
      "2026-11-21T18-00-03Z-gg.jsonl": `foreign ${journalLine(intent(1))}`,
      "2026-11-21T18-00-03Z-hh.jsonl": new DiskError("EACCES", "no"),
      "2026-11-21T18-00-04Z-ii.facts": wrote("no journal", 5),
      ".jsonl-notes": wrote("no journal either", 6),
    });
    expect(ids).toEqual(["second", "first", "third", "late", "old"]);
  });

  it("are read second by second, so that whoever has found one reads no further", async () => {
    const [early, late] = ["2026-11-21T18-00-00Z-aa.jsonl", "2026-11-21T18-00-01Z-bb.jsonl"];
    const { reads } = await told({ [early]: wrote("early", 1), [late]: wrote("late", 2) });
    expect(reads).toEqual([late, "told late", early, "told early"]);
  });
});

describe("bots that runs have made", () => {
  const plan = planOf(
    [plannedBot("a", null), plannedBot("b", live(2, "b"))],
    [step("create", "a"), step("turn-on", "b")],
  );
  const create = intent(1, "create");
  const sent = { ...create, botId: undefined };
  const A = (id: number) => ({ id, accessId: 1, title: "a", address: "main/a" });
  const made = (entries: readonly JournalEntry[], begin = {}) => createdBots([run(entries, { plan, ...begin })], PLACE);
  const ended = (botId?: number): JournalEntry => ({
    type: "outcome",
    at: 5,
    outcome: {
      ...{ address: "main/a", action: "create", kind: "applied", detail: "", stale: false, wrote: true },
      ...(botId !== undefined && { botId }),
    },
  });
  const found = (botId: number): JournalEntry => ({
    ...{ type: "resolved", at: 7, address: "main/a", step: "create", verdict: "took-effect", detail: "", botId },
  });

  it.each<[what: string, entries: JournalEntry[], ids: number[]]>([
    [
      "those that a later look has found, before all else",
      [sent, { ...answer(1, "accepted"), botId: 5 } as JournalEntry, ended(6), found(7)],
      [7],
    ],
    ["those of their outcomes", [sent, { ...answer(1, "accepted"), botId: 5 } as JournalEntry, ended(6)], [6]],
    [
      "those that the service has named",
      [
        sent,
        answer(1, "ambiguous"),
        { ...sent, write: 2 },
        { ...answer(2, "accepted"), botId: 5 } as JournalEntry,
        ended(),
      ],
      [5],
    ],
    ["none where nobody has named one", [sent, answer(1, "ambiguous"), ended()], []],
    ["none where the run died before that", [sent], []],
    ["none where nothing was begun", [], []],
    ["not those that were there before", [intent(1, "turn-on", "b"), outcome("applied", "turn-on", "b")], []],
  ])("are %s", (_what, entries, ids) => {
    expect(made(entries)).toEqual(ids.map(A));
  });

  it("are those of the account at its service, and of bots that the plan has", () => {
    expect(made([sent, ended(6)], { account: "other" })).toEqual([]);
    expect(made([sent, ended(6)], { origin: "https://b" })).toEqual([]);
    expect(made([sent, ended(6)], { plan: { ...plan, bots: {} } })).toEqual([]);
    const turnedOn: JournalEntry = {
      type: "outcome",
      at: 5,
      outcome: {
        address: "main/b",
        action: "turn-on",
        kind: "applied",
        detail: "",
        stale: false,
        wrote: true,
        botId: 2,
      },
    };
    expect(made([intent(1, "turn-on", "b"), turnedOn])).toEqual([]);
  });
});

describe("a run's id", () => {
  it("sorts by time, to the second", () => {
    expect(runId(Date.UTC(2026, 10, 21, 18, 5, 9, 999), "0f3a")).toBe("2026-11-21T18-05-09Z-0f3a");
  });

  it("tells in four digits of which account a run can be, and an older one can be of any", () => {
    const name = (id: string) => `${id}.jsonl`;
    const ours = name(runId(0, "0f3a0f3a", "main"));
    expect(ours).toMatch(/^1970-01-01T00-00-00Z-0f3a0f3a[0-9a-f]{4}\.jsonl$/);
    expect([isOfOthers(ours, ["main"]), isOfOthers(ours, ["copy", "main"]), isOfOthers(ours, ["copy"])]).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      [name(runId(0, "0f3a0f3a")), "strange.jsonl", name("1970-01-01T00-00-00Z-abcd")].map((one) =>
        isOfOthers(one, ["copy"]),
      ),
    ).toEqual([false, false, false]);
  });
});

describe("a journal is read further", () => {
  it("where it tells of a write that was about to leave, and needn't be where it tells of none", () => {
    const turnOn = journalLine(intent(1, "turn-on"));
    expect(mayMatterLater(`${journalLine(BEGIN)}${turnOn}`)).toBe(true);
    expect(mayMatterLater(turnOn.slice(0, -2))).toBe(true);
    expect(mayMatterLater(`${journalLine(BEGIN)}${journalLine(intent(1, "update"))}${journalLine(END)}`)).toBe(true);
    // A plan's own turn-on is no turn-on that was sent.
    expect(mayMatterLater(`${journalLine(BEGIN)}${journalLine(outcome("failed"))}${journalLine(END)}`)).toBe(false);
  });

  it("if it is of concern, and is no run at all otherwise", async () => {
    const texts = new Map([
      ["2026-01-01T00-00-00Z-a.jsonl", "of concern"],
      ["2026-01-01T00-00-01Z-b.jsonl", "of none"],
    ]);
    const disk: Disk = {
      names: async () => [...texts.keys()],
      read: async (name) => texts.get(name) ?? "",
      create: () => Promise.reject(new DiskError("EROFS", "")),
      open: () => Promise.reject(new DiskError("EROFS", "")),
      size: async () => 0,
    };
    const { runs, unreadable } = await readHistory(disk, undefined, (_name, text) => text === "of concern");
    expect([runs.length, unreadable.map(({ name }) => name)]).toEqual([0, ["2026-01-01T00-00-00Z-a.jsonl"]]);
  });
});
