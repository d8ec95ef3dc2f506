// Whom an emergency stop means: what the service shows, what is only known, and whose starts of deals are watched.
import { describe, expect, it } from "vitest";
import type { Access } from "../../../../src/model/bot/bot.js";
import { type Meant, MeantBots } from "../../../../src/reconcile/emergency-stop/meant-bots.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import { type Memory, NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { earlier } from "../earlier.js";
import { desired, desiredBot, live } from "../fleet.js";

const ACCESSES: readonly Access[] = [
  { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
  { id: 2, title: "Second", exchange: "SERVICE_FUTURES" },
];
const MANAGED = desired([
  desiredBot("a"),
  desiredBot("b", { previousTitles: ["old b"] }),
  desiredBot("c", { botId: 3 }),
  desiredBot("d", { access: { alias: "second", live: 2 }, fields: { title: "a" } }),
]);
const known = (id: number, changes: Partial<KnownBot> = {}): KnownBot => ({
  ...{ id, accessId: null, title: `known ${id}`, address: undefined },
  ...changes,
});
const remembering = (...bots: readonly KnownBot[]): Memory => ({
  ...NO_MEMORY,
  bots: new Map(bots.map((one) => [one.id, one])),
});

describe("of bots that the service shows are meant", () => {
  const memory = remembering(known(6, { address: "main/b" }), known(7, { address: "main/z" }), known(8));
  const shown = [
    live(1, "a"),
    live(2, "old b"),
    live(3, "pinned"),
    live(4, "a", { accessId: 2 }),
    live(5, "b", { accessId: 2 }),
    live(6, "renamed"),
    live(7, "other"),
    live(8, "b", { accessId: null }),
    live(9, "other", { accessId: null }),
    { ...live(10, ""), fields: { ...live(10, "").fields, title: null } },
  ];

  it.each<[what: string, meant: Meant, ids: number[], untold: number[]]>([
    ["all", {}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], []],
    ["those with these ids", { only: new Set([5, 9]) }, [5, 9], []],
    ["none of none", { only: new Set() }, [], []],
    [
      "those that are declared, by title on its access, former title, pin or key",
      { managed: MANAGED },
      [1, 2, 3, 4, 6],
      [8],
    ],
    ["both", { managed: MANAGED, only: new Set([5, 9]) }, [1, 2, 3, 4, 5, 6, 9], [8]],
    [
      "those of a configuration whose access isn't there, by pin and key",
      { managed: { ...MANAGED, accesses: [] } },
      [3, 6],
      [],
    ],
  ])("%s", (_what, meant, ids, untold) => {
    const isMeant = new MeantBots(meant).shownOn(ACCESSES, memory);
    const told = (as: boolean | undefined) => shown.flatMap((bot) => (isMeant(bot) === as ? [bot.id] : []));
    expect([told(true), told(undefined)]).toEqual([ids, untold]);
  });
});

describe("of known bots may be meant", () => {
  const bots = [
    known(1, { title: "a" }),
    known(2, { title: "old b" }),
    known(3),
    known(4, { address: "main/a" }),
    known(5, { address: "main/z" }),
    known(6),
  ];
  it.each<[what: string, meant: Meant, ids: number[]]>([
    ["all", {}, [1, 2, 3, 4, 5, 6]],
    ["those with these ids", { only: new Set([6]) }, [6]],
    ["those with a title, pin or key that is declared", { managed: MANAGED }, [1, 2, 3, 4]],
    ["both", { managed: MANAGED, only: new Set([6]) }, [1, 2, 3, 4, 6]],
  ])("%s", (_what, meant, ids) => {
    const all = new MeantBots(meant);
    expect(bots.flatMap((bot) => (all.mayInclude(bot) ? [bot.id] : []))).toEqual(ids);
    const memory = remembering(...bots);
    expect(bots.flatMap(({ id }) => (all.isMeant(id, memory) ? [id] : []))).toEqual(ids);
  });
});

describe("a bot of which only the id is told", () => {
  it("is meant unless others are named by their ids", () => {
    expect(new MeantBots({}).isMeant(9, NO_MEMORY)).toBe(true);
    expect(new MeantBots({ managed: MANAGED }).isMeant(9, NO_MEMORY)).toBe(true);
    const some = new MeantBots({ only: new Set([9]) });
    expect([some.isMeant(9, NO_MEMORY), some.isMeant(8, NO_MEMORY)]).toEqual([true, false]);
  });

  it("is what the service showed it to be, rather than what was known", () => {
    const memory = remembering(known(1, { title: "a" }), known(2), known(3));
    const meant = new MeantBots({ managed: MANAGED });
    const isMeant = meant.shownOn(ACCESSES, NO_MEMORY);
    for (const bot of [live(1, "renamed"), live(2, "a"), live(4, "a", { accessId: null })]) isMeant(bot);
    expect([1, 2, 3, 4].map((id) => meant.isMeant(id, memory))).toEqual([false, true, true, true]);
  });
});

describe("starts of deals", () => {
  const start = (botId: number | undefined) =>
    earlier("start-deal", botId, 1_000, botId === undefined ? { isWebhook: true } : {});
  const memory = {
    ...remembering(known(1, { title: "a" }), known(2)),
    intents: [start(1), start(2), start(undefined)],
  };

  it.each<[what: string, meant: Meant, bots: (number | undefined)[]]>([
    ["all, and those of no bot", {}, [1, 2, undefined]],
    ["those of the named bots", { only: new Set([2]) }, [2]],
    ["those of the declared bots", { managed: MANAGED }, [1]],
  ])("are watched: %s", (_what, meant, bots) => {
    expect(new MeantBots(meant).starts(memory, 1_000)).toEqual(
      bots.map((botId) => ({ botId, isWebhook: botId === undefined, sentAt: 1_000, until: 121_000 })),
    );
    expect(new MeantBots(meant).starts(memory, 121_000)).toEqual([]);
  });

  /** Whether it has settled by now. */
  const isKnown = (meant: MeantBots) =>
    Promise.race([meant.startKnown.then(() => true), Promise.resolve().then(() => false)]);

  it("are known once the service shows a bot, or doesn't answer, from the first of them on", async () => {
    const shows = (meant: MeantBots) => void meant.shownOn(ACCESSES, NO_MEMORY)(live(1, "a"));
    const isSilent = (meant: MeantBots) => meant.answered();
    for (const happens of [shows, isSilent]) {
      const meant = new MeantBots({ only: new Set([2]) });
      const begins = (botId: number) => meant.starts({ ...NO_MEMORY, intents: [start(botId)] }, 1_000);
      happens(meant);
      begins(1);
      happens(meant);
      expect(await isKnown(meant)).toBe(false);
      begins(2);
      expect(await isKnown(meant)).toBe(false);
      begins(1);
      happens(meant);
      expect(await isKnown(meant)).toBe(true);
    }
  });
});
