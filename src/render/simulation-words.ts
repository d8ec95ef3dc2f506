// What the sentences on a back-test's outcome have in common: gains and losses, falls beyond the wallet, and when it's too little to tell.
import Big from "big.js";
import type { ReplayFacts, SimulationFacts, TotalFacts } from "../model/risk/simulation.js";
import { counted } from "../model/text/counted.js";
import { amount } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";

/** Below these, nothing is concluded: as with the results of live bots. */
const LEAST_DEALS = 30;
const LEAST_DAYS = 14;
const DAY = 86_400_000;
const MOST_NAMES = 3;

/** Why nothing can be concluded; undefined where it can. */
export function tooLittle({ from, to }: SimulationFacts, { totals }: Pick<ReplayFacts, "totals">): string | undefined {
  const days = (to - from) / DAY;
  if (totals.deals < LEAST_DEALS) return `${counted(totals.deals, "deal")} ended, and it takes ${LEAST_DEALS}`;
  if (days < LEAST_DAYS) return `the prices span ${counted(Math.round(days), "day")}, and it takes ${LEAST_DAYS}`;
  return undefined;
}

export function gained(result: string): string {
  const value = new Big(result);
  if (value.eq(0)) return "made nothing";
  return value.lt(0) ? `lost ${amount(value.abs().toFixed())}` : `made ${amount(result)}`;
}

/**
 * What speaks against settings whatever else came of it: a liquidation, a loss, or a fall deeper than the wallet. A sentence
 * without its end; undefined where none does. @param whose subject of the sentence
 */
export function against(facts: ReplayFacts, whose: string): string | undefined {
  const { totals } = facts;
  if (totals.liquidations > 0)
    return `Not to be kept as they are: ${counted(totals.liquidations, "position was", "positions were")} liquidated (${liquidatedBots(facts)})`;
  if (new Big(totals.result).lt(0)) return `Nothing to keep: ${whose} lost money on these prices`;
  const fall = fallBeyondWallet(totals);
  return fall === undefined ? undefined : `Not to be kept as they are: on the way the settings fell ${fall}`;
}

function liquidatedBots({ bots }: ReplayFacts): string {
  return namesText(
    bots.filter(({ reasons }) => reasons.liquidated > 0).map(({ address }) => address),
    MOST_NAMES,
  );
}

/** `112 below their highest, more than the 100 that they began with`; undefined where the fall was no deeper, or the wallet isn't known. */
export function fallBeyondWallet({ drawdown, wallet }: TotalFacts): string | undefined {
  if (wallet === null || new Big(drawdown).lte(wallet.start)) return undefined;
  return `${amount(drawdown)} below their highest, more than the ${amount(wallet.start)} that they began with`;
}
