// Where a ledger is: in a folder of this machine, or in a database that several share. Nothing else asks which.

import { databaseName, isDatabase } from "../database/connection.js";
import { databaseDisk } from "../database/disk.js";
import type { Lease } from "../database/lease.js";
import { folderDisk } from "../disk/folder.js";
import type { Disk } from "../model/ports.js";

/** As it may be shown: a database without its user and password. */
export function ledgerName(place: string): string {
  return isDatabase(place) ? databaseName(place) : place;
}

/** @param place a folder, or the address of a database. @param lease what a run holds, without which it may send nothing */
export function ledgerAt(place: string, lease?: Lease): Disk {
  return isDatabase(place) ? databaseDisk(place, lease) : folderDisk(place);
}
