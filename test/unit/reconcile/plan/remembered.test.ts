// What is remembered beside the list: turn-ons in doubt end with their time, and known bots are read where their absence decides.
import { describe, expect, it } from "vitest";
import type { Desired } from "../../../../src/model/bot/desired.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import {
  doubtsIn,
  knownAs,
  NO_PAST,
  readUnlisted,
  seen,
  stillOpen,
  withKnownAccess,
} from "../../../../src/reconcile/plan/remembered.js";
import { earlier } from "../earlier.js";
import { desired, desiredBot, live } from "../fleet.js";

const ACCESSES = [
  { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
  { id: 3, title: "Else", exchange: "OTHER" },
];

describe("a turn-on is in doubt", () => {
  it.each([
    { at: 1_000, deadlineMs: undefined, now: 1_000, until: 121_000 },
    { at: 1_000, deadlineMs: 300_000, now: 200_000, until: 301_000 },
    { at: 1_000, deadlineMs: undefined, now: 120_999, until: 121_000 },
    { at: 1_000, deadlineMs: undefined, now: 121_000, until: undefined },
    // The clock was set back: no longer than a command can take.
    { at: 900_000, deadlineMs: undefined, now: 1_000, until: 121_000 },
  ])("sent at $at, deadline $deadlineMs, at $now: until $until", ({ at, deadlineMs, now, until }) => {
    const { inDoubt } = doubtsIn([earlier("turn-on", 7, at, { deadlineMs })], now);
    expect(inDoubt.get(7)?.until).toBe(until);
  });
});

describe("a known bot that the list lacks", () => {
  const known = (id: number, changes: Partial<KnownBot> = {}): KnownBot => ({
    id,
    accessId: 1,
    title: `other ${id}`,
    address: undefined,
    ...changes,
  });
  const there = new Map([1, 7, 8, 9, 10].map((id) => [id, live(id, "a")]));

  const NOT_READ = new Map<number, "refused" | "unreachable">([
    [60, "refused"],
    [99, "unreachable"],
  ]);

  const PINNED_ON = desiredBot("a", { botId: 2, enabled: true });
  const PINNED = desired([desiredBot("a", { previousTitles: ["old"], botId: 10 })]);

  async function unlisted(...bots: readonly KnownBot[]) {
    return unlistedIn(PINNED, bots);
  }

  async function unlistedIn(wanted: Desired, bots: readonly KnownBot[]) {
    const asked: number[] = [];
    const bot = async (id: number) => {
      asked.push(id);
      const found = there.get(id);
      if (found === undefined) throw new ServiceError(NOT_READ.get(id) ?? "absent", "none");
      return found;
    };
    const memory = {
      ...NO_MEMORY,
      bots: new Map(bots.map((one) => [one.id, one])),
      intents: [earlier("turn-on", 9, 0)],
    };
    const reader: Pick<ServiceReader, "bot" | "bots"> = { bot, bots: async () => [] };
    const found = await readUnlisted(
      wanted,
      [live(1, "shown"), live(2, "running", { on: true })],
      ACCESSES,
      memory,
      reader,
    );
    return { asked, ids: found.bots.map(({ id }) => id), where: [...found.unlisted] };
  }

  it.each([
    ["has the bot's title", known(7, { title: "a" })],
    ["has a previous title", known(7, { title: "old" })],
    ["stood for the same key", known(7, { address: "main/a" })],
    ["is the one that botId names", known(10)],
    ["is in doubt", known(9)],
  ])("is read by id if it %s", async (_why, bot) => {
    expect(await unlisted(bot)).toEqual({ asked: [bot.id], ids: [bot.id], where: [[bot.id, "there"]] });
  });

  it("isn't read if nothing depends on it", async () => {
    expect(await unlisted(known(7))).toEqual({ asked: [], ids: [], where: [[7, "unread"]] });
  });

  it.each([
    ["and one is to be created: it may have got its title", desiredBot("a"), [7]],
    ["but none where the list shows its title", desiredBot("shown"), []],
    ["nor where it shows a previous one", desiredBot("a", { previousTitles: ["shown"] }), []],
    ["and one is to be turned on: it may be on under its title", desiredBot("shown", { enabled: true }), [7]],
    ["and one with a pin is", desiredBot("a", { botId: 1, enabled: true }), [7]],
    ["but none where one is to be off", desiredBot("shown", { enabled: false }), []],
    ["nor where it is on already", desiredBot("running", { enabled: true }), []],
    ["nor where one of two is on already", desiredBot("running", { enabled: true, previousTitles: ["shown"] }), []],
    ["and one of those with a pin is to be on, which the list shows under another title", PINNED_ON, []],
  ] as const)("is read whatever it was called last %s", async (_why, bot, asked) => {
    expect((await unlistedIn(desired([bot]), [known(7)])).asked).toEqual(asked);
  });

  it("is read whatever it was called last where one of several bots is to be created", async () => {
    const several = desired([desiredBot("shown"), desiredBot("a"), desiredBot("running", { enabled: true })]);
    expect((await unlistedIn(several, [known(7)])).asked).toEqual([7]);
  });

  it("may be gone", async () => {
    expect(await unlisted(known(50, { title: "a" }))).toEqual({ asked: [50], ids: [], where: [[50, "gone"]] });
  });

  it("that is refused is gone if the service shows one that it lists, and refuses again", async () => {
    const found = { asked: [60, 1, 60], ids: [], where: [[60, "gone"]] };
    expect(await unlisted(known(60, { title: "a" }))).toEqual(found);
  });

  it("that can't be read proves nothing", async () => {
    await expect(unlisted(known(99, { title: "a" }))).rejects.toMatchObject({ kind: "unreachable" });
  });

  it("of another exchange isn't missed; nor is one that the list shows", async () => {
    expect((await unlisted(known(7, { title: "a", accessId: 3 }), known(1, { title: "a" }))).where).toEqual([]);
  });
});

it("bots are remembered with the key of the configured bot that has their id, or alone their title, and with its protection", () => {
  const wanted = desired([
    desiredBot("a", { protect: true }),
    desiredBot("b", { botId: 8 }),
    desiredBot("c", { fields: { title: "twin" } }),
    desiredBot("d", { fields: { title: "twin" } }),
  ]);
  const bots = [
    live(7, "a"),
    live(8, "x"),
    live(9, "twin"),
    live(10, "z", { accessId: 3 }),
    live(11, "y", { accessId: null }),
  ];
  expect(seen({ accesses: ACCESSES, bots, deals: null, pairs: null }, wanted)).toStrictEqual([
    { id: 7, accessId: 1, title: "a", address: "main/a", protect: true },
    { id: 8, accessId: 1, title: "x", address: "main/b" },
    { id: 9, accessId: 1, title: "twin", address: undefined },
    { id: 11, accessId: null, title: "y", address: undefined },
  ]);
});

it("a bot without a title is remembered with none, and stands for no configured bot", () => {
  const nameless = { ...live(7, "a"), fields: { ...live(7, "a").fields, title: null } };
  expect(seen({ accesses: ACCESSES, bots: [nameless], deals: null, pairs: null }, desired([desiredBot("a")]))).toEqual([
    { id: 7, accessId: 1, title: "", address: undefined },
  ]);
});

it("nothing is remembered of no past", () => {
  expect(NO_PAST).toEqual({ memory: NO_MEMORY, now: 0 });
});

it("a bot whose access the list lacks is on the one where it was read before", () => {
  const bots = [1, 2, 3, 4].map((id) => live(id, `bot ${id}`, { accessId: id === 1 ? 1 : null }));
  const known = (id: number, accessId: number | null): [number, KnownBot] => [
    id,
    { id, accessId, title: "", address: undefined },
  ];
  const memory = { ...NO_MEMORY, bots: new Map([known(1, 9), known(2, 5), known(3, null)]) };
  const { bots: placed, recalled } = withKnownAccess(bots, memory);
  expect(placed).toEqual([bots[0], { ...bots[1], accessId: 5 }, bots[2], bots[3]]);
  expect([...recalled]).toEqual([2]);
});

describe("of several writes to one bot", () => {
  const found = (...intents: readonly OpenIntent[]) => [...doubtsIn(intents, 1_000).inDoubt];

  it("only turn-ons that nobody has seen are a doubt", () => {
    const open = { deadlineMs: 300_000, notAfter: 90_000 };
    expect(
      found(
        earlier("update", 7, 900, open),
        earlier("turn-on", undefined, 900, open),
        earlier("turn-on", 8, 900, { ...open, isUnknown: false }),
        earlier("turn-off", 9, 900, open),
      ),
    ).toEqual([]);
  });

  it("the one that may take effect for longest counts, and of two alike the one sent last", () => {
    const short = earlier("turn-on", 7, 900);
    const long = earlier("turn-on", 7, 800, { deadlineMs: 300_000 });
    const ofLong = [[7, { sentAt: 800, until: 300_800 }]];
    expect([found(short, long), found(long, short)]).toEqual([ofLong, ofLong]);
    const alike = [
      earlier("turn-on", 7, 800, { notAfter: 900 }),
      earlier("turn-on", 7, 900, { notAfter: 900 }),
    ] as const;
    const ofLater = [[7, { sentAt: 900, until: 120_900 }]];
    expect([found(...alike), found(alike[1], alike[0])]).toEqual([ofLater, ofLater]);
    const [first, second] = [earlier("turn-on", 7, 900), earlier("turn-on", 8, 901)];
    expect(found(first, second).map(([id, { sentAt }]) => [id, sentAt])).toEqual([
      [7, 900],
      [8, 901],
    ]);
  });
});

describe("starts of deals", () => {
  const starts = (...intents: readonly OpenIntent[]) => doubtsIn(intents, 1_000).starts;
  const webhook = { isWebhook: true } as const;

  it("that nobody has seen are in doubt, as long as a turn-on; of several alike the last one counts", () => {
    const open = { deadlineMs: 300_000, notAfter: 90_000 };
    expect(
      starts(
        earlier("start-deal", 7, 800),
        earlier("start-deal", 7, 900),
        earlier("start-deal", 8, 900, { ...open, isUnknown: false }),
        earlier("start-deal", 9, -119_001),
        earlier("start-deal", 10, -119_000),
        earlier("update", 7, 900, open),
        earlier("turn-on", 7, 950),
      ),
    ).toEqual([{ botId: 7, isWebhook: false, sentAt: 900, until: 120_900 }]);
    expect(starts(earlier("start-deal", 9, -118_999)).map(({ until }) => until)).toEqual([1_001]);
  });

  it("by webhooks stand beside those by commands, and need no bot", () => {
    expect(
      starts(
        earlier("start-deal", 7, 800),
        earlier("start-deal", 7, 900, webhook),
        earlier("start-deal", undefined, 950, webhook),
      ).map(({ botId, isWebhook, sentAt }) => [botId, isWebhook, sentAt]),
    ).toEqual([
      [7, false, 800],
      [7, true, 900],
      [undefined, true, 950],
    ]);
  });
});

it("what is open is told with its end, and what is over isn't told", () => {
  const [open, over] = [earlier("update", 7, 900, { notAfter: 1_500 }), earlier("update", 7, 100, { notAfter: 1_000 })];
  expect(stillOpen([open, over], 1_000)).toEqual([{ ...open, until: 1_500 }]);
});

it("a known bot goes by the address for which it stood, if it stood for one", () => {
  const bots = new Map<number, KnownBot>([
    [7, { id: 7, accessId: 1, title: "a", address: "main/a" }],
    [8, { id: 8, accessId: 1, title: "b", address: undefined }],
  ]);
  expect([...knownAs({ ...NO_MEMORY, bots }, [live(8, "b"), live(9, "c")])]).toEqual([[7, "main/a"]]);
});

it("a live bot that nobody knows stands for the key of the unsettled create that has its title, on its access", () => {
  const bots = new Map<number, KnownBot>([[8, { id: 8, accessId: 1, title: "T", address: undefined }]]);
  const makes = { title: "T \u00c4", accessId: 1, target: {} };
  const intents = [
    earlier("update", 7, 0, { address: "main/x", makes }),
    earlier("create", undefined, 0, { makes: undefined }),
    earlier("create", undefined, 0, { makes }),
    earlier("create", undefined, 0, { address: "main/z", makes: { ...makes, title: "z" } }),
  ];
  const shown = [
    live(8, "T \u00c4"),
    live(9, "t A\u0308"),
    live(10, "T \u00c4", { accessId: 2 }),
    live(11, "T \u00c4", { accessId: null }),
    live(12, "z"),
    live(13, "y"),
  ];
  expect([...knownAs({ ...NO_MEMORY, bots, intents }, shown)]).toEqual([
    [9, "main/a"],
    [11, "main/a"],
    [12, "main/z"],
  ]);
});
