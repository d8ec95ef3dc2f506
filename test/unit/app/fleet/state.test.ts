// The state of a fleet from what its looks saw: the worst that is true of each account, and what isn't known stays unknown.
import { expect, it } from "vitest";
import { EXIT, type ExitCode } from "../../../../src/app/exit.js";
import { exitOfFleet, isOverdue, stateFrom } from "../../../../src/app/fleet/state.js";
import type { AccountSnapshot, BotSnapshot, DealSnapshot, Look } from "../../../../src/model/fleet.js";
import { type AccountState, rolloutNeeds } from "../../../../src/model/fleet-state.js";
import { NO_BREAKERS } from "../../../../src/model/look.js";
import type { ShownRollout } from "../../../../src/model/rollout/shown.js";

const NOW = Date.UTC(2026, 0, 2, 12);
const EVERY = 300_000;

const LOOK: Look = {
  ...{ version: 1, at: NOW - 1_000, dueAt: NOW + EVERY - 1_000, mode: "report" },
  ...{ unreadable: null, driftedSince: null, refused: null, asked: null },
  breakers: { near: [], unknown: [], tripped: [], exposed: null },
};
const BOT: BotSnapshot = {
  ...{ address: "main/a", id: 1, title: "A", pair: "USDT-BTC", strategy: "LONG", state: "in-step", on: true },
  ...{ differs: [], deals: [] },
};
const DEAL: DealSnapshot = {
  ...{ id: 7, side: "LONG", value: "20.5", profit: "-0.5", margin: "4" },
  ...{ markPrice: "64000", liquidationPrice: "51000", isNaked: false },
};

const seen = (look: Partial<Look> = {}, bots: readonly Partial<BotSnapshot>[] = [{}]): AccountSnapshot => ({
  account: "main",
  look: { ...LOOK, ...look },
  seen: { at: NOW - 1_000, bots: bots.map((bot) => ({ ...BOT, ...bot })) },
});
const unread = (): AccountSnapshot => ({ account: "main", look: { ...LOOK, unreadable: "timeout" }, seen: undefined });

const NO_PLANS = { plans: [], unusable: [] };

function stateOf(snapshot: AccountSnapshot | undefined) {
  const state = stateFrom(["main"], new Map(snapshot === undefined ? [] : [["main", snapshot]]), NO_PLANS, NOW);
  const [account] = state.accounts;
  if (account === undefined) throw new Error("no account");
  return { state, account };
}

const DOUBT = { state: "in-doubt" as const };

it.each<[AccountState, AccountSnapshot | undefined, ExitCode, string]>([
  ["in-step", seen(), EXIT.done, "nothing differs"],
  ["in-step", seen({}, [{ state: "in-wave" }]), EXIT.done, "a roll-out brings it"],
  ["held", seen({}, [{ state: "held" }]), EXIT.done, "a hold is what somebody wanted"],
  ["drifted", seen({}, [{ state: "drifted" }]), EXIT.changesPending, "a bot differs"],
  ["drifted", seen({}, [{ state: "missing", id: null }]), EXIT.changesPending, "a bot isn't there"],
  ["drifted", seen({ driftedSince: 1 }), EXIT.changesPending, "the look reported drift"],
  ["in-doubt", seen({}, [{ state: "drifted" }, DOUBT]), EXIT.unknown, "a command may still take effect"],
  ["tripped", seen({ breakers: { ...LOOK.breakers, tripped: ["loss"] } }), EXIT.blocked, "a person has to arm it"],
  ["tripped", seen({ breakers: { ...LOOK.breakers, exposed: "#1" } }), EXIT.blocked, "its bots may be on"],
  ["in-doubt", seen({ breakers: { ...LOOK.breakers, tripped: ["loss"] } }, [DOUBT]), EXIT.unknown, "doubt is worse"],
  ["unreadable", seen({ unreadable: "timeout" }), EXIT.unknown, "what was seen before says nothing of now"],
  ["unreadable", unread(), EXIT.unknown, "it never could be read"],
  ["late", seen({ at: NOW - 2_400_000, dueAt: NOW - 2_100_000 }), EXIT.unknown, "nobody looks any more"],
  ["late", seen({ at: NOW + 86_400_000, dueAt: NOW + 86_700_000 }), EXIT.unknown, "the looker's clock is a day ahead"],
  [
    "unmeasured",
    seen({ breakers: { ...LOOK.breakers, unknown: ["loss"] } }),
    EXIT.unknown,
    "how much was lost isn't known",
  ],
  ["never-seen", undefined, EXIT.unknown, "nobody has looked"],
])("an account is %s (case %#), and ends with its code, since %4$s", (wanted, snapshot, exitCode) => {
  const { state, account } = stateOf(snapshot);
  expect([account.state, state.counts[wanted], exitOfFleet(state)]).toEqual([wanted, 1, exitCode]);
});

it("says how many bots wait for a wave", () => {
  expect(stateOf(seen({}, [{}, { state: "in-wave" }])).account.why).toBe("2 bots, 1 of which waits for a wave");
});

it("says how late a look is", () => {
  const { account } = stateOf(seen({ at: NOW - 2_400_000, dueAt: NOW - 2_100_000 }));
  expect(account).toMatchObject({
    isLate: true,
    why: "last look 40 minutes ago, the next one was due 35 minutes ago",
    lookedAt: "2026-01-02T11:20:00.000Z",
  });
});

