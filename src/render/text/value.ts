// How a value and a change read in every text output.
import type { FieldValue } from "../../model/bot/field.js";
import { clean } from "../sanitize.js";

/** A field's value in one word; `off` for null. */
export function showValue(value: FieldValue): string {
  return value === null ? "off" : clean(value);
}

/** A title or other free text in quotes. */
export function quoted(text: string): string {
  return `"${clean(text)}"`;
}

/** `1 bot`, `2 bots`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
