// Which live bot each configured bot is, and in which words botform says that it can't tell.
import { describe, expect, it } from "vitest";
import type { Access, ObservedBot } from "../../../../src/model/bot/bot.js";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import { liveMatches, type Match, matchBots } from "../../../../src/reconcile/plan/match.js";
import { turnOnsUnderWay } from "../earlier.js";
import { deal, desired, desiredBot, live, observed } from "../fleet.js";

const MAIN: Access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const SECOND: Access = { id: 2, title: "Second", exchange: "SERVICE_FUTURES" };
/** `byid` is another alias of the first access. */
const ACCESSES = new Map([
  ["primary", MAIN],
  ["second", SECOND],
  ["byid", MAIN],
]);
const ON_SECOND = { alias: "second", live: 2 };

function match(bots: DesiredBot[], lives: ObservedBot[], changes: Partial<Observed> = {}): readonly Match[] {
  return matchBots(desired(bots), { ...observed(lives), ...changes }, ACCESSES);
}

/** `live 1, copy 2`, `absent, once old`, `no-access`, or the code of what is unclear. */
function told(matches: readonly Match[]): string[] {
  return matches.map((one) => {
    if (one.kind === "unclear") return one.diagnostic.code;
    if (one.kind === "no-access") return one.kind;
    const elsewhere = one.elsewhere.map(({ id }) => `elsewhere ${id}`);
    if (one.kind === "absent")
      return [one.kind, ...one.formerTitles.map((title) => `once ${title}`), ...elsewhere].join(", ");
    const once = [...one.former.map(({ id }) => `former ${id}`), ...one.formerTitles.map((title) => `once ${title}`)];
    const copies = one.copies.map((copy) => `copy ${copy.id}`);
    return [`${one.kind} ${one.live.id}`, ...copies, ...once, ...elsewhere].join(", ");
  });
}

const renamed = (title: string, ...previousTitles: string[]) => desiredBot("a", { fields: { title }, previousTitles });

describe("a bot is found", () => {
  const cases: { bots: DesiredBot[]; lives: ObservedBot[]; found: string[]; because: string }[] = [
    { bots: [desiredBot("a")], lives: [live(1, "b"), live(2, "a")], found: ["live 2"], because: "by its title" },
    { bots: [desiredBot("a")], lives: [live(1, "b")], found: ["absent"], because: "or not at all" },
    {
      bots: [desiredBot("a", { access: ON_SECOND })],
      lives: [live(1, "a"), live(2, "a", { accessId: 2 })],
      found: ["live 2, elsewhere 1"],
      because: "on its own access, though another access has its title",
    },
    {
      bots: [desiredBot("a"), desiredBot("b", { fields: { title: "a" }, access: ON_SECOND })],
      lives: [live(2, "a", { accessId: 2 })],
      found: ["absent", "live 2"],
      because: "on its own access alone where the other one's bot is declared",
    },
    {
      bots: [desiredBot("a", { previousTitles: ["old", "older"] })],
      lives: [live(1, "a"), live(3, "old")],
      found: ["live 1, former 3, once older"],
      because: "by its title, beside one that has a title it had before",
    },
    {
      bots: [desiredBot("x", { access: { alias: "none", live: "None" }, botId: 1 }), desiredBot("a")],
      lives: [live(1, "a")],
      found: ["no-access", "live 1"],
      because: "though one without an access names it",
    },
    {
      bots: [desiredBot("a")],
      lives: [live(9, "a", { accessId: 2 }), live(4, "a", { accessId: 3 })],
      found: ["absent, elsewhere 4, elsewhere 9"],
      because: "on other accesses as what it may replace, lowest id first",
    },
    {
      bots: [desiredBot("a"), desiredBot("b", { access: ON_SECOND, previousTitles: ["a"] })],
      lives: [live(1, "a"), live(9, "a", { accessId: 2 })],
      found: ["live 1", "live 9, once a"],
      because: "on other accesses but not where it is another one of the configuration",
    },
    {
      bots: [desiredBot("a")],
      lives: [live(9, "a"), live(3, "a"), live(5, "a")],
      found: ["live 3, copy 5, copy 9"],
      because: "by the lowest id among copies that are off",
    },
    {
      bots: [desiredBot("a", { botId: 5 })],
      lives: [live(3, "a", { on: true }), live(5, "a")],
      found: ["live 5, copy 3"],
      because: "by botId, whichever of its copies is on",
    },
    { bots: [desiredBot("a", { botId: 5 })], lives: [live(5, "x")], found: ["live 5"], because: "by botId alone" },
    {
      bots: [renamed("a", "old", "older")],
      lives: [live(4, "older")],
      found: ["live 4, once old, once older"],
      because: "by an old title",
    },
    {
      bots: [renamed("a", "old")],
      lives: [live(4, "old"), live(7, "a")],
      found: ["live 7, former 4"],
      because: "by its title rather than by an old one, and what has that may be it, too",
    },
    {
      bots: [desiredBot("a", { previousTitles: ["old", "older"], botId: 7 })],
      lives: [live(4, "old"), live(7, "a")],
      found: ["live 7"],
      because: "by botId, and then nothing else may be it",
    },
    {
      bots: [renamed("a", "old", "older"), desiredBot("b", { fields: { title: "older" } })],
      lives: [live(2, "old", { accessId: 2 }), live(4, "older"), live(6, "old"), live(7, "a")],
      found: ["live 7, former 6", "live 4"],
      because: "by its title, and what another one is, or stands elsewhere, isn't it",
    },
    {
      bots: [renamed("a", "old"), desiredBot("old")],
      lives: [live(4, "old")],
      found: ["absent", "live 4"],
      because: "by no old title that is another's now",
    },
    {
      bots: [renamed("a", "a")],
      lives: [live(4, "a")],
      found: ["live 4"],
      because: "by its title, should that stand among the old ones, too",
    },
    {
      bots: [renamed("a", "x"), desiredBot("b", { previousTitles: ["a"] })],
      lives: [live(1, "a")],
      found: ["live 1, once x", "absent"],
      because: "by its title, though another had it once: nothing with an old title of its own is there",
    },
    {
      bots: [desiredBot("z", { previousTitles: ["y"] }), desiredBot("y", { previousTitles: ["x"] })],
      lives: [live(1, "x")],
      found: ["absent", "live 1, once x"],
      because: "by its old title, and another's that isn't there yet is no claim to it",
    },
    {
      bots: [desiredBot("z", { previousTitles: ["gone", "y"] }), desiredBot("y")],
      lives: [live(1, "y")],
      found: ["absent, once gone", "live 1"],
      because: "by its title, and another may once have had just the titles that nobody has now",
    },
    {
      bots: [desiredBot("a", { access: ON_SECOND }), desiredBot("b", { previousTitles: ["a"] })],
      lives: [live(1, "a"), live(2, "a", { accessId: 2 }), live(3, "a", { accessId: 3 })],
      found: ["live 2, elsewhere 3", "live 1, once a"],
      because: "and what stands for another one isn't what it may replace",
    },
    {
      bots: [desiredBot("a", { access: ON_SECOND }), desiredBot("b", { previousTitles: ["a", "z"] })],
      lives: [live(1, "a"), live(4, "z")],
      found: ["plan/access-changed", "plan/ambiguous-rename"],
      because: "nor what may stand for another one",
    },
    {
      bots: [desiredBot("a", { access: { alias: "third", live: "Third" } }), desiredBot("b")],
      lives: [live(1, "a"), live(2, "b")],
      found: ["no-access", "live 2"],
      because: "on a known access only",
    },
  ];
  it.each(cases)("$because", ({ bots, lives, found }) => {
    expect(told(match(bots, lives))).toEqual(found);
  });
});

