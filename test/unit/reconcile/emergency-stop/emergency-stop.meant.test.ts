// Whom an emergency stop means, where it asks for them, and what it says of those that it couldn't ask about.
import { describe, expect, it } from "vitest";
import type { Access } from "../../../../src/model/bot/bot.js";
import { DiskError, ServiceError } from "../../../../src/model/ports.js";
import { emergencyStop } from "../../../../src/reconcile/emergency-stop/emergency-stop.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { earlier } from "../earlier.js";
import { deal, desired, desiredBot, live } from "../fleet.js";
import { Account } from "./account.js";
import { type Changes, ON, stop, X } from "./stops.js";

const NO = () => Promise.reject(new ServiceError("http", "HTTP 503"));
const Y: Access = { id: 2, title: "Second", exchange: "Y" };

const known = (id: number, changes: Partial<KnownBot> = {}): KnownBot => ({
  ...{ id, accessId: null, title: `known ${id}`, address: undefined },
  ...changes,
});
const remembering = (...bots: readonly KnownBot[]) => ({
  ...NO_MEMORY,
  bots: new Map(bots.map((one) => [one.id, one])),
});

describe("exchanges are asked for their lists", () => {
  it.each<[what: string, options: Changes, listed: string[]]>([
    ["all, where all bots are meant", {}, ["SERVICE_FUTURES", "Y"]],
    ["the configuration's, where its bots are", { managed: desired([]) }, ["SERVICE_FUTURES"]],
    [
      "all, where some are named by their ids, too",
      { managed: desired([]), only: new Set([9]) },
      ["SERVICE_FUTURES", "Y"],
    ],
    ["no other than there are, whatever was known before", { knownExchange: "OLD" }, ["SERVICE_FUTURES", "Y"]],
    ["the known one, while the accesses can't be read", { knownExchange: "OLD", reader: { accesses: NO } }, ["OLD"]],
    [
      "none without accesses where the configuration's bots are meant",
      { knownExchange: "OLD", managed: desired([]), reader: { accesses: NO } },
      [],
    ],
    ["none where nothing is known", { reader: { accesses: NO } }, []],
  ])("%s", async (_what, options, listed) => {
    const asked = await stop(new Account(live(1, "a")), { accesses: [X, Y], ...options });
    expect([asked.listed, new Set(asked.opened)]).toEqual([listed, new Set([""])]);
  });

  it("once each, though one is known before", async () => {
    const account = new Account(live(1, "a", ON));
    let tries = 0;
    const accesses = async () => {
      tries += 1;
      return tries === 1 ? NO() : [X];
    };
    const { ends } = await stop(account, { knownExchange: X.exchange, reader: { accesses } });
    expect([ends[0], account.log.filter((one) => one === "off 1").length, tries]).toEqual([[1], 1, 2]);
  });
});

