// Puts bots in place that no request made: a seed's, and those a user makes in the service's web form.
import { OPERATIONS } from "../../service/operations.js";
import { Refusal } from "../http/failure.js";
import { checkParameters } from "../http/parameters.js";
import type { Quirks } from "../quirks/quirks.js";
import { type SeedBot, seedParameters } from "../seed/seed.js";
import type { Bots } from "./bots.js";
import type { Account, Store } from "./store.js";

interface Parts {
  readonly store: Store;
  readonly bots: Bots;
  readonly quirks: Quirks;
}

/**
 * Adds a bot. @returns its id
 *
 * @throws RangeError naming what the form would refuse
 */
export function plant({ store, bots, quirks }: Parts, account: Account, bot: SeedBot): number {
  return byHand(() => {
    const access = account.accesses.find(({ accessId }) => accessId === bot.accessId);
    const values = seedParameters(bot, access?.exchange ?? "");
    const check = checkParameters(OPERATIONS.createBot, { values, repeated: [] }, quirks);
    if (!check.ok) throw new Refusal(400, check.problems.join(" "));
    if (bot.id !== undefined && store.bots.has(bot.id)) throw new Refusal(400, `bot id ${bot.id} is taken`);
    return bots.place(account, check.given, bot.enabled ?? false, bot.id).id;
  });
}

/** Runs what a programmer asks for; a refusal is then a mistake in the call. */
export function byHand<T>(edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    throw error instanceof Refusal ? new RangeError(error.message) : error;
  }
}
