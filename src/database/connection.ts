// The connection to the database of a shared ledger. Its client is the user's: nothing else loads it, and a plain install hasn't it.
import type { Duplex } from "node:stream";
import type { Kysely } from "kysely";
import type { Pool, PoolClient } from "pg";
import { DiskError } from "../model/ports.js";
import { errorCode } from "../model/text/error-code.js";
import type { Query, Tables } from "./tables.js";

/** Whether the text names a database, and not a folder. */
export function isDatabase(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** In the place of an address that a variable should hold, and doesn't. */
export function unsetDatabase(variable: string): string {
  return `postgres://?unset=${variable}`;
}

export function isUnset(place: string): boolean {
  return UNSET.test(place);
}

const UNSET = /^postgres:\/\/\?unset=(\w+)$/;

/** Host and database, without user and password; for messages. */
export function databaseName(url: string): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: "", pathname: "" };
  return `PostgreSQL at ${host === "" ? "an unknown host" : host}${pathname === "/" ? "" : pathname}`;
}

/** What asks the database. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly lib: Query;
}

/**
 * For all that is read of a ledger: it fails where a standby answers, which may lack what was written last. Asked in the same
 * statement, since a pooler may send each to another server.
 */
export function onPrimary({ sql }: Query) {
  return sql<boolean>`(select 1 / (not pg_is_in_recovery())::int) = 1`;
}

/** The database could not be asked, or refused. */
export class DatabaseError extends DiskError {}

const POOL = {
  application_name: "botform",
  // Of one process: its reads run side by side, what it writes waits for nothing else.
  max: 4,
  // A command that has nothing more to do ends.
  allowExitOnIdle: true,
  idleTimeoutMillis: 10_000,
  connectionTimeoutMillis: 3_000,
  // Nobody waits for a row for long: what couldn't be written in time isn't written.
  lock_timeout: 1_000,
  statement_timeout: 5_000,
  // A server that is frozen, or that packets don't reach any more, is as one that isn't there: the emergency stop waits for nobody.
  query_timeout: 6_000,
  keepAlive: true,
};

const opened = new Map<string, Promise<Database>>();
/** What ends a database's connections at once, with all that waits for them. */
const breaks = new Map<string, () => void>();

/** The same connection for all of a process. Rejects with DatabaseError where the packages are missing. */
export function databaseAt(url: string): Promise<Database> {
  const found = opened.get(url) ?? open(url);
  opened.set(url, found);
  return found;
}

async function open(url: string): Promise<Database> {
  const [, unset] = UNSET.exec(url) ?? [];
  if (unset !== undefined)
    throw new DatabaseError("EUNSET", `${unset} isn't set, which names the database of the ledger`);
  const [pg, lib] = await Promise.all([import("pg"), import("kysely")]).catch((error: unknown) => {
    throw isMissing(error) ? new DatabaseError("ENOPKG", MISSING) : error;
  });
  const pool: Pool = new pg.default.Pool({ connectionString: url, ...POOL });
  // A connection that breaks is replaced by the next query; whoever uses it just then hears of it by its query alone.
  pool.on("error", () => {});
  const streams = new Set<Duplex>();
  pool.on("connect", (client: PoolClient & { readonly connection?: { readonly stream: Duplex } }) => {
    client.on("error", () => {});
    const stream = client.connection?.stream;
    if (stream !== undefined) streams.add(stream.once("close", () => streams.delete(stream)));
  });
  breaks.set(url, () => {
    for (const stream of streams) stream.destroy();
  });
  const dialect = new lib.PostgresDialect({ pool });
  return { db: new lib.Kysely<Tables>({ dialect }), lib };
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}

const MISSING =
  "a ledger on PostgreSQL needs the package pg, which a plain install doesn't have: npm install pg beside botform";

/** Ends the process's connections; for tests and for what waits for nothing more. */
export async function closeDatabases(): Promise<void> {
  const all = [...opened.values()];
  opened.clear();
  breaks.clear();
  away.clear();
  for (const one of all) await one.then(({ db }) => db.destroy()).catch(() => {});
}

