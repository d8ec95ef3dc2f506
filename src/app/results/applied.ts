// What the ledger knows of the runs that applied versions. Results need none: a ledger that can't be read is said, and fails nothing.
import { DiskError } from "../../model/ports.js";
import type { AppliedStep, Dating } from "../../model/results.js";
import { appliedSteps } from "../../reconcile/ledger/applied-steps.js";
import type { Host } from "../host.js";
import { placesOf } from "../ledger/ledger.js";
import { ledgerAt, ledgerName } from "../ledger/ledger-place.js";
import type { LiveAccount } from "../live/account.js";

interface Applied {
  readonly dating: { readonly dating?: Dating };
  readonly steps: readonly AppliedStep[];
}

/** @param journal where the ledger is; without one, no version is dated */
export async function appliedIn(
  host: Host,
  { account, endpoint }: Pick<LiveAccount, "account" | "endpoint">,
  journal: string | undefined,
): Promise<Applied> {
  if (journal === undefined) return { dating: {}, steps: [] };
  const byDeals = (why: string): Applied => ({ dating: { dating: { by: "deals", why } }, steps: [] });
  try {
    const places = await placesOf({ folder: journal }, account, endpoint);
    const { steps, runs, unreadable } = await host.read("the journal", () => appliedSteps(ledgerAt(journal), places));
    if (runs === 0 && unreadable === 0) return byDeals(`${ledgerName(journal)} has no run that changed this account`);
    return { dating: { dating: { by: "runs", runs, unreadable } }, steps };
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return byDeals(`the ledger can't be read (${error.message})`);
  }
}
