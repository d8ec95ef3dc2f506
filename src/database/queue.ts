// The queue of looks that workers of a fleet share: one job for each account, by pg-boss on the ledger's own database.
import type PgBoss from "pg-boss";
import { asked, DatabaseError, databaseName } from "./connection.js";

/** What a worker is given: an account, and what its last look left uncertain. */
export interface LookJob {
  readonly account: string;
  /** Looks in a row that failed, and since when: no report of it is in the ledger yet. */
  readonly failing: { readonly since: number; readonly times: number; readonly isReported: boolean } | null;
}

export interface LookQueue {
  /** @param afterS seconds from now */
  add(job: LookJob, afterS: number): Promise<void>;
  /** Accounts that nobody looks at, and that don't wait either, get their place now. Rejects with DatabaseError. */
  addMissing(accounts: readonly string[]): Promise<void>;
  /** Runs the task for one job after another, so many at once; where it rejects, the job comes again. */
  work(atOnce: number, task: (job: LookJob) => Promise<void>): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

const NAME = "look";
/** A worker that hasn't finished a look by then is taken for dead: another one gets the account. What it still writes is fenced. */
const EXPIRES_S = 180;
/** How often workers look for jobs that have expired. */
const MAINTENANCE_S = 15;

const SETTINGS = {
  ...{ schema: "botform_queue", application_name: "botform", max: 4, schedule: false },
  ...{ maintenanceIntervalSeconds: MAINTENANCE_S, archiveCompletedAfterSeconds: 60, deleteAfterHours: 1 },
};

/** Rejects with DatabaseError where the package is missing. */
async function boss(url: string, options: PgBoss.ConstructorOptions): Promise<PgBoss> {
  const { default: Boss } = await import("pg-boss").catch((error: unknown) => {
    const { code } = error as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new DatabaseError("ENOPKG", MISSING);
  });
  const made = new Boss({ connectionString: url, ...SETTINGS, ...options });
  // What can't be asked now is asked again.
  made.on("error", () => {});
  return made;
}

const MISSING =
  "a fleet's workers need the package pg-boss, which a plain install doesn't have: npm install pg pg-boss@10 beside botform";

/** Makes the queue, which several processes must not do at once; false where its package isn't installed. Rejects with what pg-boss rejects with. */
export async function makeQueue(url: string): Promise<boolean> {
  const made = await boss(url, { migrate: true, supervise: false }).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === "ENOPKG") return undefined;
    throw error;
  });
  if (made === undefined) return false;
  await made.start();
  const queue = { name: NAME, policy: "stately" as const, expireInSeconds: EXPIRES_S, retryLimit: 10, retryDelay: 5 };
  if ((await made.getQueue(NAME)) === null) await made.createQueue(NAME, queue);
  else await made.updateQueue(NAME, queue);
  await made.stop({ graceful: false });
  return true;
}

/** Rejects with DatabaseError where there is none. */
export async function openQueue(url: string): Promise<LookQueue> {
  // A database that doesn't answer says so better than a queue that isn't there.
  await asked(url, ({ db, lib: { sql } }) => sql`select 1`.execute(db));
  const made = await boss(url, { migrate: false, supervise: true });
  try {
    await made.start();
    if ((await made.getQueue(NAME)) === null) throw new Error("no queue");
  } catch {
    await made.stop({ graceful: false }).catch(() => {});
    throw new DatabaseError(
      "ENOQUEUE",
      `${databaseName(url)}: it has no queue: run botform state init, with pg-boss installed`,
    );
  }
  return {
    async add(job, afterS) {
      await made.send(NAME, job, { singletonKey: job.account, startAfter: Math.max(0, Math.round(afterS)) });
    },
    async addMissing(accounts) {
      // One beside a look that is under way would be due at once, and what that look puts back would be lost.
      const { rows } = await asked(url, ({ db, lib: { sql } }) =>
        sql<{ readonly account: string }>`select distinct singleton_key as account from botform_queue.job
          where name = ${NAME} and state in ('created', 'retry', 'active')`.execute(db),
      );
      const there = new Set(rows.map(({ account }) => account));
      for (const account of accounts)
        if (!there.has(account)) await made.send(NAME, { account, failing: null }, { singletonKey: account });
    },
    async work(atOnce, task) {
      const handler = async (jobs: PgBoss.Job<LookJob>[]) => {
        for (const { data } of jobs) await task(data);
      };
      for (let count = 0; count < atOnce; count += 1)
        await made.work<LookJob>(NAME, { batchSize: 1, pollingIntervalSeconds: 1 }, handler);
    },
    close: () => made.stop({ graceful: true, wait: true, timeout: 30_000 }),
  };
}
