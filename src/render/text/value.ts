// Writes values and changes in the one way of every text output.
import type { FieldValue } from "../../model/bot/field.js";
import type { HighlightGroup } from "../highlight.js";
import { clean } from "../sanitize.js";
import { type Paint, WIDTH } from "./paint.js";

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

/** Side by side, as many as a line holds; none is broken. */
export function flowed(
  items: readonly string[],
  {
    gap = " ",
    indent = "      ",
    width = WIDTH,
  }: { readonly gap?: string; readonly indent?: string; readonly width?: number },
): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const joined = last === undefined ? `${indent}${item}` : `${last}${gap}${item}`;
    if (last === undefined || joined.length > width) lines.push(`${indent}${item}`);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

/** Each but the last with its comma. */
export function withCommas(names: readonly string[]): readonly string[] {
  return names.map((name, index) => (index === names.length - 1 ? name : `${name},`));
}

/** From this many on they stand together: pulled files switch off whatever an account doesn't use. */
const MANY_OFF = 3;

/** Of what is new: several to a line, since they are read over and not compared. */
export function packedLines(
  settings: readonly Pick<ChangeWords, "name" | "after">[],
  { width }: Pick<Paint, "width">,
): string[] {
  const off = settings.filter(({ after }) => after === OFF).map(({ name }) => name);
  const isFew = off.length < MANY_OFF;
  const told = settings.filter(({ after }) => isFew || after !== OFF);
  return [
    ...flowed(
      told.map(({ name, after }) => `${name} ${after}`),
      { gap: " · ", width },
    ),
    ...(isFew ? [] : flowed(["off:", ...withCommas(off)], { width })),
  ];
}

/** A line of what needs attention: about what, what it is, and of several bots which. */
export function groupText({ account, subject, field, text, place, names }: HighlightGroup): string {
  const named = field === undefined ? "" : ` (${field})`;
  const about = subject === undefined ? "" : `${clean(subject)}${named}: `;
  const whose = account === undefined ? "" : `${clean(account)} · `;
  return `${whose}${about}${clean(text)}${place === undefined ? "" : ` (${clean(place)})`}${names === undefined ? "" : ` · ${clean(names)}`}`;
}
