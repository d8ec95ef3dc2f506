// A key that is indented deeper than the one above it, which has a value already: the yaml package blames that value.
import { counted } from "../../model/text/counted.js";
import type { Wording } from "./yaml-problems.js";

const KEY = /^( *)(?:- +)*(?=[^\s#-][^\n]*?:(?:\s|$))/;

/** At the line below the value at `offset`, if it is indented deeper and begins with a key; else undefined. */
export function tooDeep(text: string, offset: number): (Wording & { readonly offset: number }) | undefined {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const [own = "", ...below] = text.slice(start, endOf(text, offset)).split("\n");
  const next = below.findIndex((line) => !/^\s*(?:#|$)/.test(line));
  const column = KEY.exec(own)?.[0].length;
  const found = KEY.exec(below[next] ?? "")?.[1]?.length;
  if (column === undefined || found === undefined || found <= column) return undefined;
  const more = counted(found - column, "space");
  const before = [own, ...below.slice(0, next)].reduce((sum, line) => sum + line.length + 1, 0);
  return {
    code: "config/yaml-indent",
    summary: `this line is indented by ${more} more than the key above it, which has a value already`,
    remedy: `Remove ${more} at its beginning, so that both keys begin in one column.`,
    offset: start + before + found,
  };
}

/** Far enough to see the next line that isn't empty. */
function endOf(text: string, offset: number): number {
  const next = /\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*[^\n]*/g;
  next.lastIndex = offset;
  const found = next.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}
