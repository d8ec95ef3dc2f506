// Acknowledged drift in the ledger: for the account alone, until it is withdrawn or has ended.
import { type Acknowledged, type Setting, settingKey } from "../../model/bot/acknowledged.js";
import type { Clock, Disk } from "../../model/ports.js";
import { type AccountFacts, accountFacts } from "./account-facts.js";
import type { Fact } from "./facts.js";
import type { LedgerOwner } from "./names.js";

/** The acknowledged drift of one account. Every method rejects with DiskError alone. */
export interface AccountAcknowledged extends Pick<AccountFacts, "damage"> {
  read(): Promise<readonly Acknowledged[]>;
  /** What is acknowledged already gets the new value, reason and end. */
  set(all: readonly Omit<Acknowledged, "at">[]): Promise<void>;
  end(settings: readonly Setting[]): Promise<void>;
}

/** @param owner the account; with its service and its key it is found under another name later, too */
export function accountAcknowledged(
  disk: Disk,
  clock: Clock,
  owner: LedgerOwner | Pick<LedgerOwner, "account">,
): AccountAcknowledged {
  const { read, damage, add, remember } = accountFacts(disk, clock, owner);
  return {
    read: async () => acknowledgedIn(await read()),
    damage,
    async set(all) {
      await add(all.map((one) => ({ type: "acknowledged", at: clock.now(), ...one })));
      await remember();
    },
    end: (settings) => add(endedFacts(settings, clock.now())),
  };
}

/** A later fact of a setting outdates an earlier one. */
export function acknowledgedIn(ofAccount: readonly Fact[]): readonly Acknowledged[] {
  const all = new Map<string, Acknowledged>();
  for (const fact of ofAccount) {
    if (fact.type === "acknowledged") {
      const { type: _type, ...one } = fact;
      all.set(settingKey(one), one);
    }
    if (fact.type === "unacknowledged") all.delete(settingKey(fact));
  }
  return [...all.values()];
}

export function endedFacts(settings: readonly Setting[], at: number): readonly Fact[] {
  return settings.map(({ botId, name, dealId }) => ({
    ...{ type: "unacknowledged" as const, at, botId, name },
    ...(dealId !== undefined && { dealId }),
  }));
}
