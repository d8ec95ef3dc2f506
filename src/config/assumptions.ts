// An account's stated assumptions, as figures use them: percentages become fractions, numbers decimals.
import Big from "big.js";
import type { StatedAssumptions } from "../model/risk/assumptions.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { AssumptionsShape } from "./schema/schema-assumptions.js";

/** @param file the file that states them */
export function statedAssumptions(shape: AssumptionsShape | undefined, file: string): StatedAssumptions {
  if (shape === undefined) return {};
  const { volumeMeaning, volumeBase, anchor, liquidation, hedgeMode, tiersFile, rounding, pairs } = shape;
  return {
    ...(volumeMeaning !== undefined && { volumeMeaning }),
    ...(volumeBase !== undefined && { volumeBase }),
    ...(anchor !== undefined && { anchor }),
    ...(liquidation !== undefined && { liquidation }),
    ...(hedgeMode !== undefined && { hedgeMode }),
    ...fraction("makerFee", shape.percentMakerFee),
    ...fraction("takerFee", shape.percentTakerFee),
    ...fraction("fundingRate", shape.percentFunding),
    ...fraction("maintenance", shape.percentMaintenance),
    ...fraction("reserve", shape.percentReserve),
    ...fraction("safetyBuffer", shape.percentSafetyBuffer),
    ...(tiersFile !== undefined && { tiersFile, statedIn: file }),
    ...(rounding !== undefined && { roundingMode: rounding }),
    ...(pairs !== undefined && {
      pairs: Object.fromEntries(
        Object.entries(pairs).map(([pair, { tick, lot }]) => [pair, { ...unit("tick", tick), ...unit("lot", lot) }]),
      ),
    }),
  };
}

function fraction<Name extends string>(name: Name, percent: number | undefined): { readonly [name in Name]?: string };
function fraction(name: string, percent: number | undefined): Readonly<Record<string, string>> {
  return percent === undefined ? {} : { [name]: new Big(exact(percent)).times("0.01").toFixed() };
}

function unit<Name extends string>(name: Name, value: number | undefined): { readonly [name in Name]?: string };
function unit(name: string, value: number | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: exact(value) };
}

/** What the schema lets through are decimals that are carried exactly. */
function exact(value: number): string {
  return canonicalDecimal(value) ?? "0";
}
