// A bot's running deals in a plan, and steps about them.
import { hash } from "node:crypto";
import * as z from "zod/mini";
import { FIELD_NAMES, fieldSpec, fieldValue, withinBounds } from "../bot/field.js";
import { count, type Data, digest, text } from "../data.js";
import type { RunningDeal } from "../deal/deal.js";
import { canonicalDecimal } from "../text/decimal.js";

/** Canonical, as a value that is sent has to be. */
const decimal = () => z.string().check(z.refine((value) => canonicalDecimal(value) === value));

/** A setting that a running deal keeps although the bot's differs after the plan. */
const keptField = () => z.strictObject({ field: z.enum(FIELD_NAMES), kept: fieldValue(), after: fieldValue() });

/** A running deal of a bot that the plan touches, as it was when the plan was made. */
export const plannedDeal = () =>
  z.strictObject({
    id: count(),
    pairTitle: text(),
    /** Of what doesn't move with the market: bot, pair and settings. */
    fingerprint: digest(),
    /** Of the settings that the deal keeps, in percent. */
    percentTakeProfit: fieldValue(),
    /** What the price of its newest take-profit order comes to, in percent of the entry, 4 places; null where none tells. */
    orderPercent: z.nullable(decimal()),
    /** That order's number and time: another one, where it is placed anew; null where there is none. */
    order: z.nullable(text()),
    /** The settings it keeps; none where they are the bot's, or a step of the plan changes them. */
    keeps: z.array(keptField()).check(z.maxLength(FIELD_NAMES.length)),
  });

/** The deal that a step is about. */
export const stepDeal = () =>
  z.strictObject({
    id: count(),
    /** Of a take-profit step, in percent: canonical decimals. The service is asked to act at once unless `immediately` is false. */
    takeProfit: z.exactOptional(
      z.strictObject({ before: decimal(), after: decimal(), immediately: z.exactOptional(z.literal(false)) }),
    ),
  });

export type PlannedDeal = Data<z.infer<ReturnType<typeof plannedDeal>>>;
export type KeptField = PlannedDeal["keeps"][number];
export type StepDeal = Data<z.infer<ReturnType<typeof stepDeal>>>;
export type TakeProfitChange = NonNullable<StepDeal["takeProfit"]>;

/** What of a deal shows its take profit: the service may change either of them when it is changed, or both. */
export type TakeProfitSigns = Pick<PlannedDeal, "percentTakeProfit" | "orderPercent" | "order">;

/** Whether it is a percentage that a take profit can have: what is sent moves money. */
export function isPercent(value: string | undefined): boolean {
  return value !== undefined && withinBounds(fieldSpec("percentTakeProfit"), value);
}

/** Whether a new take profit waits until the service places the deal's order anew, so that nothing may show it for long (S-52). */
export function isLater(change: TakeProfitChange | undefined): boolean {
  return change?.immediately === false;
}

/** SHA-256 (hex) over everything of a running deal that only a command changes. */
export function dealFingerprint({ id, botId, pairTitle, settings }: RunningDeal): string {
  return hash("sha256", JSON.stringify([id, botId, pairTitle, ...FIELD_NAMES.map((name) => settings[name])]));
}
