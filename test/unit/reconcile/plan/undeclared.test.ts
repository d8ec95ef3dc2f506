// Live bots that no configured bot stands for: which they are, how a plan shows them, and when they are turned off.
import { describe, expect, it } from "vitest";
import type { Access, ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Desired } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import { asItIs } from "../../../../src/reconcile/plan/direct-plan.js";
import type { HoldOn } from "../../../../src/reconcile/plan/holds.js";
import { type Match, matchBots } from "../../../../src/reconcile/plan/match.js";
import {
  accessOf,
  dealsOf,
  describeUndeclared,
  isTitleProtected,
  runningDealsOf,
  turnOffUndeclared,
  undeclaredBots,
} from "../../../../src/reconcile/plan/undeclared.js";
import { deal, desired, desiredBot, live, observed } from "../fleet.js";

const MAIN: Access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const BY_ALIAS = new Map([["primary", MAIN]]);
const NO_HOLD: HoldOn = () => undefined;
const [A, B, C] = [live(1, "a"), live(2, "b", { on: true }), live(3, "c", { on: true, accessId: 2 })];
const nameless: ObservedBot = { ...live(9, ""), fields: { ...live(9, "").fields, title: null } };

function found(wanted: Desired, state: Observed) {
  return undeclaredBots(wanted, state, matchBots(wanted, state, BY_ALIAS), BY_ALIAS).map(
    ({ live: bot, duplicateOf }) => (duplicateOf === undefined ? bot.id : `${bot.id} like ${duplicateOf.address}`),
  );
}

describe("undeclared is", () => {
  it.each<[what: string, bots: (number | string)[], wanted: Desired, lives: ObservedBot[]]>([
    ["what no configured bot stands for, lowest id first", [2, 4], desired([desiredBot("a")]), [live(4, "d"), B, A]],
    ["a copy, under whose title it goes", ["5 like main/a"], desired([desiredBot("a")]), [live(5, "a"), A]],
    ["not what is on an access that isn't managed", [2], desired([]), [B, C]],
    ["what is on an access that nobody has read", [7], desired([]), [live(7, "x", { accessId: null })]],
    ["only what has the title prefix", [2], desired([], { titlePrefix: "b" }), [A, B, nameless]],
    ["what has no title, where there is no prefix", [9], desired([]), [nameless]],
    ["nothing where that is to be ignored", [], desired([], { undeclared: "ignore" }), [A, B]],
    [
      "not what an unclear match may mean",
      [4],
      desired([desiredBot("x", { botId: 2, fields: { title: "a" } })]),
      [A, B, live(4, "d")],
    ],
    ["not what is to be replaced", [2], desired([desiredBot("a")]), [live(3, "a", { accessId: 2 }), B]],
  ])("%s", (_what, bots, wanted, lives) => expect(found(wanted, observed(lives))).toEqual(bots));
});

it("its deals are its own, lowest id first, and none where deals weren't read", () => {
  const state = observed([B], { deals: [deal(71, 2), deal(70, 2), deal(60, 1)] });
  expect([dealsOf(B, state), runningDealsOf(B, state), runningDealsOf(B, { deals: null })]).toEqual([
    [70, 71],
    [state.deals?.[1], state.deals?.[0]],
    [],
  ]);
});

it("a plan shows it with its status and deals, as whose copy, and whether it is protected", () => {
  const sides = (changes: Partial<Desired> = {}) => ({
    desired: desired([], changes),
    observed: observed([B], { deals: [deal(71, 2), deal(70, 2)] }),
  });
  const shown = { id: 2, title: "b", on: true, status: "ENABLED", dealIds: [70, 71] };
  const one = { live: B, duplicateOf: undefined };
  expect(describeUndeclared(one, sides(), new Set())).toStrictEqual(shown);
  expect(describeUndeclared({ ...one, duplicateOf: desiredBot("a") }, sides(), new Set([2]))).toStrictEqual({
    ...shown,
    duplicateOf: "main/a",
    protected: true,
  });
  expect(describeUndeclared(one, sides({ protectedTitles: ["B"] }), new Set())).toStrictEqual({
    ...shown,
    protected: true,
  });
  expect(describeUndeclared({ ...one, live: nameless }, sides(), new Set())).toMatchObject({ id: 9, title: "" });
});

