// Values as YAML source that the strict reader reads back as the same values: quotes only where they are needed.

import { readAny } from "../config/yaml/document.js";
import { isExact } from "../config/yaml/scalar.js";
import { isRecord } from "../model/record.js";
import { canonicalDecimal } from "../model/text/decimal.js";

export type YamlScalar = string | number | boolean | null;
export type Value = YamlScalar | readonly Value[] | { readonly [key: string]: Value };

/** Where a scalar stands: inside { } and [ ] more characters need quotes. */
type Surroundings = "block" | "flow";

/** A collection on one line may fill a line up to here. */
export const WIDTH = 100;
/** What is plain wherever it stands, unless it reads as a number or a word of YAML. */
const SURELY_PLAIN = /^[A-Za-z][\w./-]*$/;
/** The words of YAML 1.2, and those of 1.1, which other tools still take for booleans. */
const LIKE_A_WORD = /^(?:null|true|false|yes|no|on|off)$/i;
/** What JSON leaves alone and the reader refuses, or people can't see. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The number that carries canonical decimal text exactly; undefined when none does, and so no YAML number can. */
export function exactNumber(decimal: string): number | undefined {
  const number = Number(decimal);
  return canonicalDecimal(decimal) !== undefined && isExact(decimal, number) ? number : undefined;
}

/** @throws RangeError for a number that the strict reader would refuse */
export function yamlScalar(value: YamlScalar, around: Surroundings = "block"): string {
  if (typeof value === "string") return isPlain(value, around) ? value : doubleQuoted(value);
  if (typeof value !== "number") return String(value);
  const decimal = canonicalDecimal(value);
  if (decimal === undefined) throw new RangeError("this number can't be written as a plain decimal");
  return decimal;
}

export function yamlKey(name: string, around: Surroundings = "block"): string {
  if (SURELY_PLAIN.test(name)) return name;
  const source = around === "flow" ? `{ ${name}: 1 }` : `${name}: 1`;
  return isOneLine(name) && isOnly(readAs(source), name, 1) ? name : doubleQuoted(name);
}

/** A value on one line. */
export function yamlFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlFlow).join(", ")}]`;
  if (isRecord(value)) {
    const entries = Object.entries(value).map(([key, part]) => `${yamlKey(key, "flow")}: ${yamlFlow(part)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return yamlScalar(scalarIn(value), "flow");
}

/**
 * A value in block style as lines without ends: maps by key, lists on one line where they fit, everything empty or single
 * on one line.
 * @param step by how much inner maps are indented further
 */
export function blockLines(value: unknown, indent: number, step: number): readonly string[] {
  const margin = " ".repeat(indent);
  if (isRecord(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, part]) => entryLines(yamlKey(key), part, indent, step));
  }
  if (Array.isArray(value) && value.length > 0) return value.map((item) => `${margin}- ${itemText(item)}`);
  return [`${margin}${inlineOf(value, 0) ?? yamlFlow(value)}`];
}

/** A key and its value as lines; inner maps and long lists stand below their key. */
export function entryLines(key: string, value: unknown, indent: number, step: number): readonly string[] {
  const head = `${" ".repeat(indent)}${key}:`;
  const inline = inlineOf(value, head.length + 1);
  return inline === undefined ? [head, ...blockLines(value, indent + step, step)] : [`${head} ${inline}`];
}

/** A value that stands behind its key: a scalar, an empty collection, a list that fits the line. */
export function inlineOf(value: unknown, column: number): string | undefined {
  if (isRecord(value)) return Object.keys(value).length === 0 ? "{}" : undefined;
  if (!Array.isArray(value)) return yamlScalar(scalarIn(value));
  const text = yamlFlow(value);
  return value.length === 0 || column + text.length <= WIDTH ? text : undefined;
}

/** An item of a block list: on one line, whatever it is. */
export function itemText(item: unknown): string {
  return isRecord(item) || Array.isArray(item) ? yamlFlow(item) : yamlScalar(scalarIn(item));
}

function scalarIn(value: unknown): YamlScalar {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (isScalar || value === null) return value;
  throw new RangeError(`YAML has no ${typeof value}`);
}

/** The reader decides: what it reads as the same text needs no quotes. */
function isPlain(text: string, around: Surroundings): boolean {
  if (SURELY_PLAIN.test(text)) return !LIKE_A_WORD.test(text);
  if (!isOneLine(text)) return false;
  if (around === "block") return isOnly(readAs(`a: ${text}`), "a", text);
  const list = readAs(`a: [${text}]`);
  return isOnly(readAs(`{ a: ${text} }`), "a", text) && isRecord(list) && isList(list["a"], text);
}

function isOneLine(text: string): boolean {
  return text !== "" && text.replace(UNSEEN, "") === text;
}

function isOnly(value: unknown, key: string, wanted: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && value[key] === wanted;
}

function isList(value: unknown, only: string): boolean {
  return Array.isArray(value) && value.length === 1 && value[0] === only;
}

function readAs(source: string): unknown {
  const { value, marks } = readAny(source);
  return marks.length > 0 ? undefined : value;
}

export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (found) =>
    [...Array(found.length).keys()]
      .map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** In single quotes; undefined where only double quotes can say it. */
export function singleQuoted(text: string): string | undefined {
  return text.replace(UNSEEN, "") === text ? `'${text.replaceAll("'", "''")}'` : undefined;
}
