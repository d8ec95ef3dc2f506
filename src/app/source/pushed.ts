// The ledger as the place that a configuration comes from: what `botform fleet push` has put there last.
import type { Revisions } from "../../reconcile/ledger/revisions.js";
import { keptCandidate } from "./copied.js";
import { isSameRevision, type Place, Unreachable } from "./place.js";

export const PUSHED = "push";

export function pushedPlace(revisions: Revisions, everyMs: number): Place {
  return {
    ...{ from: PUSHED, everyMs, isKept: true, keeps: false, isReported: true },
    async look({ current, refused }) {
      const newest = await revisions.newest(PUSHED);
      if (newest === undefined)
        throw new Unreachable("nothing was pushed yet: botform fleet push puts a configuration there");
      const candidate = keptCandidate(newest);
      if (isSameRevision(newest, current?.revision) || candidate.id === refused) return { kind: "same" };
      return { kind: "candidate", candidate };
    },
  };
}
