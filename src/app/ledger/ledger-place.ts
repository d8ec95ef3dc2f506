// Where a ledger is: in a folder of this machine, or in a database that several share. Nothing else asks which.

import { hash } from "node:crypto";
import { databaseName, isDatabase } from "../../database/connection.js";
import { databaseDisk } from "../../database/disk.js";
import type { Lease } from "../../database/lease.js";
import { takePlace } from "../../database/places.js";
import { takeTurns } from "../../database/turns.js";
import { folderDisk } from "../../disk/folder.js";
import type { Disk } from "../../model/ports.js";
import { serviceOf } from "../../reconcile/ledger/names.js";
import type { RequestLimits, SharedTurns } from "../../service/pace.js";
import type { SharedPlaces } from "../../service/sender.js";

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
    { of: keyAt({ apiUrl, apiKey }), perSecond: requestsPerSecond },
    { of: ["host", origin], perSecond: addressRequestsPerSecond },
  ];
  const rates = limits.flatMap(({ of, perSecond }) =>
    perSecond === undefined ? [] : [{ name: rowName(of), perSecond }],
  );
  if (rates.length === 0) return undefined;
  // Each process keeps to the rate by itself as well, so a turn is never worth a run.
  return (isUrgent) => takeTurns(place, rates, isUrgent).catch(() => 0);
}

/** The places of requests among all processes that share the ledger; undefined where nobody does. @param isOnce no nonce may come twice */
export function placesAt(place: string, key: Limited, isOnce: boolean): SharedPlaces | undefined {
  if (!isDatabase(place)) return undefined;
  const name = rowName(keyAt(key));
  // Without the database nothing is written but turn-offs, which wait for nobody.
  return (atLeast, isUrgent) => takePlace(place, name, isOnce, atLeast, isUrgent).catch(() => undefined);
}

function keyAt({ apiUrl, apiKey }: Limited): readonly string[] {
  return ["key", serviceOf(new URL(apiUrl).origin), apiKey];
}

/** Tells what it is about, and nothing of it. */
function rowName(of: readonly string[]): string {
  return hash("sha256", JSON.stringify(of)).slice(0, 16);
}
