// Turns YAML nodes into plain values: exact numbers, bounded aliases, and no key that means something to JavaScript.
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode, type Scalar } from "yaml";
import { quoted } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import { type Mark, MOST_KEYS, MOST_LEVELS } from "./compose.js";
import { isReference, isSecretName } from "./mask.js";
import { isExact } from "./scalar.js";

export interface Converted {
  readonly value: unknown;
  readonly marks: readonly Mark[];
  /** Values written at keys that name secrets; they must not be shown. */
  readonly secrets: ReadonlySet<string>;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** What aliases may add to a file, counted in values; it bounds "billion laughs" far below any harm. */
const MOST_ALIASED = 10_000;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const OTHER_FORM = /^[-+]?(?:0[xo]|\.inf$|\.nan$)/i;

interface Anchored {
  readonly node: Node;
  readonly value: unknown;
  readonly size: number;
  readonly levels: number;
}

/** Stands for what was written and can't be used, once a mark says why: what is around it can still be checked. */
export const UNUSABLE = Symbol("unusable");

/** Whether a key means something to JavaScript (threat 2). */
export function isForbiddenKey(name: string): boolean {
  return FORBIDDEN_KEYS.has(name);
}

/** The value of a composed file. With marks, it serves to find further problems and nothing else. */
export function toValue(root: ParsedNode | null): Converted {
  const marks: Mark[] = [];
  const secrets = new Set<string>();
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Anchored>();
  let aliased = 0;

  function mark(node: unknown, code: ConfigCode, summary: string, remedy: string): void {
    marks.push({ code, summary, remedy, offset: startOf(node) });
  }

  function convert(node: unknown, level: number): unknown {
    if (isAlias(node)) return resolve(node, level);
    let value: unknown = null;
    if (isScalar(node)) value = scalar(node);
    else if (isMap(node)) value = map(node.items, level + 1);
    else if (isSeq(node)) value = node.items.map((item) => convert(item, level + 1));
    // Set only now, so that an alias inside the value it stands for finds no anchor.
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      anchors.set(node.anchor, { node, value, ...measure(value) });
    }
    return value;
  }

  function resolve(alias: Alias, level: number): unknown {
    const target = anchors.get(alias.source);
    if (target === undefined) {
      mark(
        alias,
        "config/yaml-alias",
        "no such anchor (&name) stands before this alias (*name)",
        "Put the anchor first, or correct the name.",
      );
      return UNUSABLE;
    }
    targets.set(alias, target.node);
    aliased += target.size;
    if (aliased > MOST_ALIASED || level + target.levels > MOST_LEVELS) {
      // Counting on with the value itself would be what the limit is there to prevent.
      if (marks.every((known) => known.code !== "config/too-complex"))
        mark(
          alias,
          "config/too-complex",
          "aliases repeat too much, or nest too deeply",
          "Write fewer aliases of smaller values.",
        );
      return UNUSABLE;
    }
    return target.value;
  }

  function map(
    items: readonly { readonly key: unknown; readonly value: unknown }[],
    level: number,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    if (items.length > MOST_KEYS)
      mark(
        items[MOST_KEYS]?.key,
        "config/too-complex",
        `a map holds more than ${MOST_KEYS} keys`,
        "Spread the fleet over several files of one folder.",
      );
    for (const { key, value } of items) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== "string") {
        mark(key, "config/yaml-key", "a key isn't plain text", "Write a plain name.");
        continue;
      }
      if (!accepted(name, key, result)) continue;
      const plain = convert(value, level);
      result[name] = plain;
      if (typeof plain === "string" && isSecretName(name) && !isReference(plain)) secrets.add(plain);
    }
    return result;
  }

  function accepted(name: string, key: unknown, map: object): boolean {
    if (isForbiddenKey(name)) {
      mark(key, "config/forbidden-key", `the key ${name} is refused`, "Choose another name.");
    } else if (name === "<<") {
      mark(
        key,
        "config/merge-key",
        "merge keys (<<) are not supported",
        "Put what all bots share into `defaults`, and what some share into `templates`.",
      );
    } else if (Object.hasOwn(map, name)) {
      mark(key, "config/duplicate-key", `the key ${quoted(name)} stands twice in this map`, "Remove one of the two.");
    } else {
      return true;
    }
    return false;
  }

  function scalar(node: Scalar): unknown {
    const { value, source } = node;
    if (typeof value !== "number") return value;
    if (isExact(source ?? "", value)) return value;
    // The number itself is not repeated in words: it may be a secret that was pasted without quotes.
    const remedy = "put quotes around it where text is meant.";
    if (OTHER_FORM.test(source ?? "")) {
      mark(
        node,
        "config/number-form",
        "a number isn't a plain decimal",
        `Write it as a decimal such as 12 or 0.5; ${remedy}`,
      );
    } else {
      mark(
        node,
        "config/inexact-number",
        "a number can't be kept exactly",
        `Write fewer digits (15 are always safe); ${remedy}`,
      );
    }
    return UNUSABLE;
  }

  return { value: convert(root, 0), marks, secrets, targets };
}

/** How many values a value holds, itself included, and how many levels of lists and maps. */
function measure(value: unknown): { size: number; levels: number } {
  if (typeof value !== "object" || value === null) return { size: 1, levels: 0 };
  let size = 1;
  let levels = 0;
  for (const part of Object.values(value)) {
    const inner = measure(part);
    size += inner.size;
    levels = Math.max(levels, inner.levels);
  }
  return { size, levels: levels + 1 };
}

function startOf(node: unknown): number {
  return (isAlias(node) || isScalar(node) || isMap(node) || isSeq(node)) && node.range ? node.range[0] : 0;
}
