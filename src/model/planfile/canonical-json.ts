// The one canonical JSON of a value, so that equal values have equal bytes and can be authenticated.
import { byText } from "../order.js";

/**
 * Object keys sorted by code unit, arrays in order, no white space but one line feed at the end, texts and numbers as
 * JSON.stringify gives them; what is undefined in an object is left out.
 */
export function canonicalJson(value: unknown): string {
  return `${written(value)}\n`;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([left], [right]) => byText(left, right));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${written(entry)}`).join(",")}}`;
}
