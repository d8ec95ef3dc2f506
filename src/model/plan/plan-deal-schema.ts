// Reads what a plan from outside holds of deals; the parts that plan-schema.ts puts together.
import * as z from "zod/mini";
import { FIELD_NAMES, fieldSpec, withinBounds } from "../bot/field.js";
import { canonicalDecimal } from "../text/decimal.js";

const id = () => z.int().check(z.nonnegative());
const text = () => z.string().check(z.maxLength(65_536));
const fieldValue = () => z.nullable(text());
/** Canonical, as a value that is sent has to be. */
const decimal = () => z.string().check(z.refine((value) => canonicalDecimal(value) === value));

const keptField = () => z.strictObject({ field: z.enum(FIELD_NAMES), kept: fieldValue(), after: fieldValue() });

export const plannedDeal = () =>
  z.strictObject({
    id: id(),
    pairTitle: text(),
    fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    percentTakeProfit: fieldValue(),
    orderPercent: z.nullable(decimal()),
    order: z.nullable(text()),
    keeps: z.array(keptField()).check(z.maxLength(FIELD_NAMES.length)),
  });

export const stepDeal = () =>
  z.strictObject({
    id: id(),
    takeProfit: z.exactOptional(z.strictObject({ before: decimal(), after: decimal() })),
  });

/** Whether it is a percentage that a take profit can have: what is sent moves money. */
export function isPercent(value: string | undefined): boolean {
  return value !== undefined && withinBounds(fieldSpec("percentTakeProfit"), value);
}
