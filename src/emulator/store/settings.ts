// A bot's values under the create parameters' names, and how each reads in the settings object.

/** Decimals take part in padding and rounding; counts are whole numbers. */
type SettingForm = "word" | "decimal" | "count" | "limit";

export interface Setting {
  readonly parameter: ValueName;
  readonly key: string;
  readonly form: SettingForm;
  /** The key of the flag that follows from the scale (S-27: no parameter sets a flag). */
  readonly flag?: string;
}

/** Scales: off when empty, and their flag says so. */
export const SCALES = ["martingaleScale", "dynamicStepScale", "cycleLimitScale"] as const;

/** Parameters a bot can't be created without (besides accessId and exchange). */
export const REQUIRED = [
  ...(["title", "pairTitle", "strategy", "leverage", "marginMode", "typeTakeProfit", "typeFirstOrder"] as const),
  ...(["percentTakeProfit", "percentSafetyOrder", "volumeFirstOrder"] as const),
] as const;

/** Parameters that fall back to a default. */
export const OPTIONAL = [
  ...(["volumeSafetyOrder", "countOrderMax", "indicatorGroup", "indicatorName", "indicatorInterval"] as const),
  ...(["priceLevel", "priceLevelUp", "priceLevelDown"] as const),
  ...SCALES,
] as const;

export const VALUE_NAMES = [...REQUIRED, ...OPTIONAL] as const;

export type ScaleName = (typeof SCALES)[number];
export type ValueName = (typeof VALUE_NAMES)[number];

/** Canonical text for every create parameter but accessId and exchange; an empty scale is off. */
export type Values = Readonly<Record<ValueName, string>>;

/** The settings object's keys that a parameter stands behind, in the interface's order. */
export const SETTINGS: readonly Setting[] = [
  { parameter: "marginMode", key: "margin_mode", form: "word" },
  { parameter: "typeTakeProfit", key: "type_take_profit", form: "word" },
  { parameter: "typeFirstOrder", key: "type_first_order", form: "word" },
  { parameter: "percentTakeProfit", key: "percent_take_profit", form: "decimal" },
  { parameter: "percentSafetyOrder", key: "percent_safety_order", form: "decimal" },
  { parameter: "volumeFirstOrder", key: "volume_first_order", form: "decimal" },
  { parameter: "volumeSafetyOrder", key: "volume_safety_order", form: "decimal" },
  { parameter: "countOrderMax", key: "count_order_max", form: "count" },
  { parameter: "martingaleScale", key: "martingale_scale", form: "decimal", flag: "martingale" },
  { parameter: "dynamicStepScale", key: "dynamic_step_scale", form: "decimal", flag: "dynamic_step" },
  { parameter: "cycleLimitScale", key: "cycle_limit_scale", form: "count", flag: "cycle_limit" },
  { parameter: "indicatorGroup", key: "tb_group_indicator", form: "word" },
  { parameter: "indicatorName", key: "tb_indicator", form: "word" },
  { parameter: "indicatorInterval", key: "tb_interval", form: "word" },
  { parameter: "priceLevel", key: "price_level", form: "word" },
  { parameter: "priceLevelUp", key: "price_level_up", form: "limit" },
  { parameter: "priceLevelDown", key: "price_level_down", form: "limit" },
];

const SCALE_NAMES: ReadonlySet<string> = new Set(SCALES);

/** Whether a text names a scale. */
export function isScaleName(name: string): name is ScaleName {
  return SCALE_NAMES.has(name);
}
