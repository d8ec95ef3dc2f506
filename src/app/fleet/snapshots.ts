// Keeps what a look has come to, and reads what the last look at each account saw.
import { isDatabase } from "../../database/connection.js";
import { databaseSnapshots } from "../../database/snapshots.js";
import { folderSnapshots } from "../../disk/snapshots.js";
import { type AccountSnapshot, type BotSnapshot, type Look, readSnapshot, type Snapshots } from "../../model/fleet.js";
import type { LookRecord, Mode } from "../../model/look.js";
import { parseJson } from "../../model/text/json.js";

/** @param journal folder of the ledger, or the address of a database */
function snapshotsAt(journal: string): Snapshots {
  return isDatabase(journal) ? databaseSnapshots(journal) : folderSnapshots(journal);
}

/** What a look has come to. */
export interface LookResult {
  readonly account: string;
  readonly mode: Mode;
  readonly record: LookRecord;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly dueAt: number;
  /** Why the account couldn't be read; undefined where it could. */
  readonly unreadable: string | undefined;
  /** undefined where the account couldn't be read: what was seen before stays. */
  readonly bots: readonly BotSnapshot[] | undefined;
}

/** Rejects with DiskError. */
export async function keepSnapshot(journal: string, { account, bots, ...result }: LookResult): Promise<void> {
  const seen = bots && JSON.stringify({ at: result.at, bots });
  await snapshotsAt(journal).put(account, JSON.stringify(lookOf(result)), seen);
}

function lookOf({ mode, record, at, dueAt, unreadable }: Omit<LookResult, "account" | "bots">): Look {
  const { near, unknown, tripped, exposed } = record.breakers;
  return {
    ...{ version: 1, at, dueAt, mode, unreadable: unreadable ?? null },
    driftedSince: record.drift?.since ?? null,
    refused: record.refused?.why ?? null,
    // Of earlier drift, the record keeps it for the plan that is asked for next.
    asked: record.asked?.digest === record.drift?.digest ? (record.asked?.plan ?? null) : null,
    breakers: { near: [...near], unknown: [...unknown], tripped: [...tripped], exposed },
  };
}

/** By account, those alone that this version can read. Rejects with DiskError. */
export async function snapshotsOf(journal: string): Promise<ReadonlyMap<string, AccountSnapshot>> {
  const all = await snapshotsAt(journal).all();
  const read = all.flatMap(({ account, look, seen }) => {
    return readSnapshot(account, parseJson(look), seen === null ? undefined : parseJson(seen)) ?? [];
  });
  return new Map(read.map((one) => [one.account, one]));
}
