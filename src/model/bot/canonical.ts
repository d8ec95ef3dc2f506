// The one canonical form of a field's value; the configuration and the service's answers both pass through here.
import { canonicalDecimal } from "../text/decimal.js";
import { type FieldName, type FieldValue, fieldSpec, isNumeric } from "./field.js";

/**
 * The canonical value of a field: numbers as canonical decimal text, words and text as they are, and everything
 * that says "off" (null, "", the field's own "none", a zero where zero is out of bounds) as null. Text that should be a number and is none is kept
 * as it is, so that an odd answer shows up as a difference and is never silently equal to something else.
 */
export function canonicalValue(name: FieldName, raw: string | number | null | undefined): FieldValue {
  if (raw === null || raw === undefined || raw === "") return null;
  const spec = fieldSpec(name);
  const text = isNumeric(spec) ? (canonicalDecimal(raw) ?? String(raw)) : String(raw);
  // No numeric field has 0 within its bounds: it is how the service writes "not set" (wire facts, section 9).
  return text === spec.none || (isNumeric(spec) && text === "0") ? null : text;
}
