// The possible cost of bots as text: one row a bot, or each grid order by order; the account, and the assumptions.
import Big from "big.js";
import type { BotGrid, BotRisk, Liquidation, Refusal, RungRisk } from "../../model/risk/risk.js";
import type { AccountRiskFacts, BotRiskFacts, RiskFacts } from "../../model/risk/risk-facts.js";
import { counted } from "../../model/text/counted.js";
import { amount, percent, price } from "../../model/text/money-figures.js";
import { liquidationWords } from "../liquidation-words.js";
import { clean } from "../sanitize.js";
import { assumptionLines, totalsLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, table } from "./table.js";
import { titled } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

/** The accounts one after another, ending in a line feed. */
export function riskText({ accounts, withGrids }: RiskFacts, colour: Paint): string {
  return accounts.map((facts) => accountText(facts, withGrids, colour)).join("\n");
}

function accountText(facts: AccountRiskFacts, withGrids: boolean, colour: Paint): string {
  const title = colour.bold(`${clean(facts.account)}: what ${counted(facts.bots.length, "bot")} may cost`);
  const figures = withGrids ? facts.bots.map((bot) => gridText(bot, colour)) : [summary(facts.bots, colour)];
  const sentences = [
    ...titled("The exchange may refuse:", facts.bots.flatMap(refusals)),
    [colour.bold("All bots that can start:"), ...totalsLines({ after: facts.totals }, colour)].join("\n"),
    ...titled(
      "Unknown:",
      facts.unknown.map(({ what, needs }) => `${what}; to find out: ${needs}`),
    ),
    ...titled("Assumed:", assumptionLines(facts.assumptions)),
  ];
  const blocks = [title, ...figures, ...sentences.map((block) => wrappedOnTerminal(block, colour))];
  return `${blocks.map((block) => block.trimEnd()).join("\n\n")}\n`;
}

function refusals(bot: BotRiskFacts): readonly string[] {
  if (!("risk" in bot)) return [];
  return (bot.risk.refused ?? []).map((refusal) => `${clean(bot.address)}: ${refusalText(refusal, bot.risk)}`);
}

function refusalText(refusal: Refusal, { pair, quote, leverage, orders }: BotRisk): string {
  if (refusal.kind === "leverage") {
    const { most, rate } = refusal;
    const why = rate === null ? "" : `; its maintenance rate alone is ${percent(rate)}`;
    return `leverage ${leverage}×, of at most ${most}× in ${clean(pair)}${why}`;
  }
  const many = `${refusal.orders} of ${counted(orders, "order")}`;
  if (refusal.kind === "notional")
    return `${many} below ${amount(refusal.least)} ${clean(quote)}, the least that ${clean(pair)} takes`;
  return `${many} that round to 0 lots of ${refusal.lot}; one lot costs ${amount(refusal.lotCosts)} ${clean(quote)} at ${price(refusal.price)}`;
}

const SUMMARY = columns(
  "bot | pair | side | leverage> | on | position at most> | initial margin> | cover> | loss at the grid's end> | liquidation",
);

function summary(bots: readonly BotRiskFacts[], colour: Paint): string {
  const rows = bots.map((bot): Cell[] => {
    if (!("risk" in bot)) return [bot.address, `unknown without ${bot.lacks.join(", ")}`];
    const { pair, side, leverage, isolated, on, position, margin, cover, lossAtEnd, liquidation } = bot.risk;
    const { text, isBad } = liquidationWords(bot.risk);
    return [
      ...[bot.address, pair, side, `${leverage}× ${isolated ? "isolated" : "cross"}`, on ? "on" : "off"],
      ...[amount(position), amount(margin), percent(cover), amount(lossAtEnd)],
      isBad ? { text, paint: colour.bad } : liquidation.kind === "unknown" ? "unknown without the balance" : text,
    ];
  });
  // What ends a deal, or what is missing, is never cut.
  return table(SUMMARY, rows, colour, Number.POSITIVE_INFINITY);
}

const GRID = columns(
  "#> | deviation> | price> | quantity> | volume> | Σ volume> | average> | take profit> | bounce> | margin> | liquidation> | distance> | flag",
);

function gridText(bot: BotRiskFacts, colour: Paint): string {
  if (!("risk" in bot)) return `${colour.bold(clean(bot.address))}  unknown without ${clean(bot.lacks.join(", "))}`;
  const rows = bot.rungs.map((rung) => rungRow(rung, colour));
  return [
    heading(bot, colour),
    table(GRID, rows, colour).trimEnd(),
    ladderText(bot, colour),
    wholeText(bot.risk, colour),
  ].join("\n\n");
}

