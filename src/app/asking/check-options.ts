// What a check may be asked to do.
import type { Clock } from "../../model/ports.js";
import type { LockOptions } from "../ledger/lock.js";
import type { ReadingOptions } from "../live/account.js";

export interface CheckOptions extends ReadingOptions, LockOptions {
  readonly journal: string;
  readonly yes?: boolean;
  /** How many refusals end it. */
  readonly refusals: number;
  /** Milliseconds between two requests. */
  readonly gapMs?: number;
  /** Milliseconds for a request and its answer: by default 10 s for a read, and 30 s for a write. */
  readonly deadlineMs?: number;
  /** A bot that may be changed and put back: an address, a key or an id. Without one, nothing is written. */
  readonly bot?: string;
  /** Whether the check makes such a bot for itself, or finds the one that it has made before; or on which access, by title or id. */
  readonly create?: boolean | string;
  /** Whether that bot is turned on for a moment, too, and the free balance that the account may have at most. */
  readonly withSwitch?: number;
  /** Whether what is known already is asked again. */
  readonly again?: boolean;
  readonly clock?: Pick<Clock, "now" | "sleep">;
}
