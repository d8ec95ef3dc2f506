// The tables that a shared ledger has, by numbered migrations, and how psql reads them. Only `botform state init` makes them.
import type { Generated, Kysely, Migration } from "kysely";

/** What is used of the query library: the bundle has no more of it (query.ts). */
export type Query = Pick<typeof import("kysely"), "Kysely" | "Migrator" | "PostgresDialect" | "sql">;

/** What the ledger keeps: the lines of its files as they are in a folder, and who may write now. */
export interface Tables {
  readonly "botform.file": FileTable;
  readonly "botform.line": LineTable;
  readonly "botform.lease": LeaseTable;
  readonly "botform.pace": PaceTable;
  readonly "botform.place": PlaceTable;
  readonly "botform.snapshot": SnapshotTable;
}

interface FileTable {
  readonly id: Generated<string>;
  readonly name: string;
}

/** `body` is a line as it is in a folder, with its line feed. */
interface LineTable {
  readonly id: Generated<string>;
  readonly file: string;
  readonly body: string;
}

/** Of one access of a service; times are the database's own. */
interface LeaseTable {
  readonly name: string;
  /** Grows with each owner. */
  readonly epoch: string;
  /** The same numbers may come again from a database that was restored; this never does. */
  readonly token: string;
  readonly holder: string;
  readonly about: string;
  readonly since: Generated<Date>;
  readonly until: Date;
  /** Whether its last owner gave it back, or its time ran out. */
  readonly released: Generated<boolean>;
  /** Whether what is sent under it is no intent of the ledger. */
  readonly unrecorded: Generated<boolean>;
}

/** Of the account of a key, or of a host, at the rate that was stated last. */
interface PaceTable {
  readonly name: string;
  /** Between two requests. */
  readonly every: string;
  /** When the next one may leave. */
  readonly free_at: Date;
}

/** Of a key whose nonces the service wants in order, or each of them once. */
interface PlaceTable {
  readonly name: string;
  /** The last one that was given out. */
  readonly nonce: string;
  /** Of the request that is under way. */
  readonly holder: string | null;
  readonly until: Date;
}

/** An account as its last look saw it, to be shown. */
interface SnapshotTable {
  readonly account: string;
  readonly look: string;
  /** null where no look could read it yet. */
  readonly seen: string | null;
}

