// What people did at the page, in the ledger: lines of a file of their own, which only grows.
import type { Deed, DeedList } from "../../model/deed.js";
import type { Clock, Disk } from "../../model/ports.js";
import { damageIn, damageText } from "./damage.js";
import { factFiles, factsName } from "./facts-file.js";

/** No account is called so. */
const FILE = factsName(["", "people"]);

/** Both methods reject with DiskError alone. */
export interface Deeds {
  read(): Promise<DeedList>;
  /** Resolves once it is on the disk. */
  add(deed: Omit<Deed, "at">): Promise<void>;
}

export function ledgerDeeds(disk: Disk, clock: Pick<Clock, "now">): Deeds {
  const files = factFiles(disk);
  return {
    async read() {
      const facts = await files.in(FILE);
      const deeds = facts.flatMap((fact): Deed[] => {
        if (fact.type !== "did") return [];
        const { type: _type, ...deed } = fact;
        return [deed];
      });
      return { deeds: deeds.toReversed(), damaged: damageText(await damageIn(disk, files.names())) };
    },
    add: (deed) => files.add(FILE, [{ type: "did", at: clock.now(), ...deed }]),
  };
}
