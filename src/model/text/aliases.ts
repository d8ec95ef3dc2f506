// Other words for what botform calls otherwise: as traders, charting platforms and other bots say them.

import { groupBy } from "../order.js";

/** By botform's own name: a setting, another key, or a word of the glossary. */
const OTHERS: Readonly<Record<string, string>> = {
  accounts: "account",
  apiKey: "key",
  apiSecret: "secret",
  apiUrl: "url, host, endpoint",
  bots: "bot",
  policies: "policy, rules",
  access: "exchangeAccount, subaccount",
  countOrderMax: "maxSafetyOrders, safetyOrders, maxOrders, ordersCount, so, gridSize, averagingOrders, dcaOrders",
  cycleLimitScale: "cycles, maxDeals, dealLimit, disableAfterDealsCount",
  dynamicStepScale: "stepScale, stepMultiplier, safetyOrderStepScale",
  enabled: "on, active, isActive, running, switch",
  extends: "template, inherits, parent",
  forEach: "matrix, loop, repeat, each, count, replicas, withItems, for",
  ignore: "ignoreChanges",
  protect: "preventDestroy",
  indicatorName: "signal, indicator",
  leverage: "lev",
  marginMode: "margin, marginType, isolated, cross, leverageType",
  martingaleScale: "martingale, volumeMultiplier, safetyOrderVolumeScale, orderMultiplier",
  overrides: "settings",
  pairTitle: "pair, symbol, market, ticker, coin, instrument",
  percentSafetyOrder: "safetyOrderStepPercentage, step, deviation, priceDeviation, safetyOrderStep, distance, gridStep",
  percentTakeProfit: "tp, takeProfit, takeProfitPercent, profit, target, targetProfit, takeProfitPercentage",
  priceLevelDown: "minPrice, lowerPrice, lowerLimit",
  priceLevelUp: "maxPrice, upperPrice, upperLimit",
  strategy: "side, direction, positionSide",
  title: "name, botName, label",
  vars: "variables, var, values",
  typeFirstOrder: "orderType, startOrderType, entryType, baseOrderType",
  volumeFirstOrder: "baseOrderSize, volume, baseOrder, baseOrderVolume, firstOrder, amount, quantity, size",
  volumeSafetyOrder: "safetyOrderSize, safetyOrderVolume, safetyVolume, averagingVolume, dcaVolume",
  "position at most": "worst case, exposure, wallet exposure, notional, max position, position",
  "free balance needed": "need, needed, free",
  "initial margin": "margin, required margin, collateral",
  "loss at the grid's end": "loss at cover, loss, drawdown",
  "free balance": "available, available balance, equity",
  liquidation: "liq, liquidation price, margin call",
  deal: "cycle, round, trade",
  grid: "ladder, dca",
  hold: "freeze, pause",
  "acknowledged drift": "snooze, silence, mute, ack",
  "emergency stop": "panic, kill, stop all",
  undeclared: "orphan, extra",
  stale: "outdated",
};

/** What the bots of the service don't have, by the words for it. */
const MISSING: readonly (readonly [words: string, remedy: string])[] = [
  [
    "sl, stopLoss, stop, percentStopLoss, stopLossPercentage",
    "A bot has no stop loss. Only a webhook that opens a deal can set one: docs/reference/webhooks.md.",
  ],
  ["accounts, account", "Write only: with names of accounts to have a bot on some of them, except: to leave some out."],
  ["variables, vars, var", "Variables stand under vars, at the top of a file; forEach makes one bot of each value."],
  [
    "strategyList, strategyType, startCondition, startConditions, dealStartCondition",
    "indicatorGroup and indicatorName say what starts a deal; without them one opens as soon as the bot is on.",
  ],
  ["paused, pause, disabled", "Write enabled: false for a bot that is off."],
  ["state", "enabled: false keeps a bot off; the service can't delete one."],
  ["description, comment, note", "Write it as a comment, after #."],
  ["lifecycle", "protect: true keeps a bot from every change, ignore: [leverage] leaves a setting alone."],
  ["trailing, trailingTakeProfit, trailingDeviation, trailingStop", "A bot has no trailing take profit."],
];

const NAMES: ReadonlyMap<string, readonly string[]> = (() => {
  const pairs = Object.entries(OTHERS).flatMap(([name, others]) =>
    others.split(", ").map((other) => [simplified(other), name] as const),
  );
  const groups = groupBy(pairs, ([other]) => other);
  return new Map([...groups].map(([other, group]) => [other, group.map(([, name]) => name)]));
})();
const REMEDIES: ReadonlyMap<string, string> = new Map(
  MISSING.flatMap(([others, remedy]) => others.split(", ").map((other) => [simplified(other), remedy] as const)),
);

/** botform's own names for what somebody calls otherwise; none for what nobody calls so. */
export function ownNames(word: string): readonly string[] {
  return NAMES.get(simplified(word)) ?? [];
}

/** What to say of a setting that no bot has. */
export function missingSetting(word: string): string | undefined {
  return REMEDIES.get(simplified(word));
}

/** Without case and separators. */
export function simplified(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}