function heading({ address, risk }: BotGrid & { readonly address: string }, colour: Paint): string {
  const { pair, side, leverage, isolated, on, basis } = risk;
  const prices =
    basis.kind === "relative"
      ? "price unknown: first fill = 100"
      : `first fill at ${price(basis.price)} (${SOURCES[basis.source]})`;
  return `${colour.bold(clean(address))}  ${clean(pair)} ${side} ${clean(leverage)}× ${isolated ? "isolated" : "cross"}${on ? "" : ", off"} · ${prices}`;
}

const SOURCES = {
  position: "a running position's mark",
  deal: "a running deal's entry",
  given: "as given",
  file: "from the file",
} as const;

const FLAGS = { "last-chance": "liquidated before the next", unreachable: "never fills" } as const;

function rungRow(rung: RungRisk, colour: Paint): Cell[] {
  const { number, deviation, quantity, volume, volumes, average, takeProfit, bounce, margin, flag } = rung;
  const flagCell: Cell = flag === null ? "" : { text: FLAGS[flag], paint: colour.bad };
  return [
    ...[number === 0 ? "first" : String(number), percent(deviation), price(rung.price)],
    ...[quantity === null ? "–" : price(quantity), amount(volume), amount(volumes)],
    ...[price(average), price(takeProfit), percent(bounce), amount(margin)],
    ...[liquidationText(rung.liquidation), rung.distance === null ? "–" : percent(rung.distance)],
    flagCell,
  ];
}

function liquidationText(liquidation: Liquidation): string {
  if (liquidation.kind === "price") return liquidation.price === "0" ? "at once" : price(liquidation.price);
  return liquidation.kind === "never" ? "never" : "unknown";
}

function wholeText(risk: BotRisk, colour: Paint): string {
  const { quote, orders, belowZero, position, margin, feeReserve, cover, bounce, lossAtEnd, funding } = risk;
  const { text, isBad } = liquidationWords(risk);
  const exposure = risk.walletExposure === null ? "" : `, ${percent(risk.walletExposure)} of the wallet`;
  return [
    `  position at most ${amount(position)} ${clean(quote)} in ${counted(orders, "order")}${exposure}; initial margin ${amount(margin)}, fees up to ${amount(feeReserve)}`,
    `  cover ${percent(cover)}; loss at the grid's end ${amount(lossAtEnd)}; there the take profit needs a bounce of ${percent(bounce)}, and one funding payment costs ${amount(funding)}`,
    `  ${isBad ? colour.bad(text) : text}${belowZero === 0 ? "" : `; ${counted(belowZero, "safety order")} would be at a price of 0 or less`}`,
  ].join("\n");
}

const WIDTH = 28;

interface Line {
  readonly at: Big;
  readonly text: (width: number) => string;
}

/** From the highest price to the lowest; ends without a line feed. */
function ladderText({ rungs }: BotGrid, colour: Paint): string {
  const most = rungs.reduce((largest, { volume }) => (largest.gt(volume) ? largest : new Big(volume)), new Big(0));
  const lines = [...rungs.map((rung) => rungLine(rung, most, colour)), ...marks(rungs, colour)];
  const sorted = lines.toSorted((left, right) => right.at.cmp(left.at));
  const width = Math.max(...sorted.map(({ at }) => price(at.toFixed()).length));
  return sorted.map(({ text }) => `  ${text(width)}`).join("\n");
}

function rungLine(rung: RungRisk, most: Big, colour: Paint): Line {
  const share = most.eq(0) ? 0 : Number(new Big(rung.volume).div(most).times(WIDTH).round(0).toFixed());
  const bar = "█".repeat(Math.max(1, share));
  const name = rung.number === 0 ? "first order" : `#${rung.number}`;
  const never = rung.flag === "unreachable" ? " never fills" : "";
  const painted = rung.flag === "unreachable" ? colour.faint(bar) : bar;
  return {
    at: new Big(rung.price),
    text: (width) => `${price(rung.price).padStart(width)} ┤ ${painted} ${amount(rung.volume)}  ${name}${never}`,
  };
}

/** Average, take profit and liquidation after the last order that can fill. */
function marks(rungs: readonly RungRisk[], colour: Paint): Line[] {
  const last = rungs.findLast(({ flag }) => flag !== "unreachable");
  if (last === undefined) return [];
  const mark = (text: string, name: string, paint: (text: string) => string): Line => ({
    at: new Big(text),
    text: (width) => `${price(text).padStart(width)} ┼ ${paint(`── ${name}`)}`,
  });
  const after = last.number === 0 ? "the first order" : `#${last.number}`;
  // A SHORT that every price takes away: it is gone where it fills.
  const gone = last.liquidation.kind === "price" && last.liquidation.price === "0";
  return [
    mark(last.takeProfit, `take profit after ${after}`, colour.good),
    mark(last.average, `average after ${after}`, colour.faint),
    ...(last.liquidation.kind === "price"
      ? [mark(gone ? last.price : last.liquidation.price, `liquidation after ${after}`, colour.bad)]
      : []),
  ];
}
