// What is said of a deal that runs nowhere: how the history shows it, if it does.

import type { Access } from "../model/bot/bot.js";
import { ServiceError } from "../model/ports.js";
import { endOf } from "../reconcile/apply/endings.js";
import { tried } from "../reconcile/plan/livelist.js";
import { observedDeal } from "../service/canonical-deal.js";
import type { Client } from "../service/client.js";
import { AppError } from "./error.js";

export async function dealNotThere(
  client: Client,
  account: string,
  accesses: readonly Access[],
  id: number,
): Promise<AppError> {
  const histories = await tried(Promise.all(accesses.map((access) => client.dealsHistory(access.id, access.exchange))));
  const ended = histories instanceof ServiceError ? undefined : histories.flat().find((deal) => deal.id === id);
  const why = ended === undefined ? "the history doesn't show it either" : endOf(observedDeal(ended));
  return new AppError(
    `no deal ${id} runs on the account ${account}: ${why}; nothing was written\nbotform deals active lists those that run.`,
  );
}
