// What an account shows of its balances, positions and market prices, and what a plan may cost by that.

import type { Observed } from "../model/bot/observed.js";
import type { Plan } from "../model/plan/plan.js";
import { ServiceError } from "../model/ports.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Money } from "../model/risk/risk.js";
import { dealPrices, type FoundPrice, type Known, knownOf, NOTHING_KNOWN, pricesOf } from "../risk/known.js";
import { moneyOf } from "../risk/money.js";
import { observedAccount } from "../service/canonical-account.js";
import type { Client } from "../service/client.js";

/** A service that doesn't show balances leaves what needs them unknown, and the plan what it is; its marks come before other prices. */
export async function knownNow(client: Client, prices: readonly FoundPrice[] = []): Promise<Known> {
  try {
    const { funds, held, marks } = knownOf(observedAccount(await client.accountInformation()));
    return { funds, held, prices: pricesOf([...marks, ...prices]) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...NOTHING_KNOWN, prices: pricesOf(prices) };
  }
}

/** What the preview in money rests on beside the plan. */
export interface MoneyOptions {
  readonly assumptions: Assumptions;
  /** Prices from outside; those of running positions and deals come before them. */
  readonly prices?: readonly FoundPrice[];
  /** Nothing is worked out of a plan without steps, unless policies of the configuration judge it: nothing would be shown. */
  readonly ofStepsAlone?: boolean;
  /** Handed what the figures were worked out from: pictures of the same bots rest on the same. */
  readonly onKnown?: (known: Known) => void;
}

/** One request, where a step may tie up more. */
export async function preview(
  made: Plan,
  { bots, deals }: Observed,
  client: Client,
  { assumptions, prices: given = [], onKnown }: MoneyOptions,
): Promise<Money> {
  const mayCost = made.steps.some(({ action }) => action !== "turn-off");
  const prices = [...dealPrices(deals ?? []), ...given];
  const known = mayCost ? await knownNow(client, prices) : { ...NOTHING_KNOWN, prices: pricesOf(prices) };
  onKnown?.(known);
  return moneyOf(made, bots, known, assumptions);
}
