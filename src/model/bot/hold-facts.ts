// What the hold commands show: the holds of the accounts, what was set or lifted, and the line to commit.
import type { Hold, stateOf } from "./hold.js";

/** A hold as it stands, in the ledger, in the configuration, or in both. */
export interface ListedHold extends Pick<Hold, "reason" | "until"> {
  readonly bots: readonly string[];
  readonly in: "ledger" | "configuration" | "both";
  readonly state: ReturnType<typeof stateOf>;
  /** Addresses of the declared bots that it holds; null where no configuration tells. */
  readonly holds: readonly string[] | null;
  /** `file:line`, of the configuration's. */
  readonly place: string | null;
}

export interface HoldListFacts {
  readonly holds: readonly ListedHold[];
  /** Which lines of the ledger are lost, a hold perhaps; absent where none is. */
  readonly damaged?: string;
}

export interface HoldAddedFacts extends Pick<Hold, "reason" | "until"> {
  readonly bots: readonly string[];
  /** Whose ledgers have it now. */
  readonly accounts: readonly string[];
  /** The item of `holds:`, to be committed. */
  readonly line: string;
  /** The file that it was written to; null where none was. */
  readonly written: string | null;
}

export interface HoldRemovedFacts {
  /** Patterns that the ledger held, and holds no more. */
  readonly lifted: readonly string[];
  /** Files from which they were removed. */
  readonly written: readonly string[];
  /** Where the configuration still states them, `file:line`. */
  readonly remaining: readonly string[];
}
