// What is said before a deal's command is sent: a take profit that the price has passed closes the deal at once.
import { describe, expect, it } from "vitest";
import { botFacts, dealFacts, NOTICES, noticeText } from "../../../../src/cli/writing/notices.js";
import type { Deal } from "../../../../src/model/deal/deal.js";
import type { Paint } from "../../../../src/render/text/paint.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { ANSWERS } from "../../../../src/service/wire.js";
import { asItCame } from "../../render/as-it-came.js";
import { MARKED } from "../../render/facts.js";
import { wireBot } from "../../service/wirebot.js";

function dealAt(strategy: "LONG" | "SHORT", entryPrice: string, markPrice: string): Deal {
  const position = {
    ...{ type: "isolated", side: strategy, leverage: 5, amount: "1", entryPrice, markPrice, liqPrice: "", pnl: "" },
  };
  const [wire] = ANSWERS.deals.parse([
    { id: 1, pairTitle: "USDT-BTC", botId: 3, status: "ACTIVE", botSnapshot: wireBot({ id: 3, strategy }), position },
  ]);
  if (wire === undefined) throw new Error("no deal");
  return observedDeal(wire);
}

function bot(on: boolean, dealIds: readonly number[] = []) {
  const deal = dealAt("LONG", "100", "100");
  const live = { ...deal.snapshot, status: { on, raw: on ? "ENABLED" : "DISABLED" } };
  const access = { id: 1, title: "Main", exchange: "X" };
  const deals = dealIds.map((id) => ({ ...deal, id }));
  return { address: "main/#3", live, access, deals, copies: [], observedBots: 1 };
}

describe("a take profit warns of a price beyond it", () => {
  it.each([
    ["LONG", "100", "102", "1.5", true, "the price is above it"],
    ["LONG", "100", "101.5", "1.5", true, "the price is at it"],
    ["LONG", "100", "101.49", "1.5", false, "the price is below it"],
    ["LONG", "100", "90", "1.5", false, "the price fell"],
    ["SHORT", "100", "98", "1.5", true, "a short gains as the price falls"],
    ["SHORT", "100", "98.5", "1.5", true, "to it exactly"],
    ["SHORT", "100", "98.51", "1.5", false, "not so far"],
    ["SHORT", "100", "110", "1.5", false, "the price rose"],
    ["LONG", "", "110", "1.5", false, "without an entry nobody knows"],
    ["LONG", "100", "", "1.5", false, "nor without a price"],
    ["LONG", "0", "110", "1.5", false, "nor with an entry of 0"],
  ] as const)("%s from %s at %s with %s %%: %s, %s", (strategy, entry, mark, percent, isBeyond, _because) => {
    const change = { before: "1", after: percent };
    const { warnings, effects } = NOTICES["take-profit"](dealAt(strategy, entry, mark), bot(true), change);
    expect(warnings).toEqual(isBeyond ? ["The price is already beyond it: the deal may close at once."] : []);
    expect(effects).toEqual([`Its take profit becomes ${percent} % at once; the bot's own setting stays as it is.`]);
  });
});

it.each([
  ["0.08", ["0.08 % is no more than the usual fees of opening and closing: the deal would close at a loss."]],
  ["0.081", []],
])("a take profit of %s %% warns: %j", (percent, expected) => {
  const change = { before: "1", after: percent };
  expect(NOTICES["take-profit"](dealAt("LONG", "100", "90"), bot(true), change).warnings).toEqual(expected);
});

describe("the start of a deal", () => {
  const ON = "The bot is on: the service may refuse or ignore the command, or open a second deal.";
  it.each<[boolean, readonly number[], readonly string[]]>([
    [false, [], []],
    [true, [], [ON]],
    [false, [7, 8], ["It is already in a deal: 7, 8."]],
    [true, [7], [ON, "It is already in a deal: 7."]],
  ])("of a bot that is on: %j, in the deals %j, warns: %j", (on, deals, warnings) => {
    expect(NOTICES["start-deal"](undefined, bot(on, deals), undefined)).toEqual({
      what: "start a deal of bot #3",
      effects: ["One deal opens now, with the bot's settings and real money, and runs to its end."],
      warnings,
    });
  });
});

