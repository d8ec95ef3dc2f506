// How each bot of an account is shown: the worst that is true of it, and what isn't known as unknown.
import { describe, expect, it } from "vitest";
import { botSnapshots, type LookedAt } from "../../../../src/app/fleet/bot-snapshots.js";
import type { AccountDrift } from "../../../../src/model/bot/drift.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";

const BOT = { accessId: 1, status: { on: true, raw: "ENABLED" }, unknownSettings: [] };
const fields = (title: string) => ({ title, pairTitle: "USDT-BTC", strategy: "LONG" }) as never;
const ADDRESS = "a/one";
const NONE: AccountDrift = {
  ...{ account: "a", drifted: [], acknowledged: [], inDoubt: [], naked: [], held: [], missing: [] },
  ...{ undeclared: [], undeclaredRule: "report", strays: 0, unchanged: 1, diagnostics: [] },
};
const DOUBT: AccountDrift["inDoubt"][number] = {
  ...{ sends: "turn-on", botId: 7, address: ADDRESS, on: true, status: "ENABLED" },
  ...{ sentAt: "2026-11-29T12:00:00Z", until: "2026-11-29T12:02:14Z" },
};
const HELD = { address: ADDRESS, why: "the bot is protected", place: null, botId: 7, settings: [] };
const DRIFTED = {
  ...{ address: ADDRESS, botId: 7, title: "One", since: { settingsAtTheLatest: null, log: null } },
  settings: [{ name: "leverage", live: "5", declared: "9", place: null }],
};

const WAITING = { address: ADDRESS, botId: 7, title: "One", why: "the wave rest brings it" };

function shown(drift: Partial<AccountDrift>, rest: Partial<LookedAt["observed"]> = {}, isDeclared = true) {
  const observed = { bots: [{ ...BOT, id: 7, fields: fields("One") }], deals: [], ...rest };
  const addresses = new Map(isDeclared ? [[7, ADDRESS]] : []);
  return botSnapshots({ observed, addresses, drift: { ...NONE, ...drift } });
}

describe("the state of a bot", () => {
  it.each([
    { drift: {}, state: "in-step", because: "nothing differs" },
    { drift: { drifted: [DRIFTED] }, state: "drifted", because: "a setting differs" },
    { drift: { held: [HELD] }, state: "held", because: "it differs, and nothing may change it" },
    { drift: { onHold: [ADDRESS] }, state: "held", because: "it is off, and stays so" },
    {
      drift: { onHold: [ADDRESS], drifted: [DRIFTED] },
      state: "drifted",
      because: "a hold wants it off, and it is on",
    },
    { drift: { waiting: [WAITING] }, state: "in-wave", because: "a roll-out brings it" },
    { drift: { inDoubt: [DOUBT], waiting: [WAITING] }, state: "in-doubt", because: "nobody knows, wave or not" },
    { drift: { inDoubt: [DOUBT], drifted: [DRIFTED], held: [HELD] }, state: "in-doubt", because: "nobody knows" },
  ])("is $state: $because", ({ drift, state }) => {
    expect(shown(drift).map((one) => one.state)).toEqual([state]);
  });

  it("is undeclared of one in scope, and one out of scope isn't shown", () => {
    const undeclared = [{ id: 7, title: "One", on: true, status: "ENABLED", dealIds: [] }];
    expect(shown({ undeclared }, {}, false)).toMatchObject([{ state: "undeclared", address: null, id: 7 }]);
    expect(shown({}, {}, false)).toEqual([]);
  });

  it("is missing of one that isn't there, unless a create of it may still take effect", () => {
    const missing = [{ address: "a/two", title: "Two", place: null }];
    expect(shown({ missing }).at(-1)).toEqual({
      ...{ address: "a/two", id: null, title: "Two", pair: null, strategy: null, state: "missing", on: null },
      ...{ differs: [], deals: null },
    });
    const inDoubt = [{ ...DOUBT, sends: "create", botId: 0, address: "a/two" } as const];
    expect(shown({ missing, inDoubt }).at(-1)).toMatchObject({ state: "in-doubt", why: /create/ });
  });
});

it("shows a bot that a wave makes before it is there", () => {
  const waiting = [{ ...WAITING, address: "a/two", botId: null, title: "Two" }];
  expect(shown({ waiting }).at(-1)).toMatchObject({
    ...{ address: "a/two", id: null, title: "Two", state: "in-wave", on: null, deals: null },
    why: "the wave rest brings it",
  });
  const inDoubt = [{ ...DOUBT, sends: "create", botId: 0, address: "a/two" } as const];
  expect(shown({ waiting, inDoubt }).at(-1)).toMatchObject({ state: "in-doubt", why: /create/ });
});

it("the switch is unknown while a turn-on may still take effect", () => {
  const open = [{ sends: "turn-on", botId: 7, isUnknown: true }] as never;
  expect(shown({}).map(({ on }) => on)).toEqual([true]);
  expect(shown({}, { open }).map(({ on }) => on)).toEqual([null]);
});

const DEAL: RunningDeal = {
  ...{ id: 3, botId: 7, pairTitle: "USDT-BTC", settings: {} as never, entryPrice: "100", takeProfits: [] },
  protection: { state: "protected", why: "" },
  position: {
    ...{ type: "isolated", side: "SHORT", leverage: "5", amount: "-0.5", entryPrice: "100", markPrice: "104.2" },
    ...{ liquidationPrice: "119", profit: "-2.1", initialMargin: "10", maintenanceMargin: "1" },
    ...{ positionInitialMargin: "9", openOrderInitialMargin: "1" },
  },
};

describe("a running deal", () => {
  const dealOf = (deal: RunningDeal, drift: Partial<AccountDrift> = {}) =>
    shown(drift, { deals: [deal] })[0]?.deals?.[0];

  it("shows what it holds at the mark price, and its margin", () => {
    expect(dealOf(DEAL)).toEqual({
      ...{ id: 3, side: "SHORT", value: "52.1", profit: "-2.1", margin: "9", markPrice: "104.2" },
      ...{ liquidationPrice: "119", isNaked: false },
    });
  });

  it("of which nothing is known shows nothing, and no zero", () => {
    const { protection: _unread, ...deal } = { ...DEAL, position: null };
    const nothing = { value: null, profit: null, margin: null, markPrice: null, liquidationPrice: null };
    expect(dealOf(deal)).toEqual({ id: 3, side: "", ...nothing, isNaked: null });
  });

  it("is naked where the look says so", () => {
    const naked = [{ id: 3, botId: 7, pairTitle: "USDT-BTC", address: ADDRESS, percentTakeProfit: "1", why: "" }];
    expect(dealOf(DEAL, { naked })?.isNaked).toBe(true);
    expect(dealOf({ ...DEAL, protection: { state: "unknown", why: "" } })?.isNaked).toBeNull();
  });

  it("of another bot is that bot's, and deals that weren't read are unknown", () => {
    expect(shown({}, { deals: [{ ...DEAL, botId: 8 }] })[0]?.deals).toEqual([]);
    expect(shown({}, { deals: null })[0]?.deals).toBeNull();
  });
});
