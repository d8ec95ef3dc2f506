// A bot's settings and small steps through the deal machine, for the tests beside it.
import { advance, triggers } from "../../../src/market/advance.js";
import { isRefusal, openDeal } from "../../../src/market/commands.js";
import type { Deal, Step } from "../../../src/market/deal.js";
import { DEFAULT_RULES, type MarketRules } from "../../../src/market/rules.js";
import { type DealSettings, settingsOf } from "../../../src/market/settings.js";
import type { SomeFields } from "../../../src/model/bot/field.js";

/** 100 at 10x isolated, three safety orders of 100 each 1 % apart, take profit 1 %. */
export const FIELDS: SomeFields = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "10",
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1",
  percentSafetyOrder: "1",
  volumeFirstOrder: "100",
  volumeSafetyOrder: "100",
  countOrderMax: "3",
};

export function settingsWith(fields: SomeFields, parts: Partial<DealSettings> = {}): DealSettings {
  return { ...settingsOf({ ...FIELDS, ...fields }), ...parts };
}

export function opened(settings: DealSettings, price: string, rules: MarketRules = DEFAULT_RULES, time = 0): Step {
  const step = openDeal(settings, rules, { price, time });
  if (isRefusal(step)) throw new Error(`refused: ${step.refused}`);
  return step;
}

export function at(deal: Deal, price: string, time = 0, rules: MarketRules = DEFAULT_RULES): Step {
  return advance(deal, rules, { price, time });
}

/** Falls (a LONG) or rises (a SHORT) to the next order against the position. */
export function toNextLoss(deal: Deal, rules: MarketRules = DEFAULT_RULES): Step {
  const { above, below } = triggers(deal);
  const level = deal.settings.strategy === "LONG" ? below : above;
  if (level === null) throw new Error("nothing waits there");
  return at(deal, level, 0, rules);
}

export function kinds({ events }: Step): string[] {
  return events.map((event) =>
    event.kind === "filled" ? `${event.order} ${event.number} at ${event.price}` : event.kind,
  );
}
