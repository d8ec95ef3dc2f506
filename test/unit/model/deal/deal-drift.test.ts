// What a deal keeps against its bot and the configuration.
import { expect, it } from "vitest";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import { driftOf } from "../../../../src/model/deal/deal-drift.js";
import { observedBot } from "../../../../src/service/canonical.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { wireBot } from "../../service/wirebot.js";
import { wireDeal } from "./deals.js";

const deal = observedDeal(wireDeal());
const bot = (changes: Parameters<typeof wireBot>[0] = {}) => observedBot(wireBot({ id: 7, ...changes }));
const declared = (fields: object): DesiredBot => ({
  key: "k",
  address: "a/k",
  origin: { file: "f", path: [] },
  access: { alias: "p", live: 1 },
  fields: { title: "Bot", ...fields },
  initial: {},
  enabled: undefined,
  previousTitles: [],
  botId: undefined,
  protect: false,
});

it.each([
  { because: "the same", live: bot(), wanted: declared({ percentTakeProfit: "1.2" }), fields: [] },
  { because: "another title is the same bot", live: bot({ title: "New" }), wanted: undefined, fields: [] },
  { because: "1.20 is 1.2", live: bot({ settings: { percent_take_profit: "1.2000" } }), wanted: undefined, fields: [] },
  {
    because: "the bot was edited",
    live: bot({ leverage: 3 }),
    wanted: undefined,
    fields: [{ field: "leverage", deal: "5", bot: "3" }],
  },
  {
    because: "a scale was switched on",
    live: bot({ settings: { martingale: "1", martingale_scale: "1.5" } }),
    wanted: undefined,
    fields: [{ field: "martingaleScale", deal: null, bot: "1.5" }],
  },
  {
    because: "only the configuration asks for another",
    live: bot(),
    wanted: declared({ percentTakeProfit: "2" }),
    fields: [{ field: "percentTakeProfit", deal: "1.2", bot: "1.2", configuration: "2" }],
  },
  {
    because: "what isn't managed is compared with the bot alone",
    live: bot({ leverage: 3 }),
    wanted: declared({}),
    fields: [{ field: "leverage", deal: "5", bot: "3" }],
  },
  { because: "no bot to compare with", live: undefined, wanted: undefined, fields: [] },
])("$because", ({ live, wanted, fields }) => {
  expect(driftOf(deal, live, wanted)).toEqual(fields);
});

it.each([
  { because: "the order stands where the bot's is", standing: "2", live: "2", fields: [] },
  {
    because: "the settings say the bot's, and the order stands elsewhere",
    standing: "3",
    live: "1.2",
    fields: [{ field: "percentTakeProfit", deal: "3", settings: "1.2", bot: "1.2" }],
  },
  {
    because: "neither does",
    standing: "3",
    live: "2",
    fields: [{ field: "percentTakeProfit", deal: "3", settings: "1.2", bot: "2" }],
  },
])("a changed take profit: $because", ({ standing, live, fields }) => {
  expect(driftOf(deal, bot({ settings: { percent_take_profit: live } }), undefined, standing)).toEqual(fields);
});
