// Makes, brings up to date, and looks over the tables of a shared ledger.
import type { Migration } from "kysely";
import { asked, type Database, DatabaseError, databaseName, onPrimary } from "./connection.js";
import { MIGRATIONS } from "./tables.js";

const SCHEMA = "botform";

/** Makes what is missing; resolves to the numbers of what was made: nothing where a newer version has made all of it. Rejects with DatabaseError. */
export function makeTables(url: string): Promise<readonly string[]> {
  return asked(url, async (database) => {
    await database.db.schema.createSchema(SCHEMA).ifNotExists().execute();
    if (await isOfNewer(database)) return [];
    const { error, results = [] } = await migrator(database).migrateToLatest();
    if (error !== undefined) throw error;
    return results.flatMap(({ migrationName, status }) => (status === "Success" ? migrationName : []));
  });
}

/** Whether it has all that this version makes, and more: tables only ever gain, so it does. */
async function isOfNewer({ db, lib: { sql } }: Database): Promise<boolean> {
  const { rows } = await sql<{ readonly there: boolean }>`
    select to_regclass('botform.migration') is not null as there`.execute(db);
  if (rows[0]?.there !== true) return false;
  const made = await sql<{ readonly name: string }>`select name from botform.migration`.execute(db);
  const names = new Set(made.rows.map(({ name }) => name));
  const own = Object.keys(MIGRATIONS);
  return names.size > own.length && own.every((name) => names.has(name));
}

function migrator({ db, lib }: Database) {
  const made = Object.entries(MIGRATIONS).map(([name, make]): [string, Migration] => [name, make(lib)]);
  return new lib.Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(made) },
    migrationTableSchema: SCHEMA,
    migrationTableName: "migration",
    migrationLockTableName: "migration_lock",
  });
}

/** What a ledger on PostgreSQL is like, as far as it can be asked. */
export interface DatabaseFacts {
  /** Without user and password. */
  readonly name: string;
  readonly version: string;
  /** Whether what is sent to it is encrypted. */
  readonly tls: boolean;
  /** Migrations that are still to be made. */
  readonly missing: readonly string[];
  /** Seconds by which this machine's clock is ahead. */
  readonly clockAhead: number;
  /** Whether a commit outlives a loss of power. */
  readonly durable: boolean;
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Rejects with DatabaseError. */
export function databaseFacts(url: string): Promise<DatabaseFacts> {
  return asked(url, async (database) => {
    const { db, lib } = database;
    const { sql } = lib;
    const before = Date.now();
    const about = await sql<{ version: string; tls: boolean | null; now: string; durable: string }>`
      select current_setting('server_version') as version, current_setting('synchronous_commit') as durable,
        (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls,
        extract(epoch from clock_timestamp())::text as now where ${onPrimary(lib)}`.execute(db);
    const middle = (before + Date.now()) / 2000;
    const [row] = about.rows;
    if (row === undefined) throw new DatabaseError("EBADMSG", `${databaseName(url)}: it gives no answer`);
    const missing = (await migrator(database).getMigrations()).flatMap((one) =>
      one.executedAt === undefined ? one.name : [],
    );
    const sums =
      missing.length > 0
        ? undefined
        : await db
            .selectFrom("botform.line")
            .select([
              sql<string>`count(*)`.as("lines"),
              sql<string>`coalesce(sum(octet_length(body)), 0)`.as("bytes"),
              sql<string>`(select count(*) from botform.file)`.as("files"),
            ])
            .executeTakeFirst();
    return {
      ...{ name: databaseName(url), version: row.version, tls: row.tls === true, missing },
      clockAhead: Math.round((middle - Number(row.now)) * 10) / 10,
      durable: row.durable !== "off",
      ...{ files: Number(sums?.files ?? 0), lines: Number(sums?.lines ?? 0), bytes: Number(sums?.bytes ?? 0) },
    };
  });
}

/** The queue of a fleet's workers; numbers of accounts, null where this user may not look. */
export interface QueueFacts {
  readonly waiting: number | null;
  readonly underWay: number | null;
  /** Given up after several tries; a worker that has the account puts it back. */
  readonly failed: number | null;
}

/** undefined where there is none. Rejects with DatabaseError. */
export function queueFacts(url: string): Promise<QueueFacts | undefined> {
  return asked(url, async ({ db, lib }) => {
    const { sql } = lib;
    const { rows: tables } = await sql<{ readonly mayLook: boolean }>`
      select has_schema_privilege(space.oid, 'usage') and has_table_privilege(own.oid, 'select') as "mayLook"
      from pg_namespace space join pg_class own on own.relnamespace = space.oid
      where space.nspname = 'botform_queue' and own.relname = 'job' and ${onPrimary(lib)}`.execute(db);
    const [table] = tables;
    if (table === undefined) return undefined;
    if (!table.mayLook) return { waiting: null, underWay: null, failed: null };
    const { rows } = await sql<{ readonly waiting: string; readonly underWay: string; readonly failed: string }>`
      select count(*) filter (where state in ('created', 'retry')) as waiting,
        count(*) filter (where state = 'active') as "underWay", count(*) filter (where state = 'failed') as failed
      from botform_queue.job where name = 'look'`.execute(db);
    const [counts] = rows;
    return {
      ...{ waiting: Number(counts?.waiting ?? 0), underWay: Number(counts?.underWay ?? 0) },
      failed: Number(counts?.failed ?? 0),
    };
  });
}

/** An account's newest runs stay: they say how bots were left. */
const KEPT_RUNS = 50;

/** Files of one statement: none may take long. */
const AT_ONCE = 200;

/** How many files were removed: records of runs and webhooks, and plans that waited for a person, that are older, but for an account's newest runs. What is known of bots, holds, answers and the service stays. */
export async function pruneFiles(url: string, days: number): Promise<number> {
  for (let removed = 0; ; ) {
    const now = await pruneSome(url, days);
    removed += now;
    if (now < AT_ONCE) return removed;
  }
}

function pruneSome(url: string, days: number): Promise<number> {
  return asked(url, async ({ db, lib: { sql } }) => {
    const { numAffectedRows = 0n } = await sql`delete from botform.file where id in (
      select id from botform.file where made_at < clock_timestamp() - make_interval(days => ${days}::int)
      and (name like '%.sends' or name like '%.plan' or name like 'claim-%.revision' or id in (
        select id from (
          select file.id, row_number() over (partition by run.account order by file.name desc) as place
          from botform.runs run join botform.file file on file.name = run.run || '.jsonl') ordered
        where place > ${KEPT_RUNS})) limit ${AT_ONCE})`.execute(db);
    return Number(numAffectedRows);
  });
}
