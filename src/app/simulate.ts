// A simulation of an account's bots on prices: which bots run and why others don't, the run in slices, and what its figures rest on.
import { setImmediate as breathe } from "node:timers/promises";
import Big from "big.js";
import { botRulesOf } from "../market/bot.js";
import type { RunBot } from "../market/replay/bot-run.js";
import { Fleet, type FleetTerms } from "../market/replay/fleet.js";
import { blankTick, Lockstep, type Window } from "../market/replay/lockstep.js";
import { outcomeOf } from "../market/replay/outcome.js";
import type { MarketRules } from "../market/rules.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { FieldName, SomeFields } from "../model/bot/field.js";
import type { PriceFacts, ReplayFacts, WithinCandle } from "../model/risk/simulation.js";
import { AppError } from "./error.js";
import type { PriceSource } from "./simulate-prices.js";

export interface RunTerms extends Omit<FleetTerms, "order"> {
  readonly orders: readonly WithinCandle[];
  readonly window: Window;
}

export interface Ran {
  readonly replays: readonly ReplayFacts[];
  readonly prices: readonly PriceFacts[];
  readonly from: number;
  readonly to: number;
  readonly moments: number;
  readonly interval: number;
}

/** Some milliseconds' work. */
const SLICE = 4_000;

/** Both orders live through each candle before the next one is read. @param onSlice told the time of the last candle */
export async function runReplay(
  bots: readonly (RunBot & { readonly pair: string })[],
  sources: readonly PriceSource[],
  terms: RunTerms,
  onSlice: (time: number) => void,
): Promise<Ran> {
  const tick = blankTick(sources.length);
  const blank = tick.pairs[0];
  if (blank === undefined) throw new AppError("there is no bot to run");
  const places = bots.map(({ pair }) => tick.pairs[sources.findIndex((source) => source.pair === pair)] ?? blank);
  const fleets = terms.orders.map((order) => new Fleet(bots, places, { ...terms, order }));
  const used = sources.map(() => 0);
  let first = Number.NaN;
  const lockstep = new Lockstep(
    sources.map(({ candles }) => candles),
    terms.window,
    tick,
    (now, index) => {
      if (index === 0) first = now.time;
      for (const [at, pair] of now.pairs.entries()) if (pair.has) used[at] = (used[at] ?? 0) + 1;
      for (const fleet of fleets) fleet.step(now, index);
    },
  );
  try {
    while (lockstep.run(SLICE)) {
      onSlice(tick.time);
      await breathe();
    }
  } finally {
    lockstep.close();
  }
  if (lockstep.moments === 0) throw new AppError("no candle lies between --from and --to");
  const to = tick.time + tick.interval;
  return {
    replays: fleets.map((fleet) => outcomeOf(fleet, terms.rules, terms.balance, to)),
    prices: sources.map(({ facts }, index) => facts(used[index] ?? 0)),
    from: first,
    to,
    moments: lockstep.moments,
    interval: tick.interval,
  };
}

export interface ChosenBots {
  readonly bots: readonly (RunBot & { readonly pair: string })[];
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
}

/** What a deal can't be made without. */
const NEEDED: readonly FieldName[] = [
  "pairTitle",
  "strategy",
  "leverage",
  "percentTakeProfit",
  "percentSafetyOrder",
  "volumeFirstOrder",
];

/**
 * The bots to run. Bots that are named run whether they are enabled or not.
 * @param hasSignals whether bots that open on a signal get any
 */
export function chooseBots(
  { bots }: Desired,
  includes: (address: string) => boolean,
  isNamed: boolean,
  hasSignals: boolean,
): ChosenBots {
  const judged = bots
    .filter(({ address }) => includes(address))
    .map((bot) => {
      const fields = { ...bot.initial, ...bot.fields };
      return { bot, fields, why: whyNot(bot, fields, isNamed, hasSignals) };
    });
  return {
    bots: judged.flatMap(({ bot, fields, why }) =>
      why === undefined ? [{ address: bot.address, fields, pair: fields.pairTitle ?? "" }] : [],
    ),
    leftOut: judged.flatMap(({ bot, why }) => (why === undefined ? [] : [{ address: bot.address, why }])),
  };
}

function whyNot(bot: DesiredBot, fields: SomeFields, isNamed: boolean, hasSignals: boolean): string | undefined {
  if (!isNamed && bot.enabled !== true) return "not enabled: true; name it to run it all the same";
  const lacking = NEEDED.filter((name) => fields[name] === undefined || fields[name] === null);
  if (lacking.length > 0) return `the configuration doesn't say its ${lacking.join(", ")}`;
  if (botRulesOf(fields).onSignal && !hasSignals)
    return `opens on signals of ${fields.indicatorGroup}, whose definition isn't public; --signal-every gives it signals`;
  return undefined;
}

const ANCHORS = { base: "the first fill", previous: "the order before", average: "the average entry" } as const;

export interface Assumed {
  readonly balance: string | null;
  readonly signalEvery: number | null;
  readonly orders: readonly WithinCandle[];
  readonly isWalk: boolean;
}

export function assumptionsOf(
  rules: MarketRules,
  { balance, signalEvery, orders, isWalk }: Assumed,
): readonly string[] {
  const percent = (fraction: string) => `${new Big(fraction).times(100).toFixed()} %`;
  const rate = percent(rules.tiers[0]?.rate.toFixed() ?? "0");
  const [order] = orders;
  return [
    ...(isWalk ? ["The prices are made up by a random walk: they say nothing about any market."] : []),
    orders.length > 1
      ? "Within a candle the price goes against a position first (pessimistic) or with it first (optimistic); neither is a bound."
      : `Within a candle the price goes ${order === "pessimistic" ? "against" : "with"} a position first (${order}).`,
    `Fees: maker ${percent(rules.makerFee)}, taker ${percent(rules.takerFee)} of an order's notional.`,
    rules.volumeMeaning === "notional"
      ? "A volume is an order's notional; its margin is volume / leverage."
      : "A volume is an order's margin; its notional is volume × leverage.",
    rules.volumeBase === "first"
      ? "Martingale multiplies the first order's volume."
      : "Martingale multiplies the safety order's volume.",
    `Safety orders are counted from ${ANCHORS[rules.anchor]}; all of them work at once.`,
    rules.tiers.length > 1
      ? `Maintenance margin rises with a position's notional, from ${rate} on, as the account's assumptions have it.`
      : `Maintenance margin is ${rate} of a position's notional at every size.`,
    balance === null
      ? "No balance was given: margin is never short, and cross positions are never liquidated. Isolated ones are."
      : `The wallet begins with ${balance} for all bots together; an order it can't afford isn't placed.`,
    "Limit orders fill at their own price as soon as it is touched, market orders at the price of the moment: no slippage, no queue, no partial fill.",
    "A deal that ends is followed by the next one at the same price. No funding payments, no tick sizes (amounts have 8 places), no delays of the service.",
    ...(signalEvery === null
      ? []
      : [`Bots that open on signals get one every ${signalEvery} candles: how they would really open isn't known.`]),
  ];
}
