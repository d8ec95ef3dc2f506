// A small price ladder for terminals: each order at its price with a bar for its volume, and where the last fill leaves the deal.
import Big from "big.js";
import type { BotGrid, RungRisk } from "../../model/risk/risk.js";
import { amount, price } from "./money-figures.js";
import type { Paint } from "./paint.js";

const WIDTH = 28;

interface Line {
  readonly at: Big;
  readonly text: (width: number) => string;
}

/** From the highest price to the lowest; ends without a line feed. */
export function ladderText({ rungs }: BotGrid, colour: Paint): string {
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