describe("bots are meant", () => {
  const five = () =>
    new Account(
      live(1, "a", ON),
      live(2, "old b", ON),
      live(3, "pinned", { ...ON, accessId: 2 }),
      live(4, "x", ON),
      live(5, "a", { ...ON, accessId: 2 }),
      { ...live(6, "", ON), fields: { ...live(6, "").fields, title: null } },
    );
  const managed = desired([
    desiredBot("a"),
    desiredBot("b", { previousTitles: ["old b"] }),
    desiredBot("c", { botId: 3 }),
  ]);
  const here: Changes = { accesses: [X, { ...Y, exchange: X.exchange }] };

  it.each<[what: string, options: Changes, off: number[]]>([
    ["all", {}, [1, 2, 3, 4, 5, 6]],
    ["by their ids", { only: new Set([4]) }, [4]],
    ["by the configuration", { managed }, [1, 2, 3]],
    ["by both", { managed, only: new Set([4]) }, [1, 2, 3, 4]],
  ])("%s", async (_what, options, off) => {
    const account = five();
    const { ends } = await stop(account, { ...here, ...options });
    expect(ends[0]).toEqual(off);
    expect(account.log.slice(0, 2)).toEqual(["list 0", `off ${off[0]}`]);
    expect([...account.bots.values()].flatMap(({ id, status }) => (status.on ? [] : [id]))).toEqual(off);
  });

  it.each<[what: string, options: Changes, named: number[]]>([
    ["all", {}, [1, 2, 3, 4, 5, 6]],
    ["by their ids", { only: new Set([6]) }, [6]],
    ["by the configuration: by title, previous title, address or pin", { managed }, [1, 2, 3, 4]],
    ["by both", { managed, only: new Set([6]) }, [1, 2, 3, 4, 6]],
  ])("%s, where nothing answers: those that are known are named, each once", async (_what, options, named) => {
    const memory = remembering(
      known(1, { title: "a" }),
      known(2, { title: "old b" }),
      known(3),
      known(4, { address: "main/a" }),
      known(5, { address: "main/z" }),
      known(6),
    );
    for (const reader of [{ accesses: NO }, { bots: NO }]) {
      const account = five();
      for (const id of account.bots.keys()) account.broken.set(id, new ServiceError("http", "HTTP 503"));
      const { ends, report } = await stop(account, { ...here, ...options, memory, reader });
      expect(ends).toEqual([[], [], named]);
      expect([report.runningDeals, report.offInDeals, report.wasRead]).toEqual([undefined, undefined, false]);
    }
  });

  it("by their keys, whatever they are called by now, where the ledger knows which they stood for", async () => {
    const memory = remembering(known(4, { address: "main/b" }), known(5, { address: "main/z" }));
    const account = five();
    account.hidden.add(4);
    const { ends } = await stop(account, { ...here, managed: desired([desiredBot("b")]), memory });
    expect(ends[0]).toEqual([4]);
  });

  it("by what they are called now, where no list comes and the ledger has them under another name", async () => {
    const memory = remembering(known(1, { title: "a" }), known(2), known(4));
    const account = five();
    account.broken.set("list", new ServiceError("http", "HTTP 503"));
    const { ends } = await stop(account, { ...here, managed: desired([desiredBot("a"), desiredBot("old b")]), memory });
    expect(ends).toEqual([[1, 2], [], []]);
    // What is surely meant comes first.
    const asked = account.log.filter((one) => !one.startsWith("list"));
    expect(asked.slice(0, 4)).toEqual(["look 1", "off 1", "look 1", "look 2"]);
  });

  it("those that are known and gone are named nowhere, where the list could be read", async () => {
    expect((await stop(new Account(live(1, "a")), { memory: remembering(known(9)) })).ends).toEqual([[], [1], []]);
  });

  it("those on the configuration's exchange alone, also where nothing answers there", async () => {
    const memory = remembering(known(8, { accessId: 1, title: "a" }), known(9, { accessId: 2, title: "a" }));
    const account = new Account();
    account.broken.set(8, new ServiceError("http", "HTTP 503"));
    const { ends } = await stop(account, { accesses: [X, Y], managed, memory, reader: { bots: NO } });
    expect(ends).toEqual([[], [], [8]]);
  });

  it("those that are known on another exchange are no bots of this one", async () => {
    const memory = remembering(known(8, { accessId: 1 }), known(9, { accessId: 2 }));
    const account = new Account(live(8, "h", ON), live(9, "i", ON));
    account.hidden.add(8).add(9);
    const { ends } = await stop(account, { accesses: [X], memory });
    expect(ends[0]).toEqual([8, 9]);
    const both = new Account(live(8, "h"), live(9, "i"));
    both.hidden.add(8).add(9);
    const { looked } = await stop(both, { accesses: [X, Y], memory });
    expect(looked).toEqual(["SERVICE_FUTURES 8", "Y 9"]);
  });
});

