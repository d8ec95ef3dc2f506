// Writes values and changes in the one way of every text output.
import type { FieldValue } from "../../model/bot/field.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

const OFF = "off";

/** A field's value in one word; `off` for null. */
export function showValue(value: FieldValue): string {
  return value === null ? OFF : clean(value);
}

/** A title or other free text in quotes. */
export function quoted(text: string): string {
  return `"${clean(text)}"`;
}

export function placeText({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${clean(file)}:${line}`;
}

/** A heading with its lines below it, as one block; nothing where there are no lines. */
export function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((text) => `  ${clean(text)}`)].join("\n")];
}

/** A run's messages beside its steps, the worst first: violations, what couldn't be verified, notes. */
export function remarkLines(
  remarks: Readonly<Partial<Record<"violations" | "unsettled" | "notes", readonly string[]>>>,
  colour: Paint,
): string[] {
  const { violations = [], unsettled = [], notes = [] } = remarks;
  return [
    ...violations.map((text) => colour.bad(`!! ${clean(text)}`)),
    ...unsettled.map((text) => colour.bad(`? ${clean(text)}`)),
    ...notes.map((text) => colour.change(`! ${clean(text)}`)),
  ];
}

/** `2026-11-21 18:00:00 UTC`, of an ISO 8601 moment. */
export function utc(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}

/** A setting that changes, in words that are clean. */
export interface ChangeWords {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly hint?: string;
}

/** A line each, values below one another. */
export function changeLines(changes: readonly ChangeWords[], colour: Paint, indent = "      "): string[] {
  const names = Math.max(0, ...changes.map(({ name }) => name.length));
  return changes.map(
    ({ name, before, after, hint = "" }) =>
      `${indent}${name.padEnd(names)}  ${colour.faint(before)} → ${colour.bold(after)}${hint}`,
  );
}

/** Columns, the indent left out. */
const LINE_WIDTH = 94;

/** Words side by side, as many as a line holds. */
export function packed(words: readonly string[], indent = "    "): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => `${indent}${line}`);
}

/** From this many on they stand together: pulled files switch off whatever an account doesn't use. */
const MANY_OFF = 3;

/** Of what is new: several to a line, since they are read over and not compared. */
export function packedLines(settings: readonly Pick<ChangeWords, "name" | "after">[]): string[] {
  const off = settings.filter(({ after }) => after === OFF).map(({ name }) => name);
  const isFew = off.length < MANY_OFF;
  const lines: string[] = [];
  for (const { name, after } of settings) {
    if (after === OFF && !isFew) continue;
    const last = lines.at(-1);
    const setting = `${name} ${after}`;
    if (last === undefined || last.length + setting.length + 3 > LINE_WIDTH) lines.push(setting);
    else lines[lines.length - 1] = `${last} · ${setting}`;
  }
  const together = off.map((name, index) => (index === off.length - 1 ? name : `${name},`));
  return [...lines.map((line) => `      ${line}`), ...(isFew ? [] : packed(["off:", ...together], "      "))];
}
