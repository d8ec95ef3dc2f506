// Turns the service's bots into canonical ones, and canonical fields into parameters: the only place that knows both.

import { type Access, type ObservedBot, readStatus } from "../model/bot/bot.js";
import {
  canonicalValue,
  FIELDS,
  type FieldName,
  type FieldSpec,
  type Fields,
  type FieldValue,
  isNumeric,
  type SomeFields,
  withinBounds,
} from "../model/bot/field.js";
import type { LiveBot } from "../model/bot/live-bot.js";
import type { Moment } from "../model/bot/moment.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { ParameterValue } from "./signing.js";
import type { WireAccess, WireBot } from "./wire.js";

type Settings = WireBot["settings"];

/** Where a field stands in the wire's bot: beside the settings, or in them, a scale with its flag (S-24, S-27). */
const PLACES: Readonly<Record<FieldName, { top: keyof WireBot } | { setting: string; flag?: string }>> = {
  title: { top: "title" },
  pairTitle: { top: "pairTitle" },
  strategy: { top: "strategy" },
  leverage: { top: "leverage" },
  marginMode: { setting: "margin_mode" },
  typeTakeProfit: { setting: "type_take_profit" },
  typeFirstOrder: { setting: "type_first_order" },
  percentTakeProfit: { setting: "percent_take_profit" },
  percentSafetyOrder: { setting: "percent_safety_order" },
  volumeFirstOrder: { setting: "volume_first_order" },
  volumeSafetyOrder: { setting: "volume_safety_order" },
  countOrderMax: { setting: "count_order_max" },
  martingaleScale: { setting: "martingale_scale", flag: "martingale" },
  dynamicStepScale: { setting: "dynamic_step_scale", flag: "dynamic_step" },
  cycleLimitScale: { setting: "cycle_limit_scale", flag: "cycle_limit" },
  indicatorGroup: { setting: "tb_group_indicator" },
  indicatorName: { setting: "tb_indicator" },
  indicatorInterval: { setting: "tb_interval" },
  priceLevel: { setting: "price_level" },
  priceLevelDown: { setting: "price_level_down" },
  priceLevelUp: { setting: "price_level_up" },
};

/** A field's names on the wire: the parameter that sets it, where it is read, and the flag beside a scale. */
export interface WireNames {
  readonly parameter: string;
  readonly read: string;
  readonly flag?: string;
}

export function wireNames(field: FieldName): WireNames {
  const place = PLACES[field];
  if ("top" in place) return { parameter: field, read: place.top };
  const read = `settings.${place.setting}`;
  return { parameter: field, read, ...(place.flag !== undefined && { flag: `settings.${place.flag}` }) };
}

/** No parameter sets it; it is read and not used (S-24). */
const READ_ONLY_SETTING = "count_order_working";

const KNOWN_SETTINGS: ReadonlySet<string> = new Set([
  READ_ONLY_SETTING,
  ...Object.values(PLACES).flatMap((place) =>
    "setting" in place ? [place.setting, ...(place.flag === undefined ? [] : [place.flag])] : [],
  ),
]);

/** A bot of the list or the details in canonical form. */
export function observedBot(wire: WireBot): ObservedBot {
  return {
    id: wire.id,
    accessId: wire.accessId ?? null,
    fields: canonicalFields(wire),
    status: readStatus(wire.status),
    unknownSettings: Object.keys(wire.settings).filter((name) => !KNOWN_SETTINGS.has(name)),
  };
}

/** Every field in canonical form. */
export function canonicalFields(wire: WireBot): Fields {
  const fields: Partial<Record<FieldName, FieldValue>> = {};
  for (const { name } of FIELDS) fields[name] = read(wire, name);
  return fields as Fields; // complete: the loop passes every name of the table
}

function read(wire: WireBot, name: FieldName): FieldValue {
  const place = PLACES[name];
  if ("top" in place) return canonicalValue(name, plain(wire[place.top]));
  const value = canonicalValue(name, plain(wire.settings[place.setting]));
  return place.flag === undefined ? value : scaleUnder(readFlag(wire.settings, place.flag), value);
}

/** A flag and its scale become one optional value. Without a readable flag a scale above zero is taken as on. */
function scaleUnder(flag: boolean | undefined, scale: FieldValue): FieldValue {
  if (flag === true) return scale ?? "0";
  return flag === false ? null : scale;
}

const FLAGS: Readonly<Record<string, boolean>> = { "1": true, true: true, "0": false, false: false };

function readFlag(settings: Settings, flag: string): boolean | undefined {
  return FLAGS[String(settings[flag] ?? "").toLowerCase()];
}

function plain(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  if (value === null || value === undefined) return null;
  // No setting has this form. It is kept as text, so that it shows as a difference and never as "off".
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deeply for JSON.stringify; it only has to differ from every real value.
    return "a value that can't be shown";
  }
}

/** A bot of the list, the details or a deal's snapshot with everything the service shows of it. */
export function liveBot(wire: WireBot): LiveBot {
  const working = wire.settings.count_order_working;
  return {
    ...observedBot(wire),
    userId: wire.userId ?? null,
    exchange: wire.exchange ?? null,
    countOrderWorking: typeof working === "string" || typeof working === "number" ? String(working) : null,
    updated: observedMoment(wire.updated),
  };
}

export function observedMoment(wire: WireBot["updated"]): Moment | null {
  if (wire === null || wire === undefined) return null;
  return { date: wire.date, timezone: wire.timezone, timezoneType: wire.timezone_type };
}

/** Canonical decimal text; null for an empty text, and for one that is no number. */
export function readableDecimal(value: string | number | boolean | null | undefined): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return canonicalDecimal(value) ?? null;
}

export function observedAccess(wire: WireAccess): Access {
  return { id: wire.accessId, title: wire.title, exchange: wire.exchange };
}

/**
 * The parameters for `target`, in the interface's order. A field that is off is sent in its own
 * off form, and only where `before` shows it on: a scale is left away, since its flag follows from its presence, and
 * a value out of bounds is never sent to mean "none", unless the service was seen to take 0 for that (S-28).
 */
export function toParameters(
  target: SomeFields,
  before: SomeFields,
  { zeroSwitchesOff = false }: { readonly zeroSwitchesOff?: boolean } = {},
): [string, ParameterValue][] {
  const parameters: [string, ParameterValue][] = [];
  for (const spec of FIELDS) {
    const value = target[spec.name];
    if (value === undefined) continue;
    const sent = value === null ? offParameter(spec, before[spec.name], zeroSwitchesOff) : value;
    if (sent !== undefined && (value === null || isSendable(spec, sent))) parameters.push([spec.name, sent]);
  }
  return parameters;
}

/** A live value beyond the interface's bounds was made elsewhere and can't be sent back; reading back shows whether it stayed. */
function isSendable(spec: FieldSpec, value: string): boolean {
  return !isNumeric(spec) || withinBounds(spec, value);
}

function offParameter(
  spec: FieldSpec & { readonly name: FieldName },
  before: FieldValue | undefined,
  zeroSwitchesOff: boolean,
): string | undefined {
  // A word of the service's own list can always be sent; an empty text or a zero only to switch something off.
  if (spec.kind === "word") return spec.none;
  if (before === undefined || before === null) return undefined;
  return zeroSwitchesOff && "flag" in PLACES[spec.name] ? "0" : spec.none;
}
