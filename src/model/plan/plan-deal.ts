// What a plan holds of a bot's running deals, and what a step says that is about one of them.
import { hash } from "node:crypto";
import { FIELD_NAMES, type FieldName, type FieldValue } from "../bot/field.js";
import type { RunningDeal } from "../deal/deal.js";

/** A setting in which a running deal's copy is another than the bot's will be. */
export interface KeptField {
  readonly field: FieldName;
  /** What the deal keeps. */
  readonly kept: FieldValue;
  /** What the bot has once the plan is carried out. */
  readonly after: FieldValue;
}

/** What of a deal shows its take profit: the service may change either of them when it is changed, or both. */
export interface TakeProfitSigns {
  /** Of the settings that the deal keeps, in percent. */
  readonly percentTakeProfit: FieldValue;
  /** What the price of its newest take-profit order comes to, in percent of the entry, 4 places; null where none tells. */
  readonly orderPercent: string | null;
  /** That order's number and time: another one, where it is placed anew; null where there is none. */
  readonly order: string | null;
}

/** A running deal of a bot that the plan touches, as it was when the plan was made. */
export interface PlannedDeal extends TakeProfitSigns {
  readonly id: number;
  readonly pairTitle: string;
  /** Of what doesn't move with the market: bot, pair and settings. */
  readonly fingerprint: string;
  /** The settings it keeps; none where they are the bot's, or a step of the plan changes them. */
  readonly keeps: readonly KeptField[];
}

/** The deal that a step is about. */
export interface StepDeal {
  readonly id: number;
  /** Of a take-profit step, in percent: canonical decimals. */
  readonly takeProfit?: { readonly before: string; readonly after: string };
}

/** SHA-256 (hex) over everything of a running deal that only a command changes. */
export function dealFingerprint({ id, botId, pairTitle, settings }: RunningDeal): string {
  return hash("sha256", JSON.stringify([id, botId, pairTitle, ...FIELD_NAMES.map((name) => settings[name])]));
}
