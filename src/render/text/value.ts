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
