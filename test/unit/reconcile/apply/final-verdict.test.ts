// What a run's steps claim of a bot in the end, and what of the bots that were read last contradicts it (rule 15).
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { OutcomeKind } from "../../../../src/model/plan/outcome.js";
import type { PlannedBot } from "../../../../src/model/plan/plan.js";
import {
  type EndedBot,
  idsToRead,
  leftBy,
  type Seen,
  verdictOf,
} from "../../../../src/reconcile/apply/final-verdict.js";
import { live } from "../fleet.js";
import { plannedBot, step } from "../plan/plans.js";

const TARGET = { ...live(7, "a").fields, leverage: "9" };
const CHANGES = { target: TARGET, managed: ["title", "leverage", "cycleLimitScale"] } as const;
const PLANNED = {
  new: plannedBot("a", null, CHANGES),
  off: plannedBot("a", live(7, "a"), CHANGES),
  on: plannedBot("a", live(7, "a", { on: true }), CHANGES),
};
/** The declared settings as they were; one that isn't shown was off. */
const BEFORE = { title: "a", leverage: "5", cycleLimitScale: null };
const OPEN = { on: undefined, fields: undefined };

type Ended = readonly [action: Action, kind: OutcomeKind, wrote?: boolean];

function left(was: keyof typeof PLANNED, ...ended: readonly Ended[]) {
  const steps = ended.map(([action, kind, wrote = true]) => ({ action, kind, wrote }));
  return leftBy(PLANNED[was], steps);
}

describe("a bot that no step has touched", () => {
  it("is left as whoever likes it", () => expect(left("on")).toBeUndefined());
});

describe("a bot that was on", () => {
  it.each<[because: string, ended: readonly Ended[], claim: object]>([
    ["turned off", [["turn-off", "applied"]], { on: false, fields: BEFORE }],
    ["off already", [["turn-off", "applied", false]], { on: false, fields: BEFORE }],
    ["perhaps off", [["turn-off", "unknown"]], { on: undefined, fields: BEFORE }],
    ["not turned off", [["turn-off", "failed"]], { on: undefined, fields: BEFORE }],
    ["refused its turn-off", [["turn-off", "failed", false]], { on: true, fields: BEFORE }],
    ["updated", [["update", "applied"]], { on: true, fields: TARGET }],
    ["updated otherwise than asked for", [["update", "failed"]], OPEN],
    ["perhaps updated", [["update", "unknown"]], OPEN],
    ["refused its update", [["update", "failed", false]], { on: true, fields: BEFORE }],
    [
      "turned off and updated",
      [
        ["turn-off", "applied"],
        ["update", "applied"],
      ],
      { on: false, fields: TARGET },
    ],
    [
      "turned off, and switched on and off again by its update",
      [
        ["turn-off", "applied"],
        ["update", "failed"],
      ],
      { on: false, fields: undefined },
    ],
  ])("%s", (_because, ended, claim) => expect(left("on", ...ended)).toEqual(claim));
});

describe("a bot that was off", () => {
  it.each<[because: string, ended: readonly Ended[], claim: object]>([
    ["turned on", [["turn-on", "applied"]], { on: true, fields: TARGET }],
    ["perhaps on", [["turn-on", "unknown"]], OPEN],
    ["on, and otherwise than planned", [["turn-on", "failed"]], OPEN],
    ["refused its turn-on", [["turn-on", "failed", false]], { on: false, fields: BEFORE }],
    ["updated", [["update", "applied"]], { on: false, fields: TARGET }],
    ["updated otherwise than asked for", [["update", "failed"]], { on: false, fields: undefined }],
    ["perhaps updated", [["update", "unknown"]], OPEN],
    [
      "updated and turned on",
      [
        ["update", "applied"],
        ["turn-on", "applied"],
      ],
      { on: true, fields: TARGET },
    ],
    [
      "updated, and refused its turn-on",
      [
        ["update", "applied"],
        ["turn-on", "failed", false],
      ],
      { on: false, fields: TARGET },
    ],
  ])("%s", (_because, ended, claim) => expect(left("off", ...ended)).toEqual(claim));
});

describe("a bot that wasn't there", () => {
  it.each<[because: string, ended: readonly Ended[], claim: object]>([
    ["created", [["create", "applied"]], { on: false, fields: TARGET }],
    ["created otherwise than asked for", [["create", "failed"]], { on: false, fields: undefined }],
    ["perhaps created", [["create", "unknown"]], OPEN],
    ["refused", [["create", "failed", false]], { on: false, fields: undefined }],
    [
      "created and turned on",
      [
        ["create", "applied"],
        ["turn-on", "applied"],
      ],
      { on: true, fields: TARGET },
    ],
    [
      "created and perhaps on",
      [
        ["create", "applied"],
        ["turn-on", "unknown"],
      ],
      OPEN,
    ],
  ])("%s", (_because, ended, claim) => expect(left("new", ...ended)).toEqual(claim));
});

