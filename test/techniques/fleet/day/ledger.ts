// Reads what a day has left in the ledger: intents and outcomes with their runs, who had the right to write when, and every row as text.
import pg from "pg";
import { accessNames } from "../../../../src/app/ledger/lock.js";
import { readJournal } from "../../../../src/reconcile/ledger/journal-format.js";
import { asked } from "../../../support/postgres.js";
import type { DayAccount } from "./fleet.js";
import type { Intent, LedgerLog, Outcome, Taking } from "./log.js";

/** From now on each new owner of a lease is written down; the ledger itself knows the last one alone. */
export async function watchLeases(url: string): Promise<void> {
  await asked(
    url,
    `create schema day;
    create table day.taking (at timestamptz not null default clock_timestamp(), name text, epoch bigint);
    create function day.taken() returns trigger language plpgsql as $$ begin
      insert into day.taking (name, epoch) values (new.name, new.epoch); return new; end $$;
    create trigger taken before insert or update of epoch on botform.lease for each row execute function day.taken();`,
  );
}

/** The lease of an access by its number. */
export function leaseNameOf(url: string, accessId: number): string {
  return accessNames({ apiUrl: url, apiKey: "" }, accessId)[0] ?? "";
}

/** @param url of the database @param service where the emulator is */
export async function readLedger(url: string, service: string, accounts: readonly DayAccount[]): Promise<LedgerLog> {
  const rows = await asked(
    url,
    `select file.name as file, line.body, extract(epoch from line.written_at) * 1000 as at
    from botform.line join botform.file on file.id = line.file where file.name like '%.jsonl' order by line.id`,
  );
  const files = new Map<string, { readonly body: string; readonly at: number }[]>();
  for (const { file, body, at } of rows) {
    const own = files.get(String(file)) ?? [];
    own.push({ body: String(body), at: Number(at) });
    files.set(String(file), own);
  }
  const intents: Intent[] = [];
  const outcomes: Outcome[] = [];
  for (const lines of files.values()) {
    // A line at a time, for the moment at which each was written.
    const entries = lines.flatMap(({ body, at }) => readJournal(body).entries.map((entry) => ({ entry, at })));
    const begin = entries.map(({ entry }) => entry).find((entry) => entry.type === "begin");
    if (begin?.type !== "begin") continue;
    const { id: run, account, plan } = begin;
    const answers = new Map(
      entries.flatMap(({ entry }) => (entry.type === "answer" ? [[entry.write, entry.kind] as const] : [])),
    );
    for (const { entry, at } of entries) {
      if (entry.type === "outcome") {
        const { address, action, kind, botId: bot } = entry.outcome;
        outcomes.push({ at, account, address, action, kind, bot });
      }
      if (entry.type !== "intent") continue;
      const { address, sends: does, botId: bot, nonce = 0, notAfter = 0, write } = entry;
      const of = { run, account, address, does, bot, commit: plan.revision?.commit };
      intents.push({ ...of, nonce, notAfter, at, answer: answers.get(write) });
    }
  }
  const names = new Map(accounts.map(({ name, accessId }) => [leaseNameOf(service, accessId), name]));
  const taken = await asked(url, "select name, epoch, extract(epoch from at) * 1000 as at from day.taking order by at");
  const takings = taken.flatMap(({ name, epoch, at }): Taking | [] => {
    const account = names.get(String(name));
    return account === undefined ? [] : { at: Number(at), account, epoch: Number(epoch) };
  });
  return { intents, outcomes, takings };
}

/** Every row of every table, as text, by table. */
export async function rowsAsText(url: string): Promise<ReadonlyMap<string, string>> {
  const tables = await asked(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = new Map<string, string>();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { name } of tables) {
      const { rows } = await client.query(`select string_agg(one::text, E'\\n') as text from ${name} one`);
      texts.set(String(name), String(rows[0]?.text ?? ""));
    }
  } finally {
    await client.end();
  }
  return texts;
}
