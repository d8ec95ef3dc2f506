// The margin of orders and grids.
import Big from "big.js";
import type { Rung } from "./grid.js";

/** Volume / leverage: what an order or a position of this volume (quote asset) ties up. */
export function initialMargin(volume: Big, leverage: string): Big {
  return leverage === "1" ? volume : volume.div(leverage);
}

/** M = (V0 + ΣV_k)/L, in the quote asset. */
export function gridMargin(firstVolume: string, rungs: readonly Rung[], leverage: string): Big {
  return initialMargin(new Big(firstVolume).plus(rungs.at(-1)?.volumes ?? 0), leverage);
}

/** About ΣV·(f_o + f_c): what to keep back for the fees of the full grid; fees as fractions. */
export function feeReserve(firstVolume: string, rungs: readonly Rung[], openFee: string, closeFee: string): Big {
  return new Big(firstVolume).plus(rungs.at(-1)?.volumes ?? 0).times(new Big(openFee).plus(closeFee));
}