it("what has no title has no protected one", () => {
  expect(isTitleProtected(desired([], { protectedTitles: ["null", ""] }), nameless)).toBe(false);
  expect(isTitleProtected(desired([]), A)).toBe(false);
});

it("its access is the account's of that id", () => {
  expect([accessOf(C, observed([])), accessOf(live(1, "a", { accessId: null }), observed([]))]).toEqual([
    { id: 2, title: "Second", exchange: "SERVICE_FUTURES" },
    undefined,
  ]);
});

describe("turned off", () => {
  const OFF = { undeclared: "turn-off" } as const;
  const turnedOff = (
    wanted: Desired,
    lives: ObservedBot[],
    {
      holds = NO_HOLD,
      isAnswered = true,
      matches = [],
    }: { holds?: HoldOn; isAnswered?: boolean; matches?: Match[] } = {},
  ) => {
    const state = observed(lives, { deals: [deal(70, 2)] });
    const undeclared = lives.map((one) => ({ live: one, duplicateOf: undefined }));
    return turnOffUndeclared({ desired: wanted, observed: state }, undeclared, matches, holds, isAnswered);
  };
  const ids = (...args: Parameters<typeof turnedOff>) => turnedOff(...args).map(({ address }) => address);

  it("is what is on, by its id, and told what its deals do", () => {
    const [{ planned, ...change } = { planned: null }, ...others] = turnedOff(desired([], OFF), [A, B]);
    const { deals = [], ...bot } = planned ?? {};
    expect(others).toEqual([]);
    expect(change).toEqual({
      ...{ address: "main/#2", diagnostics: [], unchanged: false },
      steps: [
        {
          ...{ address: "main/#2", action: "turn-off", changes: [] },
          reason: '"b" is not in the configuration, and undeclared is turn-off',
          warnings: ["running deal 70 stays open, and its safety orders may still fill; no new deal starts"],
        },
      ],
    });
    expect(bot).toEqual(asItIs({ address: "main/#2", live: B, access: MAIN }));
    expect(deals.map(({ id }) => id)).toEqual([70]);
  });

  it("is nothing unless the configuration asks for it, or a hold does, which is asked by address and id", () => {
    const asked: unknown[] = [];
    const holds: HoldOn = (address, id) => {
      asked.push([address, id]);
      return id === 2 ? { hold: { bots: ["main/*"], reason: "why" }, pattern: "main/*" } : undefined;
    };
    expect(ids(desired([]), [B, C])).toEqual([]);
    expect(turnedOff(desired([]), [B, C], { holds }).flatMap(({ steps }) => steps.map(({ reason }) => reason))).toEqual(
      ["hold on main/*: why"],
    );
    expect(asked).toEqual([
      ["main/#2", 2],
      ["main/#3", 3],
    ]);
  });

  it("isn't what has a protected title, or whose access the account doesn't have", () => {
    const lives = [B, C, live(4, "d", { on: true, accessId: 9 }), live(5, "e", { on: true, accessId: null })];
    expect(ids(desired([], { ...OFF, protectedTitles: ["c"] }), lives)).toEqual(["main/#2"]);
  });

  it("is nothing while a match is unclear or a create is questioned; bots that are there, or to be created, are clear", () => {
    const wanted = desired([desiredBot("a"), desiredBot("new")], OFF);
    const [clear, created] = matchBots(wanted, observed([A, B]), BY_ALIAS);
    const [unclear] = matchBots(desired([desiredBot("x", { botId: 99 })]), observed([B]), BY_ALIAS);
    if (clear === undefined || created === undefined || unclear === undefined) throw new Error("no match");
    expect([clear.kind, created.kind, unclear.kind]).toEqual(["live", "absent", "unclear"]);
    expect(ids(wanted, [B], { matches: [clear, created] })).toEqual(["main/#2"]);
    expect(ids(wanted, [B], { matches: [clear, unclear] })).toEqual([]);
    expect(ids(wanted, [B], { matches: [clear, created], isAnswered: false })).toEqual([]);
  });
});
