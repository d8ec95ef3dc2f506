// Reads flow maps and lists of plain YAML: { a: b, c: "d e" }, [a, b], nested, on one line or over several.
import { DEEPEST, MapBuilder } from "./builder.js";
import { type Cursor, FLOW_SCALAR, KEY, scalarOf } from "./cursor.js";

const NAME = new RegExp(`${KEY}: +`, "y");
const SCALAR = new RegExp(FLOW_SCALAR, "y");
/** Spaces, and where a line ends a comment and the lines after it that say nothing. */
const GAP = /(?:(?: +#.*| *)\r?\n)* */y;

/**
 * The collection that begins here; undefined when something in it isn't plain.
 *
 * @param indent that of the map it belongs to: its further lines must be indented more
 * @param level how many collections it stands in
 */
export function readFlow(cursor: Cursor, indent: number, level: number): unknown {
  if (level >= DEEPEST) return undefined;
  if (cursor.skip("{")) return readMap(cursor, indent, level + 1);
  return cursor.skip("[") ? readList(cursor, indent, level + 1) : undefined;
}

function readMap(cursor: Cursor, indent: number, level: number): unknown {
  const map = new MapBuilder();
  while (crossGap(cursor, indent)) {
    if (cursor.skip("}")) return map.value;
    const key = cursor.take(NAME)?.[1];
    if (key === undefined) return undefined;
    const value = readValue(cursor, indent, level);
    if (value === undefined || !map.add(key, value) || !crossGap(cursor, indent)) return undefined;
    if (!cursor.skip(",")) return cursor.skip("}") ? map.value : undefined;
  }
  return undefined;
}

function readList(cursor: Cursor, indent: number, level: number): unknown {
  const items: unknown[] = [];
  while (crossGap(cursor, indent)) {
    if (cursor.skip("]")) return items;
    const item = readValue(cursor, indent, level);
    if (item === undefined || !crossGap(cursor, indent)) return undefined;
    items.push(item);
    if (!cursor.skip(",")) return cursor.skip("]") ? items : undefined;
  }
  return undefined;
}

function readValue(cursor: Cursor, indent: number, level: number): unknown {
  const scalar = cursor.take(SCALAR);
  return scalar === null ? readFlow(cursor, indent, level) : scalarOf(scalar[1], scalar[2], scalar[3]);
}

/** Moves to what comes next; false when that stands on a line that isn't indented enough. */
function crossGap(cursor: Cursor, indent: number): boolean {
  const gap = cursor.take(GAP)?.[0] ?? "";
  const lineEnd = gap.lastIndexOf("\n");
  return lineEnd === -1 || gap.length - lineEnd - 1 > indent;
}
