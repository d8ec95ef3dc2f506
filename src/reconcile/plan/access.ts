// Finds the live access of each alias in the configuration, and the live bots on it.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { AccessReference, Desired } from "../../model/bot/desired.js";
import { byLiveName, type PlacedBot } from "../../model/bot/difference.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { ServiceReader } from "../../model/ports.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";

interface ResolvedAccesses {
  readonly byAlias: ReadonlyMap<string, Access>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a configuration says of an account's accesses. */
export type ExpectedAccesses = Pick<Desired, "account" | "exchange" | "origin" | "accesses">;

/** A title names an access only if exactly one access has it; a number is an accessId. */
export function resolveAccesses(desired: ExpectedAccesses, live: readonly Access[]): ResolvedAccesses {
  const byAlias = new Map<string, Access>();
  const diagnostics: Diagnostic[] = [];
  for (const reference of desired.accesses) {
    const matches = live.filter((access) => answersTo(access, reference));
    const [only, second] = matches;
    if (only === undefined || second !== undefined)
      diagnostics.push(unresolved(desired, reference, matches.length, live));
    else if (only.exchange !== desired.exchange) diagnostics.push(wrongExchange(desired, reference, only));
    else byAlias.set(reference.alias, only);
  }
  return { byAlias, diagnostics };
}

function answersTo(access: Access, reference: AccessReference): boolean {
  return typeof reference.live === "number" ? access.id === reference.live : access.title === reference.live;
}

function unresolved(
  desired: ExpectedAccesses,
  reference: AccessReference,
  matches: number,
  live: readonly Access[],
): Diagnostic {
  const sorted = live.toSorted((a, b) => a.id - b.id);
  const known = sorted.map((access) => `"${access.title}" (${access.id})`).join(", ") || "none";
  const origin = originOf(desired, reference);
  return matches === 0
    ? planProblem("plan/unknown-access", {
        summary: `the account ${desired.account} has no access ${quote(reference.live)}`,
        remedy: `It has ${known}. Correct the alias ${reference.alias}, or check that the API key belongs to the right account.`,
        origin,
      })
    : planProblem("plan/ambiguous-access", {
        summary: `${matches} accesses of the account ${desired.account} are called ${quote(reference.live)}`,
        remedy: `Name one by its accessId: ${known}.`,
        origin,
      });
}

/** The list that is read doesn't hold bots of another exchange. */
function wrongExchange(desired: ExpectedAccesses, reference: AccessReference, access: Access): Diagnostic {
  return planProblem("plan/wrong-exchange", {
    summary: `the access "${access.title}" is on the exchange ${access.exchange}, but the account has ${desired.exchange}`,
    remedy: `Set exchange: ${access.exchange}, or put accesses of different exchanges into separate accounts.`,
    origin: originOf(desired, reference),
  });
}

function originOf(desired: ExpectedAccesses, reference: AccessReference): Origin {
  return { ...desired.origin, path: [...desired.origin.path, "accesses", reference.alias] };
}

function quote(live: string | number): string {
  return typeof live === "number" ? String(live) : `"${live}"`;
}

export interface LiveAccount {
  /** By alias, then title, then id. */
  readonly bots: readonly PlacedBot[];
  /** Aliases that stand for no access: then the bots aren't all there. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The live bots of the managed accesses whose title has the account's prefix. Each is read by itself: the list carries no
 * access, and may lag behind writes. Throws ServiceError.
 */
export async function readLive(desired: Desired, reader: ServiceReader): Promise<LiveAccount> {
  const [accesses, listed] = await Promise.all([reader.accesses(), reader.bots()]);
  const { byAlias, diagnostics } = resolveAccesses(desired, accesses);
  const aliases = new Map([...byAlias].reverse().map(([alias, access]) => [access.id, alias]));
  const isOurs = ({ fields }: ObservedBot) => (fields.title ?? "").startsWith(desired.titlePrefix);
  const read = await Promise.all(listed.filter(isOurs).map(({ id }) => reader.bot(id)));
  const bots = read.filter(isOurs).flatMap((bot): PlacedBot[] => {
    const alias = bot.accessId === null ? undefined : aliases.get(bot.accessId);
    return alias === undefined ? [] : [{ alias, bot }];
  });
  return { bots: bots.sort(byLiveName), diagnostics };
}

/** With one access every bot is on it, and no details are needed to know. */
export function withImpliedAccess(bots: readonly ObservedBot[], accesses: readonly Access[]): readonly ObservedBot[] {
  const [only, second] = accesses;
  if (only === undefined || second !== undefined) return bots;
  return bots.map((bot) => (bot.accessId === null ? { ...bot, accessId: only.id } : bot));
}
