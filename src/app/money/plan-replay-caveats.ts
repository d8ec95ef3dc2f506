// What a plan's replay can't know, in sentences: read before its figures are believed.
import { FIELDS, type SomeFields } from "../../model/bot/field.js";
import type { Plan } from "../../model/plan/plan.js";
import type { ReplayedWallet } from "../../model/risk/plan-replay.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { minute } from "../../model/text/minute.js";
import { namesText } from "../../model/text/named.js";
import type { SidedBot } from "./plan-replay-bots.js";

/** The candles of a pair that were used. */
export interface PairSpan {
  readonly pair: string;
  count: number;
  /** Openings of the first candle and of the last, milliseconds since the epoch; NaN without one. */
  first: number;
  last: number;
}

type ReplayBalance = Pick<ReplayedWallet, "quote" | "balance" | "balanceFrom">;

interface Limited {
  /** Those that are replayed. */
  readonly bots: readonly SidedBot[];
  /** What each quote asset that is traded begins with: in its wallet, and for each bot that is replayed alone. */
  readonly balances: readonly ReplayBalance[];
  readonly made: Pick<Plan, "diagnostics" | "inDoubt">;
  /** What was given and nobody has a use for, in words. */
  readonly unused: readonly string[];
  readonly prices: readonly PairSpan[];
  readonly from: number;
  readonly to: number;
  readonly interval: number;
}

const MOST_NAMES = 8;
const names = (bots: readonly { readonly address: string }[]) =>
  namesText(
    bots.map(({ address }) => address),
    MOST_NAMES,
  );

export function replayCaveats(facts: Limited): string[] {
  const { bots, balances, made, unused } = facts;
  const asIfOn = bots.filter((bot) => bot.asIfOn);
  const isSilent = (bot: SidedBot) =>
    bot.isChanged && !bot.asIfOn && bot.state.now !== "on" && bot.state.after !== "on";
  const silent = bots.filter(isSilent);
  const others = bots.filter(({ isChanged }) => !isChanged);
  const strange = bots.filter(({ unknownSettings }) => unknownSettings.length > 0);
  return [
    "These are past prices. Settings that did better on them may do worse on others.",
    "A candle doesn't say which way its price went: a deal takes no profit in a candle in which one of its orders filled, and what may be lost is lost.",
    "Both sides begin without open deals: deals that run now, and positions made by hand, are in neither.",
    ...balances.map(walletSentence),
    ...(others.length === 0
      ? []
      : [`Both wallets have ${counted(others.length, "other bot")} that the plan leaves on: ${names(others)}.`]),
    ...(asIfOn.length === 0
      ? []
      : [`Off before and after, so in neither wallet, and replayed alone as if they were on: ${names(asIfOn)}.`]),
    ...(silent.length === 0 ? [] : [`Without deals on both sides, since they aren't turned on: ${names(silent)}.`]),
    ...takenAsOff(bots),
    ...(strange.length === 0
      ? []
      : [`They have settings that this version of botform doesn't know, and are replayed without: ${names(strange)}.`]),
    ...((made.inDoubt ?? []).length === 0
      ? []
      : ["Bots in doubt count as the service shows them now; a command that is under way may change that."]),
    ...(hasErrors(made.diagnostics) ? ["Bots that couldn't be planned stand on both sides as they are now."] : []),
    ...spanSentences(facts),
    ...unused.map((text) => `Not used, since ${text}.`),
  ];
}

function walletSentence({ quote, balance, balanceFrom }: ReplayBalance): string {
  if (balance === null)
    return `The ${quote} wallet isn't known, so margin never runs short and CROSS positions are never liquidated; --balance gives one.`;
  const whose = balanceFrom === "account" ? "what the account has now" : "from --balance";
  return `The wallet begins with ${balance} ${quote} (${whose}); an order that it can't afford isn't placed.`;
}

/** Of new bots, what is left to the service and moves no position; the rest keeps them out. */
function takenAsOff(bots: readonly SidedBot[]): string[] {
  const some = bots.filter((bot) => bot.isNew && bot.state.after === "on" && absent(bot.after ?? {}).length > 0);
  if (some.length === 0) return [];
  const fields = [...new Set(some.flatMap((bot) => absent(bot.after ?? {})))];
  return [
    `Not declared, and replayed as off though the service may fill them in: ${fields.join(", ")} of ${names(some)}.`,
  ];
}

/** A scale that isn't declared is left off (S-27), and of an indicator the group alone counts. */
const COUNTED: ReadonlySet<string> = new Set(["indicatorGroup", "priceLevel"]);

function absent(fields: SomeFields): string[] {
  return FIELDS.flatMap(({ name }) => (COUNTED.has(name) && fields[name] === undefined ? [name] : []));
}

/** Pairs whose candles begin later than the first, or end before the last. */
function spanSentences({ prices, from, to, interval }: Limited): string[] {
  return prices.flatMap(({ pair, first, last }) => {
    if (first <= from && last + interval >= to) return [];
    return [`The candles of ${pair} go from ${minute(first)} to ${minute(last + interval)} UTC alone.`];
  });
}
