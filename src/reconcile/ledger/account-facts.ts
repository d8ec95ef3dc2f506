// The facts that the ledger has of an account alone, wherever it is and whether or not it can be reached.
import type { Clock, Disk } from "../../model/ports.js";
import { damageIn, damageText } from "./damage.js";
import type { Fact } from "./facts.js";
import { factFiles, factsName } from "./facts-file.js";
import { accountNames, factsUnder, type LedgerOwner, namesWithoutKey } from "./names.js";

/** Every method rejects with DiskError alone. */
export interface AccountFacts {
  /** Oldest first, those of the names that it had before, too. */
  read(): Promise<readonly Fact[]>;
  /** Which lines are lost; undefined where none is. */
  damage(): Promise<string | undefined>;
  add(facts: readonly Fact[]): Promise<void>;
  /** So that the account is found under another name later, as far as its key is known. */
  remember(): Promise<void>;
}

/** @param owner the account; with its service and its key it is found under another name later, too */
export function accountFacts(
  disk: Disk,
  clock: Pick<Clock, "now">,
  owner: LedgerOwner | Pick<LedgerOwner, "account">,
): AccountFacts {
  const { account } = owner;
  const files = factFiles(disk);
  const names = "origin" in owner ? accountNames(files, clock, owner) : undefined;
  const places = async () =>
    (await names?.places()) ?? (await namesWithoutKey(files, account)).map((called) => ({ account: called }));
  const read = () => factsUnder(files, { account }, places, (one) => factsName([one.account]));
  return {
    read,
    async damage() {
      await read();
      return damageText(await damageIn(disk, files.names()));
    },
    add: (facts) => files.add(factsName([account]), facts),
    remember: async () => names?.remember(),
  };
}
