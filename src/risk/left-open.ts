// What a new bot leaves to the service: undeclared settings that it may fill in, and how large the bot's figures become by that.
import type { FieldName, SomeFields } from "../model/bot/field.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { isKnown, type LeftOpen } from "../model/risk/risk.js";
import { botRisk } from "./bot-risk.js";
import type { MarketData } from "./market-data.js";

/** The interface's bound. A volume has none. */
const MOST_ORDERS = "50";

/**
 * undefined where the position rests on nothing that is left open. The three scales aren't among it: their flags follow from
 * their presence, so a create without a scale leaves it off (S-27). What is filled in all the same shows when the bot is read back.
 */
export function leftOpen(
  fields: SomeFields,
  on: boolean,
  marketData: MarketData,
  assumptions: Assumptions,
): LeftOpen | undefined {
  const open = openFields(fields, assumptions);
  if (open.length === 0) return undefined;
  if (open.includes("volumeSafetyOrder")) return { fields: open, most: null };
  const figures = (some: SomeFields) => botRisk(some, on, marketData, assumptions);
  const [least, most] = [figures(fields), figures({ ...fields, countOrderMax: MOST_ORDERS })];
  if (!isKnown(least) || !isKnown(most)) return { fields: open, most: null };
  return most.position === least.position ? undefined : { fields: open, most };
}

/** Of a new bot, what its position rests on and it leaves to the service. */
export function openFields(fields: SomeFields, { volumeBase }: Assumptions): readonly FieldName[] {
  const { countOrderMax, martingaleScale } = fields;
  // Without safety orders nothing of them matters.
  if (countOrderMax === null) return [];
  const isFromFirst = volumeBase === "first" && (martingaleScale ?? null) !== null;
  const isVolumeOpen = fields.volumeSafetyOrder === undefined && !isFromFirst;
  return [
    ...(isVolumeOpen ? (["volumeSafetyOrder"] as const) : []),
    ...(countOrderMax === undefined ? (["countOrderMax"] as const) : []),
  ];
}