describe("a list that doesn't say its bots' access", () => {
  const nowhere = live(1, "a", { ...ON, accessId: null });
  const managed = desired([desiredBot("a")]);

  it("says it where the exchange has one alone", async () => {
    const account = new Account(nowhere);
    await stop(account, { managed, accesses: [X, Y] });
    expect(account.log.slice(0, 2)).toEqual(["list 0", "off 1"]);
  });

  it("has the details tell it", async () => {
    const account = new Account(live(1, "a", ON), live(2, "a", { ...ON, accessId: 2 }));
    account.rows.set(1, nowhere).set(2, { ...nowhere, id: 2 });
    const { ends } = await stop(account, { managed, accesses: [X, { ...Y, exchange: X.exchange }] });
    expect([ends[0], account.log.slice(0, 3)]).toEqual([[1], ["list 0", "look 1", "look 2"]]);
  });
});

describe("the time", () => {
  it("is what was asked for, else two minutes, for a bot that doesn't go off", async () => {
    for (const [timeoutMs, seconds] of [
      [10_000, 10],
      [undefined, 120],
    ] as const) {
      const account = new Account(live(1, "a", ON));
      account.answers.set(1, () => ({ kind: "accepted" }));
      expect((await stop(account, { timeoutMs })).ends).toEqual([[], [], [1]]);
      expect(account.passed / 1_000).toBe(seconds);
    }
  });

  it("that is left is told each time when nothing answers", async () => {
    const said: unknown[] = [];
    await stop(new Account(), {
      reader: { accesses: NO },
      timeoutMs: 1_000,
      onUnanswered: (...what) => said.push(what),
    });
    expect(said).toEqual([1_000, 700, 200, 0].map((rest) => ["HTTP 503", rest]));
  });

  it("is two minutes by default, and as long as a turn-on may still take effect", async () => {
    const account = new Account(live(1, "a"));
    await stop(account, { settleMs: undefined, timeoutMs: 1_000 });
    expect(account.passed).toBeGreaterThanOrEqual(120_000);
    const doubt = new Account(live(1, "a"));
    doubt.clock.set(-5_000);
    const intents = [earlier("turn-on", 1, doubt.clock.now() - 10_000, { deadlineMs: 150_000 })];
    const { ends } = await stop(doubt, { memory: { ...NO_MEMORY, intents }, timeoutMs: 1_000 });
    expect(ends).toEqual([[1], [], []]);
    expect(doubt.passed).toBeGreaterThanOrEqual(140_000);
    expect(doubt.passed).toBeLessThan(146_000);
  });
});

it("deals of the bots that are meant go on, and no others are counted", async () => {
  const account = new Account(live(4, "d"), live(3, "c"), live(2, "b"), live(1, "a", ON));
  const reader = { runningDeals: async () => [deal(11, 1), deal(12, 2), deal(13, 3)] };
  const { report } = await stop(account, { reader, only: new Set([1, 2, 4]) });
  expect(report.wereOff.map(({ id }) => id)).toEqual([2, 4]);
  expect(account.log.slice(0, 2)).toEqual(["list 0", "off 1"]);
  expect([report.runningDeals, report.offInDeals]).toEqual([2, [{ id: 2, title: "b", status: "DISABLED" }]]);
  const unread = await stop(new Account(live(1, "a")), { reader: { runningDeals: NO } });
  expect([unread.report.runningDeals, unread.report.offInDeals]).toEqual([undefined, undefined]);
});

