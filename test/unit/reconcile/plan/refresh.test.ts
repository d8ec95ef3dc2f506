// What a plan asks the service for, and what it goes without: every expectation is the whole list of reads.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Desired } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import type { PinnedFacts } from "../../../../src/model/service-facts.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../../src/reconcile/plan/refresh.js";
import type { Past } from "../../../../src/reconcile/plan/remembered.js";
import { deal, desired, desiredBot, live } from "../fleet.js";

interface Account {
  readonly bots?: readonly ObservedBot[];
  /** A bot as the list shows it, where that lags behind its details. */
  readonly lagging?: readonly ObservedBot[];
  readonly accesses?: Observed["accesses"];
  readonly deals?: Readonly<Record<number, readonly RunningDeal[]>>;
  /** Bots of the account's other exchanges, by exchange. */
  readonly elsewhere?: Readonly<Record<string, readonly ObservedBot[]>>;
}

const FUTURES = "SERVICE_FUTURES";
const MAIN = { id: 1, title: "Main", exchange: FUTURES };
const SECOND = { id: 2, title: "Second", exchange: FUTURES };
const THIRD = { id: 3, title: "Third", exchange: "OTHER_FUTURES" };

/** A reader of an account, and the reads that were made of it beside accesses and the list, in order. */
function readerOf({ bots = [], lagging = bots, accesses = [MAIN, SECOND], deals = {}, elsewhere = {} }: Account) {
  const reads: string[] = [];
  const everywhere = [...bots, ...Object.values(elsewhere).flat()];
  const reader: ServiceReader = {
    accesses: async () => accesses,
    bots: async (exchange) => {
      if (exchange !== undefined) reads.push(`bots of ${exchange}`);
      // The list doesn't say on which access a bot is (S-22).
      return (exchange === undefined ? lagging : (elsewhere[exchange] ?? [])).map((bot) => ({
        ...bot,
        accessId: null,
      }));
    },
    bot: async (id) => {
      reads.push(`bot ${id}`);
      const found = everywhere.find((bot) => bot.id === id);
      if (found === undefined) throw new Error(`no bot ${id}`);
      return found;
    },
    runningDeals: async (accessId, exchange) => {
      reads.push(`deals of ${accessId} on ${exchange}`);
      return deals[accessId] ?? [];
    },
    endedDeals: () => Promise.reject(new Error("a plan doesn't ask for ended deals")),
    pairs: async () => {
      reads.push("pairs");
      return ["USDT-BTC"];
    },
  };
  return { reader, reads };
}

async function readsOf(config: Desired, account: Account, past?: Past): Promise<readonly string[]> {
  const { reader, reads } = readerOf(account);
  await refresh(config, reader, past);
  return reads;
}

/** Who remembers these bots, each with the access on which it was read. */
const remembering = (
  accessOf: Readonly<Record<number, number | null>>,
  changes: { readonly title?: string; readonly address?: string } = {},
): Past => ({
  memory: {
    ...NO_MEMORY,
    bots: new Map(
      Object.entries(accessOf).map(([id, accessId]) => [
        Number(id),
        { id: Number(id), accessId, title: "as it was", address: undefined, ...changes },
      ]),
    ),
  },
  now: 0,
});

const one = (changes: Parameters<typeof desiredBot>[1] = {}, rest: Partial<Desired> = {}) =>
  desired([desiredBot("a", changes)], rest);
/** Both accesses are managed, and undeclared bots aren't asked about. */
const alone = (changes: Parameters<typeof desiredBot>[1] = {}, rest: Partial<Desired> = {}) =>
  one(changes, { undeclared: "ignore", ...rest });

