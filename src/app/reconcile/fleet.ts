// A worker of a fleet: takes one account after another from the queue that all workers share, looks at it, and puts it back.

import { isDatabase } from "../../database/connection.js";
import type { LookJob } from "../../database/queue.js";
import { DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { AppError, explain, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import { type ChosenAccounts, chooseAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { type Driver, rolloutDriver } from "../rollout/driver.js";
import { accepted, lookAtAccount, type ReconcileOptions, type ReconcilePorts } from "./reconcile.js";

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
  let chosen = chooseAccounts(options);
  const { openQueue } = await import("../../database/queue.js");
  const queue = await onDatabase(openQueue(journal));
  let refusal = "";
  const rollout = rolloutBeside(rolloutDriver(host, options, ports));
  const underWay = new Set<string>();
  const look = async (job: LookJob) => {
    const { account } = job;
    // Its look took so long that the queue gave it out again; what is under way puts it back.
    if (underWay.has(account)) return;
    underWay.add(account);
    await lookOnce(job).finally(() => underWay.delete(account));
  };
  const lookOnce = async ({ account, failing }: LookJob) => {
    const own = chosen.accounts.find(({ desired }) => desired.account === account);
    // Who has another part of the configuration, or a newer one, puts it back.
    if (own === undefined) return;
    const next = await lookAtAccount(host, options, { ...chosen, accounts: [own] }, failing, ports).catch(
      (error: unknown) => {
        host.say({ kind: "warning", text: `${account}: ${oneLine(explain(error).message)}` });
        throw error;
      },
    );
    await queue.add({ account, failing: next.failing }, (next.dueAt - ports.now()) / 1000);
  };
  try {
    await queue.addMissing(namesOf(chosen));
    await queue.work(accountsAtOnce, look);
    const text = `looking after ${counted(chosen.accounts.length, "account")} with whoever else works on this ledger, ${accountsAtOnce} at a time; Ctrl-C ends it`;
    host.say({ kind: "note", text });
    for (;;) {
      rollout.begin(chosen);
      await ports.wait(READ_AGAIN_MS);
      rollout.refuseFailed();
      const read = accepted(options);
      if ("chosen" in read) chosen = read.chosen;
      else if (read.message !== refusal) ports.refused(read.message, read.diagnostics);
      refusal = "message" in read ? read.message : "";
      // Whoever took one and died before it was put back is made up for, too.
      await queue.addMissing(namesOf(chosen)).catch(orLater);
    }
  } finally {
    // What it is writing is brought to its end.
    await rollout.ended();
    await queue.close();
  }
}

/** Drives roll-outs beside the looks, since a wave may take long; one drive at a time. */
function rolloutBeside(drive: Driver) {
  let underWay: Promise<void> | undefined;
  const failures: unknown[] = [];
  return {
    begin(chosen: ChosenAccounts) {
      underWay ??= drive(chosen)
        .then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        )
        .finally(() => {
          underWay = undefined;
        });
    },
    /** Throws what ended the last drive. */
    refuseFailed() {
      if (failures.length > 0) throw failures[0];
    },
    ended: async () => underWay,
  };
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