const APPLIED = { kind: "applied", wrote: true } as const;

/** A bot of the plan that was off: one that this run has turned on, or nothing was done to. */
function bot(key: string, changes: Partial<EndedBot> & { readonly plan?: Partial<PlannedBot> } = {}): EndedBot {
  const { plan, ...rest } = changes;
  const planned = plannedBot(key, live(7, key), { target: { leverage: "5" }, managed: ["leverage"], ...plan });
  return { planned, id: 7, ended: [], hasSent: false, create: undefined, turnOn: undefined, ...rest };
}

const turnedOn = (key: string, changes: Parameters<typeof bot>[1] = {}) =>
  bot(key, { ended: [{ action: "turn-on", ...APPLIED }], hasSent: true, turnOn: step("turn-on", key), ...changes });
const created = (key: string, changes: Parameters<typeof bot>[1] = {}) =>
  bot(key, {
    ended: [{ action: "create", ...APPLIED }],
    hasSent: true,
    create: step("create", key),
    ...changes,
    plan: { observed: null, ...changes.plan },
  });

function seen(
  bots: readonly ObservedBot[],
  { unread = [], news = [] }: { unread?: number[]; news?: number[] } = {},
): Seen {
  return {
    bots: new Map(bots.map((one) => [one.id, one])),
    isUnread: (id) => unread.includes(id),
    hasAppeared: (id) => news.includes(id),
  };
}

/** `violation …`, and `off 7 …` with the step for which it must be. */
const verdict = (all: readonly EndedBot[], of: Seen) =>
  verdictOf(all, of).map(
    (one) => (one.kind === "off" ? `off ${one.id} (${one.step.action}) ` : `${one.kind} `) + one.says,
  );
const ON = { on: true };
const A7 = live(7, "a", ON);

describe("bots are read", () => {
  const read = (all: readonly EndedBot[], titled: readonly number[] = [7]) => [...idsToRead(all, () => titled)];

  it.each<[because: string, all: EndedBot[], titled: number[], ids: number[]]>([
    ["that nothing was done to: none", [bot("a")], [7], []],
    ["that something was done to", [turnedOn("a")], [7], [7]],
    ["with it, those that a list has shown under its title", [bot("a")], [7, 8], [7, 8]],
    ["with it, the copies that the plan knows", [bot("a", { plan: { copies: [9] } })], [], [9, 7]],
    ["that aren't there yet: those of the title", [created("a", { id: undefined })], [8], [8]],
    ["of one title twice", [bot("a"), bot("a", { id: 8 })], [7, 8], [7, 8]],
    ["that are replaced, once something was sent", [turnedOn("a", { plan: { replaces: [3] } })], [7], [7, 3]],
    ["that are replaced, before: none", [bot("a", { plan: { replaces: [3] } })], [7], []],
    [
      "that are replaced by one that isn't there: none",
      [created("a", { id: undefined, plan: { replaces: [3] } })],
      [],
      [],
    ],
  ])("%s", (_because, all, titled, ids) => {
    expect(read(all, titled)).toEqual(ids);
  });

  it("with it, those with a previous title", () => {
    const renamed = bot("a", { plan: { formerTitles: ["old"] } });
    expect([...idsToRead([renamed], (titles) => (titles.join(" ") === "a old" ? [3, 7] : []))]).toEqual([3, 7]);
  });

  it("of each title its own", () => {
    const both = [bot("a"), bot("b", { id: 8 })];
    expect([...idsToRead(both, ([title]) => (title === "a" ? [7, 9] : [8]))]).toEqual([7, 9]);
  });
});

