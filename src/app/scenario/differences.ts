// What of a scenario isn't as expected, and what that rests on: which deal, when, at which price.
import Big from "big.js";
import { type Expectation, figureText, isMet, limitOf } from "../../model/scenario/expectation.js";
import { FIGURES, type FigureName, type Figures } from "../../model/scenario/figures.js";
import { momentText } from "../../model/scenario/moment.js";
import type { Extremes, PlayedBot, WaitsFor } from "../../model/scenario/played.js";
import type { Difference, ScenarioDeal } from "../../model/scenario/result.js";
import type { Scenario } from "../../model/scenario/scenario.js";
import type { Position } from "../../model/text/diagnostic.js";
import { fits } from "../../model/text/pattern.js";
import { briefly, dealText, pricesText } from "./deal-text.js";
import { dealsDifference } from "./deals-difference.js";
import { COUNTS, timeOf } from "./figures.js";

/** What came: of all bots together, and of each by its key. */
export interface Came {
  readonly quote: string;
  readonly lasts: number;
  readonly deals: readonly ScenarioDeal[];
  readonly all: Part;
  readonly bots: ReadonlyMap<string, Part & Pick<PlayedBot, "waitsFor" | "needs" | "isOn">>;
}

interface Part {
  readonly figures: Figures;
  readonly extremes: Extremes;
}

type Place = (path: readonly (string | number)[]) => Position;

/** In the order in which they are expected; none is a pass. */
export function differencesOf(scenario: Scenario, came: Came, place: Place): readonly Difference[] {
  const { expect, deals, balance } = scenario;
  const found = expect.flatMap((one, index) => differenceOf(one, came, balance, place(["expect", index])));
  const ofDeals = deals === undefined ? undefined : dealsDifference(deals, came.deals, place);
  return ofDeals === undefined ? found : [...found, ofDeals];
}

function differenceOf(expected: Expectation, came: Came, balance: string, position: Position): readonly Difference[] {
  const { figure, of, text } = expected;
  const targets: readonly (readonly [string | undefined, Part])[] =
    of === undefined ? [[undefined, came.all]] : [...came.bots].filter(([key]) => fits(of, key));
  const failing = targets.filter(([, { figures }]) => !isMet(expected, figures[figure], balance));
  const [first, ...others] = failing;
  if (first === undefined) return [];
  const [bot, { figures, extremes }] = first;
  const more = others.map(([key, part]) => `${key}: ${amountText(figure, part.figures[figure], came.quote)}`);
  return [
    {
      ...{ position, expected: text },
      found: `it was ${valueText(expected, figures[figure], came.quote, balance)}${bot === undefined ? "" : ` for ${bot}`}`,
      because: [
        ...becauseOf(expected, { figures, extremes, bot }, came, balance),
        ...(more.length === 0 ? [] : [`not met either by ${more.join(", ")}`]),
      ],
    },
  ];
}

/** An amount beside its limit in the same unit, where that isn't what is written. */
function valueText(expected: Expectation, value: string, quote: string, balance: string): string {
  const text = amountText(expected.figure, value, quote);
  if (expected.ofBalance !== true) return text;
  const percent = new Big(value).times(100).div(balance).toFixed(2);
  const limit = figureText(expected.figure, limitOf(expected, balance).toFixed());
  return `${text}, ${percent} % of the balance; ${expected.limit} % of it is ${limit} ${quote}`;
}

function amountText(figure: FigureName, value: string, quote: string): string {
  return `${figureText(figure, value)}${FIGURES[figure].unit === "money" ? ` ${quote}` : ""}`;
}

interface Failing extends Part {
  readonly bot: string | undefined;
}

function becauseOf(expected: Expectation, failing: Failing, came: Came, balance: string): readonly string[] {
  const { figure } = expected;
  const { extremes, bot } = failing;
  const own = came.deals.filter((deal) => bot === undefined || deal.bot === bot);
  const shown = (deal: ScenarioDeal | undefined) => (deal === undefined ? [] : [dealText(deal, came.quote)]);
  switch (figure) {
    case "margin":
      return [`highest at ${momentText(extremes.marginAt)}${pricesText(extremes.marginPrices)}`];
    case "drawdown":
      return [
        `from its highest at ${momentText(extremes.drawdownFrom)} to its lowest at ${momentText(extremes.drawdownAt)}${pricesText(extremes.drawdownPrices)}`,
      ];
    case "safetyOrders":
      return shown(most(own, ({ safetyOrders }) => safetyOrders));
    case "longestDeal":
      return shown(most(own, (deal) => timeOf(deal, came.lasts)));
    case "fees":
      return shown(most(own, ({ fees }) => Number(fees)));
    case "open":
      return shown(
        most(
          own.filter(({ ended }) => ended === "running"),
          ({ open }) => -Number(open),
        ),
      );
    case "profit":
    case "net":
    case "result":
      return shown(most(own, ({ net, open }) => -Number(net) - Number(open)));
    default:
      return countedDeals(own, own.filter(COUNTS[figure]), expected, failing, came, balance);
  }
}

/** Of too many the first that is one too many, and the others by name; of too few the last, or what there was instead, and what the bots wait for. */
function countedDeals(
  all: readonly ScenarioDeal[],
  deals: readonly ScenarioDeal[],
  expected: Expectation,
  { bot }: Failing,
  came: Came,
  balance: string,
): readonly string[] {
  const limit = limitOf(expected, balance).toNumber();
  const isTooMany = deals.length > limit || (deals.length === limit && expected.operator === "<");
  const [first, ...others] = deals.slice(expected.operator === "<" ? limit - 1 : limit);
  if (isTooMany && first !== undefined) return [dealText(first, came.quote), ...briefly(others)];
  const last = deals.at(-1) ?? all.at(-1);
  const waiting = [...came.bots].filter(([key]) => bot === undefined || key === bot);
  return [
    ...(last === undefined ? [] : [`the last: ${dealText(last, came.quote)}`]),
    ...waiting.flatMap(([key, { waitsFor, isOn }]) => {
      if (!isOn) return [`${key} has turned itself off at its cycle limit`];
      return waitsFor === null ? [] : [`${key} ${WAITS[waitsFor]}`];
    }),
  ];
}

export const WAITS: Readonly<Record<WaitsFor, string>> = {
  price: "waits for a price within its limits",
  margin: "lacks the margin for its next deal",
  signal: "waits for a signal",
  volume: "opens no deal: its first order is too small",
};

function most(deals: readonly ScenarioDeal[], figure: (deal: ScenarioDeal) => number): ScenarioDeal | undefined {
  return deals.reduce<ScenarioDeal | undefined>(
    (best, deal) => (best === undefined || figure(deal) > figure(best) ? deal : best),
    undefined,
  );
}
