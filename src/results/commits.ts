// Names versions of settings by the first commit whose configuration asks for them.
import type { VariantName } from "../model/bot/desired.js";
import type { SomeFields } from "../model/bot/field.js";
import type { NamedCommit } from "../model/results.js";
import { asksFor } from "./fingerprint.js";
import type { VersionDeals } from "./versions.js";

/** A bot as a commit's configuration has it. */
export interface ComposedBot {
  readonly title: string;
  /** The live title of its access, or its id. */
  readonly access: string | number;
  readonly fields: SomeFields;
  /** The variants of experiments that it was in; absent is none. */
  readonly variants?: readonly VariantName[] | undefined;
}

/** What a commit's configuration comes to: bots by the names of their accounts. */
export interface ComposedCommit extends NamedCommit {
  readonly accounts: Readonly<Record<string, readonly ComposedBot[]>>;
}

/** Where the deals were made. */
interface Place {
  readonly account: string;
  /** Titles of the account's accesses by their ids. */
  readonly accesses: ReadonlyMap<number, string>;
}

/**
 * A bot is the one that had the same title then, on the same access, as plans match them. null where no commit asks for the
 * settings. @param commits the oldest first
 */
export function commitOf(
  { sample, titles }: Pick<VersionDeals, "sample" | "titles">,
  commits: readonly ComposedCommit[],
  place: Place,
): NamedCommit | null {
  const { accessId, settings } = sample;
  const found = commits.find((commit) =>
    botsIn(commit, place, { accessId, titles }).some((bot) => asksFor(bot.fields, settings)),
  );
  return found === undefined ? null : { commit: found.commit, at: found.at, subject: found.subject };
}

/** The bots of a commit that have one of the titles, on the access. */
export function botsIn(
  { accounts }: ComposedCommit,
  { account, accesses }: Place,
  { accessId, titles }: { readonly accessId: number | null; readonly titles: ReadonlySet<string> },
): readonly ComposedBot[] {
  const isThere = ({ access }: ComposedBot) =>
    accessId === null || access === accessId || (typeof access === "string" && access === accesses.get(accessId));
  const own = Object.hasOwn(accounts, account) ? (accounts[account] ?? []) : [];
  return own.filter((bot) => titles.has(bot.title) && isThere(bot));
}
