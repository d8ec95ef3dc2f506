// Where a ledger is: in a folder of this machine, or in a database that several share. Nothing else asks which.

import { hash } from "node:crypto";
import { databaseName, isDatabase } from "../database/connection.js";
import { databaseDisk } from "../database/disk.js";
import type { Lease } from "../database/lease.js";
import { takeTurns } from "../database/turns.js";
import { folderDisk } from "../disk/folder.js";
import type { Disk } from "../model/ports.js";
import { serviceOf } from "../reconcile/ledger/names.js";
import type { RequestLimits, SharedTurns } from "../service/pace.js";

/** As it may be shown: a database without its user and password. */
export function ledgerName(place: string): string {
  return isDatabase(place) ? databaseName(place) : place;
}

/** @param place a folder, or the address of a database. @param lease what a run holds, without which it may send nothing */
export function ledgerAt(place: string, lease?: Lease): Disk {
  return isDatabase(place) ? databaseDisk(place, lease) : folderDisk(place);
}

interface Limited {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** The turns of requests among all that share the ledger; undefined where nobody does, or nothing is limited. */
export function turnsAt(
  place: string,
  { apiUrl, apiKey }: Limited,
  { requestsPerSecond, addressRequestsPerSecond }: RequestLimits,
): SharedTurns | undefined {
  if (!isDatabase(place)) return undefined;
  const { origin } = new URL(apiUrl);
  const limits = [
    { of: ["key", serviceOf(origin), apiKey], perSecond: requestsPerSecond },
    { of: ["host", origin], perSecond: addressRequestsPerSecond },
  ];
  const rates = limits.flatMap(({ of, perSecond }) =>
    perSecond === undefined ? [] : [{ name: hash("sha256", JSON.stringify(of)).slice(0, 16), perSecond }],
  );
  if (rates.length === 0) return undefined;
  // Each process keeps to the rate by itself as well, so a turn is never worth a run.
  return (isUrgent) => takeTurns(place, rates, isUrgent).catch(() => 0);
}