/** A database that was away a moment ago isn't waited for again: the emergency stop asks several times, and waits for nobody. */
const AWAY_MS = 4_000;
const AWAY: ReadonlySet<string> = new Set(["ETIMEDOUT", "ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH"]);
const away = new Map<string, { readonly error: DatabaseError; readonly at: number }>();

/** Asks, and says what went wrong without what was asked. Rejects with DatabaseError. @param isAfresh whatever was a moment ago */
export async function asked<T>(url: string, ask: (database: Database) => Promise<T>, isAfresh = false): Promise<T> {
  const last = away.get(url);
  if (!isAfresh && last !== undefined && performance.now() - last.at < AWAY_MS) throw last.error;
  try {
    const answer = await ask(await databaseAt(url));
    away.delete(url);
    return answer;
  } catch (error) {
    if (error instanceof DiskError) throw error;
    const code = errorCode(error);
    const stated = code === undefined ? statedBy(error) : { code, why: reasonOf(code) };
    if (stated === undefined) throw error;
    const told = new DatabaseError(stated.code, `${databaseName(url)}: ${stated.why}`);
    if (AWAY.has(told.code)) away.set(url, { error: told, at: performance.now() });
    // A connection on which a question was never answered answers no other.
    if (error instanceof Error && /read timeout/i.test(error.message)) breaks.get(url)?.();
    throw told;
  }
}

/**
 * The same, though the database was away a moment ago: a process that was frozen hears of its late timers before it hears of
 * answers, and finds that its connections have been broken off since. Rejects with DatabaseError.
 */
export async function askedAfresh<T>(url: string, ask: (database: Database) => Promise<T>): Promise<T> {
  for (let broken = 0; ; broken += 1) {
    try {
      return await asked(url, ask, true);
    } catch (error) {
      const isBroken = error instanceof DatabaseError && BROKEN.has(error.code);
      if (!isBroken || broken === POOL.max) throw error;
    }
  }
}

/** Codes of a connection that the next question finds replaced. */
const BROKEN: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "57P01"]);

/** What the client says without a code; undefined of a fault of ours. */
function statedBy(error: unknown): { readonly code: string; readonly why: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = STATED.find(({ pattern }) => pattern.test(error.message));
  return found && { code: found.code, why: found.why };
}

const STATED = [
  { pattern: /timeout/i, code: "ETIMEDOUT", why: "it didn't answer in time" },
  {
    pattern: /terminated|not queryable|establishing an SSL|unexpected \w+ message/i,
    ...{ code: "ECONNRESET", why: "the connection broke off" },
  },
  {
    ...{ pattern: /does not support SSL/i, code: "ENOTLS" },
    why: "it doesn't speak TLS: set that up there, or leave sslmode out of the address where nobody listens in between",
  },
  { pattern: /SASL|password/i, code: "28P01", why: "it asks for a password, and the address has none that it takes" },
];

/** By the codes of PostgreSQL and of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  ECONNRESET: "the connection broke off",
  ETIMEDOUT: "it didn't answer in time",
  "28P01": "it doesn't accept user and password",
  "28000": "it doesn't accept the user",
  "3D000": "there is no such database",
  "42P01": "it has no tables of botform's: run botform state init",
  "3F000": "it has no tables of botform's: run botform state init",
  "42703": "its tables are of another version of botform: run botform state init",
  "42501": "the user lacks a privilege: docs/how-to/share-a-ledger.md says which ones botform needs",
  "25006": "it only reads: name the primary server, not a standby",
  // Divided by zero: onPrimary.
  "22012":
    "a standby has answered, which may lack what was written last: name the primary server, and a pooler that sends reads there, too",
  "55P03": "another run holds the row for longer than a second",
  "57014": "it took too long",
  "57P01": "it is shutting down",
  "57P03": "it is starting up",
  "53300": "it has too many connections",
};

function reasonOf(code: string): string {
  if (/CERT|SIGNED|ERR_TLS/.test(code))
    return `its certificate isn't trusted (${code}): name the file of its authority with sslrootcert=FILE in the address`;
  return REASONS[code] ?? `error ${code}`;
}
