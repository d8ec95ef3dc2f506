// The parameters of a bot's grid, from its fields and the assumptions; volumes are notional.
import Big from "big.js";
import { FIELD_NAMES, type FieldName, type SomeFields } from "../model/bot/field.js";
import { quoteOf } from "../model/bot/pair.js";
import type { Anchor, Assumptions, VolumeBase } from "../model/risk/assumptions.js";
import type { Side } from "../model/risk/risk.js";
import { canonicalDecimal, isWhole } from "../model/text/decimal.js";

/** Volumes in the quote asset, percentages as written (1.5 is 1.5 %); a scale of null is off. */
export interface GridParams {
  readonly long: boolean;
  readonly percent: string;
  readonly stepScale: string | null;
  readonly count: number;
  readonly firstVolume: string;
  /** null where none is given: then martingale counts from the first volume, and without it there are no safety orders. */
  readonly safetyVolume: string | null;
  readonly volumeScale: string | null;
  readonly volumeBase: VolumeBase;
  readonly anchor: Anchor;
}

export interface BotParams {
  readonly pair: string;
  readonly quote: string;
  readonly side: Side;
  readonly leverage: string;
  readonly isolated: boolean;
  /** In percent. */
  readonly takeProfit: string;
  /** Volumes are notional: with `volumeMeaning: margin` multiplied by the leverage. */
  readonly grid: GridParams;
}

/** What no figure can be worked out without. */
const NEEDED: readonly FieldName[] = [
  ...(["pairTitle", "strategy", "leverage", "marginMode"] as const),
  ...(["percentTakeProfit", "percentSafetyOrder", "volumeFirstOrder"] as const),
];

/** What the grid's arithmetic takes beside them: a live bot may show anything, and no figure is worth an endless grid. */
const MOST: Readonly<Partial<Record<FieldName, string>>> = {
  countOrderMax: "1000",
  martingaleScale: "100",
  dynamicStepScale: "100",
  percentSafetyOrder: "10000",
  percentTakeProfit: "10000",
  leverage: "10000",
  volumeFirstOrder: "1000000000000000",
  volumeSafetyOrder: "1000000000000000",
};

/** The parameters, or the names of the fields that are missing or that no figure can be worked out from. */
export function botParams(fields: SomeFields, assumptions: Assumptions): BotParams | readonly FieldName[] {
  const lacks = [...new Set([...NEEDED.filter((name) => decimalOrOff(fields[name]) === null), ...unusable(fields)])];
  if (lacks.length > 0) return lacks;
  const { volumeMeaning, volumeBase, anchor } = assumptions;
  const { pairTitle: pair = "", strategy, marginMode } = fields;
  const leverage = decimalOrOff(fields.leverage) ?? "1";
  const notional = (volume: string) =>
    volumeMeaning === "margin" ? new Big(volume).times(leverage).toFixed() : volume;
  const safetyVolume = decimalOrOff(fields.volumeSafetyOrder);
  const long = strategy !== "SHORT";
  return {
    pair: pair ?? "",
    quote: quoteOf(pair ?? ""),
    side: long ? "LONG" : "SHORT",
    leverage,
    isolated: marginMode !== "CROSS",
    takeProfit: decimalOrOff(fields.percentTakeProfit) ?? "0",
    grid: {
      long,
      percent: decimalOrOff(fields.percentSafetyOrder) ?? "0",
      stepScale: decimalOrOff(fields.dynamicStepScale),
      count: Number(decimalOrOff(fields.countOrderMax) ?? "0"),
      firstVolume: notional(decimalOrOff(fields.volumeFirstOrder) ?? "0"),
      safetyVolume: safetyVolume === null ? null : notional(safetyVolume),
      volumeScale: decimalOrOff(fields.martingaleScale),
      volumeBase,
      anchor,
    },
  };
}

/** Whether they are parameters, and no list of what is missing. */
export function areParams(params: BotParams | readonly FieldName[]): params is BotParams {
  return "grid" in params;
}

function unusable(fields: SomeFields): readonly FieldName[] {
  return FIELD_NAMES.filter((name) => {
    const [most, value] = [MOST[name], decimalOrOff(fields[name])];
    if (most === undefined || value === null) return false;
    if (canonicalDecimal(value) !== value || value.startsWith("-")) return true;
    return new Big(value).gt(most) || (name === "countOrderMax" && !isWhole(value));
  });
}

/** Off is written as null, as nothing, or as 0. */
function decimalOrOff(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === "" || value === "0" ? null : value;
}
