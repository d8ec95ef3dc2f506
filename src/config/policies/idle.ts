// Patterns of policies that fit nothing of the configuration: a cap that holds nobody, a waiver that waives nothing.

import type { Diagnostic } from "../../model/text/diagnostic.js";
import { fits } from "../../model/text/pattern.js";
import { problem, quoted } from "../problem.js";
import { nearest } from "../schema/suggest.js";
import type { DeclaredPolicy } from "./policy.js";

/** A longer list is of no help. */
const MOST_NAMES = 12;

/** What patterns may fit. */
interface Known {
  readonly accounts: readonly string[];
  readonly accesses: readonly string[];
  readonly titles: readonly string[];
  /** Of declared bots. */
  readonly addresses: readonly string[];
}

/** A warning for each, of policies of the configuration's own files: shared ones are written for other fleets, too. */
export function idlePatterns(policies: readonly DeclaredPolicy[], known: Known): Diagnostic[] {
  const keys = known.addresses.map((address) => address.slice(address.indexOf("/") + 1));
  const idle = (
    policy: DeclaredPolicy,
    path: readonly (string | number)[],
    pattern: string,
    names: readonly string[],
  ) => {
    if (names.some((name) => fits(pattern, name))) return [];
    const meant = nearest(pattern, names);
    const known = names.length > MOST_NAMES ? "Correct it, or remove it." : `Use one of: ${names.join(", ")}.`;
    return problem("config/policy-idle", {
      summary: `policy ${policy.name}: ${quoted(pattern)} fits nothing of the configuration`,
      remedy: meant === undefined ? known : `Did you mean ${meant}?`,
      origin: { file: policy.origin.file, path: [...policy.origin.path, ...path] },
    });
  };
  return policies.flatMap((policy) => {
    const { scope = {}, waivers = [] } = policy.shape;
    const inScope = (key: "account" | "access", names: readonly string[]) =>
      (scope[key] ?? []).flatMap((pattern, index) => idle(policy, ["scope", key, index], pattern, names));
    return [
      ...inScope("account", known.accounts),
      ...inScope("access", known.accesses),
      // A bot that only lives may have the title; a key in its place is a slip.
      ...(scope.title ?? []).flatMap((pattern, index) =>
        keys.includes(pattern) ? idle(policy, ["scope", "title", index], pattern, known.titles) : [],
      ),
      ...waivers.flatMap(({ bots = [] }, waiver) =>
        bots.flatMap((pattern, index) =>
          idle(policy, ["waivers", waiver, "bots", index], pattern, [...known.addresses, ...keys]),
        ),
      ),
    ];
  });
}
