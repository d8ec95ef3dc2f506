// Lines of JSON with a checksum each. Torn, damaged, foreign and newer lines are left out when they are read (rule 12).
import { hash } from "node:crypto";
import * as z from "zod/mini";
import { parseJson } from "../../model/text/json.js";

/** Raised whenever an older reader would misread what a newer writer means. */
const FORMAT = 1;
const SUM_DIGITS = 16;
const LINE = /^\{"v":(\d{1,9}),"sum":"([0-9a-f]{16})","entry":(.*)\}$/;

/** One line, ending in a line feed. */
export function checkedLine(entry: object): string {
  const text = JSON.stringify(entry);
  return `{"v":${FORMAT},"sum":"${checksum(`${FORMAT} ${text}`)}","entry":${text}}\n`;
}

export interface Reading<Entry> {
  readonly entries: readonly Entry[];
  /** Lines that are no line of such a file, or not as they were written. */
  readonly damaged: number;
  /** The last line has no end: whoever wrote it died in the middle. */
  readonly torn: boolean;
  /** Some line was written by a newer botform: nothing may be concluded from what is absent. */
  readonly newer: boolean;
}

/**
 * Never throws: what can't be read is left out, since it is only a hint and a history.
 * @param plain the short way beside the schema for what most lines are; undefined for what it doesn't know
 */
export function readLines<Entry>(
  text: string,
  schema: z.ZodMiniType<Entry>,
  plain: (value: unknown) => Entry | undefined = () => undefined,
): Reading<Entry> {
  const lines = text.split("\n");
  const torn = lines.pop() !== "";
  const entries: Entry[] = [];
  let damaged = 0;
  let newer = false;
  for (const line of lines) {
    if (line === "") continue;
    const read = readLine(line, schema, plain);
    if (read === "newer") newer = true;
    else if (read === undefined) damaged += 1;
    else entries.push(read.entry);
  }
  return { entries, damaged, torn, newer };
}

/** Whether a line is as it was written, whatever it says. */
export function stateOf(line: string): "whole" | "newer" | "damaged" {
  const text = textOf(line);
  return text === undefined ? "damaged" : text === "newer" ? "newer" : "whole";
}

/** The entry, as text. */
function textOf(line: string): { readonly entry: string } | "newer" | undefined {
  const [, version, sum, entry = ""] = LINE.exec(line) ?? [];
  if (checksum(`${version} ${entry}`) !== sum) return undefined;
  return Number(version) > FORMAT ? "newer" : { entry };
}

function readLine<Entry>(
  line: string,
  schema: z.ZodMiniType<Entry>,
  plain: (value: unknown) => Entry | undefined,
): { readonly entry: Entry } | "newer" | undefined {
  const text = textOf(line);
  if (text === undefined || text === "newer") return text;
  const value = parseJson(text.entry);
  const entry = plain(value);
  if (entry !== undefined) return { entry };
  const parsed = z.safeParse(schema, value);
  return parsed.success ? { entry: parsed.data } : undefined;
}

function checksum(text: string): string {
  return hash("sha256", text).slice(0, SUM_DIGITS);
}
