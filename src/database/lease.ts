// Who may write to an access now, whatever machine it is on: rows with an epoch and a token, by the database's clock alone.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { DiskError, LEASE_LOST } from "../model/ports.js";
import { asked, askedAfresh, onPrimary } from "./connection.js";

/** The right to write to some accesses, until it is given back or can't be confirmed in time. */
export interface Lease {
  readonly names: readonly string[];
  /** Of this taking; a database that was restored may give the same epoch again, and never the same token. */
  readonly token: string;
  /** Whether it was confirmed so lately that nobody else can have it; by this machine's clocks alone. */
  isHeld(): boolean;
  /** Whether the database says now that it isn't this run's; false where it can't be asked. */
  isTaken(): Promise<boolean>;
  release(): Promise<void>;
  /** Gives it up as a run does that dies: whoever takes it next has taken it over. Nothing is left to give back then. */
  abandon(): Promise<void>;
  /** Of one whose last owner hasn't given it back: until when it may have signed what the ledger doesn't have; Unix time in seconds. */
  readonly takenOver: { readonly signedUntil: number | undefined } | undefined;
}

/** Who has a lease. */
export interface LeaseHolder {
  readonly name: string;
  readonly holder: string;
  readonly about: string;
  readonly since: Date;
  readonly until: Date;
  readonly epoch: string;
  readonly released: boolean;
}

/** What a run writes may be another's by now: nothing more is sent but turn-offs (F5). */
export class LostLease extends DiskError {
  constructor({ names }: Pick<Lease, "names">) {
    super(
      LEASE_LOST,
      `another run may have taken over ${names.length === 1 ? "the access" : "the accesses"}, or this machine's clock differs from the database's by more than ${SKEW_S} s`,
    );
  }
}

/** Seconds by which this machine's clock may differ from the database's; a nonce is the second of the sending, cut off. */
export const SKEW_S = 3;

/** A dead worker's accesses are another's after so many seconds. */
const TTL_S = 30;

/** The lease of all these names, or who has one of them. Rejects with DatabaseError. @param isUnrecorded what is sent under it is no intent of the ledger */
export async function takeLease(
  url: string,
  names: readonly string[],
  about: string,
  isUnrecorded = false,
): Promise<Lease | { readonly heldBy: LeaseHolder | undefined }> {
  const token = randomUUID();
  const holder = `process ${process.pid} on ${hostname()}`;
  const begun = moment();
  const taken = await unlessBusy(
    asked(url, ({ db, lib: { sql } }) =>
      sql<Taken>`with old as (
        select name, not released as broken, case when unrecorded then ceil(extract(epoch from until))::bigint end as signed_until
        from botform.lease where name = any(${[...names]})),
      taken as (insert into botform.lease as own (name, epoch, token, holder, about, until, unrecorded)
      select name, 1, ${token}::uuid, ${holder}, ${about}, clock_timestamp() + make_interval(secs => ${TTL_S}), ${isUnrecorded}
      from unnest(${[...names].sort()}::text[]) as name
      on conflict (name) do update set epoch = own.epoch + 1, token = excluded.token, holder = excluded.holder, about = excluded.about,
        since = clock_timestamp(), until = excluded.until, released = false,
        unrecorded = excluded.unrecorded or (own.unrecorded and not own.released)
      where own.released or own.until <= clock_timestamp() returning name)
      select taken.name, old.broken, old.signed_until from taken left join old on old.name = taken.name`.execute(db),
    ),
  );
  if (taken === undefined) return { heldBy: undefined };
  if (taken.rows.length < names.length) {
    await undoTake(url, token, taken.rows);
    const others = await leases(url, names);
    const had = new Set(taken.rows.map(({ name }) => name));
    return { heldBy: others.find(({ name, released }) => !released && !had.has(name)) };
  }
  const broken = taken.rows.filter((row) => row.broken === true);
  const signed = broken.flatMap(({ signed_until }) => (signed_until === null ? [] : Number(signed_until) + SKEW_S));
  const signedUntil = signed.length === 0 ? undefined : Math.max(...signed);
  const lease = { ...kept(url, names, token, begun), takenOver: broken.length === 0 ? undefined : { signedUntil } };
  held.set(keyOf(url, names), lease);
  return lease;
}

interface Taken {
  readonly name: string;
  /** Whether its last owner hadn't given it back; null of one that nobody had. */
  readonly broken: boolean | null;
  readonly signed_until: string | null;
}

/** What this process has taken, and not given back. */
const held = new Map<string, Lease>();

function keyOf(url: string, names: readonly string[]): string {
  return JSON.stringify([url, ...new Set(names)].sort());
}

/** The lease that this process has of exactly these names; undefined of none. */
export function heldLease(url: string, names: readonly string[]): Lease | undefined {
  return held.get(keyOf(url, names));
}