describe("reads", () => {
  const cases: readonly { because: string; config: Desired; account: Account; reads: readonly string[] }[] = [
    {
      because: "a bot that is as configured: its access alone",
      config: one(),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1"],
    },
    {
      because: "with one access every bot is on it",
      config: one(),
      account: { bots: [live(1, "a")], accesses: [MAIN] },
      reads: [],
    },
    {
      because: "one access, and the list shows a difference: the details, then deals",
      config: one({ fields: { leverage: "9" } }),
      account: { bots: [live(1, "a")], accesses: [MAIN] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "one access, and a difference that only a lagging list shows",
      config: one({ fields: { leverage: "9" } }),
      account: { bots: [live(1, "a", { fields: { leverage: "9" } })], lagging: [live(1, "a")], accesses: [MAIN] },
      reads: ["bot 1"],
    },
    {
      because: "a bot that is to be updated: its details once, and deals",
      config: one({ fields: { leverage: "9" } }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "a bot that is to be turned off: deals",
      config: one({ enabled: false }),
      account: { bots: [live(1, "a", { on: true })] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "a bot that is off, as wanted",
      config: one({ enabled: false }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1"],
    },
    {
      because: "a bot that is only to be turned on",
      config: one({ enabled: true }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1"],
    },
    {
      because: "a bot that is on, whose switch isn't managed",
      config: one(),
      account: { bots: [live(1, "a", { on: true })] },
      reads: ["bot 1"],
    },
    {
      because: "two bots of one title: deals, because a copy may be in one",
      config: alone(),
      account: { bots: [live(1, "a"), live(2, "a")] },
      reads: ["bot 1", "bot 2", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "two bots of one title on two accesses are no copies",
      config: alone(),
      account: { bots: [live(1, "a"), live(2, "a", { accessId: 2 })] },
      reads: ["bot 1", "bot 2"],
    },
    {
      because: "the bot's second access, where it is on that",
      config: one({ access: { alias: "second", live: 2 }, enabled: false }),
      account: { bots: [live(1, "a", { accessId: 2, on: true })] },
      reads: ["bot 1", `deals of 2 on ${FUTURES}`],
    },
    {
      because: "activeDeals: take-profit, so deals matter whatever differs",
      config: one({}, { activeDeals: "take-profit" }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "activeDeals: keep",
      config: one({}, { activeDeals: "keep" }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1"],
    },
    {
      because: "activeDeals: take-profit, and no take profit in percent",
      config: one({ fields: { percentTakeProfit: null } }, { activeDeals: "take-profit" }),
      account: { bots: [live(1, "a", { fields: { percentTakeProfit: null } })] },
      reads: ["bot 1"],
    },
    {
      because: "a bot that is to be created: pairs",
      config: one(),
      account: {},
      reads: ["pairs"],
    },
    {
      because: "a bot that gets another pair: pairs",
      config: one({ fields: { pairTitle: "USDT-ETH" } }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`, "pairs"],
    },
    {
      because: "a previous title",
      config: one({ previousTitles: ["old"] }),
      account: { bots: [live(1, "old")] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "a bot that botId names, whatever its title",
      config: alone({ botId: 7 }),
      account: { bots: [live(7, "other"), live(8, "stranger")] },
      reads: ["bot 7", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "undeclared: report, where every access is managed: the deals, and where they are doesn't matter",
      config: one(),
      account: { bots: [live(1, "a"), live(2, "stranger")] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`, `deals of 2 on ${FUTURES}`],
    },
    {
      because: "undeclared: report, where one access isn't managed: its access first",
      config: one({}, { accesses: [{ alias: "primary", live: "Main" }] }),
      account: { bots: [live(1, "a"), live(2, "stranger")] },
      reads: ["bot 1", "bot 2", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "undeclared: report, and the stranger is on the access that isn't managed",
      config: one({}, { accesses: [{ alias: "primary", live: "Main" }] }),
      account: { bots: [live(1, "a"), live(2, "stranger", { accessId: 2 })] },
      reads: ["bot 1", "bot 2"],
    },
    {
      because: "undeclared: turn-off: its access first, even where every one is managed",
      config: one({}, { undeclared: "turn-off" }),
      account: { bots: [live(1, "a"), live(2, "stranger", { accessId: 2 })] },
      reads: ["bot 1", "bot 2", `deals of 2 on ${FUTURES}`],
    },
    {
      because: "undeclared: ignore",
      config: alone({}, { accesses: [{ alias: "primary", live: "Main" }] }),
      account: { bots: [live(1, "a"), live(2, "stranger")] },
      reads: ["bot 1"],
    },
    {
      because: "strangers without the account's prefix are nobody's business",
      config: desired([desiredBot("a", { fields: { title: "x-a" } })], { undeclared: "turn-off", titlePrefix: "x-" }),
      account: { bots: [live(1, "x-a"), live(2, "stranger"), live(3, "x-stranger")] },
      reads: ["bot 1", "bot 3", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "a bot to be created on an account of two exchanges: the other's list",
      config: one(),
      account: {
        accesses: [MAIN, SECOND, THIRD],
        elsewhere: { OTHER_FUTURES: [live(5, "stranger", { accessId: 3 })] },
      },
      reads: ["bots of OTHER_FUTURES", "pairs"],
    },
    {
      because: "and what bears its title there: the details and deals, on that exchange",
      config: one(),
      account: {
        accesses: [MAIN, SECOND, THIRD],
        elsewhere: { OTHER_FUTURES: [live(5, "stranger", { accessId: 3 }), live(6, "a", { accessId: 3 })] },
      },
      reads: ["bots of OTHER_FUTURES", "bot 6", "deals of 3 on OTHER_FUTURES", "pairs"],
    },
    {
      because: "no other exchange's list where nothing is to be created",
      config: one(),
      account: { bots: [live(1, "a")], accesses: [MAIN, SECOND, THIRD] },
      reads: ["bot 1"],
    },
    {
      because: "a bot that is to be turned on beside one that it replaces: the deals of that one's access",
      config: one({ enabled: true }, { accesses: [{ alias: "primary", live: "Main" }] }),
      account: { bots: [live(1, "a"), live(2, "a", { accessId: 2, on: true })] },
      reads: ["bot 1", "bot 2", `deals of 2 on ${FUTURES}`],
    },
  ];

  const held = (pattern: string, rest: Partial<Desired> = {}) =>
    one({}, { holds: [{ bots: [pattern], reason: "why", origin: { file: "", path: [] } }], ...rest });
  const other = { fields: { pairTitle: "USDT-ETH" } } as const;
  const { pairTitle: _none, ...unpaired } = desiredBot("a").fields;
  const more: typeof cases = [
    {
      because: "a held bot that is on: it is turned off, so details and deals",
      config: held("main/a"),
      account: { bots: [live(1, "a", { on: true })], accesses: [MAIN] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`],
    },
    {
      because: "a held bot that is off",
      config: held("main/a"),
      account: { bots: [live(1, "a")], accesses: [MAIN] },
      reads: [],
    },
    {
      because: "a bot that is on, with one access",
      config: one(),
      account: { bots: [live(1, "a", { on: true })], accesses: [MAIN] },
      reads: [],
    },
    {
      because: "an undeclared bot that is held by its id: its access, where no other undeclared one matters",
      config: held("main/#2", { undeclared: "ignore" }),
      account: { bots: [live(2, "x", other), live(1, "a"), live(3, "y", other)] },
      reads: ["bot 2", "bot 1"],
    },
    {
      because:
        "a bot whose details don't say where it is, and whose title would be created: its deals can't be asked for",
      config: alone(),
      account: { bots: [live(1, "a", { accessId: null })] },
      reads: ["bot 1", "bot 1", "pairs"],
    },
    {
      because: "a bot to be created beside one that is as configured: pairs",
      config: desired([desiredBot("a"), desiredBot("b")], { undeclared: "ignore" }),
      account: { bots: [live(1, "a")] },
      reads: ["bot 1", "pairs"],
    },
    {
      because: "what looks like a bot to be created by its title alone: where it is, and its deals",
      config: alone(),
      account: { bots: [live(1, "A", other), live(2, "b", other)] },
      reads: ["bot 1", `deals of 1 on ${FUTURES}`, "pairs"],
    },
    {
      because: "a bot on an access that the account lacks",
      config: alone({ access: { alias: "none", live: "None" } }),
      account: {},
      reads: [],
    },
    {
      because: "a bot that doesn't declare its pair",
      config: alone({}, { bots: [{ ...desiredBot("a"), fields: unpaired }] }),
      account: { bots: [live(1, "a", other)] },
      reads: ["bot 1"],
    },
  ];

  it.each([...cases, ...more])("$because", async ({ config, account, reads }) => {
    expect(await readsOf(config, account)).toEqual(reads);
  });
});

describe("reads where the bots' accesses are known from an earlier look", () => {
  const cases: readonly [string, Desired, Account, Record<number, number | null>, readonly string[]][] = [
    ["a bot that is as configured: nothing", one(), { bots: [live(1, "a")] }, { 1: 1 }, []],
    ["a bot that nobody has read: its access", one(), { bots: [live(1, "a")] }, { 1: null }, ["bot 1"]],
    [
      "a bot that is to be updated: its details",
      one({ fields: { leverage: "9" } }),
      { bots: [live(1, "a")] },
      { 1: 1 },
      ["bot 1", `deals of 1 on ${FUTURES}`],
    ],
    [
      "a bot that would be created beside one with its title: that one",
      alone(),
      { bots: [live(1, "a", { accessId: 2 })] },
      { 1: 2 },
      ["bot 1", `deals of 2 on ${FUTURES}`, "pairs"],
    ],
    [
      "a bot that would be created beside one with a previous title: that one, whose access was wrong",
      alone({ previousTitles: ["old"] }),
      { bots: [live(1, "old")] },
      { 1: 2 },
      ["bot 1", `deals of 1 on ${FUTURES}`],
    ],
    [
      "a bot that replaces another, and is to be turned on: both",
      alone({ enabled: true }),
      { bots: [live(1, "a"), live(2, "a", { accessId: 2, on: true })] },
      { 1: 1, 2: 2 },
      ["bot 1", "bot 2", `deals of 2 on ${FUTURES}`],
    ],
    [
      "an undeclared bot that is to be turned off: its details",
      one({}, { undeclared: "turn-off" }),
      { bots: [live(1, "a"), live(2, "stranger", { accessId: 2 })] },
      { 1: 1, 2: 1 },
      ["bot 2", `deals of 2 on ${FUTURES}`],
    ],
    [
      "an undeclared bot that is only reported: nothing but deals",
      one({}, { accesses: [{ alias: "primary", live: "Main" }] }),
      { bots: [live(1, "a"), live(2, "stranger")] },
      { 1: 1, 2: 1 },
      [`deals of 1 on ${FUTURES}`],
    ],
  ];
  it.each(cases)("%s", async (_because, config, account, known, reads) => {
    expect(await readsOf(config, account, remembering(known))).toEqual(reads);
  });
});

describe("reads where bots are known by another title, or address", () => {
  const other = { fields: { pairTitle: "USDT-ETH" } } as const;
  const listed = (title: string) => ({ bots: [live(1, "a")], lagging: [live(1, title, other)] });
  it.each<[string, Account, Past, readonly string[]]>([
    ["a rename that the list doesn't show yet", listed("b"), remembering({ 1: 1 }, { title: "a" }), ["bot 1"]],
    ["a list that shows the title that is known", { bots: [live(1, "a")] }, remembering({ 1: 1 }, { title: "a" }), []],
    ["a title that nobody has configured", listed("b"), remembering({ 1: 1 }, { title: "c" }), ["pairs"]],
    [
      "one that stood for the bot to be created, and whose access nobody knows",
      { bots: [live(1, "b", other), live(2, "c", other)] },
      remembering({ 1: null }, { title: "b", address: "main/a" }),
      ["bot 1", `deals of 1 on ${FUTURES}`, "pairs"],
    ],
    [
      "one that looks like it, and is known to be on another access",
      { bots: [live(1, "b", { accessId: 2 })] },
      remembering({ 1: 2 }),
      ["pairs"],
    ],
    [
      "two with its title, of which one has just been read",
      { bots: [live(1, "a", { accessId: 2 }), live(2, "a", { accessId: 2 })] },
      remembering({ 1: 2, 2: null }),
      ["bot 2", "bot 1", `deals of 2 on ${FUTURES}`, "pairs"],
    ],
  ])("%s", async (_because, account, past, reads) => {
    expect(await readsOf(alone(), account, past)).toEqual(reads);
  });

  it("a previous title that the list doesn't show yet counts, too", async () => {
    const account = { bots: [live(1, "old")], lagging: [live(1, "b", other)] };
    const reads = await readsOf(alone({ previousTitles: ["old"] }), account, remembering({ 1: 1 }, { title: "old" }));
    expect(reads).toEqual(["bot 1", `deals of 1 on ${FUTURES}`]);
  });
});

describe("where a deal may be naked", () => {
  it("reads the deals of every managed access, and fails if one can't be read", async () => {
    const wanted = desired([desiredBot("a")]);
    const { reader, reads } = readerOf({ bots: [live(1, "a")] });
    const { deals } = await refresh(wanted, reader);
    expect([deals, reads.filter((read) => read.startsWith("deals"))]).toEqual([null, []]);
    const whole = await refresh(wanted, reader, undefined, { everyDeal: true });
    const managed = wanted.accesses.length;
    const ofDeals = () => reads.filter((read) => read.startsWith("deals")).length;
    expect([whole.deals, ofDeals()]).toEqual([[], managed]);
    await refresh(desired([desiredBot("a", { fields: { leverage: "9" } })]), reader, undefined, { everyDeal: true });
    expect(ofDeals()).toBe(2 * managed);
    const broken = { ...reader, runningDeals: () => Promise.reject(new ServiceError("http", "down")) };
    await expect(refresh(wanted, broken, undefined, { everyDeal: true })).rejects.toThrow("down");
  });
});

describe("deals of accesses that the ledger knows", () => {
  /** What was asked for before the accesses were there, and after. */
  async function dealsRead(past: Past) {
    const accesses = [MAIN, SECOND];
    const { reader } = readerOf({ bots: [live(1, "a"), live(2, "b"), live(3, "c")], accesses });
    const [early, late]: number[][] = [[], []];
    let isThere = false;
    const slow: ServiceReader = {
      ...reader,
      accesses: async () => {
        await new Promise(setImmediate);
        isThere = true;
        return accesses;
      },
      runningDeals: async (id) => {
        (isThere ? late : early)?.push(id);
        if (accesses.every((access) => access.id !== id)) throw new ServiceError("refused", "no such access");
        return [];
      },
    };
    const { deals } = await refresh(desired([desiredBot("a")]), slow, past, { everyDeal: true });
    return { early, late, deals };
  }

  // "second" is named by its number.
  it("are read while the accesses are on their way, once", async () => {
    const known = remembering({ 1: MAIN.id }, { address: "main/a" });
    expect(await dealsRead(known)).toEqual({ early: [SECOND.id, MAIN.id], late: [], deals: [] });
  });

  it("of an access that isn't there any more count for nothing, nor does the refusal", async () => {
    const gone = remembering({ 1: 4711 }, { address: "main/a" });
    expect(await dealsRead(gone)).toEqual({ early: [SECOND.id, 4711], late: [MAIN.id], deals: [] });
  });

  it.each([
    ["only undeclared bots are known", remembering({ 1: MAIN.id })],
    ["more accesses are known than declared", remembering({ 1: 1, 2: 3, 3: 4 }, { address: "main/a" })],
  ])("wait for the accesses where %s", async (_where, past) => {
    expect(await dealsRead(past)).toEqual({ early: [SECOND.id], late: [MAIN.id], deals: [] });
  });
});

describe("what comes of it", () => {
  it("is every bot of the list, in its order, with details where they were read, and all deals that were", async () => {
    const stranger = live(3, "stranger");
    const named = live(2, "a", { accessId: 2, on: true });
    const running = deal(70, 2);
    const { reader } = readerOf({ bots: [stranger, named], deals: { 1: [deal(71, 3)], 2: [running] } });
    const config = alone({ access: { alias: "second", live: 2 }, enabled: false });
    expect(await refresh(config, reader)).toStrictEqual({
      accesses: [MAIN, SECOND],
      bots: [{ ...stranger, accessId: null }, named],
      deals: [running],
      pairs: null,
      listed: 2,
      open: [],
      unlisted: new Map(),
      knownAs: new Map(),
    });
  });

  it("hands on all that is remembered", async () => {
    const kept = { holds: [], protectedIds: new Set([7]), addresses: new Map() };
    const seen = [{ name: "update", value: "merge", at: 1, detail: "", tool: "1" }] as const;
    const contradicted = [{ pinned: seen[0], since: seen[0] }];
    const foreignFacts: PinnedFacts = { file: "facts.json", origin: "https://other.example.net", seen: [] };
    const memory = {
      ...{ unread: "no folder", damaged: "line 2", kept, seen, contradicted, foreignFacts },
      ...remembering({ 1: 1 }, { title: "a", address: "main/a" }).memory,
    };
    const { reader } = readerOf({ bots: [live(1, "a")] });
    expect(await refresh(alone(), reader, { memory, now: 5 })).toStrictEqual({
      ...{ accesses: [MAIN, SECOND], bots: [live(1, "a")], deals: null, pairs: null, listed: 1, open: [] },
      ...{ unlisted: new Map(), knownAs: new Map([[1, "main/a"]]), unremembered: "no folder", damaged: "line 2" },
      ...{ kept, seen, contradicted, foreignFacts, now: 5 },
    });
  });

  it("holds a bot of another exchange that has the title, and no other of there", async () => {
    const titled = live(6, "a", { accessId: 3 });
    const { reader } = readerOf({
      bots: [live(1, "b")],
      accesses: [MAIN, SECOND, THIRD],
      elsewhere: { OTHER_FUTURES: [live(5, "stranger", { accessId: 3 }), titled] },
    });
    const { bots, pairs } = await refresh(alone(), reader);
    // Bot 1 is read, too: it has the pair and the strategy of the bot that isn't there.
    expect(bots).toEqual([live(1, "b"), titled]);
    expect(pairs).toEqual(["USDT-BTC"]);
  });

  it("turns none of two bots of one title on while one of them is in a deal", async () => {
    const bots = [live(1, "a"), live(2, "a")];
    const config = alone({ enabled: true });
    const quiet = makePlan(config, await refresh(config, readerOf({ bots }).reader));
    expect(quiet.steps.map(({ action }) => action)).toEqual(["turn-on"]);
    const busy = makePlan(config, await refresh(config, readerOf({ bots, deals: { 1: [deal(70, 2)] } }).reader));
    expect(busy.steps).toEqual([]);
    expect(busy.diagnostics.map(({ code }) => code)).toEqual(["plan/duplicate-title"]);
  });
});
