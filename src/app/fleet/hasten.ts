// Has an account looked at sooner than it is due, where workers share a queue.
import { isDatabase } from "../../database/connection.js";
import { hasten } from "../../database/queue.js";
import { DiskError } from "../../model/ports.js";

/** Without a queue, or a database that answers, it is looked at at its time. */
export async function hastenLook(journal: string, account: string): Promise<void> {
  if (!isDatabase(journal)) return;
  await hasten(journal, account).catch((error: unknown) => {
    if (!(error instanceof DiskError)) throw error;
  });
}
