// A number as the service writes it in answers, or nothing that can be counted with.
import { canonicalDecimal } from "../model/text/decimal.js";

/** Canonical decimal text; null for an empty text, and for one that is no number. */
export function readableDecimal(value: string | number | boolean | null | undefined): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return canonicalDecimal(value) ?? null;
}
