// A simulation as a person reads it: what was run, bot by bot in each reading of the candles, the totals, and what it all rests on.
import Big from "big.js";
import type { BotFacts, ReplayFacts, SimulationFacts, TotalFacts } from "../../model/risk/simulation.js";
import { counted } from "../../model/text/counted.js";
import { minute } from "../../model/text/minute.js";
import { calmerText } from "../calmer-variant.js";
import { clean } from "../sanitize.js";
import { variantsOf } from "../simulation-variants.js";
import { duration, grouped, money } from "./amount-text.js";
import { equityLines } from "./equity-lines.js";
import { holdLine, metricLines } from "./metrics-text.js";
import type { Paint } from "./paint.js";
import { columns, table } from "./table.js";
import { triesBlocks } from "./tries-text.js";
import { titled } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

/** The whole report, ending in a line feed. */
export function simulationText(facts: SimulationFacts, colour: Paint): string {
  const { account, from, to, moments, interval, replays, hold } = facts;
  const bots = counted(replays[0]?.bots.length ?? 0, "bot");
  const span = `${candlesText(moments)} of ${duration(interval)}, ${minute(from)} to ${minute(to)} UTC`;
  const blocks = [
    colour.bold(`${clean(account)}: ${bots} replayed over ${span}`),
    "A replay of these prices under the assumptions below. It is not a forecast.",
    botTable(replays, colour),
    ...(replays.length > 1 && !isSame(replays)
      ? ["By result, the worst first; none of them is a limit of what can happen."]
      : []),
    ...replays
      .map((replay) => replayText(isSame(replays) ? "" : `${replay.order}: `, replay, to - from, colour))
      .slice(0, isSame(replays) ? 1 : replays.length),
    ...(hold.length === 0 ? [] : [holdLine(hold)]),
    ...triesBlocks(facts.tries, colour),
    ...calmerText(facts, variantsOf(facts.tries)),
    ...titled("Notes:", notesOf(facts)),
    ...titled("Left out:", leftOutLines(facts.leftOut)),
    ...titled(
      "Prices:",
      facts.prices.map(({ pair, source, candles }) => `${pair}: ${source}, ${candlesText(candles)}`),
    ),
    ...titled("Assumptions:", facts.assumptions),
  ];
  return `${wrappedOnTerminal(blocks.join("\n\n"), colour)}\n`;
}

function candlesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "candle" : "candles"}`;
}

const HEADS =
  "bot | pair | side | order | deals> | profit> | fees> | net> | open> | result> | drawdown> | margin> | safety> | in deal> | longest> | liq.>";
/** Of a single reading, the totals name it. */
const HEADS_OF_ONE = HEADS.replace("order | ", "");
const ORDER = 3;

function botTable(replays: readonly ReplayFacts[], colour: Paint): string {
  const isOne = replays.length < 2;
  const rows = rowsOf(replays).map((cells) => (isOne ? cells.toSpliced(ORDER, 1) : cells));
  return table(columns(isOne ? HEADS_OF_ONE : HEADS), rows, colour, Number.POSITIVE_INFINITY).trimEnd();
}

/** A bot that comes to the same in every reading has one row. */
function rowsOf(replays: readonly ReplayFacts[]): string[][] {
  const [first] = replays;
  return (first?.bots ?? []).flatMap((_, index) => {
    const rows = replays.flatMap(({ order, bots }) => {
      const bot = bots[index];
      return bot === undefined ? [] : [row(bot, order)];
    });
    const [one, ...others] = rows;
    if (one === undefined) return [];
    const isEqual = others.every((other) => other.every((cell, column) => column === ORDER || cell === one[column]));
    return isEqual
      ? [one.with(ORDER, "all")]
      : [one, ...others.map((other) => other.with(0, "").with(1, "").with(2, ""))];
  });
}

function row(bot: BotFacts, order: string): string[] {
  return [
    bot.address,
    bot.pairTitle,
    bot.strategy,
    order,
    String(bot.deals),
    money(bot.profit),
    money(bot.fees),
    money(bot.net),
    bot.running === null ? "–" : money(bot.running.unrealised),
    money(bot.result),
    money(bot.drawdown),
    money(bot.margin),
    safetyText(bot),
    duration(bot.dealTime),
    duration(bot.longestDeal),
    String(bot.reasons.liquidated),
  ];
}

/** The most safety orders in one deal, and in how many deals. */
function safetyText({ mostSafety, safety, running }: BotFacts): string {
  const times = (safety[mostSafety] ?? 0) + (running?.safetyOrders === mostSafety ? 1 : 0);
  return `${mostSafety} (${times}×)`;
}

function replayText(prefix: string, replay: ReplayFacts, span: number, colour: Paint): string {
  const { deals, liquidations, profit, fees, funding, net, unrealised, result, closingFees, margin, wallet } =
    replay.totals;
  const liquidated = liquidations === 0 ? "no liquidation" : colour.bad(counted(liquidations, "liquidation"));
  const closing = new Big(closingFees).eq(0) ? "" : ` (closing them would cost ${money(closingFees)} in fees)`;
  const paid = new Big(funding).eq(0)
    ? ""
    : ` ${funding.startsWith("-") ? "−" : "+"} funding ${money(funding).replace("-", "")}`;
  return [
    colour.bold(`${prefix}result ${money(result)}${wallet === null ? "" : equityText(wallet)}`),
    `  booked ${money(net)}: ${counted(deals, "deal")}, profit ${money(profit)} − fees ${money(fees)}${paid}; open deals ${money(unrealised)}${closing}`,
    `  highest margin ${money(margin)}, ${liquidated}`,
    ...equityLines(replay.metrics.days, Number(wallet?.start ?? 0), colour).map((line) => `  ${line}`),
    ...metricLines(replay, span).map((line) => `  ${line}`),
  ].join("\n");
}

/** Open losses are in it, so that a fleet which books its gains and sits on its losses doesn't look as if it had won. */
function equityText({ start, equity }: NonNullable<TotalFacts["wallet"]>): string {
  const percent = new Big(equity).minus(start).times(100).div(start).toFixed(2);
  return `; equity ${money(start)} → ${money(equity)} (${percent.startsWith("-") ? "" : "+"}${percent} %)`;
}

function isSame(replays: readonly ReplayFacts[]): boolean {
  const [first, ...others] = replays;
  const text = JSON.stringify(first?.totals);
  return others.length > 0 && others.every(({ totals }) => JSON.stringify(totals) === text);
}

/** Bots of one reason in one line. */
function leftOutLines(leftOut: SimulationFacts["leftOut"]): string[] {
  return [...new Set(leftOut.map(({ why }) => why))].map((reason) => {
    const bots = leftOut.filter(({ why }) => why === reason);
    return `${reason}: ${bots.map(({ address }) => address).join(", ")}`;
  });
}

function notesOf({ replays, prices }: SimulationFacts): string[] {
  const [worst] = replays;
  return [
    ...prices.flatMap(({ pair, notes }) => notes.map((note) => `${pair}: ${note}`)),
    ...(worst?.bots ?? []).flatMap((bot) => botNotes(bot, worst?.order ?? "")),
  ];
}

function botNotes({ address, refusals, unplaced, ended, reasons }: BotFacts, order: string): string[] {
  const stops = reasons.stop;
  return [
    ...(ended === "too-small" ? [`${address}: its first order is smaller than one lot, so it never opens a deal`] : []),
    ...(ended === "cycle-limit" ? [`${address}: turned itself off at its cycle limit`] : []),
    ...(stops === 0 ? [] : [`${address}: ${counted(stops, "deal")} ended by the stop loss (${order})`]),
    ...(refusals === 0
      ? []
      : [
          `${address}: the balance was too small for the first order ${counted(refusals, "time")} (${order}); the bot tries again with each candle`,
        ]),
    ...(unplaced === 0
      ? []
      : [`${address}: the balance was too small for safety orders ${counted(unplaced, "time")} (${order})`]),
  ];
}
