// Running deals that keep other settings than their bot has now, or than the configuration asks for.
import type { ObservedBot } from "../bot/bot.js";
import { compare } from "../bot/compare.js";
import type { DesiredBot } from "../bot/desired.js";
import { FIELD_NAMES, type FieldName, type FieldValue, type SomeFields } from "../bot/field.js";
import type { RunningDeal } from "./deal.js";

export interface DriftedField {
  readonly field: FieldName;
  /** What the deal keeps: its copy of the bot was made when it opened (S-47). */
  readonly deal: FieldValue;
  /** What its settings say, where its order stands elsewhere. */
  readonly settings?: FieldValue;
  /** The live bot's; absent where there is no such bot any more. */
  readonly bot?: FieldValue;
  /** The configuration's; absent if it doesn't state the field. */
  readonly configuration?: FieldValue;
}

/** A deal trades by everything in its copy but the title, which only names the bot. */
const KEPT: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== "title");

/**
 * Fields in which the deal differs from its bot or from the configuration, in the interface's order.
 *
 * @param standing the take profit in percent at which the deal's order stands: that is what will happen, whatever the settings
 * say; the settings' own where no order's price tells
 */
export function driftOf(
  deal: RunningDeal,
  bot: ObservedBot | undefined,
  desired: DesiredBot | undefined,
  standing: FieldValue = deal.settings.percentTakeProfit,
): readonly DriftedField[] {
  const own = { ...deal.settings, percentTakeProfit: standing };
  const otherThan = (side: SomeFields) =>
    compare(own, side, KEPT, (stands, value) => value === undefined || value === stands).map(({ name }) => name);
  const others = new Set([...otherThan(bot?.fields ?? {}), ...otherThan(desired?.fields ?? {})]);
  return KEPT.filter((field) => others.has(field)).map((field) => {
    const kept = deal.settings[field];
    const live = bot?.fields[field];
    const wanted = desired?.fields[field];
    return {
      field,
      deal: own[field],
      ...(kept !== own[field] && { settings: kept }),
      ...(live !== undefined && { bot: live }),
      ...(wanted !== undefined && { configuration: wanted }),
    };
  });
}
