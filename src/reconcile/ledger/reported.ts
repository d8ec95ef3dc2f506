// What botform reconcile has reported of an account, in the ledger: so that drift is reported once, whatever process looks next.
import { isDeepStrictEqual } from "node:util";
import type { DriftEpisode } from "../../model/fleet-state.js";
import { type LookRecord, NOTHING_REPORTED, type ReportedBreakers } from "../../model/look.js";
import type { Clock, Disk } from "../../model/ports.js";
import { accountFacts } from "./account-facts.js";
import type { Fact } from "./facts.js";
import type { LedgerOwner } from "./names.js";

/** Every method rejects with DiskError alone. */
export interface AccountReported {
  read(): Promise<LookRecord>;
  /** When it differed from its configuration, oldest first. */
  episodes(): Promise<readonly Omit<DriftEpisode, "account">[]>;
  /** Writes nothing where it says what the last one did, or counts one more look that failed. */
  set(record: LookRecord): Promise<void>;
}

/** @param owner the account; with its service and its key it is found under another name later, too */
export function accountReported(
  disk: Disk,
  clock: Pick<Clock, "now">,
  owner: LedgerOwner | Pick<LedgerOwner, "account">,
): AccountReported {
  const facts = accountFacts(disk, clock, owner);
  const read = async () => reportedIn(await facts.read());
  return {
    read,
    episodes: async () => episodesIn(await facts.read()),
    async set(record) {
      const { failing } = record;
      // Whoever starts anew counts anew.
      const kept = {
        ...record,
        breakers: copied(record.breakers),
        failing: failing?.isReported === true ? { ...failing, times: 1 } : null,
      };
      if (isDeepStrictEqual(kept, await read())) return;
      await facts.add([{ type: "reported", at: clock.now(), ...kept }]);
    },
  };
}

function copied({ near, unknown, tripped, exposed }: ReportedBreakers) {
  return { near: [...near], unknown: [...unknown], tripped: [...tripped], exposed };
}

function episodesIn(facts: readonly Fact[]): readonly Omit<DriftEpisode, "account">[] {
  const episodes: { readonly from: number; readonly to: number | null }[] = [];
  for (const fact of facts) {
    if (fact.type !== "reported") continue;
    const since = fact.drift?.since ?? null;
    const last = episodes.at(-1);
    if (last?.to === null && last.from !== since) episodes.splice(-1, 1, { from: last.from, to: fact.at });
    if (since !== null && last?.from !== since) episodes.push({ from: since, to: null });
  }
  return episodes;
}

function reportedIn(facts: readonly Fact[]): LookRecord {
  const last = facts.findLast((fact) => fact.type === "reported");
  if (last === undefined) return NOTHING_REPORTED;
  const { type: _type, at: _at, ...record } = last;
  return record;
}
