// What the last looks saw, in the shared ledger: one row for each account, replaced at every look.
import type { Snapshots } from "../model/fleet.js";
import { asked, onPrimary } from "./connection.js";

export function databaseSnapshots(url: string): Snapshots {
  return {
    async put(account, look, seen) {
      await asked(url, ({ db, lib: { sql } }) =>
        sql`insert into botform.snapshot as before (account, look, seen) values (${account}, ${look}::jsonb, ${seen ?? null}::jsonb)
          on conflict (account) do update set look = excluded.look, seen = coalesce(excluded.seen, before.seen)
          where (before.look->>'at')::bigint <= (excluded.look->>'at')::bigint
            or (before.look->>'at')::bigint > extract(epoch from clock_timestamp()) * 1000 + 60000`.execute(db),
      );
    },
    all: () =>
      asked(url, async ({ db, lib }) => {
        const { sql } = lib;
        const columns = [
          "account",
          sql<string>`look::text`.as("look"),
          sql<string | null>`seen::text`.as("seen"),
        ] as const;
        return db.selectFrom("botform.snapshot").where(onPrimary(lib)).select(columns).execute();
      }),
  };
}
