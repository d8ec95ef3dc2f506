// A worker of a fleet: takes one account after another from the queue that all workers share, looks at it, and puts it back.

import { isDatabase } from "../../database/connection.js";
import type { LookJob } from "../../database/queue.js";
import { DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { AppError, explain, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { openSource } from "../source/source.js";
import { lookAtAccount, type ReconcileOptions, type ReconcilePorts } from "./reconcile.js";

export interface WorkerOptions extends ReconcileOptions {
  /** Seconds from one look at a stable account to the next. */
  readonly every: number;
  /** Accounts that this worker looks at at the same time. */
  readonly accountsAtOnce: number;
}

/** Between two readings of the files; an account that is new in them gets its place in the queue then. */
const READ_AGAIN_MS = 30_000;

/** Works until it is interrupted, which rejects. Throws AppError where there is no database, no queue, or no sound configuration. */
export async function fleetWorker(host: Host, options: WorkerOptions, ports: ReconcilePorts): Promise<never> {
  const { journal, accountsAtOnce } = options;
  if (!isDatabase(journal))
    throw new AppError(
      "workers share their accounts by a ledger in a database, and this one is in a folder\nWithout one, botform reconcile does the same in one process; docs/how-to/share-a-ledger.md sets a database up.",
    );
  const source = openSource(host, options, ports);
  let current = await source.next();
  const { openQueue } = await import("../../database/queue.js");
  const queue = await onDatabase(openQueue(journal));
  const underWay = new Set<string>();
  const look = async (job: LookJob) => {
    const { account } = job;
    // Its look took so long that the queue gave it out again; what is under way puts it back.
    if (underWay.has(account)) return;
    underWay.add(account);
    await lookOnce(job).finally(() => underWay.delete(account));
  };
  const lookOnce = async ({ account, failing }: LookJob) => {
    const { chosen, where } = current;
    const own = chosen.accounts.find(({ desired }) => desired.account === account);
    // Who has another part of the configuration, or a newer one, puts it back.
    if (own === undefined) return;
    const next = await lookAtAccount(
      host,
      { ...options, ...where },
      { ...chosen, accounts: [own] },
      failing,
      ports,
    ).catch((error: unknown) => {
      host.say({ kind: "warning", text: `${account}: ${oneLine(explain(error).message)}` });
      throw error;
    });
    await queue.add({ account, failing: next.failing }, (next.dueAt - ports.now()) / 1000);
  };
  try {
    await queue.addMissing(namesOf(current.chosen));
    await queue.work(accountsAtOnce, look);
    const text = `looking after ${counted(current.chosen.accounts.length, "account")} with whoever else works on this ledger, ${accountsAtOnce} at a time; Ctrl-C ends it`;
    host.say({ kind: "note", text });
    for (;;) {
      await ports.wait(READ_AGAIN_MS);
      current = await source.next();
      // Whoever took one and died before it was put back is made up for, too.
      await queue.addMissing(namesOf(current.chosen)).catch(orLater);
    }
  } finally {
    await queue.close();
  }
}

function namesOf({ accounts }: ChosenAccounts): readonly string[] {
  return accounts.map(({ desired }) => desired.account);
}

/** A database that is away now is asked again. */
function orLater(error: unknown): void {
  if (error instanceof AppError) throw error;
}

async function onDatabase<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(error.message, { exitCode: EXIT.failed });
  }
}
