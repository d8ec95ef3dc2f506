// The queue of looks that workers of a fleet share: one job for each account, by pg-boss on the ledger's own database.
import type PgBoss from "pg-boss";
import { asked, DatabaseError, databaseName } from "./connection.js";

/** What a worker is given: an account, and what its last look left uncertain. */
export interface LookJob {
  readonly account: string;
  /** Looks in a row that failed, and since when: no report of it is in the ledger yet. */
  readonly failing: { readonly since: number; readonly times: number; readonly isReported: boolean } | null;
  /** How many workers in a row didn't have the account. */
  readonly passedOn?: number;
}

/** An account that is given back, for its next look. */
export interface NextLook {
  readonly job: LookJob;
  /** Seconds from now. */
  readonly afterS: number;
}

export interface LookQueue {
  /** Accounts that nobody looks at, and that don't wait either, get their place now. Rejects with DatabaseError. */
  addMissing(accounts: readonly string[]): Promise<void>;
  /** Rejects with DatabaseError where the database can't be asked now. */
  ask(): Promise<void>;
  /**
   * Runs the task for one job after another, so many at once; where it rejects, the job comes again. While it runs, nobody else gets
   * its account, however long it takes; an account that was lost meanwhile, since this process stood still, isn't given back.
   */
  work(atOnce: number, task: (job: LookJob) => Promise<NextLook | undefined>): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

const NAME = "look";
/** A worker that hasn't been heard of for so long is taken for dead: another one gets the account. What it still writes is fenced. */
const EXPIRES_S = 40;
/** So often it is heard of while it looks. */
const BEAT_MS = 10_000;
/** How often workers look for jobs that have expired, at least twice as often as it may take. */
const MAINTENANCE_S = 5;
/** A job that has expired, or whose look failed, waits so long. With all that, a dead worker's account is another's within a minute. */
const RETRY_S = 5;
const POLL_MS = 1_000;
/** What is under way when a worker ends gets so long. */
const CLOSE_MS = 30_000;

const JOB = { expireInSeconds: EXPIRES_S, retryLimit: 10, retryDelay: RETRY_S };

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
  const queue = { name: NAME, policy: "stately" as const, ...JOB };
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
  const add = ({ job, afterS }: NextLook) =>
    made.send(NAME, job, { ...JOB, singletonKey: job.account, startAfter: Math.max(0, Math.round(afterS)) });
  const slots: Promise<void>[] = [];
  const closing = new AbortController();
  return {
    ask: () => asked(url, async ({ db, lib: { sql } }) => void (await sql`select 1`.execute(db))),
    async addMissing(accounts) {
      // One beside a look that is under way would be due at once, and what that look puts back would be lost.
      const { rows } = await asked(url, ({ db, lib: { sql } }) =>
        sql<{ readonly account: string }>`select distinct singleton_key as account from botform_queue.job
          where name = ${NAME} and state in ('created', 'retry', 'active')`.execute(db),
      );
      const there = new Set(rows.map(({ account }) => account));
      for (const account of accounts)
        if (!there.has(account)) await add({ job: { account, failing: null }, afterS: 0 });
    },
    work(atOnce, task) {
      const slot = async () => {
        while (!closing.signal.aborted) {
          // It resolves to nothing also where the database can't be asked.
          const [job] = await made.fetch<LookJob>(NAME, { batchSize: 1, includeMetadata: true }).catch(() => []);
          if (job === undefined) await pause(POLL_MS, closing.signal);
          else await carriedOut(job, task).catch(() => {});
        }
      };
      for (let count = 0; count < atOnce; count += 1) slots.push(slot());
    },
    async close() {
      closing.abort();
      await Promise.race([Promise.all(slots), pause(CLOSE_MS)]);
      await made.stop({ graceful: false });
    },
  };

  /** What can't be written now expires, and comes again. */
  async function carriedOut(
    { id, data, retryCount }: PgBoss.JobWithMetadata<LookJob>,
    task: (job: LookJob) => Promise<NextLook | undefined>,
  ): Promise<void> {
    // The job that this worker has taken: another one's has the same id, and one retry more.
    const mine = (set: "started_on = now()" | "state = 'completed', completed_on = now()") =>
      asked(url, async ({ db, lib: { sql } }) => {
        const { numAffectedRows = 0n } = await sql`update botform_queue.job set ${sql.raw(set)}
          where name = ${NAME} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`.execute(db);
        return numAffectedRows > 0n;
      });
    const beat = () => mine("started_on = now()");
    const beating = setInterval(() => void beat().catch(() => {}), BEAT_MS);
    try {
      const next = await task(data);
      if (!(await beat())) return;
      if (next !== undefined) await add(next);
      await mine("state = 'completed', completed_on = now()");
    } catch (error) {
      if (await beat()) await made.fail(NAME, id);
      throw error;
    } finally {
      clearInterval(beating);
    }
  }
}

/** Ends early where it is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The account is looked at as soon as a worker has a place for it. Rejects with DatabaseError. */
export async function hasten(url: string, account: string): Promise<void> {
  await asked(url, ({ db, lib: { sql } }) =>
    sql`update botform_queue.job set start_after = now()
      where name = ${NAME} and singleton_key = ${account} and state in ('created', 'retry')`.execute(db),
  );
}
