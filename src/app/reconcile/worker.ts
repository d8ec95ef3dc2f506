// A worker of a fleet: takes one account after another from the queue that all workers share, looks at it, and puts it back.

import { databaseName, isDatabase } from "../../database/connection.js";
import type { LookJob, NextLook } from "../../database/queue.js";
import { DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { forOneLook } from "../credentials/one-look.js";
import { AppError, explain, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { rolloutBeside } from "../rollout/driver.js";
import { openSource } from "../source/source.js";
import { lookAtAccount, type ReconcileOptions, type ReconcilePorts } from "./look.js";

export interface WorkerOptions extends ReconcileOptions {
  /** Seconds from one look at a stable account to the next. */
  readonly every: number;
  /** Accounts that this worker looks at at the same time. */
  readonly accountsAtOnce: number;
}

/** Between two readings of the files; an account that is new in them gets its place in the queue then. */
const READ_AGAIN_MS = 30_000;

const PASSED_ON_S = 1;
const MOST_PASSED_ON = 30;
/** How often it is asked whether the database is there. */
const ASK_MS = 5_000;
/** When an account is tried again whose last look is still under way here. */
const AGAIN_S = 15;

/** Works until it is interrupted, which rejects. Throws AppError where there is no database, no queue, or no sound configuration. */
export async function fleetWorker(host: Host, options: WorkerOptions, ports: ReconcilePorts): Promise<never> {
  const { journal, accountsAtOnce } = options;
  if (!isDatabase(journal))
    throw new AppError(
      "workers share their accounts by a ledger in a database, and this one is in a folder\nWithout one, botform reconcile does the same in one process; docs/how-to/share-a-ledger.md sets a database up.",
    );
  const source = openSource(host, options, ports);
  let current = await source.next();
  ports.counts?.(current);
  const { openQueue } = await import("../../database/queue.js");
  const queue = await onDatabase(openQueue(journal));
  const rollout = rolloutBeside(host, options, ports);
  const underWay = new Set<string>();
  const look = async (job: LookJob): Promise<NextLook | undefined> => {
    const { account } = job;
    // The queue couldn't hear of its look for a while, and gave it out again.
    if (underWay.has(account)) return { job, afterS: AGAIN_S };
    underWay.add(account);
    return lookOnce(job).finally(() => underWay.delete(account));
  };
  const lookOnce = async ({ account, failing, passedOn = 0 }: LookJob): Promise<NextLook | undefined> => {
    const { chosen, where } = current;
    const own = chosen.accounts.find(({ desired }) => desired.account === account);
    // Who has another part of the configuration, or a newer one, looks at it; one that nobody has is left.
    if (own === undefined)
      return passedOn < MOST_PASSED_ON
        ? { job: { account, failing, passedOn: passedOn + 1 }, afterS: PASSED_ON_S }
        : undefined;
    const its = { ...chosen, accounts: [own] as const };
    // Its keys are asked for now that the account is this worker's, and forgotten before it is given back.
    const next = await forOneLook(host, (inside) =>
      lookAtAccount(inside, { ...options, ...where }, its, failing, ports).catch((error: unknown) => {
        host.say({ kind: "warning", account, text: oneLine(explain(error).message) });
        throw error;
      }),
    );
    return { job: { account, failing: next.failing }, afterS: (next.dueAt - ports.now()) / 1000 };
  };
  let isAway = false;
  const waited = async () => {
    for (let left = READ_AGAIN_MS; left > 0; left -= ASK_MS) {
      await ports.wait(ASK_MS);
      const why = await queue.ask().then(() => undefined, awayText);
      if (why !== undefined && !isAway)
        host.say({ kind: "warning", text: `${why}; no look begins until it answers again` });
      if (why === undefined && isAway)
        host.say({ kind: "note", text: `${databaseName(journal)} answers again: looks go on` });
      isAway = why !== undefined;
    }
  };
  try {
    await queue.addMissing(namesOf(current.chosen));
    queue.work(accountsAtOnce, look);
    const text = `looking after ${counted(current.chosen.accounts.length, "account")} with whoever else works on this ledger, ${accountsAtOnce} at a time; an account whose worker dies is another's within a minute; Ctrl-C ends it`;
    host.say({ kind: "note", text });
    ports.began?.();
    for (;;) {
      rollout.begin(current);
      await waited();
      rollout.refuseFailed();
      current = await source.next();
      ports.counts?.(current);
      // Whoever took one and died before it was put back is made up for, too.
      await queue.addMissing(namesOf(current.chosen)).catch(orLater);
    }
  } finally {
    // What it is writing is brought to its end.
    await rollout.ended().finally(() => queue.close());
  }
}

function namesOf({ accounts }: ChosenAccounts): readonly string[] {
  return accounts.map(({ desired }) => desired.account);
}

function awayText(error: unknown): string {
  if (error instanceof DiskError) return error.message;
  throw error;
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