it("shows no text of the service as it came", () => {
  const { what, ...said } = NOTICES["complete-deal"](dealAt("LONG", "100", "102"), bot(true, [7]), undefined);
  const facts = {
    account: "main",
    notice: { what, ...said, warnings: ["take care"] },
    bot: bot(true),
    deal: dealAt("LONG", "1", "2"),
  };
  const rendered = ({ account, notice, bot: found, deal }: typeof facts, colour: Paint) =>
    noticeText(account, notice, [...botFacts(found), ...dealFacts(deal)], colour);
  // What the service writes as a number is one by then; odd settings stay as they are.
  expect(asItCame(facts, rendered)).toEqual([
    ".deal.position.amount",
    ".deal.position.entryPrice",
    ".deal.position.markPrice",
  ]);
  expect(rendered(facts, MARKED)).toContain('#3 "');
});

describe("a bot that is on", () => {
  it.each(["start-deal", "complete-deal", "cancel-deal"] as const)("adds a warning to %s", (action) => {
    const warnings = (on: boolean) => NOTICES[action](dealAt("LONG", "100", "100"), bot(on), undefined).warnings;
    expect(warnings(true).length).toBe(warnings(false).length + 1);
    expect(warnings(true).join("\n")).toContain("The bot is on");
  });
});

it.each([
  [[], 0],
  [[7], 1],
  [[7, 8], 1],
])("a start names the deals that run already: %j", (ids, count) => {
  const { warnings } = NOTICES["start-deal"](undefined, bot(false, ids), undefined);
  expect(warnings).toHaveLength(count);
  for (const id of ids) expect(warnings.join()).toContain(String(id));
});

it("every command says what it does, whole", () => {
  const deal = dealAt("LONG", "100", "102");
  const later = { before: "1", after: "3", immediately: false } as const;
  const said = (["start-deal", "take-profit", "complete-deal", "cancel-deal"] as const).flatMap((action) => {
    const { what, effects, warnings } = NOTICES[action](deal, bot(true, [7, 8]), later);
    return [what, ...effects, ...warnings.map((warning) => `! ${warning}`), ""];
  });
  expect(said.join("\n")).toMatchInlineSnapshot(`
    "start a deal of bot #3
    One deal opens now, with the bot's settings and real money, and runs to its end.
    ! The bot is on: the service may refuse or ignore the command, or open a second deal.
    ! It is already in a deal: 7, 8.

    set the take profit of deal 1
    Its take profit becomes 3 % when its order is next placed anew; the bot's own setting stays as it is.
    ! The service doesn't document when that is, perhaps after the next safety order. Until the deal shows it, the outcome is unknown: exit code 5.

    complete deal 1
    Its position is closed at the market price, whatever that is then, and its orders are removed.
    ! The bot is on and may open its next deal at once. To prevent that, turn it off first: botform bots off '#3'.

    cancel deal 1
    The bot drops the deal; nothing is closed.
    ! Its position STAYS on the exchange, and nobody manages it: no take profit, no safety order, until you close it there.
    ! Its orders may stay on the exchange, too, or be removed; the service doesn't document which. Check there.
    ! The bot is on and may open its next deal at once, on top of that position.
    "
  `);
});

it("a bot and a deal are described by their facts, and what isn't known is said", () => {
  const lines = (facts: readonly (readonly [string, string])[]) => facts.map((fact) => fact.join(": "));
  const known = dealAt("SHORT", "100", "102");
  const bare = { ...known, settings: { ...known.settings, percentTakeProfit: null, strategy: null }, position: null };
  expect([...lines(botFacts(bot(true))), ...lines(botFacts(bot(false)))].join("\n")).toMatchInlineSnapshot(`
    "bot: #3 "Bot" on Main, on (ENABLED)
    trades: USDT-BTC LONG 5x CROSS, first order 20 MARKET, take profit 1.2 %
    bot: #3 "Bot" on Main, off (DISABLED)
    trades: USDT-BTC LONG 5x CROSS, first order 20 MARKET, take profit 1.2 %"
  `);
  expect([...lines(dealFacts(known)), ...lines(dealFacts(bare))].join("\n")).toMatchInlineSnapshot(`
    "deal: 1, USDT-BTC SHORT, take profit 1.2 %
    position: 1 BTC at 100, now 102
    profit now: unknown USDT
    deal: 1, USDT-BTC , take profit off %"
  `);
});
