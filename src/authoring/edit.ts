// Changes values in the text of a YAML file and nothing else: comments, order, quotes, anchors and line ends stay.
import { isMap, isSeq, visit } from "yaml";
import { compose } from "../config/yaml/compose.js";
import { readAny } from "../config/yaml/document.js";
import { handedOn } from "./edit-anchor.js";
import { fill } from "./edit-fill.js";
import { columnOf, startOf } from "./edit-place.js";
import { prune } from "./edit-prune.js";
import { spliced } from "./edit-splice.js";
import { type Edit, wantedValue } from "./edit-wanted.js";
import { isSame, Work } from "./edit-work.js";

export type Edited = { readonly text: string } | { readonly problem: string };

const DEFAULT_STEP = 2;

/**
 * The text with the edits made, one after the other; missing maps on the way are made. What was asked for is compared
 * with what is there, so that only differences are written, and the result is read again before it is given out:
 * there is either the wanted value or a problem (one sentence), never another value. Never throws.
 */
export function editYaml(text: string, edits: readonly Edit[]): Edited {
  const { value, marks } = readAny(text);
  if (marks.length > 0) return { problem: "the file isn't valid YAML" };
  const wanted = wantedValue(value, edits);
  if ("problem" in wanted) return wanted;
  if (isSame(wanted.value, value ?? {})) return { text };
  try {
    const pruned = half(text, value, (work, root) => prune(work, root, value, wanted.value));
    if ("problem" in pruned) return pruned;
    const filled = half(pruned.text, pruned.value, (work, root) => {
      fill(work, root, { kind: "file" }, pruned.value, wanted.value);
      return wanted.value;
    });
    return "problem" in filled ? filled : { text: filled.text };
  } catch (error) {
    // A number that YAML can't carry; everything else would be a defect.
    if (error instanceof RangeError) return { problem: error.message };
    throw error;
  }
}

type Half = { readonly text: string; readonly value: unknown } | { readonly problem: string };

/** Does one half, and reads the result: it must hold the value that the half was to give. */
function half(text: string, before: unknown, collect: (work: Work, root: unknown) => unknown): Half {
  let now = text;
  for (;;) {
    const result = attempt(now, before, collect);
    if (!("shared" in result)) return result;
    // Each time the anchor moves on to a later place, so this ends with the last alias.
    const moved = handedOn(now, result.shared);
    if (moved === undefined) return { problem: result.problem };
    now = moved;
  }
}

type Attempt = Half | { readonly problem: string; readonly shared: string };

function attempt(text: string, before: unknown, collect: (work: Work, root: unknown) => unknown): Attempt {
  const { root } = compose(text);
  const work = new Work(text, stepOf(text, root));
  const value = collect(work, root);
  if (work.problem !== undefined) return { problem: work.problem };
  if (work.splices.length === 0 && isSame(before, value)) return { text, value };
  const result = spliced(text, work.splices);
  const again = result === undefined ? undefined : readAny(result);
  if (result !== undefined && again?.marks.length === 0 && isSame(again.value, value)) return { text: result, value };
  const shared = sharedAnchor(work, root);
  if (shared === undefined)
    return {
      problem: "the way the file is written there leaves no place to change it without rewriting what is around it",
    };
  return { problem: `other places use the value through its anchor (&${shared}) and would change with it`, shared };
}

/** An anchor that changes, or goes, although an alias uses it. */
function sharedAnchor(work: Work, root: unknown): string | undefined {
  const used: string[] = [];
  if (isMap(root) || isSeq(root)) visit(root, { Alias: (_, { source }) => void used.push(source) });
  return used.find(
    (name) =>
      work.anchors.has(name) || work.splices.some(({ start, end }) => work.text.slice(start, end).includes(`&${name}`)),
  );
}

/** By how much the first map inside the file's map is indented. */
function stepOf(text: string, root: unknown): number {
  if (!isMap(root)) return DEFAULT_STEP;
  const inner = root.items.find(({ value }) => isMap(value) && value.flow !== true)?.value;
  const step = inner === undefined ? DEFAULT_STEP : columnOf(text, startOf(inner)) - columnOf(text, startOf(root));
  return step > 0 ? step : DEFAULT_STEP;
}
