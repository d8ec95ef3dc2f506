// Whether a process can look after accounts now: it has begun, isn't asked to end, and its ledger answers.
import { ledgerAt } from "../app/ledger/ledger-place.js";
import { DiskError } from "../model/ports.js";
import type { Readiness } from "./server.js";

export interface Course {
  /** It has its configuration, and its queue where it has one. */
  readonly hasBegun: () => boolean;
  readonly isEnding: () => boolean;
}

/** @param journal folder of the ledger, or the address of a database */
export async function readiness(journal: string, { hasBegun, isEnding }: Course): Promise<Readiness> {
  if (isEnding()) return { isReady: false, text: "it ends" };
  if (!hasBegun()) return { isReady: false, text: "it hasn't begun to look yet" };
  try {
    await ledgerAt(journal).size("readiness");
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return { isReady: false, text: `the ledger can't be read: ${error.message}` };
  }
  return { isReady: true, text: "ready" };
}
