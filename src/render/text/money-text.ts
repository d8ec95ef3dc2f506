// A plan's preview in money on a terminal: one line for each bot, a few for the account.
import Big from "big.js";
import {
  type AccountRisk,
  type BotMoney,
  type BotRisk,
  isKnown,
  type LiquidationFlag,
  type Money,
  type QuoteRisk,
  type ShockRisk,
  type SideRisk,
  type SumRisk,
} from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { assumptionsInShort } from "./assumptions-text.js";
import { amount, change, move, percent } from "./money-figures.js";
import type { Paint } from "./paint.js";

/** `worst case 412 → 1 180 USDT, …, liquidated before the last 2 safety orders`; nothing where no figure changes. */
export function botMoneyLines({ before, after }: BotMoney, colour: Paint): string[] {
  if (!isKnown(after)) return [`    money: unknown without ${clean(after.lacks.join(", "))}`];
  const old = before !== null && isKnown(before) ? before : undefined;
  if (old !== undefined && !after.on && isSame(old, after)) return [];
  const parts = [
    `worst case ${change(old?.worstCase, after.worstCase)} ${clean(after.quote)}`,
    `margin ${change(old?.margin, after.margin)}`,
    `cover ${change(old?.cover, after.cover, percent)}`,
  ];
  const { text, isBad } = liquidationText(after);
  const was = old === undefined ? undefined : liquidationText(old).text;
  const end = was === undefined || was === text ? text : `${text} (was: ${was})`;
  return [`    ${parts.join(", ")}, ${isBad ? colour.bad(end) : end}`];
}

function isSame(before: BotRisk, after: BotRisk): boolean {
  const figures = ({ on: _on, ...rest }: BotRisk) => JSON.stringify(rest);
  return figures(before) === figures(after);
}

/** Whether a deal lives to its last order, in words. */
export function liquidationText({ liquidation, orders }: Pick<BotRisk, "liquidation" | "orders">): {
  readonly text: string;
  readonly isBad: boolean;
} {
  const isAtOnce =
    liquidation.kind === "outside" && liquidation.distance !== null && new Big(liquidation.distance).lte(0);
  return {
    text: isAtOnce ? "liquidated as soon as its last order fills" : WORDS[liquidation.kind](liquidation, orders),
    isBad: isAtOnce || liquidation.kind === "inside",
  };
}

const WORDS: Readonly<Record<LiquidationFlag["kind"], (flag: LiquidationFlag, orders: number) => string>> = {
  unknown: () => "liquidation unknown without the balance",
  outside: (flag) =>
    flag.kind === "outside" && flag.distance !== null && new Big(flag.distance).lt(1)
      ? `liquidated ${percent(flag.distance)} past the last order`
      : "no liquidation within reach",
  inside(flag, orders) {
    if (flag.kind !== "inside") return "";
    if (flag.neverPlaced === orders - 1) return "liquidated before the first safety order";
    const many = flag.neverPlaced === 1 ? "the last safety order" : `the last ${flag.neverPlaced} safety orders`;
    return `liquidated before ${many} (${percent(flag.share)} of the volume)`;
  },
};

/** The account, before and after; ends without a line feed. */
export function accountMoneyText({ before, after, assumptions, unknown }: Money, colour: Paint): string {
  return [
    colour.bold(`In money, all bots that are on${hasOffRunning(before, after) ? " or have a running deal" : ""}:`),
    ...totalsLines(before, after, colour),
    ...unknown.map(({ what, needs }) => `  Unknown: ${clean(what)}. Known by: ${clean(needs)}.`),
    colour.faint(`  Assumed: ${clean(assumptionsInShort(assumptions))}.`),
  ].join("\n");
}

function hasOffRunning(...accounts: readonly AccountRisk[]): boolean {
  return accounts.some(({ quotes }) => quotes.some(({ offRunning = 0 }) => offRunning > 0));
}

/** @param before absent where nothing is compared */
export function totalsLines(before: AccountRisk | undefined, after: AccountRisk, colour: Paint): string[] {
  const lines = after.quotes.flatMap((quote) => {
    const old = before === undefined ? quote : before.quotes.find((one) => one.quote === quote.quote);
    if (quote.bots === 0 && (old?.bots ?? 0) === 0) return [];
    return [
      ...quoteLines(old, quote, colour),
      ...groupLines(before, after, quote.quote),
      ...shockLine(
        after.shocks.filter((shock) => shock.quote === quote.quote),
        colour,
      ),
    ];
  });
  return [
    ...(lines.length === 0 ? ["  no bot is on"] : lines),
    ...(after.unknown > 0 ? [`  ${counted(after.unknown, "bot")} left out: settings are missing`] : []),
  ];
}

