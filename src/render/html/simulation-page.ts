// The page of a back-test: what to keep in the first screen, equity with what stands beside it, months, what each bot did, and what it rests on.
import Big from "big.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { TradeFacts } from "../../model/risk/back-test.js";
import type { BotFacts, ReplayFacts, SimulationFacts } from "../../model/risk/simulation.js";
import { counted } from "../../model/text/counted.js";
import { minute } from "../../model/text/minute.js";
import { namesText } from "../../model/text/named.js";
import { conclusionOf } from "../simulation-conclusion.js";
import { differentReadings } from "../simulation-readings.js";
import { duration } from "../text/amount-text.js";
import { metricLines } from "../text/metrics-text.js";
import { monthTable } from "./charts/month-table.js";
import { priceFigure } from "./charts/price-chart.js";
import { simulationEquity } from "./charts/simulation-equity.js";
import { CHART_STYLE } from "./charts/style.js";
import { gain, signedSum } from "./gain.js";
import { type Column, heading, html, type Markup, outside, type Piece, sum, table, words } from "./markup.js";
import { type Making, page } from "./page.js";
import { triesTable } from "./tries-table.js";

/** Bots whose prices are drawn; nobody looks at a hundred. */
const MOST_DRAWN = 12;
const MOST_TRADES = 10;
const MOST_NAMES = 6;

export function simulationPage(simulations: readonly SimulationFacts[], making: Making): string {
  const isOne = simulations.length === 1;
  const names = simulations.map(({ account }) => account);
  const [first] = simulations;
  return page({
    title: `Back-test of ${isOne ? names[0] : counted(names.length, "account")} · botform`,
    eyebrow: "Back-test",
    name: namesText(names, MOST_NAMES),
    lead: isOne && first !== undefined ? lead(first) : `${counted(names.length, "account")}, each by itself.`,
    decision: isOne && first !== undefined ? conclusion(first) : undefined,
    links: isOne
      ? LINKS.filter(([id]) => id !== "tries" || (first?.tries.length ?? 0) > 0)
      : names.map((name, index) => [`account-${index + 1}`, name] as const),
    content: isOne
      ? simulations.map((one) => sections(one, 2, ""))
      : simulations.map(
          (one, index) =>
            html`<section>${heading(2, outside(one.account), `account-${index + 1}`)}<p class="lead">${lead(one)}</p>${conclusion(one)}${sections(one, 3, `-${index + 1}`)}</section>`,
        ),
    making,
    style: CHART_STYLE,
  });
}

const LINKS = [
  ["equity", "Equity"],
  ["tries", "What was tried"],
  ["months", "Month by month"],
  ["bots", "Bot by bot"],
  ["assumptions", "Assumptions"],
] as const;

function lead({ replays, moments, interval, from, to }: SimulationFacts): string {
  const bots = counted(replays[0]?.bots.length ?? 0, "bot");
  return `${bots} replayed over ${sum(String(moments))} ${moments === 1 ? "candle" : "candles"} of ${duration(interval)}, ${day(from)} to ${day(to)}. Not a forecast.`;
}

function conclusion(facts: SimulationFacts): Markup {
  const { keep, because } = conclusionOf(facts);
  return html`<div class="keep"><p><b>${words(keep)}</b></p><p class="small">${words(because.join(" "))}</p></div>`;
}

function sections(facts: SimulationFacts, level: 2 | 3, suffix: string): Markup {
  const readings = differentReadings(facts.replays);
  const [worst] = readings;
  if (worst === undefined) return html``;
  const part = (id: string, name: string, content: Piece) =>
    html`<section>${heading(level, name, `${id}${suffix}`)}${content}</section>`;
  return html`${part("equity", "Equity", html`<div class="pair">${simulationEquity(facts, worst)}${figures(worst, facts.to - facts.from, readings.length > 1)}</div>${readingsTable(readings)}`)}
${facts.tries.length === 0 ? undefined : part("tries", "What was tried", triesTable(facts))}
${part("months", "Month by month", months(worst, readings.length > 1))}
${part("bots", "Bot by bot", html`${botTable(worst, readings.length > 1)}${pictures(facts, worst)}${trades(worst)}`)}
${part("assumptions", "Assumptions", assumptions(facts))}`;
}

/** The figures of one reading of the candles. */
function figures(replay: ReplayFacts, span: number, isOneOfSeveral: boolean): Markup {
  const { result, net, unrealised, drawdown, margin, liquidations, deals } = replay.totals;
  const rows: readonly (readonly [string, Piece])[] = [
    ["Result, open losses included", html`<b>${gain(result)}</b>`],
    ["Booked", html`${signedSum(net)} from ${counted(deals, "deal")}`],
    ["Open", signedSum(unrealised)],
    ["Drawdown", sum(drawdown)],
    ["Highest margin", sum(margin)],
    ["Liquidations", liquidations === 0 ? "none" : html`<b class="bad">${liquidations}</b>`],
  ];
  const title = isOneOfSeveral ? html`<p><b>${replay.order}</b>, the worst reading of the candles</p>` : undefined;
  const lines = metricLines(replay, span).filter((line) => !line.startsWith("by month"));
  return html`<div>${title}<dl class="figures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl><ul class="small">${lines.map((line) => html`<li>${outside(line)}</li>`)}</ul></div>`;
}