it.each([
  [NOW, NOW + EVERY, NOW + 2 * EVERY, false, "one interval late is still patience"],
  [NOW, NOW + EVERY, NOW + 2 * EVERY + 1, true, "more than one isn't"],
  [NOW, NOW + 15_000, NOW + 75_000, false, "a look takes its time"],
  [NOW, NOW + 15_000, NOW + 75_001, true, "not more than a minute"],
  [NOW, NOW, NOW + 3_600_000, false, "from cron nobody knows when the next one comes"],
  [NOW, NOW, NOW + 3_600_001, true, "an hour is long all the same"],
])("a look at %i, due %i, is overdue at %i: %s, since %s", (at, dueAt, now, isLate) => {
  expect(isOverdue({ ...LOOK, at, dueAt }, now)).toBe(isLate);
});

it("sums deals by quote asset, and a part that isn't known makes the sum unknown", () => {
  const { account } = stateOf(
    seen({}, [
      { deals: [DEAL, { ...DEAL, id: 8, value: "0.25", profit: null }] },
      { id: 2, pair: "BUSD-ETH", deals: [{ ...DEAL, isNaked: true }] },
    ]),
  );
  expect(account.deals).toEqual([
    { quote: "BUSD", deals: 1, value: "20.5", margin: "4", profit: "-0.5" },
    { quote: "USDT", deals: 2, value: "20.75", margin: "8", profit: null },
  ]);
  expect(account.naked).toBe(1);
});

it.each([
  ["deals of a bot that weren't read", [{}, { id: 2, deals: null }], { deals: null, naked: null }],
  ["no deals of a bot that isn't there", [{ id: null, deals: null }], { deals: [], naked: 0 }],
  ["a deal of which it isn't certain", [{ deals: [{ ...DEAL, isNaked: null }] }], { naked: null }],
  ["a switch of which nobody knows", [{ on: null }, {}], { bots: { total: 2, on: 1, onUnknown: 1 } }],
])("%s: shown as that, not as 0", (_, bots, wanted) => {
  expect(stateOf(seen({}, bots)).account).toMatchObject(wanted);
});

it("never read: bots and deals are unknown", () => {
  expect(stateOf(unread()).account).toMatchObject({ bots: null, deals: null, naked: null, seenAt: null });
});

it("puts the worst first, then goes by name", () => {
  const at = (account: string, snapshot: AccountSnapshot) => [account, { ...snapshot, account }] as const;
  const snapshots = new Map([
    at("b", seen()),
    at("c", seen({}, [DOUBT])),
    at("a", seen()),
    at("d", seen({}, [{ state: "drifted" }])),
  ]);
  const { accounts } = stateFrom(["a", "b", "c", "d"], snapshots, NO_PLANS, NOW);
  expect(accounts.map(({ account }) => account)).toEqual(["c", "d", "a", "b"]);
});

it("a ledger of which a part is lost is no success", () => {
  const state = stateFrom(["main"], new Map([["main", seen()]]), { ...NO_PLANS, damaged: "x.facts: 1 line" }, NOW);
  expect([exitOfFleet(state), state.damaged]).toEqual([EXIT.failed, "x.facts: 1 line"]);
});

it("reports nothing of breakers where there are none", () => {
  expect(stateOf(seen({ breakers: { ...NO_BREAKERS, near: [], unknown: [], tripped: [] } })).account.why).toBe("1 bot");
});

const WAVE = { bots: 1, done: 0, bakeMs: 0, beganAt: null, bakedAt: null, gates: [], gatesSeenAt: null };
const ROLLOUT: ShownRollout = {
  ...{ id: "r", by: "ana", beganAt: "", status: "running", wave: "first", why: null, waitsFor: null },
  ...{ onFailure: "pause", dueAt: null, isAbandoned: false },
  waves: [
    { ...WAVE, name: "first", state: "passed", accounts: ["other"] },
    { ...WAVE, name: "rest", state: "waiting", accounts: ["main"] },
  ],
};
const during = (rollout: Partial<ShownRollout>, state: BotSnapshot["state"] = "in-wave") =>
  stateFrom(["main"], new Map([["main", seen({}, [{ state }])]]), NO_PLANS, NOW, { ...ROLLOUT, ...rollout });

it("of an account that waits for its wave says so, and that a person is needed only where the roll-out stands still", () => {
  expect(during({}).accounts[0]).toMatchObject({
    ...{ state: "in-step", wave: "rest", why: "1 bot, 1 of which waits for a wave" },
  });
  expect([rolloutNeeds(during({})), exitOfFleet(during({}))]).toEqual([undefined, EXIT.done]);
  const paused = during({ status: "paused", why: "drift" });
  expect([rolloutNeeds(paused), exitOfFleet(paused)]).toEqual(["it is paused at wave first: drift", EXIT.blocked]);
  expect(rolloutNeeds(during({ isAbandoned: true }))).toBe("nobody drives it");
  expect(during({ status: "done" })).toMatchObject({ rollout: null, accounts: [{ wave: null }] });
});

it("of one whose bot was changed by hand before its wave says that it has drifted", () => {
  const drifted = during({}, "drifted");
  expect(drifted.accounts[0]).toMatchObject({ state: "drifted", wave: "rest", why: "1 bot drifted" });
  expect(exitOfFleet(drifted)).toBe(EXIT.changesPending);
});