function quoteLines(before: QuoteRisk | undefined, after: QuoteRisk, colour: Paint): string[] {
  const then = before?.bots ?? 0;
  const bots = then === after.bots ? counted(then, "bot") : `${then} → ${counted(after.bots, "bot")}`;
  const offRunning = change(String(before?.offRunning ?? 0), String(after.offRunning ?? 0));
  const runs = offRunning === "0" ? "" : ` (${offRunning} off with a running deal)`;
  const off =
    after.disabled.bots === 0
      ? ""
      : `; off: ${counted(after.disabled.bots, "bot")}, margin ${amount(after.disabled.margin)}`;
  const sums = `worst case ${change(before?.worstCase ?? "0", after.worstCase)}, margin ${change(before?.margin ?? "0", after.margin)}`;
  return [`  ${clean(after.quote)}: ${bots}${runs}, ${sums}${off}`, ...needLine(before, after, colour)];
}

function needLine(before: QuoteRisk | undefined, after: QuoteRisk, colour: Paint): string[] {
  if (after.usable === null) return [];
  const text = `    need ${change(before?.need ?? "0", after.need)} of ${amount(after.usable)} that is free`;
  return [
    after.isAffordable === false
      ? colour.bad(`${text}: it can't be afforded, with ${amount(after.feeReserve)} for fees`)
      : text,
  ];
}

/** Pairs only where they change, when there is something to compare with: a fleet may trade a hundred. */
function groupLines(before: AccountRisk | undefined, after: AccountRisk, quote: string): string[] {
  const line = (name: string, groups: readonly Group[]) =>
    groups.length === 0
      ? []
      : [
          `    by ${name}: ${shortened(groups.map(([key, old, now]) => `${clean(key)} ${change(old, now)}`)).join(", ")}`,
        ];
  const bySide = ({ side, quote: of }: SideRisk) => `${side} ${of}`;
  const sides = compared(before?.sides, after.sides, bySide).filter(([key]) => key.endsWith(` ${quote}`));
  const pairs = compared(before?.pairs, after.pairs, ({ pair }) => pair).filter(([key]) => key.startsWith(`${quote}-`));
  const changed = before === undefined ? pairs : pairs.filter(([, old, now]) => old !== now);
  return [
    ...line(
      "side",
      sides.map(([key, ...sums]) => [key.replace(` ${quote}`, ""), ...sums] as const),
    ),
    ...line("pair", changed),
  ];
}

type Group = readonly [key: string, before: string, after: string];

/** By key, those that were and are no more included. */
function compared<T extends SumRisk>(
  before: readonly T[] | undefined,
  after: readonly T[],
  keyOf: (sum: T) => string,
): readonly Group[] {
  const old = new Map((before ?? after).map((sum) => [keyOf(sum), sum.worstCase]));
  const now = new Map(after.map((sum) => [keyOf(sum), sum.worstCase]));
  return [...new Set([...now.keys(), ...old.keys()])]
    .sort()
    .map((key) => [key, old.get(key) ?? "0", now.get(key) ?? "0"] as const);
}

const MOST_GROUPS = 6;

function shortened(groups: readonly string[]): readonly string[] {
  return groups.length <= MOST_GROUPS
    ? groups
    : [...groups.slice(0, MOST_GROUPS), `and ${groups.length - MOST_GROUPS} more`];
}

function shockLine(shocks: readonly ShockRisk[], colour: Paint): string[] {
  const hurting = shocks.filter(({ loss }) => loss !== "0");
  if (hurting.length === 0) return [];
  return [`    all prices at once: ${hurting.map((shock) => shockText(shock, colour)).join(" · ")}`];
}

/** `−20 % loses 120.5 (2 liquidated)`. */
export function shockText({ move: by, loss, liquidated, isCrossLiquidated }: ShockRisk, colour: Paint): string {
  const ends = [
    ...(liquidated > 0 ? [`${liquidated} liquidated`] : []),
    ...(isCrossLiquidated === true ? ["all cross positions liquidated"] : []),
  ];
  const text = `${move(by)} loses ${amount(loss.replace("-", ""))}`;
  return ends.length === 0 ? text : colour.bad(`${text} (${ends.join(", ")})`);
}
