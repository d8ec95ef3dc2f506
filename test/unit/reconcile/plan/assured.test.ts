// What a plan is known to leave alone: promised only where everything was seen.
import { describe, expect, it } from "vitest";
import type { Desired } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import { assured } from "../../../../src/reconcile/plan/assured.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { desired, desiredBot, live, observed } from "../fleet.js";

const wanted = desired([desiredBot("a", { fields: { leverage: "7" } }), desiredBot("b")]);
const bots = [live(1, "a"), live(2, "b")];
const all: Observed = { ...observed(bots, { deals: [] }), listed: 2 };
const dealOf = (botId: number): RunningDeal => ({
  ...{ id: 70, botId, pairTitle: "USDT-BTC", settings: live(botId, "x").fields, entryPrice: null, takeProfits: [] },
});

function of(seen: Partial<Observed> = {}, changes: Partial<Desired> = {}, areAsLeft = false) {
  const [want, have] = [
    { ...wanted, ...changes },
    { ...all, ...seen },
  ];
  return assured(want, have, makePlan(want, have), areAsLeft).assured;
}

describe("a plan that has seen everything", () => {
  it("knows that every live bot is declared, and that no running deal is touched", () =>
    expect(of()).toEqual({ everyBotDeclared: true, noDealTouched: true }));

  it("knows that nothing of it was changed by hand, where the ledger does", () =>
    expect(of({}, {}, true)).toEqual({ everyBotDeclared: true, noDealTouched: true, changesNothingByHand: true }));

  it("knows it where a bot is to be created, too", () =>
    expect(of({ deals: [dealOf(2)] }, { bots: [...wanted.bots, desiredBot("c")] })).toEqual({
      everyBotDeclared: true,
      noDealTouched: true,
    }));

  it("may leave bots alone whose deals run", () =>
    expect(of({ deals: [dealOf(2)] })).toEqual({ everyBotDeclared: true, noDealTouched: true }));
});

const foreign = { id: 9, title: "Other", exchange: "ELSEWHERE" };
describe("nothing is promised of bots", () => {
  it.each<[because: string, seen: Partial<Observed>, changes?: Partial<Desired>]>([
    ["one isn't declared", { bots: [...bots, live(3, "c")] }],
    ["it isn't, though undeclared ones are ignored", { bots: [...bots, live(3, "c")] }, { undeclared: "ignore" }],
    ["it isn't, and its title isn't ours", { bots: [...bots, live(3, "c")] }, { titlePrefix: "b" }],
    ["it is on an access that isn't managed", { bots: [...bots, live(3, "c", { accessId: 77 })] }],
    ["the list may be cut", { listed: 50 }],
    ["the list is known to lack one", { unlisted: new Map([[8, "gone"]]) }],
    ["the ledger, which knows of those, can't be read", { unremembered: "no folder" }],
    ["part of the ledger is lost", { damaged: "line 2" }],
    ["another exchange's weren't listed", { accesses: [...all.accesses, foreign] }],
  ])("where %s", (_because, seen, changes) => expect(of(seen, changes)).toEqual({ noDealTouched: true }));
});

describe("nothing is promised of deals", () => {
  it("where a bot with one is changed", () => expect(of({ deals: [dealOf(1)] })).toEqual({ everyBotDeclared: true }));
  it("where one of two that are changed has one", () => {
    const both = [desiredBot("a", { fields: { leverage: "7" } }), desiredBot("b", { fields: { leverage: "7" } })];
    for (const botId of [1, 2])
      expect(of({ deals: [dealOf(botId)] }, { bots: both })).toEqual({ everyBotDeclared: true });
    expect(of({}, { bots: both })).toEqual({ everyBotDeclared: true, noDealTouched: true });
  });
  it("where they weren't read", () => expect(of({ deals: null })).toEqual({ everyBotDeclared: true }));
});

it("where neither is known, nothing is said", () => {
  const [want, have] = [wanted, { ...all, listed: 50, deals: null }];
  expect(assured(want, have, makePlan(want, have))).toEqual({});
});

it("of an undo, which asks for a part of the account, nothing is promised", () =>
  expect(of({}, { digest: "undo/r1" })).toBeUndefined());