it("of accesses only a missing one is told where all bots are meant; where the configuration's are, every trouble", async () => {
  const twice = [X, { ...X, id: 3 }];
  const expected = {
    account: "main",
    exchange: X.exchange,
    accesses: [
      { alias: "primary", live: "Main" },
      { alias: "second", live: "None" },
    ],
  };
  const wanted = desired([desiredBot("z", { access: { alias: "second", live: "None" } })], {
    accesses: [
      { alias: "primary", live: "Main" },
      { alias: "second", live: "None" },
    ],
  });
  const all = await stop(new Account(live(1, "a")), { accesses: twice, expected: { ...wanted, ...expected } });
  expect(all.report.unsettled).toEqual([
    'the account main has no access "None": the API key may belong to another account',
  ]);
  const own = await stop(new Account(live(1, "a")), { accesses: twice, managed: wanted });
  expect(own.report.unsettled).toEqual([
    '2 accesses of the account main are called "Main"',
    'the account main has no access "None"',
  ]);
  const heard: string[] = [];
  const fine = await stop(new Account(live(1, "a")), { onUnanswered: (why) => heard.push(why) });
  expect([fine.report.unsettled, fine.report.notes, heard]).toEqual([[], [], []]);
  const unread = await stop(new Account(live(1, "a")), { managed: wanted, reader: { accesses: NO } });
  expect([unread.report.unsettled, unread.report.notes]).toEqual([
    ["the account's accesses are unknown: HTTP 503"],
    [],
  ]);
});

it("what couldn't be read of earlier runs is told, and so is what couldn't be written", async () => {
  const full = new DiskError("ENOSPC", "full");
  const account = new Account(live(1, "a", ON), live(2, "b", ON));
  const report = await emergencyStop(
    {
      readerFor: () => ({ ...account.reader, accesses: async () => [X, Y] }),
      writerFor: () => account.writer,
      clock: account.clock,
      recall: async () => ({ ...NO_MEMORY, unread: "EACCES" }),
      beginJournal: () => Promise.reject(full),
    },
    { account: "main", settleMs: 0 },
  );
  expect(report.unsettled).toEqual([
    "what earlier runs left behind can't be read (EACCES): bots that the list lacks aren't known, nor which turn-ons are under way",
  ]);
  expect(report.notes).toEqual([
    "the journal can't be written (ENOSPC), so this run isn't in the history and can't be undone",
  ]);
});

it("a bot that was never seen off is named once, though a run has turned it on meanwhile", async () => {
  const account = new Account(live(1, "a", ON));
  account.answers.set(1, () => ({ kind: "accepted" }));
  const recall = async () => ({
    ...NO_MEMORY,
    intents: account.passed < 19_000 ? [] : [earlier("turn-on", 1, account.clock.now())],
  });
  const abort = new AbortController();
  account.after(19.5, () => abort.abort());
  const { ends, report } = await stop(account, { recall, signal: abort.signal });
  expect([ends, report.unsettled]).toEqual([[[], [], [1]], []]);
});

it("starts of deals are said once all are seen off, and not before", async () => {
  const account = new Account(live(1, "a", ON)).after(30, () => account.set(1, false));
  account.answers.set(1, () => ({ kind: "accepted" }));
  const intents = [earlier("start-deal", 1, account.clock.now())];
  const said: number[] = [];
  const onStarts = () => void said.push(Math.round(account.passed / 1_000));
  await stop(account, { memory: { ...NO_MEMORY, intents }, onStarts });
  expect(said).toEqual([expect.any(Number)]);
  expect(said[0]).toBeGreaterThanOrEqual(30);
});

it("nothing needs to be remembered", async () => {
  const account = new Account(live(1, "a", ON));
  const ports = {
    readerFor: () => ({ ...account.reader, accesses: async () => [X] }),
    writerFor: () => account.writer,
  };
  const report = await emergencyStop({ ...ports, clock: account.clock }, { account: "main", settleMs: 0 });
  expect([report.turnedOff, report.notes]).toEqual([[{ id: 1, title: "a", status: "DISABLED" }], []]);
});

it("a bot that nobody could ask about is named as it is known; one without a title, with none", async () => {
  const { report } = await stop(new Account(), { memory: remembering(known(1)), reader: { accesses: NO } });
  expect(report.stragglers).toEqual([
    {
      ...{ id: 1, title: "known 1", status: "unknown", told: false },
      why: "the service didn't answer, so nothing was done to it",
    },
  ]);
  const nameless = { ...live(6, "", ON), fields: { ...live(6, "").fields, title: null } };
  expect((await stop(new Account(nameless))).report.turnedOff).toEqual([{ id: 6, title: "", status: "DISABLED" }]);
});