/** Nothing where there is one. */
function readingsTable(readings: readonly ReplayFacts[]): Markup | undefined {
  if (readings.length < 2) return undefined;
  const heads = ["Result", "Booked", "Open", "Drawdown", "Highest margin", "Deals", "Liquidations"];
  const columns: Column[] = [["Reading of the candles"], ...heads.map((head) => [head, "n"] as const)];
  const rows = readings.map(({ order, totals }): Piece[] => {
    const { result, net, unrealised, drawdown, margin, deals, liquidations } = totals;
    return [
      order,
      gain(result),
      signedSum(net),
      signedSum(unrealised),
      sum(drawdown),
      sum(margin),
      deals,
      liquidations === 0 ? "none" : html`<b class="bad">${liquidations}</b>`,
    ];
  });
  const label = "Each reading of the candles, the worst first; none is a limit of what can happen";
  return table(columns, rows, { label, isStacked: true });
}

function months({ totals, metrics, order, bots }: ReplayFacts, isOneOfSeveral: boolean): Markup | undefined {
  const reading = isOneOfSeveral ? ` (${order})` : "";
  const balance = totals.wallet === null ? null : Number(totals.wallet.start);
  const share = balance === null ? "" : ", in percent of what there was at its beginning";
  const quotes = [...new Set(bots.map(({ pairTitle }) => quoteOf(pairTitle)))].join(" and ");
  const found = monthTable({ months: metrics.months, balance, caption: `Each month, ${quotes}` });
  return html`<p class="soft small">How equity changed, open positions included${share}${reading}. The first and the last month may be cut short.</p>${found}`;
}

const COLUMNS: readonly Column[] = [
  ["Bot"],
  ...["Deals", "Booked", "Open", "Result", "Drawdown", "Highest margin", "Safety orders at most", "Longest deal"].map(
    (head) => [head, "n"] as const,
  ),
];

function botTable({ bots, order }: ReplayFacts, isOneOfSeveral: boolean): Markup {
  const rows = byResult(bots).map((bot): Piece[] => [
    html`${outside(bot.address)}<br><small class="soft">${bot.strategy} on ${outside(bot.pairTitle)}</small>`,
    bot.deals,
    signedSum(bot.net),
    bot.running === null ? "none" : signedSum(bot.running.unrealised),
    gain(bot.result),
    sum(bot.drawdown),
    sum(bot.margin),
    bot.mostSafety,
    duration(bot.longestDeal),
  ]);
  const reading = isOneOfSeveral ? ` (${order})` : "";
  return table(COLUMNS, rows, { label: `Each bot, the worst result first${reading}`, isStacked: true });
}

function byResult(bots: readonly BotFacts[]): readonly BotFacts[] {
  return bots.toSorted((left, right) => new Big(left.result).cmp(right.result));
}

function pictures(facts: SimulationFacts, { bots, picture }: ReplayFacts): Markup | undefined {
  if (picture === undefined || facts.picture === undefined) return undefined;
  const { prices } = facts.picture;
  const drawn = byResult(bots).slice(0, MOST_DRAWN);
  const each = drawn.map(({ address, strategy, pairTitle }) => {
    const price = prices.find(({ pair }) => pair === pairTitle);
    const fills = picture.fills.filter(({ bot }) => bot === address);
    return price && priceFigure({ bot: address, strategy, price, fills, times: [facts.from, facts.to] });
  });
  const rest = bots.length - drawn.length;
  return html`${each}${rest === 0 ? undefined : html`<p class="soft">Drawn are the ${MOST_DRAWN} with the worst results; name others on the command line to see them.</p>`}`;
}

function trades({ trades: all }: ReplayFacts): Markup | undefined {
  if (all.length === 0) return undefined;
  const worst = all.toSorted((left, right) => new Big(left.net).cmp(right.net)).slice(0, MOST_TRADES);
  const columns: Column[] = [
    ["Deal of"],
    ["Began"],
    ["Took", "n"],
    ["Safety orders", "n"],
    ["Entry", "n"],
    ["Exit", "n"],
    ["Net", "n"],
  ];
  const rows = worst.map(tradeRow);
  const label = "The deals with the least net";
  return html`<details><summary>The ${worst.length} of ${counted(all.length, "ended deal")} with the least net</summary>${table(columns, rows, { label, isStacked: true })}<p class="soft small">All of them: <code>--trades FILE</code>.</p></details>`;
}

function tradeRow({ bot, opened, closed, safetyOrders, entry, exit, net }: TradeFacts): Piece[] {
  return [outside(bot), minute(opened), duration(closed - opened), safetyOrders, entry, exit ?? "unknown", gain(net)];
}

function assumptions({ assumptions: stated, prices, leftOut }: SimulationFacts): Markup {
  const sources = prices.flatMap(({ pair, source, candles, notes }) => [
    `Prices of ${pair}: ${source}, ${counted(candles, "candle")}.`,
    ...notes.map((note) => `${pair}: ${note}.`),
  ]);
  const without = leftOut.map(({ address, why }) => `Left out: ${address}, because ${why}.`);
  return html`<ul class="small">${[...sources, ...without, ...stated].map((line) => html`<li>${outside(line)}</li>`)}</ul>`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
