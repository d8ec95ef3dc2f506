// How runs have left bots: by the newest that wrote to each, and only where its outcome is known.
import { describe, expect, it } from "vitest";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { type BeginEntry, type JournalEntry, journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { type LeftBot, leftBots } from "../../../../src/reconcile/ledger/left.js";
import type { Place } from "../../../../src/reconcile/ledger/names.js";
import { BASE } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";
import { Shelf } from "../recorded.js";
import { answer, BEGIN, END, intent, outcome, PLACE, resolved } from "./entries.js";

/** Journals, oldest first: each begun a day later, and ended a second afterwards unless it died. */
class Past {
  readonly shelf = new Shelf();
  #day = 0;

  run(entries: readonly JournalEntry[], begin: Partial<BeginEntry> = {}, ended = true): this {
    this.#day += 1;
    const at = this.#day * 1_000;
    const all = [{ ...BEGIN, at, ...begin }, ...entries, ...(ended ? [{ ...END, at: at + 1 }] : [])];
    const name = `2026-11-${String(this.#day).padStart(2, "0")}T00-00-00Z-0000.jsonl`;
    this.shelf.files.set(name, all.map(journalLine).join(""));
    return this;
  }

  async left(ids: readonly number[] = [1, 2], places: readonly Place[] = [PLACE]): Promise<[number, LeftBot][]> {
    const found = await leftBots(this.shelf, places, new Set(ids));
    return [...found];
  }
}

const A = { ...BASE, title: "a" };
const updated = [intent(1, "update"), answer(1, "accepted"), outcome("applied", "update")];
const turnedOn = [intent(2), answer(2, "accepted"), outcome("applied")];

describe("a run has left a bot", () => {
  it("with the settings that were read back, and the switch that was seen", async () => {
    expect(await new Past().run([...updated, ...turnedOn]).left()).toEqual([
      [1, { fields: { at: 1_001, values: A }, enabled: { at: 1_001, on: true } }],
    ]);
  });

  it("as the newest run did, aspect by aspect", async () => {
    const off = planOf(BEGIN.plan.bots["main/a"] === undefined ? [] : [BEGIN.plan.bots["main/a"]], [
      step("turn-off", "a"),
    ]);
    const past = new Past()
      .run([...updated, ...turnedOn])
      .run([intent(1, "turn-off"), outcome("applied", "turn-off")], { plan: off })
      .run([]);
    expect(await past.left()).toEqual([[1, { enabled: { at: 2_001, on: false }, fields: { at: 1_001, values: A } }]]);
  });

  it("as older runs did, in what newer ones have let alone", async () => {
    const whole = (fields: number, enabled: number) => [
      [1, { fields: { at: fields, values: A }, enabled: { at: enabled, on: true } }],
    ];
    expect(await new Past().run(updated).run(turnedOn).left([1])).toEqual(whole(1_001, 2_001));
    expect(await new Past().run(turnedOn).run(updated).left([1])).toEqual(whole(2_001, 1_001));
  });

  it("at its beginning, where it died before its end", async () => {
    expect(await new Past().run(turnedOn, {}, false).left()).toEqual([[1, { enabled: { at: 1_000, on: true } }]]);
  });

  it("as it was planned, where it made it", async () => {
    const made: JournalEntry = {
      type: "outcome",
      at: 5,
      outcome: {
        address: "main/c",
        action: "create",
        kind: "applied",
        detail: "made",
        stale: false,
        wrote: true,
        botId: 7,
      },
    };
    const found: JournalEntry = { ...resolved("took-effect", "create", "c"), botId: 7 } as JournalEntry;
    const bot = plannedBot("c", null, { target: { leverage: "5", title: "c" } });
    const changes = [
      { field: "leverage", after: "5" },
      { field: "title", after: "c" },
    ] as const;
    const plan = planOf([bot], [{ ...step("create", "c"), changes: [...changes] }]);
    const create = { ...intent(1, "create", "c") };
    expect(await new Past().run([create, made], { plan }).left([7])).toEqual([
      [7, { fields: { at: 1_001, values: { leverage: "5", title: "c" } }, enabled: { at: 1_001, on: false } }],
    ]);
    const on = [{ ...intent(2, "turn-on", "c") }, answer(2, "accepted"), { ...outcome("applied", "turn-on", "c") }];
    const both = planOf([bot], [{ ...step("create", "c"), changes: [...changes] }, step("turn-on", "c")]);
    const turnedOnToo = on.map((one) =>
      one.type === "outcome" ? { ...one, outcome: { ...one.outcome, botId: 7 } } : one,
    );
    expect(await new Past().run([create, made, ...turnedOnToo], { plan: both }).left([7])).toMatchObject([
      [7, { enabled: { on: true } }],
    ]);
    // Its outcome was unknown, and a later look has found it: nobody has read it back.
    expect(await new Past().run([create, found], { plan }).left([7])).toEqual([]);
  });
});

it("goes by when runs began, where their names have the same second", async () => {
  const past = new Past().run([intent(1, "turn-off"), outcome("applied", "turn-off")], {
    plan: planOf(Object.values(BEGIN.plan.bots).slice(0, 1), [step("turn-off", "a")]),
  });
  const [name = "", earlier = ""] = [...past.shelf.files][0] ?? [];
  past.run(turnedOn);
  const [, later = ""] = [...past.shelf.files][1] ?? [];
  past.shelf.files.clear();
  past.shelf.files.set(name, later).set(name.replace("0000", "ffff"), earlier);
  expect(await past.left()).toEqual([[1, { enabled: { at: 2_001, on: true } }]]);
});

it("looks past the runs of other accounts, however many there are, where names tell them apart", async () => {
  const past = new Past().run(turnedOn);
  const other = { ...PLACE, account: "other" };
  for (let count = 0; count < 12; count += 1) {
    past.run(turnedOn, other);
    const [name = "", text = ""] = [...past.shelf.files].at(-1) ?? [];
    past.shelf.files.delete(name);
    past.shelf.files.set(`${runId(count * 1_000, "0000abcd", "other")}.jsonl`, text);
  }
  expect(await past.left()).toEqual([[1, { enabled: { at: 1_001, on: true } }]]);
});

it("reads no further once all is known", async () => {
  const past = new Past().run(turnedOn).run([...updated, ...turnedOn]);
  const reads: string[] = [];
  const { read } = past.shelf;
  past.shelf.read = (name) => {
    reads.push(name);
    return read(name);
  };
  expect(await past.left([1])).toEqual([[1, { fields: { at: 2_001, values: A }, enabled: { at: 2_001, on: true } }]]);
  expect(reads).toEqual(["2026-11-02T00-00-00Z-0000.jsonl"]);
});

describe("nothing is known of how a bot was left", () => {
  it.each<[why: string, past: Past, ids?: number[]]>([
    ["where nothing was sent", new Past().run([outcome("applied")])],
    ["where something was sent to another bot alone", new Past().run([intent(1, "turn-on", "b"), outcome("applied")])],
    ["where its outcome is unknown, whatever an older run has done", new Past().run(turnedOn).run([intent(1)])],
    ["where a step failed after a write", new Past().run(turnedOn).run([intent(1), outcome("failed")])],
    ["of another bot", new Past().run(turnedOn), [2, 3]],
    ["of another account", new Past().run(turnedOn, { account: "other" })],
    ["at another service", new Past().run(turnedOn, { origin: "https://b" })],
    ["where ten newer runs have written to others", tenNewer()],
    ["where there is no run", new Past()],
  ])("%s", async (_why, past, ids) => {
    expect(await past.left(ids)).toEqual([]);
  });

  it.each([{ account: "former" }, { origin: "https://b" }])(
    "but at another place of the account, %j, it is found",
    async (former) => {
      const past = new Past().run(turnedOn, former);
      expect(await past.left([1], [{ ...PLACE, ...former }, PLACE])).toEqual([
        [1, { enabled: { at: 1_001, on: true } }],
      ]);
    },
  );

  it("but what ten runs have only looked at doesn't count, nor what can't be read", async () => {
    const past = new Past().run(turnedOn);
    for (let run = 0; run < 12; run += 1) past.run([]);
    past.shelf.files.set("2026-12-01T00-00-00Z-0000.jsonl", '"type":"intent"');
    expect(await past.left()).toEqual([[1, { enabled: { at: 1_001, on: true } }]]);
  });
});

function tenNewer(): Past {
  const past = new Past().run(turnedOn);
  const others = [intent(1, "turn-on", "b"), outcome("applied", "turn-on", "b")];
  for (let run = 0; run < 10; run += 1) past.run(others, { account: "other" });
  return past;
}
