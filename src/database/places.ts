// The place of the one request of a key that may be under way among several processes: a row for each key, by the database's clock.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { DiskError } from "../model/ports.js";
import { asked } from "./connection.js";
import type { Query } from "./tables.js";

/** Its process has died, or its request takes so long that it is no longer worth waiting for: what is sent next shuts it out. */
const TTL_S = 15;
/** Seconds by which a nonce may be ahead of the database's clock. */
const MOST_AHEAD_S = 10;
/** Until the next try, at random, so that two processes don't meet again and again. */
const RETRY_MS = { least: 10, most: 60 };

export interface TakenPlace {
  /** Unix time in seconds, by the database's clock, unless a later one was used a moment before. */
  readonly nonce: number;
  /** Milliseconds until that second has come. */
  readonly waitMs: number;
  giveBack(): Promise<void>;
}

/**
 * Resolves once the place is this process's. Rejects with DatabaseError.
 *
 * @param name tells which key it is of, and nothing of it
 * @param isOnce no nonce may come twice
 * @param atLeast the nonce may not be smaller
 * @param isUrgent it waits for nobody, and whoever has the place keeps it
 */
export async function takePlace(
  url: string,
  name: string,
  isOnce: boolean,
  atLeast: number,
  isUrgent: boolean,
): Promise<TakenPlace> {
  const token = randomUUID();
  // Who asks for a second that is far ahead has a clock that is, and must not take the others along.
  const least = (sql: Query["sql"]) =>
    sql`least(${atLeast}::bigint, floor(extract(epoch from clock_timestamp()))::bigint + ${MOST_AHEAD_S})`;
  for (;;) {
    const { rows } = await asked(url, ({ db, lib: { sql } }) =>
      sql<{ readonly nonce: string; readonly wait: number }>`
        insert into botform.place as own (name, nonce, holder, until)
        values (${name}, greatest(floor(extract(epoch from clock_timestamp()))::bigint, ${least(sql)}),
          case when ${isUrgent} then null else ${token}::uuid end, clock_timestamp() + make_interval(secs => ${TTL_S}))
        on conflict (name) do update set
          nonce = greatest(own.nonce + ${isOnce ? 1 : 0}, floor(extract(epoch from clock_timestamp()))::bigint, ${least(sql)}),
          holder = case when ${isUrgent} then own.holder else excluded.holder end,
          until = case when ${isUrgent} then own.until else excluded.until end
        where ${isUrgent} or own.holder is null or own.until <= clock_timestamp()
        returning nonce, (nonce - extract(epoch from clock_timestamp()))::float8 as wait`.execute(db),
    );
    const [row] = rows;
    if (row === undefined) {
      await wait(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
      continue;
    }
    return {
      nonce: Number(row.nonce),
      waitMs: Math.max(0, Math.ceil(row.wait * 1000)),
      giveBack: () => (isUrgent ? Promise.resolve() : giveBack(url, name, token)),
    };
  }
}

async function giveBack(url: string, name: string, token: string): Promise<void> {
  await asked(url, ({ db }) =>
    db
      .updateTable("botform.place")
      .set({ holder: null })
      .where("name", "=", name)
      .where("holder", "=", token)
      .execute(),
  ).catch((error: unknown) => {
    // It ends by itself.
    if (!(error instanceof DiskError)) throw error;
  });
}