describe("nothing is wrong with", () => {
  it.each<[what: string, all: EndedBot[], of: Seen]>([
    ["a bot as it was left", [turnedOn("a")], seen([A7])],
    [
      "one that nothing was done to, however it is",
      [bot("a")],
      seen([live(7, "a", { on: true, fields: { leverage: "9" } })]),
    ],
    ["one that isn't there yet", [created("a", { id: undefined })], seen([])],
    ["one that is gone and was left alone", [bot("a")], seen([])],
    ["one that couldn't be read, which is said elsewhere", [turnedOn("a")], seen([], { unread: [7] })],
    ["copies that the plan has shown", [turnedOn("a", { plan: { copies: [8] } })], seen([A7, live(8, "a")])],
    ["bots of one title on two accesses", [turnedOn("a")], seen([A7, live(8, "a", { on: true, accessId: 2 })])],
    ["another title", [turnedOn("a")], seen([A7, live(8, "b", ON)])],
    [
      "one that replaces a bot that is off",
      [turnedOn("a", { plan: { replaces: [3] } })],
      seen([A7, live(3, "a", { accessId: 2 })]),
    ],
    [
      "one that is off while the bot that it replaces is on",
      [created("a", { plan: { replaces: [3] } })],
      seen([live(7, "a"), live(3, "x", ON)]),
    ],
    ["one whose replacement wasn't begun", [bot("a", { plan: { replaces: [3] } })], seen([A7, live(3, "x", ON)])],
    [
      "one that isn't there while the bot that it replaces is on",
      [created("a", { id: undefined, plan: { replaces: [3] } })],
      seen([live(3, "x", ON)]),
    ],
    [
      "a new bot of a title that isn't the plan's",
      [turnedOn("a")],
      seen([A7, live(8, "", { accessId: 2 })], { news: [8] }),
    ],
    [
      "a new bot on another access that is the plan's own",
      [bot("a", { id: 8 })],
      seen([live(8, "a", { accessId: 2 })], { news: [8] }),
    ],
    [
      "a new bot on one of the title's accesses",
      [turnedOn("a"), bot("a", { id: 9, plan: { accessId: 2 } })],
      seen([A7, live(8, "a", { accessId: 2 })], { news: [8] }),
    ],
  ])("%s", (_what, all, of) => {
    expect(verdict(all, of)).toEqual([]);
  });
});

describe("of a bot that isn't as it was left", () => {
  const edited = (changes: Parameters<typeof live>[2] = {}) =>
    live(7, "a", { ...changes, fields: { leverage: "9", ...changes.fields } });
  const DIFFERS = "doesn't match the plan: leverage: expected 5, but the service shows 9";

  it.each<[what: string, one: EndedBot, now: ObservedBot | undefined, says: string[]]>([
    [
      "its switch",
      turnedOn("a"),
      live(7, "a"),
      ["violation bot 7 of main/a is off (DISABLED), and this run had left it on"],
    ],
    [
      "its switch, the other way",
      created("a", { create: undefined }),
      live(7, "a", ON),
      ["violation bot 7 of main/a is on (ENABLED), and this run had left it off"],
    ],
    ["its settings", turnedOn("a"), edited(ON), [`violation bot 7 of main/a is on but ${DIFFERS}`]],
    ["its settings while off", created("a"), edited(), [`violation bot 7 of main/a is off but ${DIFFERS}`]],
    [
      "both",
      turnedOn("a"),
      edited(),
      [`violation bot 7 of main/a is off (DISABLED), and this run had left it on; it ${DIFFERS}`],
    ],
    [
      "it was made by this run and came on",
      created("a"),
      live(7, "a", ON),
      ["off 7 (create) bot 7 of main/a is on (ENABLED), and this run had left it off"],
    ],
    [
      "it was made by this run, and has another title by now",
      created("a"),
      live(7, "x", ON),
      ["violation bot 7 of main/a is on (ENABLED), and this run had left it off"],
    ],
    [
      "it was made and turned on by this run, and is off",
      created("a", { ended: [{ action: "turn-on", ...APPLIED }] }),
      live(7, "a"),
      ["violation bot 7 of main/a is off (DISABLED), and this run had left it on"],
    ],
    ["it is gone", turnedOn("a"), undefined, ["gone bot 7 of main/a is gone"]],
    [
      "nobody knows whether its turn-on took effect, and it is on otherwise than planned",
      turnedOn("a", { ended: [{ action: "turn-on", kind: "unknown", wrote: true }] }),
      edited(ON),
      [`violation bot 7 of main/a is on but ${DIFFERS}`],
    ],
    [
      "the same, and it is off",
      turnedOn("a", { ended: [{ action: "turn-on", kind: "unknown", wrote: true }] }),
      edited(),
      [],
    ],
    [
      "nobody knows whether its update took effect",
      bot("a", { ended: [{ action: "update", kind: "unknown", wrote: true }] }),
      edited(ON),
      [],
    ],
  ])("%s", (_what, one, now, says) => {
    expect(verdict([one], seen(now === undefined ? [] : [now]))).toEqual(says);
  });
});

