// A plan's preview in money on a terminal: one line for each bot, a few for the account; and what all of it rests on.
import Big from "big.js";
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import { type BotMoney, type BotRisk, isKnown, type Money, type ShockRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { amount, change, move, percent } from "../../model/text/money-figures.js";
import { liquidationWords } from "../liquidation-words.js";
import {
  botFigures,
  type GroupMoney,
  hasOffRunning,
  lossBefore,
  marginNotes,
  openWords,
  type QuoteMoney,
  quotesMoney,
  riskBefore,
  type Totals,
  thinnerTotals,
} from "../money-facts.js";
import { halfOf, inBrackets, isNews, neededOf, thenLiquidated, worstMoves } from "../money-rows.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

/** `position at most 412 → 1 180 USDT, …, liquidated before the last 2 safety orders`; nothing where no figure changes. */
export function botMoneyLines(money: BotMoney, colour: Paint): string[] {
  const { after } = money;
  if (!isKnown(after)) return [`    money: unknown without ${clean(after.lacks.join(", "))}`];
  const figures = botFigures(money);
  if (figures === undefined) return ["    money: unknown, because settings of its running deal are missing"];
  const old = riskBefore(money);
  if (old !== undefined && figures.isOnceOn && isSame(old, after)) return [];
  const { text, isBad, was } = liquidationWords(after, old);
  const end = was === undefined ? text : `${text} (was: ${was})`;
  const more = openWords(money);
  const isMixed = figures.next.position !== undefined || figures.next.margin !== undefined;
  const when = figures.isOnceOn ? "once on: " : isMixed ? "while its deal runs: " : "";
  const notes = isMixed ? [] : marginNotes(figures, amount);
  const most = [
    `${when}position at most ${change(figures.before?.position, figures.after.position)} ${clean(after.quote)}${more === undefined ? "" : `, ${clean(more)}`}`,
    `initial margin ${change(figures.before?.margin, figures.after.margin)}${inBrackets(...notes)}`,
  ];
  const thin = isMixed ? inBrackets(...marginNotes({ ...figures, after, next: {} }, amount)) : "";
  const next = [
    `from its next deal on: position at most ${amount(after.position)}`,
    `initial margin ${amount(after.margin)}${thin}`,
  ];
  const parts = [
    ...(isMixed ? next : most),
    ...(figures.after.position === "0"
      ? []
      : [
          `cover ${change(old?.cover, after.cover, percent)}`,
          `loss at the grid's end ${change(lossBefore(money, figures), after.lossAtEnd)}`,
          isBad ? colour.bad(end) : end,
        ]),
  ];
  return [...(isMixed ? [`    ${most.join(", ")}`] : []), `    ${parts.join(", ")}`];
}

function isSame(before: BotRisk, after: BotRisk): boolean {
  const figures = ({ on: _on, ...rest }: BotRisk) => JSON.stringify(rest);
  return figures(before) === figures(after);
}

/** The account, before and after; ends without a line feed. */
export function accountMoneyText(money: Money, colour: Paint): string {
  const { before, after, assumptions, unknown } = money;
  return [
    colour.bold(`Totals of all bots that are on${hasOffRunning(before, after) ? " or have a running deal" : ""}:`),
    ...planTotals(money, colour),
    ...unknown.map(({ what, needs }) => `  Not known: ${clean(what)}. To find out: ${clean(needs)}.`),
    colour.faint(`  Assumed: ${clean(assumptionsInShort(assumptions))}.`),
  ].join("\n");
}

/** The totals of a plan, and what they count of bots whose deal keeps other settings. */
export function planTotals(money: Money, colour: Paint): string[] {
  const lines = totalsLines(money, colour);
  return quotesMoney(money).every((quote) => laterLine(quote).length === 0)
    ? lines
    : [...lines, "  While its deal runs, a bot counts with that deal or its next one, whichever is more."];
}

export function totalsLines(totals: Totals, colour: Paint): string[] {
  const { after } = totals;
  const lines = quotesMoney(totals).flatMap((quote) => quoteLines(quote, colour));
  return [
    ...(lines.length === 0 ? ["  no bot is on"] : lines),
    ...(after.unknown > 0 ? [`  ${counted(after.unknown, "bot")} left out, because settings are missing`] : []),
  ];
}

function quoteLines(money: QuoteMoney, colour: Paint): string[] {
  const { before, after, was, sides, pairs } = money;
  const { quote, disabled, usable } = after;
  const offRunning = change(
    was(({ offRunning: many = 0 }) => String(many)),
    String(after.offRunning ?? 0),
  );
  const on = after.bots - (after.offRunning ?? 0);
  const then = was(({ bots, offRunning: many = 0 }) => String(bots - many)) ?? String(on);
  const bots = `${then === String(on) ? "" : `${then} → `}${counted(on, "bot")}`;
  const runs = offRunning === "0" ? "" : ` on and ${offRunning} off with a running deal`;
  const off =
    disabled.bots === 0
      ? ""
      : `; off: ${counted(disabled.bots, "bot")}, would need a margin of ${amount(disabled.margin)}`;
  const sum = (key: "position" | "margin") =>
    change(
      was((one) => one[key]),
      after[key],
    );
  const needed = change(was(neededOf), neededOf(after));
  const free = usable === null ? "" : `${amount(usable)}${after.free === usable ? "" : " that may be used"}`;
  const need =
    usable === null
      ? ""
      : needed === "0"
        ? `    free balance needed: none of ${free}`
        : `    free balance needed: ${needed} of ${free}`;
  const { walletExposure, wallet } = after;
  const exposed = before === undefined ? was(() => "0") : (before.walletExposure ?? undefined);
  const exposure =
    walletExposure === null || wallet === null
      ? ""
      : ` · wallet exposure ${change(exposed, walletExposure, percent)} of ${amount(wallet)}`;
  const short = `: not enough, with ${amount(after.feeReserve)} for fees`;
  return [
    `  ${clean(quote)}: ${bots}${runs}, position at most ${sum("position")}, initial margin ${sum("margin")}${inBrackets(thinnerTotals(money).now)}${off}`,
    ...laterLine(money),
    ...(need === ""
      ? []
      : [after.isAffordable === false ? colour.bad(`${need}${short}${exposure}`) : `${need}${exposure}`]),
    ...groupLine("by side", sides),
    // Only those that change, when there is something to compare with: a fleet may trade a hundred.
    ...groupLine(
      was(() => "0") === undefined ? "by pair" : "changed pairs",
      pairs.filter(({ position: { before, after: now } }) => before !== now),
    ),
    ...shocksLine(money, colour),
  ];
}

/** A line for each asset: what all bots may tie up, and what the worst of the tested moves loses. */
export function shortMoneyLines(totals: Totals): string[] {
  return quotesMoney(totals).flatMap((money) => {
    const then = money.was(({ position }) => position);
    const more = new Big(money.after.position).minus(then ?? money.after.position);
    const by = more.eq(0) ? "" : ` (${more.gt(0) ? "+" : "−"}${amount(more.abs().toFixed())})`;
    const margin = change(
      money.was((one) => one.margin),
      money.after.margin,
    );
    const losses = movesOf(money).map((one) => `${move(one.shock.move)}: loses ${change(one.before, one.after)}`);
    const { usable } = money.after;
    const free =
      usable === null
        ? ""
        : `; free balance needed ${change(money.was(neededOf), neededOf(money.after))} of ${amount(usable)}${money.after.isAffordable === false ? ": not enough" : ""}`;
    const loss = losses.length === 0 ? undefined : `; all prices ${losses.join(", ")}`;
    return [
      `  ${clean(money.after.quote)}: position at most ${change(then, money.after.position)}${by}, initial margin ${margin}${free}${loss ?? ""}`,
      ...laterLine(money),
    ];
  });
}

/** The worst move, half of it, and the worst the other way where that is news. */
function movesOf(money: QuoteMoney) {
  const [worst, other] = worstMoves(money);
  const half = worst === undefined ? [] : halfOf(money, worst);
  return [worst, ...half, other].flatMap((one) => (one === undefined || (one === other && !isNews(one)) ? [] : one));
}

/** The same once the running deals have closed, where that is another. */
function laterLine(money: QuoteMoney): string[] {
  const { later, after } = money;
  if (later === undefined) return [];
  if (later.position === "0") return ["    once the running deals have closed: nothing"];
  const losses = movesOf(money).flatMap((one) =>
    one.later === undefined || (one.later === one.after && thenLiquidated(one) === undefined)
      ? []
      : `${move(one.shock.move)} loses ${amount(one.later)}${inBrackets(thenLiquidated(one))}`,
  );
  const parts = [
    ...(later.position === after.position ? [] : [`position at most ${amount(later.position)}`]),
    ...(later.margin === after.margin
      ? []
      : [`initial margin ${amount(later.margin)}${inBrackets(thinnerTotals(money).later)}`]),
    ...losses,
  ];
  return parts.length === 0 ? [] : [`    once the running deals have closed: ${parts.join(", ")}`];
}

const MOST_GROUPS = 6;

function groupLine(what: string, groups: readonly GroupMoney[]): string[] {
  if (groups.length === 0) return [];
  const shown = groups
    .slice(0, MOST_GROUPS)
    .map(({ name, position }) => `${clean(name)} ${change(position.before, position.after)}`);
  const more = groups.length - shown.length;
  return [`    ${what}: ${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ")}`];
}

/** What is lost when all prices move at once, the largest fall first; where something is compared, by the two largest falls and rises, each as it was and will be. */
function shocksLine({ shocks, shocksBefore }: QuoteMoney, colour: Paint): readonly string[] {
  const all = shocks
    .map((after) => ({ after, was: shocksBefore?.find(({ move: by }) => by === after.move)?.loss }))
    .filter(({ after, was = "0" }) => after.loss !== "0" || was !== "0");
  const falls = all.filter(({ after }) => after.move.startsWith("-"));
  const shown =
    shocksBefore === undefined ? all : [...falls.slice(0, MOST_MOVES), ...all.slice(falls.length).slice(-MOST_MOVES)];
  const texts = shown.map(({ after, was }) => shockText(after, colour, was));
  return texts.length === 0 ? [] : [`    all prices at once: ${texts.join(" · ")}`];
}

const MOST_MOVES = 2;

/** `−20 % loses 120.5 (2 liquidated)`. @param was what it loses before */
export function shockText(
  { move: by, loss, liquidated, isCrossLiquidated }: ShockRisk,
  colour: Paint,
  was?: string,
): string {
  const ends = [
    ...(liquidated > 0 ? [`${liquidated} liquidated`] : []),
    ...(isCrossLiquidated === true ? ["all cross positions liquidated"] : []),
  ];
  const text = `${move(by)} loses ${change(was?.replace("-", ""), loss.replace("-", ""))}`;
  return ends.length === 0 ? text : colour.bad(`${text} (${ends.join(", ")})`);
}

const VOLUMES: Readonly<Record<AssumptionFacts["volumeMeaning"], string>> = {
  notional: "a volume is an order's notional (margin = volume / leverage)",
  margin: "a volume is an order's margin (notional = volume × leverage)",
};
const BASES: Readonly<Record<AssumptionFacts["volumeBase"], string>> = {
  first: "martingale multiplies the first order's volume",
  safety: "martingale multiplies the safety order's volume",
};
const ANCHORS: Readonly<Record<AssumptionFacts["anchor"], string>> = {
  base: "safety orders are spaced from the first fill",
  previous: "safety orders are spaced from the previous order",
  average: "safety orders are spaced from the average entry, dynamic step included",
};
const FORMULAS: Readonly<Record<AssumptionFacts["liquidation"], string>> = {
  binance: "Binance",
  bybit: "Bybit",
  gate: "Gate and OKX",
};

/** Each without a full stop. */
export function assumptionLines(facts: AssumptionFacts): readonly string[] {
  const { source, date } = facts.tiers;
  const buffer = facts.safetyBuffer === "0" ? "no safety buffer" : `a safety buffer of ${percent(facts.safetyBuffer)}`;
  return [
    VOLUMES[facts.volumeMeaning],
    BASES[facts.volumeBase],
    ANCHORS[facts.anchor],
    "losses are of one deal of each bot: one that opens another after a liquidation loses again",
    `fees ${percent(facts.makerFee)} maker, ${percent(facts.takerFee)} taker, which losses don't count; funding ${percent(facts.fundingRate)} per payment`,
    `liquidation by the formula of ${FORMULAS[facts.liquidation]}, of each bot alone (cross with the whole wallet behind it), ${buffer}`,
    `maintenance tiers${date === "" ? "" : ` of ${date}`}: ${source}`,
    `limits of orders of ${facts.limits.date}: ${facts.limits.source}`,
    `${facts.reserve === "0" ? "no part" : percent(facts.reserve)} of the free balance is kept unused`,
    facts.hedgeModeStated === true
      ? `the exchange ${facts.hedgeMode ? "keeps" : "doesn't keep"} LONG and SHORT of one pair separate, as configured`
      : "whether the exchange keeps LONG and SHORT of one pair separate isn't known",
  ];
}

/** In a word each, where there is one line for all of them. */
function assumptionsInShort(facts: AssumptionFacts): string {
  const { date, source } = facts.tiers;
  return [
    `volumes are ${facts.volumeMeaning}`,
    "losses of one deal of each bot",
    `before fees (${percent(facts.makerFee)} maker, ${percent(facts.takerFee)} taker)`,
    `liquidation of each bot alone by the formula of ${FORMULAS[facts.liquidation]}`,
    date === "" ? source : `margin tiers of ${date}`,
  ].join(", ");
}
