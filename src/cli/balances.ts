// What an account shows of its balances, positions and market prices, for figures in money.

import { ServiceError } from "../model/ports.js";
import { type FoundPrice, type Known, knownOf, pricesOf } from "../risk/known.js";
import { observedAccount } from "../service/canonical-account.js";
import type { Client } from "../service/client.js";

/** Balances that the service doesn't show are unknown, and what needs them is, too; other prices stand after its marks. */
export async function knownNow(client: Client, prices: readonly FoundPrice[] = []): Promise<Known> {
  try {
    const { funds, held, marks } = knownOf(observedAccount(await client.accountInformation()));
    return { funds, held, prices: pricesOf([...marks, ...prices]) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { funds: undefined, held: [], prices: pricesOf(prices) };
  }
}
