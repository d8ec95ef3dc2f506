// What the breaker commands find and do, as it is shown.
import type { BreakerReading } from "./breaker.js";

/** A bot of the account. */
interface TurnedBot {
  readonly id: number;
  readonly title: string;
}

/** What tripping has come to. */
export interface TripFacts {
  /** Breakers that have tripped now; empty where bots of one that was tripped already were on again. */
  readonly tripped: readonly string[];
  /** Addresses of the bots that are held. */
  readonly held: readonly string[];
  /** Whether the ledger has kept the trip and the holds. */
  readonly recorded: boolean;
  readonly turnedOff: readonly TurnedBot[];
  readonly wereOff: number;
  /** Not observed off. */
  readonly remaining: readonly TurnedBot[];
  /** What isn't known of the others, in sentences. */
  readonly unsettled: readonly string[];
}

export interface CheckedAccount {
  readonly account: string;
  readonly exitCode: number;
  readonly breakers: readonly BreakerReading[];
  /** Why it couldn't be checked. */
  readonly error?: string;
  /** What was done; absent where there was nothing to do, or nothing was to be done. */
  readonly acted?: TripFacts;
}

export interface BreakerCheckFacts {
  readonly accounts: readonly CheckedAccount[];
}

export interface ListedBreaker {
  readonly account: string;
  readonly name: string;
  /** null of one that the configuration doesn't have any more. */
  readonly rule: string | null;
  /** What it allows, in words; null as `rule` is. */
  readonly limit: string | null;
  readonly state: "armed" | "tripped";
  /** ISO 8601; with `why` where it is tripped. */
  readonly trippedAt?: string;
  readonly why?: string;
  /** ISO 8601; with `reason` where a person has armed it. */
  readonly armedAt?: string;
  readonly reason?: string;
  /** `file:line`. */
  readonly place: string | null;
}

export interface BreakerListFacts {
  readonly breakers: readonly ListedBreaker[];
  /** Which lines of the ledger are lost, a trip perhaps; absent where none is. */
  readonly damaged?: string;
}

export interface ArmedFacts {
  readonly reason: string;
  readonly armed: readonly {
    readonly account: string;
    readonly names: readonly string[];
    /** Patterns of holds. */
    readonly lifted: readonly string[];
    readonly kept: readonly string[];
    /** Running deals whose result until now isn't counted again. */
    readonly deals: number;
  }[];
}
