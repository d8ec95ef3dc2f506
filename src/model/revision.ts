// A revision of a configuration: its files at one moment, what they are known by, and what is reported when another one comes.
import { hash } from "node:crypto";
import * as z from "zod/mini";
import { digest } from "./data.js";
import type { Diagnostic } from "./text/diagnostic.js";

/** What a plan says of the configuration that it was made from. */
export function revisionShape() {
  return z.strictObject({
    /** SHA-256 of all files that were read, and of variables from the command line; hexadecimal. */
    digest: digest(),
    /** The Git commit that the files are, or were changed from. */
    commit: z.exactOptional(z.string().check(z.regex(COMMIT))),
    /** The files differ from that commit. */
    isChanged: z.exactOptional(z.literal(true)),
  });
}

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export function isCommit(text: string): boolean {
  return COMMIT.test(text);
}

export interface Revision {
  readonly digest: string;
  readonly commit?: string;
  readonly isChanged?: true;
}

/** A file of a configuration. */
export interface ConfigFile {
  /** Below the configuration's folder, with slashes. */
  readonly name: string;
  readonly text: string;
}

/** Whether a file may be written below a folder under this name: it leads nowhere else. */
export function isSafeName(name: string): boolean {
  const parts = name.split("/");
  return !/[\p{Cc}\\:]/u.test(name) && parts.every((part) => part !== "" && part !== "." && part !== "..");
}

/** Whatever the order of the files. @param more what counts beside them, as JSON */
export function digestOfFiles(files: readonly ConfigFile[], more: readonly unknown[] = []): string {
  const sorted = files.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return hash("sha256", JSON.stringify(["botform revision 1", sorted.map(({ name, text }) => [name, text]), ...more]));
}

/** A revision that was accepted: all its accounts were valid. */
export interface AcceptedRevision extends Revision {
  /** Where it comes from: `push`, a repository with its ref, or a folder of a machine; nothing secret. */
  readonly from: string;
  /** Who accepted it: a person who pushed, or the machine of a worker. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly author?: string;
  readonly subject?: string;
  /** The file of it that is the configuration; the whole folder where it is absent. */
  readonly entry?: string;
  readonly files: readonly ConfigFile[];
}

/** Digits of a commit or a digest that are shown. */
export function shortRevision(text: string): string {
  return text.slice(0, 12);
}

/** `3f2a9c1d4e5f with changes that aren't committed, digest 0a1b2c3d4e5f` */
export function revisionText({ commit, digest, isChanged }: Partial<Revision>): string {
  const change = isChanged === true ? " with changes that aren't committed" : "";
  return [
    ...(commit === undefined ? [] : [`commit ${shortRevision(commit)}${change}`]),
    ...(digest === undefined ? [] : [`digest ${shortRevision(digest)}`]),
  ].join(", ");
}

/** What is reported of where a configuration comes from. */
export type RevisionNews =
  /** It counts from now on. `isKept`: it was accepted before, and counts since a newer one can't be used. */
  | { readonly kind: "accepted"; readonly isKept?: true }
  /** It has errors: the one before still counts. */
  | { readonly kind: "refused"; readonly why: string; readonly diagnostics: readonly Diagnostic[] }
  /** A revision without errors has come after one that was refused. */
  | { readonly kind: "mended" }
  /** Where it comes from can't be reached, and can again. */
  | { readonly kind: "unreachable"; readonly why: string }
  | { readonly kind: "reachable" }
  /** The ref doesn't contain the commit any more that counted before. */
  | { readonly kind: "rewritten"; readonly before: string }
  /** Another worker has accepted a revision that can't be seen from here yet; it counts here, too. */
  | { readonly kind: "behind" };

export interface ReportedRevision {
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly news: RevisionNews;
  /** What it is about, as far as that is known. */
  readonly revision: Partial<Revision> & Pick<AcceptedRevision, "author" | "subject">;
}

/** A revision in lists. */
export interface ListedRevision extends Revision, Pick<AcceptedRevision, "from" | "by" | "author" | "subject"> {
  /** ISO 8601, UTC. */
  readonly acceptedAt: string;
  /** How many files it has. */
  readonly files: number;
  /** Whether it is the newest of its source. */
  readonly isCurrent: boolean;
}

export interface RevisionListFacts {
  /** Newest first. */
  readonly revisions: readonly ListedRevision[];
}

/** What came of a push: `current` was there already, `valid` was only looked at. */
export interface PushedFacts {
  readonly outcome: "pushed" | "current" | "valid";
  readonly revision: Revision & Pick<AcceptedRevision, "author" | "subject"> & { readonly accounts: number };
}
