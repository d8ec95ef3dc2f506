// Forgets bots that were deleted on the service: the ledger asks for them no more. One that is still there isn't forgotten.
import { DiskError } from "../../model/ports.js";
import { readIfThere } from "../../reconcile/plan/lists.js";
import { serviceReader } from "../../service/ports.js";
import { type BudgetOptions, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { openAccount } from "../live/open-account.js";
import { botName } from "../live/targets.js";
import { ledgerOf } from "./ledger.js";

export interface ForgetOptions extends BudgetOptions {
  /** Ids, as a user writes them. */
  readonly ids: readonly string[];
  readonly config?: string;
  readonly account?: string;
  /** Folder of the ledger. */
  readonly journal: string;
  readonly concurrency: number;
}

export interface Forgotten {
  readonly account: string;
  readonly forgotten: readonly number[];
  /** Ids that the ledger doesn't know. */
  readonly unknown: readonly number[];
}

/** Forgets all of them or none. Throws AppError for a bot that is still there, ServiceError where that can't be read. */
export async function forget(host: Host, options: ForgetOptions): Promise<Forgotten> {
  const ids = [...new Set(options.ids.map(idOf))];
  const opened = await openAccount(host, options);
  const { account, endpoint } = opened;
  const live = await reading(host, opened, options.concurrency, (client) => {
    const { bot, bots, accesses } = serviceReader(client, "");
    const ofAll = async () => {
      const exchanges = new Set((await accesses()).map(({ exchange }) => exchange));
      return (await Promise.all([...exchanges].map((exchange) => bots(exchange)))).flat();
    };
    return Promise.all(ids.map((id) => readIfThere(id, { bot, bots: ofAll })));
  });
  const there = live.flatMap((bot) => (bot === undefined ? [] : [bot.id]));
  if (there.length > 0)
    throw new AppError(
      `the service still shows ${there.map((id) => `#${id}`).join(", ")}; nothing was forgotten\nforget is for bots that somebody has deleted on the service. To stop managing one, remove its entry from the configuration: the bot keeps running.`,
    );
  const ledger = ledgerOf({ folder: options.journal }, account, endpoint);
  try {
    const { bots } = await ledger.recall();
    const forgotten = ids.filter((id) => bots.has(id));
    for (const id of forgotten) await ledger.forget(id);
    return { account, forgotten, unknown: ids.filter((id) => !bots.has(id)) };
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(`the ledger can't be read or written: ${error.message}`, { exitCode: EXIT.failed });
  }
}

function idOf(text: string): number {
  const name = botName(text);
  if (name.kind === "id" && name.account === undefined) return name.id;
  throw new AppError(`"${text}" isn't a bot's id\nGive the ids that the warning names, such as 1001.`);
}
