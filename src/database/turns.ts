// The turns of requests that several processes share: a row for each rate, by the database's clock alone.
import { asked } from "./connection.js";

/** Requests a second that leave for the account of a key, or for a host, whichever process sends them. */
export interface Rate {
  /** Tells what it limits, and nothing of it. */
  readonly name: string;
  readonly perSecond: number;
}

/** Seconds by which turn-offs may run ahead of their turns: reads that observe them mustn't wait until all of it is made up for. */
const MOST_DEBT_S = 1;
/** Nobody waits for longer: the clock of the database may have been set back. */
const LONGEST_S = 60;
/** Of a second: as much may leave at once. */
const BURST_S = 0.1;

/**
 * Takes one turn of each rate. Resolves to the milliseconds until the latest of them: the request may leave then, and whoever asks
 * next comes after it. Rejects with DatabaseError.
 *
 * @param isUrgent the request waits for nobody; it uses up its turns all the same
 */
export async function takeTurns(url: string, rates: readonly Rate[], isUrgent: boolean): Promise<number> {
  const names = rates.map(({ name }) => name);
  const seconds = rates.map(({ perSecond }) => 1 / perSecond);
  const { rows } = await asked(url, ({ db, lib: { sql } }) =>
    sql<{ readonly name: string; readonly wait: number }>`
      insert into botform.pace as own (name, every, free_at)
      select name, make_interval(secs => every), clock_timestamp() + make_interval(secs => every)
      from unnest(${names}::text[], ${seconds}::float8[]) as wanted (name, every) order by name
      on conflict (name) do update set every = excluded.every, free_at = case when ${isUrgent}
        then greatest(own.free_at, least(greatest(own.free_at, clock_timestamp()) + excluded.every,
          clock_timestamp() + make_interval(secs => ${MOST_DEBT_S})))
        else greatest(least(own.free_at, clock_timestamp() + make_interval(secs => ${LONGEST_S})), clock_timestamp()) + excluded.every end
      returning name, extract(epoch from free_at - every - clock_timestamp())::float8 as wait`.execute(db),
  );
  if (isUrgent) return 0;
  const waits = rows.map(({ name, wait }) => {
    const { perSecond = 1 } = rates.find((rate) => rate.name === name) ?? {};
    const burst = Math.max(1, perSecond * BURST_S);
    return wait - (burst - 1) / perSecond;
  });
  return Math.ceil(Math.max(0, ...waits) * 1_000);
}