/** Rows that others hold for longer than a second, or in another order. */
const BUSY: ReadonlySet<string> = new Set(["55P03", "40P01"]);

/** undefined where the rows were held by others just now: whoever waits asks again. */
async function unlessBusy<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof DiskError && BUSY.has(error.code)) return undefined;
    throw error;
  }
}

/** Renews it until it is given back, or can't be any more. */
function kept(url: string, names: readonly string[], token: string, begun: Moment): Omit<Lease, "takenOver"> {
  let since = begun;
  let isLost = false;
  let isAbandoned = false;
  const renew = async (ask = asked) => {
    const asking = moment();
    const { rows } = await ask(url, ({ db, lib: { sql } }) =>
      sql`update botform.lease set until = clock_timestamp() + make_interval(secs => ${TTL_S})
        where until > clock_timestamp() and not released and name in (
          select name from botform.lease where token = ${token}::uuid order by name for update) returning name`.execute(
        db,
      ),
    );
    if (rows.length < names.length) isLost = true;
    else since = asking;
  };
  // A database that is away for a moment may be back before the lease ends.
  const timer = setInterval(() => void renew().catch(() => {}), (TTL_S * 1000) / 6).unref();
  const stop = () => {
    clearInterval(timer);
    held.delete(keyOf(url, names));
  };
  return {
    names,
    token,
    async abandon() {
      isAbandoned = true;
      stop();
      await ended(url, token);
    },
    isHeld: () => !isLost && passedSince(since) < TTL_S * 1000,
    async isTaken() {
      await renew(askedAfresh).catch(unlessDisk);
      return isLost;
    },
    async release() {
      if (isAbandoned) return;
      stop();
      // It ends by itself.
      await giveBack(url, token).catch(unlessDisk);
    },
  };
}

function unlessDisk(error: unknown): void {
  if (!(error instanceof DiskError)) throw error;
}

/** By the clock that nobody sets, and by the one that goes on while the machine sleeps; in milliseconds. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

function moment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

function passedSince({ steady, wall }: Moment): number {
  return Math.max(performance.now() - steady, Date.now() - wall);
}

async function giveBack(url: string, token: string): Promise<void> {
  await asked(url, ({ db }) =>
    db.updateTable("botform.lease").set({ released: true }).where("token", "=", token).execute(),
  );
}

/** A part of what was wanted: as it was before, so that whoever takes over from the dead still asks for proof. */
async function undoTake(url: string, token: string, rows: readonly Taken[]): Promise<void> {
  const broken = rows.flatMap(({ name, broken: was }) => (was === true ? [name] : []));
  await asked(url, ({ db, lib: { sql } }) =>
    sql`update botform.lease set until = clock_timestamp(), released = not (name = any(${broken}))
      where token = ${token}::uuid`.execute(db),
  );
}

async function ended(url: string, token: string): Promise<void> {
  await asked(url, ({ db, lib: { sql } }) =>
    sql`update botform.lease set until = clock_timestamp() where token = ${token}::uuid`.execute(db),
  );
}

/**
 * The newest second, by origin, that a write may have been signed with which may still arrive: of runs that haven't ended, and of
 * those that ended without a clear answer to one; of whatever account, since whoever had an access may have called its
 * account otherwise. Rejects with DatabaseError.
 */
export async function newestNonces(url: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await asked(url, ({ db, lib }) =>
    lib.sql<{ readonly origin: string; readonly nonce: string }>`with open as materialized (
        select file, botform.entry_of(body)->>'origin' as origin from botform.line begun where type = 'begin'
        and (not exists (select from botform.line ended where ended.file = begun.file and ended.type = 'end')
          or exists (select from botform.line answer where answer.file = begun.file and answer.type = 'answer'
            and answer.body like '%"kind":"ambiguous"%')))
      select origin, max(nonce) as nonce from open join lateral (
        select (botform.entry_of(body)->>'nonce')::bigint as nonce from botform.line intent
        where intent.file = open.file and intent.type = 'intent') signed on nonce is not null
      where ${onPrimary(lib)} group by origin`.execute(db),
  );
  return new Map(rows.map(({ origin, nonce }) => [origin, Number(nonce)]));
}

/** As they stand; of some names, or all. Rejects with DatabaseError. */
export function leases(url: string, names?: readonly string[]): Promise<readonly LeaseHolder[]> {
  return asked(url, ({ db, lib }) => {
    const all = db
      .selectFrom("botform.lease")
      .where(onPrimary(lib))
      .select(["name", "holder", "about", "since", "until", "epoch", "released"])
      .orderBy("name");
    return (names === undefined ? all : all.where("name", "in", names)).execute();
  });
}
