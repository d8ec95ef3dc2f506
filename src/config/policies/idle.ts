// Patterns of policies that fit nothing of the configuration: a cap that holds nobody, a waiver that waives nothing.

import type { Diagnostic } from "../../model/text/diagnostic.js";
import { fitting } from "../../model/text/pattern.js";
import { problem, quoted } from "../problem.js";
import { botRemedy, patternRemedy } from "../schema/suggest-pattern.js";
import type { DeclaredPolicy } from "./policy.js";

/** What patterns may fit. */
interface Known {
  readonly accounts: readonly string[];
  readonly accesses: readonly string[];
  readonly titles: readonly string[];
  readonly pairs: readonly string[];
  /** Of declared bots. */
  readonly addresses: readonly string[];
}

/** Names that a pattern may fit; one without a star is looked up. */
class Names {
  readonly #all: readonly string[];
  readonly #exact: ReadonlySet<string>;
  readonly #written: ReadonlySet<string>;

  /** @param written how a name may be written, too, in capitals: whoever writes a pattern so has slipped */
  constructor(all: readonly string[], written: (name: string) => readonly string[] = () => []) {
    this.#all = all;
    this.#exact = new Set(all);
    this.#written = new Set(all.flatMap(written));
  }

  has(pattern: string): boolean {
    return isOneOf(this.#exact, pattern);
  }

  /** Whether it would fit one that is written in another way. */
  isSlip(pattern: string): boolean {
    return isOneOf(this.#written, pattern.toUpperCase());
  }

  remedy(pattern: string): string {
    return patternRemedy(pattern, this.#all);
  }
}

function capitals(title: string): readonly string[] {
  return [title.toUpperCase()];
}

/** A pair with its base first, in other characters, or alone. */
function otherPairs(pair: string): readonly string[] {
  const [quote = "", base = ""] = pair.split("-");
  return [pair, `${base}-${quote}`, `${base}${quote}`, `${base}/${quote}`, base];
}

function isOneOf(names: ReadonlySet<string>, pattern: string): boolean {
  if (!pattern.includes("*")) return names.has(pattern);
  const isFitting = fitting(pattern);
  for (const name of names) if (isFitting(name)) return true;
  return false;
}

/** A warning for each, of policies of the configuration's own files: shared ones are written for other fleets, too. */
export function idlePatterns(policies: readonly DeclaredPolicy[], known: Known): Diagnostic[] {
  const keys = known.addresses.map((address) => address.slice(address.indexOf("/") + 1));
  const [accounts, accesses] = [new Names(known.accounts), new Names(known.accesses)];
  const [titles, pairs] = [new Names(known.titles, capitals), new Names(known.pairs, otherPairs)];
  const [bots, ownKeys] = [new Names([...known.addresses, ...keys]), new Set(keys)];
  return policies.flatMap(({ name, origin, shape: { scope = {}, waivers = [] } }) => {
    const idle = (
      path: readonly (string | number)[],
      patterns: readonly string[] = [],
      names: Names,
      isMeant = (_pattern: string) => true,
    ) =>
      patterns.flatMap((pattern, index) =>
        names.has(pattern) || !isMeant(pattern)
          ? []
          : problem("config/policy-idle", {
              summary: `policy ${name}: ${quoted(pattern)} fits nothing of the configuration`,
              remedy: names === bots ? botRemedy(pattern, known.addresses) : names.remedy(pattern),
              origin: { file: origin.file, path: [...origin.path, ...path, index] },
            }),
      );
    return [
      ...idle(["scope", "account"], scope.account, accounts),
      ...idle(["scope", "access"], scope.access, accesses),
      // A bot that only lives may have the title, or trade the pair; a key in its place is a slip, and so are other capitals or another order.
      ...idle(["scope", "title"], scope.title, titles, (title) => ownKeys.has(title) || titles.isSlip(title)),
      ...idle(["scope", "pair"], scope.pair, pairs, (pair) => pairs.isSlip(pair)),
      ...waivers.flatMap((waiver, index) => idle(["waivers", index, "bots"], waiver.bots, bots)),
    ];
  });
}