/** By number; one that was ever released is never changed, and none takes anything away: the version before works on, for an upgrade without a gap. */
export const MIGRATIONS: Readonly<Record<string, (lib: Query) => Migration>> = {
  "001-ledger": ({ sql }) => ({
    async up(db: Kysely<unknown>) {
      // A line that broke off is no JSON; whoever looks at the rest mustn't fail over it.
      await sql`
        create function botform.entry_of(body text) returns jsonb language plpgsql immutable as $$
        begin return (body::jsonb)->'entry'; exception when others then return null; end $$`.execute(db);
      await db.schema
        .createTable("botform.file")
        .addColumn("id", "bigint", (column) => column.generatedAlwaysAsIdentity().primaryKey())
        .addColumn("name", "text", (column) => column.notNull().unique())
        .addColumn("made_at", "timestamptz", (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
        .execute();
      await db.schema
        .createTable("botform.line")
        .addColumn("id", "bigint", (column) => column.generatedAlwaysAsIdentity().primaryKey())
        .addColumn("file", "bigint", (column) => column.notNull().references("botform.file.id").onDelete("cascade"))
        .addColumn("body", "text", (column) => column.notNull())
        // Kept, since a ledger of thousands of runs would be read for minutes to find out.
        .addColumn("type", "text", (column) => column.generatedAlwaysAs(sql`botform.entry_of(body)->>'type'`).stored())
        .addColumn("written_at", "timestamptz", (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
        .execute();
      await db.schema.createIndex("line_of_file").on("botform.line").columns(["file", "id"]).execute();
      await db.schema.createIndex("line_of_type").on("botform.line").columns(["type", "file"]).execute();
      await db.schema
        .createTable("botform.lease")
        .addColumn("name", "text", (column) => column.primaryKey())
        .addColumn("epoch", "bigint", (column) => column.notNull())
        .addColumn("token", "uuid", (column) => column.notNull())
        .addColumn("holder", "text", (column) => column.notNull())
        .addColumn("about", "text", (column) => column.notNull())
        .addColumn("since", "timestamptz", (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
        .addColumn("until", "timestamptz", (column) => column.notNull())
        .addColumn("released", "boolean", (column) => column.notNull().defaultTo(false))
        .execute();
      await db.schema
        .createTable("botform.pace")
        .addColumn("name", "text", (column) => column.primaryKey())
        .addColumn("every", sql`interval`, (column) => column.notNull())
        .addColumn("free_at", "timestamptz", (column) => column.notNull())
        .execute();
      for (const [name, select] of Object.entries(VIEWS))
        await db.schema
          .withSchema("botform")
          .createView(name)
          .as(sql`${sql.raw(select)}` as never)
          .execute();
    },
  }),
  "002-place": ({ sql }) => ({
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("botform.lease")
        .addColumn("unrecorded", "boolean", (column) => column.notNull().defaultTo(false))
        .execute();
      await db.schema
        .createTable("botform.place")
        .addColumn("name", "text", (column) => column.primaryKey())
        .addColumn("nonce", "bigint", (column) => column.notNull())
        .addColumn("holder", sql`uuid`)
        .addColumn("until", "timestamptz", (column) => column.notNull())
        .execute();
    },
  }),
  "003-snapshot": () => ({
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("botform.snapshot")
        .addColumn("account", "text", (column) => column.primaryKey())
        .addColumn("look", "jsonb", (column) => column.notNull())
        .addColumn("seen", "jsonb")
        .execute();
    },
  }),
};

const moment = (what: string) => `to_timestamp((${what})::bigint / 1000.0)`;
/** Rows of that type, or of any, with the file's name. */
const entries = (type?: string) => `select line.file as file_id, file.name as file, line.id, line.written_at, line.type,
  botform.entry_of(line.body) as entry from botform.line line join botform.file file on file.id = line.file
  where line.type ${type === undefined ? "is not null" : `= '${type}'`}`;

/** For people with psql; botform itself reads the lines, whose checksums it knows. */
const VIEWS: Readonly<Record<string, string>> = {
  entries: `select file, id, written_at, type, entry from (${entries()}) one`,
  runs: `select entry->>'id' as run, entry->>'account' as account, entry->>'origin' as origin, entry->>'command' as command,
    entry->>'tool' as tool, ${moment("entry->>'at'")} as began_at, ended.at as ended_at
    from (${entries("begin")}) own left join (
      select file_id, max(${moment("entry->>'at'")}) as at from (${entries("end")}) one group by file_id) ended using (file_id)`,
  intents: `select own.file, (own.entry->>'write')::int as write, own.entry->>'address' as address, own.entry->>'sends' as sends,
    (own.entry->>'botId')::bigint as bot_id, (own.entry->>'nonce')::bigint as nonce, ${moment("own.entry->>'notAfter'")} as not_after,
    answer.kind as answer
    from (${entries("intent")}) own left join (
      select distinct on (file_id, entry->>'write') file_id, entry->>'write' as write, entry->>'kind' as kind
      from (${entries("answer")}) one order by file_id, entry->>'write', id) answer
      on answer.file_id = own.file_id and answer.write = own.entry->>'write'
    where own.entry ? 'write'`,
  outcomes: `select file, entry->'outcome'->>'address' as address, entry->'outcome'->>'action' as action,
    entry->'outcome'->>'kind' as kind, entry->'outcome'->>'botId' as bot_id, ${moment("entry->>'at'")} as at
    from (${entries("outcome")}) one`,
  facts: `select file, type, ${moment("entry->>'at'")} as at, entry from botform.entries where file like '%.facts%'`,
};
