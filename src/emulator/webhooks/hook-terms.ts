// What a webhook's sections make of a bot's values and of a deal's settings: what they leave out stays.
import {
  type DealSettings,
  type SafetySettings,
  type SettingsChange,
  type StopSettings,
  settingsOf,
  type TakeProfitSettings,
} from "../../market/settings.js";
import type { Values } from "../store/settings.js";
import type { HookOpen, HookTerms } from "./hook-records.js";

/** A bot's values with what an open says instead; the deal's snapshot shows them. */
export function hookValues(values: Values, open: HookOpen | undefined, { dca, close }: HookTerms): Values {
  const percent = close?.event === "percentage" && close.enabled !== false ? close.value : undefined;
  const said: Partial<Record<keyof Values, string | undefined>> = {
    volumeFirstOrder: open?.orderVolume,
    leverage: open?.leverage?.toString(),
    marginMode: open?.marginType && { cross: "CROSS", isolated: "ISO" }[open.marginType],
    typeFirstOrder: open?.orderType && { Market: "MARKET", Limit: "LIMIT" }[open.orderType],
    countOrderMax: dca?.max?.toString(),
    volumeSafetyOrder: dca?.volume,
    percentSafetyOrder: dca?.percent,
    martingaleScale: scale(dca?.multiplierVolume),
    dynamicStepScale: scale(dca?.multiplierPrice),
    percentTakeProfit: percent,
  };
  const result = { ...values };
  for (const [name, value] of Object.entries(said))
    if (value !== undefined && isName(name, values)) result[name] = value;
  return result;
}

function isName(name: string, values: Values): name is keyof Values {
  return name in values;
}

/** A multiplier of 1 changes nothing: the scale is off. */
function scale(multiplier: string | undefined): string | undefined {
  return multiplier === "1" ? "" : multiplier;
}

/** The settings of a deal that a webhook opens on a bot with these values. */
export function hookSettings(values: Values, terms: HookTerms): DealSettings {
  const settings = settingsOf(values);
  return { ...settings, ...hookChange(settings, terms) };
}

/** What an update changes in a running deal. */
export function hookChange(settings: DealSettings, { dca, close, stop }: HookTerms): SettingsChange {
  return {
    ...(dca !== undefined && { safety: safetyAfter(settings.safety, dca) }),
    ...(close !== undefined && { takeProfit: takeProfitAfter(settings.takeProfit, close) }),
    ...(stop !== undefined && { stop: stopAfter(settings.stop, stop) }),
  };
}

function safetyAfter(before: SafetySettings, dca: NonNullable<HookTerms["dca"]>): SafetySettings {
  const max = dca.max ?? before.max;
  const factor = (said: string | undefined, old: string | null) => (said === undefined ? old : scale(said) || null);
  return {
    enabled: dca.enabled ?? max > 0,
    max,
    active: dca.active ?? max,
    volume: dca.volume ?? before.volume,
    percent: dca.percent ?? before.percent,
    volumeScale: factor(dca.multiplierVolume, before.volumeScale),
    stepScale: factor(dca.multiplierPrice, before.stepScale),
  };
}

function takeProfitAfter(before: TakeProfitSettings, close: NonNullable<HookTerms["close"]>): TakeProfitSettings {
  const enabled = close.enabled ?? true;
  return { enabled, event: close.event ?? before.event, value: close.value ?? before.value };
}

function stopAfter(before: StopSettings, stop: NonNullable<HookTerms["stop"]>): StopSettings {
  const { enabled = true, event = before.event, value = before.value, delay = before.delay } = stop;
  // A stop that was never given a value has nothing to stand at.
  return { enabled: enabled && value !== "0", event, value, delay };
}
