// The files of a ledger as rows: what a folder keeps for one machine, PostgreSQL keeps for all. Lines are the same to the byte.
import { type Disk, DiskError, type DiskFile } from "../model/ports.js";
import { asked, type Database, DatabaseError, databaseName, onPrimary } from "./connection.js";
import { type Lease, LostLease, SKEW_S } from "./lease.js";

/** A file larger than this was not written by botform. */
const MOST_BYTES = 256 * 1024 * 1024;
const NAME = /^[\w.-]+$/;
/** Lines of one statement. */
const AT_ONCE = 1_000;
/** A write that is about to leave. */
const INTENT = '"entry":{"type":"intent"';

/** Whether the line of a journal allows one sending. */
export function isIntent(line: string): boolean {
  return line.includes(INTENT);
}

/** @param lease with it, an intent is written only while it is held, by the same statement (F1) */
export function databaseDisk(url: string, lease?: Lease): Disk {
  const ask = <T>(task: (database: Database) => Promise<T>) => asked(url, task);
  const sizes = together((names) => sizesOf(url, names));
  return {
    folder: databaseName(url),
    names: () =>
      ask(async ({ db, lib }) => {
        const rows = await db.selectFrom("botform.file").where(onPrimary(lib)).select("name").execute();
        return rows.map(({ name }) => name);
      }),
    read: (name) =>
      ask(async ({ db, lib }) => {
        const lines = await db
          .selectFrom("botform.line")
          .innerJoin("botform.file", "botform.file.id", "botform.line.file")
          .where("botform.file.name", "=", named(name))
          .where(onPrimary(lib))
          .select("botform.line.body")
          .orderBy("botform.line.id")
          .execute();
        return lines.map(({ body }) => body).join("");
      }),
    create: (name) =>
      ask(async ({ db }) => {
        const made = await db
          .insertInto("botform.file")
          .values({ name: named(name) })
          .onConflict((taken) => taken.doNothing())
          .returning("id")
          .executeTakeFirst();
        if (made === undefined) throw new DiskError("EEXIST", `${name} is there already`);
        return fileOf(url, { id: made.id, name }, lease);
      }),
    open: (name, mayCreate = false) =>
      ask(async ({ db, lib }) => {
        const its = db.selectFrom("botform.file").where("name", "=", named(name)).where(onPrimary(lib));
        const found = () => its.select("id").executeTakeFirst();
        const there = await found();
        if (there !== undefined) return fileOf(url, { id: there.id, name }, lease);
        if (!mayCreate) throw new DiskError("ENOENT", `there is no ${name}`);
        const make = db.insertInto("botform.file").values({ name });
        const own = await make
          .onConflict((taken) => taken.doNothing())
          .returning("id")
          .executeTakeFirst();
        // Somebody else has made it meanwhile.
        const made = own ?? (await found());
        if (made === undefined) throw new DiskError("ENOENT", `there is no ${name}`);
        return fileOf(url, { id: made.id, name }, lease);
      }),
    size: (name) => sizes(named(name)),
    remove: (name) =>
      ask(async ({ db }) => void (await db.deleteFrom("botform.file").where("name", "=", named(name)).execute())),
  };
}

function named(name: string): string {
  if (!NAME.test(name)) throw new DiskError("EINVAL", "that is not a journal's name");
  return name;
}

/** What is asked for in one tick is one query: before each write the sizes of several files are. */
function together<T>(ask: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
  let waiting: { readonly names: Set<string>; readonly found: Promise<ReadonlyMap<string, T>> } | undefined;
  return async (name: string): Promise<T> => {
    if (waiting === undefined) {
      const names = new Set<string>();
      const found = Promise.resolve().then(() => {
        waiting = undefined;
        return ask([...names]);
      });
      waiting = { names, found };
    }
    const { names, found } = waiting;
    names.add(name);
    return (await found).get(name) as T;
  };
}

async function sizesOf(url: string, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await asked(url, ({ db, lib }) =>
    db
      .selectFrom("botform.file")
      .innerJoin("botform.line", "botform.line.file", "botform.file.id")
      .where("botform.file.name", "in", names)
      .where(onPrimary(lib))
      .select(["botform.file.name", lib.sql<string>`sum(octet_length(body))`.as("bytes")])
      .groupBy("botform.file.name")
      .execute(),
  );
  const sizes = new Map(names.map((name) => [name, 0]));
  for (const { name, bytes } of rows) sizes.set(name, Number(bytes));
  const large = [...sizes].find(([, bytes]) => bytes > MOST_BYTES);
  if (large !== undefined) throw new DiskError("EFBIG", `${large[0]} is too large for a journal`);
  return sizes;
}

/** Both, since a database that was restored may have given the number to another file. */
interface FileRow {
  readonly id: string;
  readonly name: string;
}

function fileOf(url: string, row: FileRow, lease: Lease | undefined): DiskFile {
  return {
    async append(text) {
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const intents = lease === undefined ? [] : lines.filter(isIntent);
      if (lease === undefined || intents.length === 0) return appendTo(url, row, lines);
      if (await appendFenced(url, row, lines, lease)) return;
      // What has happened already is recorded all the same.
      await appendTo(
        url,
        row,
        lines.filter((line) => !intents.includes(line)),
      );
      throw new LostLease(lease);
    },
    // A line is durable once its statement has returned.
    sync: async () => {},
    close: async () => {},
  };
}

async function appendTo(url: string, { id, name }: FileRow, lines: readonly string[]): Promise<void> {
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const bodies = lines.slice(from, from + AT_ONCE);
    const { rows } = await asked(url, ({ db, lib: { sql } }) =>
      sql`insert into botform.line (file, body)
        select own.id, body from botform.file own, unnest(${bodies}::text[]) with ordinality as all_lines (body, at)
        where own.id = ${id}::bigint and own.name = ${name} order by at returning id`.execute(db),
    );
    if (rows.length < bodies.length)
      throw new DatabaseError("EGONE", `${databaseName(url)}: ${name} is gone; the database was restored perhaps`);
  }
}

/**
 * F1: one statement that looks whether the lease is still held, by the database's clock alone, and keeps it from being taken over
 * until the lines are there. The second of an intent may differ from that clock by SKEW_S.
 */
async function appendFenced(url: string, file: FileRow, lines: readonly string[], lease: Lease): Promise<boolean> {
  const { names, token } = lease;
  const nonces = lines.flatMap((line) => (isIntent(line) ? (/"nonce":(\d+)/.exec(line)?.[1] ?? []) : []));
  const written = await asked(url, ({ db, lib: { sql } }) =>
    sql`with held as (
        select name from botform.lease where name = any(${[...names]}) and token = ${token} and not released and until > clock_timestamp()
        order by name for share),
      allowed as (
        select count(*) = ${names.length} and not exists (
          select from unnest(${nonces}::bigint[]) as nonce where abs(nonce - extract(epoch from clock_timestamp())) > ${SKEW_S}) as yes
        from held)
      insert into botform.line (file, body)
      select own.id, body from botform.file own, unnest(${[...lines]}::text[]) with ordinality as all_lines (body, at)
      where own.id = ${file.id}::bigint and own.name = ${file.name} and (select yes from allowed) order by at returning id`.execute(
      db,
    ),
  );
  return written.rows.length > 0;
}
