// Where a configuration may come from, as one port: what is there now, and how it is made to count.
import { hash } from "node:crypto";
import type { AcceptedRevision, ReportedRevision, Revision } from "../../model/revision.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { AppError } from "../error.js";
import type { AccountOptions, ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";

/** What counts now. */
export interface Current {
  readonly chosen: ChosenAccounts;
  /** Where it is read from again. */
  readonly where: Pick<AccountOptions, "config" | "copy">;
  readonly revision: AcceptedRevision;
}

/** Which accounts are meant, and where the ledger is. */
export interface PlaceOptions extends AccountOptions {
  readonly journal: string;
}

export interface Candidate {
  /** Tells it from any other of its place. */
  readonly id: string;
  readonly about: ReportedRevision["revision"];
  /** Rejects with Refusal where it isn't valid for every account, and with Unreachable. */
  accept(host: Host, options: PlaceOptions): Promise<Current>;
}

export interface Asked {
  /** That was accepted, by whichever worker, as far as the ledger can be asked. */
  readonly newest: () => Promise<AcceptedRevision | undefined>;
  readonly current: Current | undefined;
  /** The candidate that was refused last. */
  readonly refused: string;
  readonly now: number;
}

export type Found =
  /** As at the look before. */
  | { readonly kind: "same" }
  /** `rewritten`: the commit that counted before, and isn't among its ancestors. */
  | { readonly kind: "candidate"; readonly candidate: Candidate; readonly rewritten?: string }
  /** Another worker has accepted what can't be seen from here yet. */
  | { readonly kind: "behind"; readonly newest: AcceptedRevision };

export interface Place {
  /** As it may be shown, and as accepted revisions are known by. */
  readonly from: string;
  /** Milliseconds after which it is worth asking again. */
  readonly everyMs: number;
  /** Whether revisions of it that were accepted are in the ledger, and count after a restart. */
  readonly isKept: boolean;
  /** Whether whoever accepts one writes it there. */
  readonly keeps: boolean;
  /** Whether it is reported that another one counts. */
  readonly isReported: boolean;
  /** Rejects with Unreachable, DiskError or Refusal. */
  look(asked: Asked): Promise<Found>;
}

/** Something that isn't to be had now: one line. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** A revision that isn't valid. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly diagnostics: readonly Diagnostic[];
  readonly candidate: Pick<Candidate, "id" | "about">;

  constructor(message: string, diagnostics: readonly Diagnostic[], candidate: Refusal["candidate"]) {
    super(message);
    this.diagnostics = diagnostics;
    this.candidate = candidate;
  }

  /** For whoever has nothing else. */
  asAppError(): AppError {
    const { message, diagnostics } = this;
    return new AppError(message, { diagnostics });
  }
}

/** Without its files. */
export function aboutOf({ digest, commit, author, subject }: AcceptedRevision): Candidate["about"] {
  return {
    digest,
    ...(commit !== undefined && { commit }),
    ...(author !== undefined && { author }),
    ...(subject !== undefined && { subject }),
  };
}

export function isSameRevision(one: Revision, other: Revision | undefined): boolean {
  return one.digest === other?.digest && one.commit === other.commit;
}

export function idOf(...parts: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(parts)).slice(0, 32);
}
