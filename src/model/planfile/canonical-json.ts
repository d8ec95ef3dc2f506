// The one canonical JSON of a value, so that equal values have equal bytes and can be authenticated.

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
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${written(entry)}`).join(",")}}`;
}
