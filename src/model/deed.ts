// What a person did at the page, or was refused: lines of the ledger that are only added to.

/** What there is to do there. */
export const DEEDS = [
  "enter",
  "approve",
  "reject",
  "hold",
  "lift",
  "stop",
  "pause",
  "resume",
  "abort",
  "promote",
  "refused",
] as const;
export type DeedKind = (typeof DEEDS)[number];

export interface Deed {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly did: DeedKind;
  /** Who; empty where nobody knows. */
  readonly by: string;
  /** The address from which it came. */
  readonly from: string;
  /** What it was about: a plan, bots, an account, or why it was refused. */
  readonly about: string;
}

export interface DeedList {
  /** Newest first. */
  readonly deeds: readonly Deed[];
  /** Which lines are lost; undefined where none is. */
  readonly damaged?: string | undefined;
}

/** How a stop that somebody asked for at the page goes, account by account. */
export interface StopRun {
  readonly account: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  /** Whether its bots were to be held as well. */
  readonly isHeld: boolean;
  /** Bots that the configuration would turn on again, as it was at the end of the stop; undefined where nobody knows yet. */
  readonly turnsOnAgain?: readonly string[] | undefined;
  readonly state:
    | { readonly kind: "running" }
    | { readonly kind: "off"; readonly text: string }
    | { readonly kind: "unsure"; readonly text: string };
}

/** How a look at what is left of a roll-out goes, that somebody asked for at the page. */
export interface ReviewRun {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly state:
    | { readonly kind: "running" }
    | { readonly kind: "shown"; readonly digest: string }
    | { readonly kind: "failed"; readonly text: string };
}