describe("of several bots that mean one", () => {
  const TWO = '2 bots on one access are called "a": 7 (ENABLED) and 8 (ENABLED)';

  it("the one that this run has turned on must be off, and isn't told of again", () => {
    const other = live(8, "a", ON);
    const wrong = live(7, "a", { on: true, fields: { leverage: "9" } });
    expect(verdict([turnedOn("a")], seen([other, wrong]))).toEqual([`off 7 (turn-on) ${TWO}`]);
    expect(verdict([bot("a")], seen([other, A7]))).toEqual([`violation ${TWO}; turn all but one off`]);
    const known = { plan: { copies: [7, 8] } };
    expect(verdict([turnedOn("a", known)], seen([other, A7]))).toEqual([`off 7 (turn-on) ${TWO}`]);
  });

  it("one with a previous title is one of them, on the same access", () => {
    const renamed = { plan: { formerTitles: ["old"] } };
    const says = '2 bots on one access are called "a": 3 "old", a previous title (ENABLED) and 7 (ENABLED)';
    const old = live(3, "old", ON);
    expect(verdict([turnedOn("a", renamed)], seen([A7, old]))).toEqual([`off 7 (turn-on) ${says}`]);
    expect(verdict([turnedOn("a", renamed)], seen([A7, live(3, "old", { on: true, accessId: 2 })]))).toEqual([]);
    expect(verdict([turnedOn("a")], seen([A7, old]))).toEqual([]);
    const elsewhere = bot("a", { id: 9, plan: { accessId: 2, formerTitles: ["old"] } });
    expect(verdict([turnedOn("a"), elsewhere], seen([A7, old]))).toEqual([]);
  });

  it("it is one of them where another bot of that title never had it", () => {
    const says = '2 bots on one access are called "a": 3 "old", a previous title (ENABLED) and 7 (ENABLED)';
    const both = [turnedOn("a", { plan: { formerTitles: ["old"] } }), bot("a", { id: 9, plan: { accessId: 2 } })];
    expect(verdict(both, seen([A7, live(3, "old", ON)]))).toEqual([`off 7 (turn-on) ${says}`]);
  });

  it("none is this run's where its own isn't among those that are on", () => {
    const others = seen([live(7, "a"), live(8, "a", ON), live(9, "a", ON)]);
    expect(verdict([turnedOn("a")], others)).toEqual([
      'violation 3 bots on one access are called "a": 7 (DISABLED) and 8 (ENABLED) and 9 (ENABLED); turn all but one off',
      "violation bot 7 of main/a is off (DISABLED), and this run had left it on",
    ]);
  });

  it("both that this run has turned on must be off", () => {
    const both = [turnedOn("a"), turnedOn("a", { id: 8 })];
    expect(verdict(both, seen([A7, live(8, "a", ON)]))).toEqual([`off 7 (turn-on) ${TWO}`, `off 8 (turn-on) ${TWO}`]);
  });

  it("one that has another's title by now is left alone", () => {
    const [a, z] = [turnedOn("a"), turnedOn("z", { id: 8 })];
    expect(verdict([a, z], seen([A7, live(8, "a", ON)]))).toEqual([`off 7 (turn-on) ${TWO}`]);
  });

  it("a copy that the plan didn't show is told of while it is off", () => {
    const says =
      'violation 2 bots on one access are called "a": 7 (ENABLED) and 8 (DISABLED); pin the right one with botId';
    expect(verdict([turnedOn("a")], seen([A7, live(8, "a")]))).toEqual([says]);
    const wrong = live(7, "a", { on: true, fields: { leverage: "9" } });
    expect(verdict([turnedOn("a")], seen([wrong, live(8, "a")]))).toHaveLength(2);
  });

  it("a bot and the one that it replaces: this run's own must be off", () => {
    const says = "bot 7 of main/a was turned on, but bot 3, which it replaces, is also on (ENABLED)";
    const replaces = { plan: { replaces: [2, 3] } };
    const old = [live(2, "y"), live(3, "x", ON)];
    expect(verdict([turnedOn("a", replaces)], seen([A7, ...old]))).toEqual([`off 7 (turn-on) ${says}`]);
    const notMine = bot("a", { ...replaces, hasSent: true });
    expect(verdict([notMine], seen([A7, ...old]))).toEqual([`violation ${says}; turn one of them off`]);
    expect(verdict([created("a", replaces)], seen([A7, ...old]))).toEqual([`off 7 (create) ${says}`]);
    const late = turnedOn("a", { ...replaces, ended: [{ action: "turn-on", kind: "unknown", wrote: true }] });
    expect(verdict([late], seen([live(7, "a"), ...old]))).toEqual([`off 7 (turn-on) ${says}`]);
    // The turn-off of the old one is a step of the plan, too.
    const off = bot("#3", { id: 3, ended: [{ action: "turn-off", ...APPLIED }], plan: { title: "x" } });
    expect(verdict([late, off], seen(old, { unread: [7] }))).toEqual([`violation ${says}; turn one of them off`]);
  });

  it("one that has appeared on another access is told of, as a violation while it is on", () => {
    const says = (raw: string) =>
      `bot 8 "a" has appeared on access 2 during this run (${raw}): another run may be replacing a bot of this one`;
    const there = (on: boolean) => seen([A7, live(8, "a", { on, accessId: 2 })], { news: [8] });
    expect(verdict([turnedOn("a")], there(true))).toEqual([`violation ${says("ENABLED")}; turn one of them off`]);
    expect(verdict([turnedOn("a")], there(false))).toEqual([`note ${says("DISABLED")}`]);
  });
});
