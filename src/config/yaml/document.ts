// Reads one file's text as a plain value, with positions on demand, whichever YAML reader does the work.
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import type { Diagnostic, Position } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import { compose } from "./compose.js";
import { cutTitles } from "./cut-title.js";
import { readPlain } from "./fast-reader.js";
import { Lines } from "./lines.js";
import type { Source } from "./source.js";
import { type Converted, toValue } from "./value.js";
import type { Mark } from "./yaml-problems.js";

type Path = readonly (string | number)[];

export interface Document {
  readonly file: string;
  /** Plain maps, lists, text, numbers, booleans and null; undefined when the text has errors. */
  readonly value: unknown;
  /**
   * The same with UNUSABLE in place of every value with a diagnostic, only to find further problems in one run;
   * undefined only when the text can't be read as YAML at all.
   */
  readonly checkable: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Where a value (or, with `key`, its key) stands; what doesn't exist is placed at the nearest key above it. */
  locate(path: Path, key?: boolean): Position;
}

/** Reads a text as strict YAML 1.2. Never throws. */
export function parseDocument(source: Source): Document {
  const plain = readPlain(source.text);
  const { value, marks, secrets } = plain === undefined ? readAny(source.text) : { ...NOTHING_WRONG, value: plain };
  const lines = new Lines(source.file, source.text, secrets);
  let nodes: Nodes | undefined;
  return {
    file: source.file,
    value: marks.length > 0 ? undefined : value,
    checkable: value,
    diagnostics: [
      ...marks.map(({ offset, ...words }) =>
        problem(words.code, { ...remedied(words, source, lines, offset), position: lines.at(offset) }),
      ),
      ...cutTitles(source.text).map((offset) => problem("config/cut-title", { ...CUT, position: lines.at(offset) })),
    ],
    locate(path, key = false) {
      // The nodes of the first reading are let go, or were never made, since most configurations have no problem;
      // they cost ten times the memory of the value, and a second reading costs no more than the first.
      nodes ??= composeAgain(source);
      return nodes.lines.at(offsetOf(nodes, path, key));
    },
  };
}

interface Nodes {
  readonly root: Node | null;
  readonly targets: ReadonlyMap<Alias, Node>;
  /** With the secrets of the text hidden, which the fast reader doesn't look for. */
  readonly lines: Lines;
}

const CUT = {
  summary: "the title ends before this #, which begins a comment",
  remedy:
    'If it belongs to the title, put quotes around the whole: title: "Dip #1". If not, write a space after the #.',
};

const NOTHING_WRONG = { marks: [], secrets: new Set<string>() } as const;

/** Reads any YAML by the package alone; what the fast reader takes, this gives too. */
export function readAny(text: string): Pick<Converted, "value" | "marks" | "secrets"> {
  const { root, marks } = compose(text);
  return marks.length > 0 ? { ...NOTHING_WRONG, value: undefined, marks } : toValue(root);
}

function composeAgain({ file, text }: Source): Nodes {
  const { root } = compose(text);
  const { targets, secrets } = toValue(root);
  return { root, targets, lines: new Lines(file, text, secrets) };
}

function offsetOf({ root, targets }: Nodes, path: Path, wantsKey: boolean): number {
  let node: unknown = root;
  let offset = rangeStart(root) ?? 0;
  for (const [index, name] of path.entries()) {
    const holder = isAlias(node) ? targets.get(node) : node;
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => isScalar(key) && key.value === String(name));
      if (pair === undefined) return offset;
      const keyStart = rangeStart(pair.key) ?? offset;
      const isLast = index === path.length - 1;
      // An empty value has no place of its own, and a block's is its first key; both are better shown at the key.
      const atKey = isLast ? wantsKey || isEmpty(pair.value) || isMap(pair.value) : true;
      offset = atKey ? keyStart : (rangeStart(pair.value) ?? keyStart);
      node = pair.value;
    } else if (isSeq(holder) && typeof name === "number" && holder.items[name] !== undefined) {
      node = holder.items[name];
      offset = rangeStart(node) ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.source === "" && node.type === "PLAIN");
}

function rangeStart(node: unknown): number | undefined {
  return isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
}

/** `${…}` without quotes is cut apart by the braces around it, which no general wording explains. */
function remedied(
  { code, summary, remedy, first }: Omit<Mark, "offset">,
  source: Source,
  lines: Lines,
  offset: number,
) {
  if (first !== undefined) return { summary, remedy: `${remedy}; the first is in line ${lines.at(first).line}.` };
  const before = source.text.slice(Math.max(0, offset - 2), offset + 1);
  const isReference = code === "config/yaml-syntax" && before.includes("${");
  return { summary, remedy: isReference ? "Inside { } and [ ], put quotes around ${…}." : remedy };
}
