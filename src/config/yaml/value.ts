// Turns YAML nodes into plain values: exact numbers, bounded aliases, and no key that means something to JavaScript.
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type ParsedNode, type Scalar } from "yaml";
import { quoted } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import { MOST_KEYS, MOST_LEVELS, TOO_MANY_KEYS } from "./compose.js";
import { isReference, isSecretName } from "./mask.js";
import { isExact } from "./scalar.js";
import type { Mark } from "./yaml-problems.js";

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

/** Takes the place of a value that can't be used and was reported, so that the values around it can still be checked. */
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

  function unusable(node: unknown, code: ConfigCode, summary: string, remedy: string): typeof UNUSABLE {
    marks.push({ code, summary, remedy, offset: startOf(node) });
    return UNUSABLE;
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
      const summary = "there is no anchor (&name) before this alias (*name)";
      return unusable(alias, "config/yaml-alias", summary, NO_ANCHOR);
    }
    targets.set(alias, target.node);
    aliased += target.size;
    if (aliased > MOST_ALIASED || level + target.levels > MOST_LEVELS) {
      // The value isn't walked further, which is what the limit is for.
      if (marks.some(({ code }) => code === "config/too-complex")) return UNUSABLE;
      const summary = "aliases repeat too much, or nest too deeply";
      return unusable(alias, "config/too-complex", summary, "Use fewer aliases, and smaller values.");
    }
    return target.value;
  }

  function map(items: readonly Pair[], level: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    if (items.length > MOST_KEYS) marks.push({ ...TOO_MANY_KEYS, offset: startOf(items[MOST_KEYS]?.key) });
    for (const { key, value } of items) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== "string") unusable(key, "config/yaml-key", "a key isn't plain text", "Write a plain name.");
      else if (isAccepted(name, key, result, items)) {
        const plain = convert(value, level);
        result[name] = plain;
        if (typeof plain === "string" && isSecretName(name) && !isReference(plain)) secrets.add(plain);
      }
    }
    return result;
  }

  function isAccepted(name: string, key: unknown, map: object, items: readonly Pair[]): boolean {
    const before = marks.length;
    if (isForbiddenKey(name)) {
      unusable(key, "config/forbidden-key", `the key ${name} is refused`, "Choose another name.");
    } else if (name === "<<") {
      const remedy = "Put what all bots share into `defaults`, and what some share into `templates`.";
      unusable(key, "config/merge-key", "merge keys (<<) are not supported", remedy);
    } else if (Object.hasOwn(map, name)) {
      const summary = `the key ${quoted(name)} appears twice in this map`;
      const first = items.find((one) => isScalar(one.key) && one.key.value === name);
      marks.push({
        ...{ code: "config/duplicate-key", summary, remedy: twice(name) },
        offset: startOf(key),
        first: startOf(first?.key),
      });
    }
    return marks.length === before;
  }

  function scalar(node: Scalar): unknown {
    const { value, source = "" } = node;
    if (typeof value !== "number" || isExact(source, value)) return value;
    // The number itself is not repeated in words: it may be a secret that was pasted without quotes.
    const [code, summary, how] = OTHER_FORM.test(source)
      ? (["config/number-form", "a number isn't a plain decimal", "Write it as a decimal such as 12 or 0.5"] as const)
      : ([
          "config/inexact-number",
          "a number can't be kept exactly",
          "Write fewer digits (15 are always safe)",
        ] as const);
    return unusable(node, code, summary, `${how}; if you mean text, put quotes around it.`);
  }

  return { value: convert(root, 0), marks, secrets, targets };
}

/** A second block of bots is as meant as the first. */
function twice(key: string): string {
  return SECTIONS.has(key) ? "Move what is below it to the first one, and remove this line" : "Remove one of them";
}

const SECTIONS: ReadonlySet<string> = new Set([
  "accounts",
  "bots",
  "breakers",
  "defaults",
  "holds",
  "people",
  "policies",
  "rollout",
  "templates",
  "variants",
  "vars",
]);

const NO_ANCHOR = "Put the anchor first, or correct the name; put quotes around a text that begins with *.";

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