describe("a bot that can't be told stops, and the words say what to do", () => {
  const cases: {
    bots: DesiredBot[];
    lives: ObservedBot[];
    /** Bots that aren't stopped. */
    others?: DesiredBot[];
    state?: Partial<Observed>;
    code: string;
    summary: string;
    remedy: string;
    candidates: number[];
  }[] = [
    {
      bots: [desiredBot("b", { fields: { title: "X" } }), renamed("X")].map((bot, index) => ({
        ...bot,
        access: { alias: index === 0 ? "primary" : "byid", live: "Main" },
      })),
      lives: [live(7, "X")],
      code: "plan/title-twice",
      summary: 'main/a and main/b are all called "X" on the access "Main" (1)',
      remedy: "Give each its own title: their access aliases stand for the same live access.",
      candidates: [7],
    },
    {
      bots: [desiredBot("a", { botId: 9 })],
      lives: [live(1, "a")],
      code: "plan/no-such-bot",
      summary: "the service shows no bot with id 9",
      remedy: "Correct botId, or remove it to match by title.",
      candidates: [],
    },
    {
      bots: [desiredBot("a", { botId: 5 })],
      lives: [live(3, "a"), live(5, "x")],
      code: "plan/title-taken",
      summary: 'bot 5 "x" can\'t be renamed to "a" while bot 3 has that title',
      remedy: "Rename the other one first: apply it alone with --target, then this one.",
      candidates: [5, 3],
    },
    {
      bots: [desiredBot("a")],
      lives: [live(5, "a", { on: true }), live(3, "a"), live(4, "b", { on: true })],
      code: "plan/duplicate-title",
      summary: '2 live bots on "Main" are called "a", and some are on or in a deal: 3 (DISABLED), 5 (ENABLED)',
      remedy: "Turn the wrong ones off and let their deals end, or pin the right one with botId.",
      candidates: [3, 5],
    },
    {
      bots: [desiredBot("a")],
      lives: [live(3, "a"), live(5, "a")],
      state: { deals: [deal(70, 5)] },
      code: "plan/duplicate-title",
      summary:
        '2 live bots on "Main" are called "a", and some are on or in a deal: 3 (DISABLED), 5 (DISABLED, in a deal)',
      remedy: "Turn the wrong ones off and let their deals end, or pin the right one with botId.",
      candidates: [3, 5],
    },
    {
      bots: [renamed("a", "z", "y", "x")],
      lives: [live(3, "x"), live(1, "y"), live(2, "z")],
      code: "plan/ambiguous-rename",
      summary: '3 live bots have previous titles of this bot: "y" (1), "z" (2), "x" (3)',
      remedy: "Pin the right one with botId.",
      candidates: [1, 2, 3],
    },
    {
      bots: [desiredBot("a", { botId: 4, access: ON_SECOND })],
      lives: [live(4, "x")],
      code: "plan/access-changed",
      summary:
        'bot 4 "x" is on access 1, but the configuration has it on "Second" (2); a bot\'s access can\'t be changed',
      remedy:
        "Set access back; or turn that bot off on the service and remove botId, so that a new one is created here.",
      candidates: [4],
    },
    {
      bots: [desiredBot("a", { botId: 4, access: ON_SECOND })],
      lives: [live(4, "a")],
      code: "plan/access-changed",
      summary:
        'bot 4 "a" is on access 1, but the configuration has it on "Second" (2); a bot\'s access can\'t be changed',
      remedy:
        "Set access back; or remove botId, which names the bot on the other access, and plan with --allow-replace.",
      candidates: [4],
    },
    {
      bots: [desiredBot("a")],
      lives: [live(4, "a", { accessId: 2 })],
      others: [desiredBot("b", { access: ON_SECOND, previousTitles: ["a"] })],
      code: "plan/access-changed",
      summary:
        'bot 4 "a" is on access 2, but the configuration has it on "Main" (1); a bot\'s access can\'t be changed',
      remedy: "Set access back, or give the bot a new title here: the live one may belong to another bot.",
      candidates: [4],
    },
    {
      bots: [desiredBot("b", { botId: 1 }), desiredBot("a", { previousTitles: ["old"] })],
      lives: [live(1, "old")],
      code: "plan/claimed-twice",
      summary: 'bot 1 "old" is claimed by main/a and main/b',
      remedy: "Correct previousTitles or botId so that only one bot claims it.",
      candidates: [1],
    },
    {
      bots: [desiredBot("a")],
      lives: [live(1, "b"), live(2, "a")],
      others: [desiredBot("b", { botId: 2 })],
      code: "plan/claimed-twice",
      summary: 'bot 2 "a" is claimed by main/a and main/b',
      remedy: "Correct previousTitles or botId so that only one bot claims it.",
      candidates: [2],
    },
    {
      bots: [renamed("Y", "W", "X"), desiredBot("b", { fields: { title: "Z" }, previousTitles: ["Y"] })],
      lives: [live(1, "X"), live(2, "Y")],
      code: "plan/rename-chain",
      summary: 'the live title "Y" is the new title of one and a previous title of the other of main/a and main/b',
      remedy: "Pin both bots with botId, and first apply the one that gets another title, alone with --target.",
      candidates: [2],
    },
  ];
  it.each(cases)("$summary", ({ bots, lives, others = [], state, code, summary, remedy, candidates }) => {
    const [first, ...rest] = match([...bots, ...others], lives, state).slice(0, bots.length);
    const [bot] = bots;
    expect(first).toEqual({
      kind: "unclear",
      bot,
      diagnostic: { severity: "error", code, summary, remedy, address: bot?.address, origin: bot?.origin },
      candidates,
    });
    // Whoever the words name beside the first one must be stopped, too.
    expect(told(rest)).toEqual(rest.map(() => code));
  });

  it("a copy that may come on is named as such", () => {
    const [found] = match([desiredBot("a")], [live(3, "a"), live(5, "a")], turnOnsUnderWay(5));
    expect(found?.kind === "unclear" && found.diagnostic.summary).toBe(
      '2 live bots on "Main" are called "a", and some are on or in a deal: 3 (DISABLED), 5 (DISABLED, a turn-on under way)',
    );
  });

  it("copies that are off are no doubt where no deals had to be read", () => {
    expect(told(match([desiredBot("a")], [live(3, "a"), live(5, "a")], { deals: null }))).toEqual(["live 3, copy 5"]);
  });

  it("a bot in a chain of renames names the first of its old titles, however they are ordered", () => {
    const chain = (...previousTitles: string[]) =>
      match(
        [
          desiredBot("c", { previousTitles }),
          desiredBot("x", { previousTitles: ["old x"] }),
          desiredBot("y", { previousTitles: ["old y"] }),
        ],
        [live(1, "old x"), live(2, "x"), live(3, "old y"), live(4, "y")],
      ).map((one) => (one.kind === "unclear" ? one.diagnostic.summary : one.kind))[0];
    expect(chain("y", "x")).toBe(chain("x", "y"));
    expect(chain("y", "x")).toBe(
      'the live title "x" is the new title of one and a previous title of the other of main/c and main/x',
    );
  });
});

it("the bots that are certainly known are told by their ids", () => {
  const [a, b] = [desiredBot("a"), desiredBot("b")];
  const matches = match([a, b, desiredBot("c"), desiredBot("d", { botId: 9 })], [live(1, "a"), live(2, "b")]);
  expect(told(matches)).toEqual(["live 1", "live 2", "absent", "plan/no-such-bot"]);
  expect(liveMatches(matches)).toEqual(
    new Map([
      [1, a],
      [2, b],
    ]),
  );
});
