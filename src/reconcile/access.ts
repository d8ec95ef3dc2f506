// Finds the live access that each alias of the configuration stands for.
import type { Access } from "../model/bot.js";
import type { AccessReference, Desired } from "../model/desired.js";
import type { Diagnostic } from "../model/diagnostic.js";

export interface ResolvedAccesses {
  readonly byAlias: ReadonlyMap<string, Access>;
  readonly diagnostics: readonly Diagnostic[];
}

/** A title names an access only when exactly one bears it; a number is an accessId. */
export function resolveAccesses(desired: Desired, live: readonly Access[]): ResolvedAccesses {
  const byAlias = new Map<string, Access>();
  const diagnostics: Diagnostic[] = [];
  for (const reference of desired.accesses) {
    const matches = live.filter((access) => answersTo(access, reference));
    const [only, second] = matches;
    if (only !== undefined && second === undefined) byAlias.set(reference.alias, only);
    else diagnostics.push(unresolved(desired, reference, matches.length, live));
  }
  return { byAlias, diagnostics };
}

function answersTo(access: Access, reference: AccessReference): boolean {
  return typeof reference.live === "number" ? access.id === reference.live : access.title === reference.live;
}

function unresolved(
  desired: Desired,
  reference: AccessReference,
  matches: number,
  live: readonly Access[],
): Diagnostic {
  const known = live.map((access) => `"${access.title}" (${access.id})`).join(", ") || "none at all";
  const origin = { ...desired.origin, path: [...desired.origin.path, "accesses", reference.alias] };
  return matches === 0
    ? {
        severity: "error",
        code: "plan/unknown-access",
        summary: `the account ${desired.account} has no access ${quote(reference.live)}`,
        remedy: `It has ${known}. Correct the alias ${reference.alias}, or check that the API key is of the right account.`,
        origin,
      }
    : {
        severity: "error",
        code: "plan/ambiguous-access",
        summary: `${matches} accesses of the account ${desired.account} are called ${quote(reference.live)}`,
        remedy: `Name one by its accessId: ${known}.`,
        origin,
      };
}

function quote(live: string | number): string {
  return typeof live === "number" ? String(live) : `"${live}"`;
}
