// Changes a bot's values by a create, an update or an edit by hand. Quirks decide where the interface is silent.
import Big from "big.js";
import type { RequestParameters } from "../http/parameters.js";
import type { Quirks } from "../quirks/quirks.js";
import { OPTIONAL, REQUIRED, SCALES, type ScaleName, SETTINGS, type ValueName, type Values } from "./settings.js";

/** `edit` is a user in the service's web form: exact, and deaf to quirks of the API. */
export type Mode = "create" | "update" | "edit";

export interface Written {
  readonly values: Values;
  readonly lastScales: Readonly<Record<ScaleName, string>>;
}

/** Of a bot before anybody has set anything. */
export const NOTHING_YET: Written = {
  values: {
    title: "",
    pairTitle: "",
    strategy: "",
    leverage: "",
    marginMode: "",
    typeTakeProfit: "",
    typeFirstOrder: "",
    percentTakeProfit: "",
    percentSafetyOrder: "",
    volumeFirstOrder: "",
    volumeSafetyOrder: "0",
    countOrderMax: "0",
    martingaleScale: "",
    dynamicStepScale: "",
    cycleLimitScale: "",
    indicatorGroup: "NOTHING",
    indicatorName: "",
    indicatorInterval: "",
    priceLevel: "NOTHING",
    priceLevelUp: "0",
    priceLevelDown: "0",
  },
  lastScales: { martingaleScale: "", dynamicStepScale: "", cycleLimitScale: "" },
};

/** Why a write is refused as a whole, or undefined when it may go on. */
export function writeProblem(parameters: RequestParameters, mode: Mode, quirks: Quirks): string | undefined {
  if (mode === "edit") return undefined;
  if (mode === "update") {
    if (quirks.pairRequired === "yes" && !parameters.has("pairTitle")) return "pairTitle can't be blank.";
    const missing = REQUIRED.filter((name) => !parameters.has(name));
    if (quirks.update === "replace-strict" && missing.length > 0) return `${missing.join(", ")} can't be blank.`;
  }
  if (quirks.scaleEmpty === "refuse") {
    const unset = SCALES.filter((name) => parameters.has(name) && isUnset(parameters.get(name)));
    if (unset.length > 0) return `${unset.join(", ")} must be no less than 1.`;
  }
  const refused =
    mode === "update" ? OFF_NAMES.filter(([name, quirk]) => isOff(name, parameters) && quirks[quirk] === "refuse") : [];
  if (refused.length > 0) return `${refused.map(([name]) => name).join(", ")} can't be blank.`;
  return togetherProblem(parameters, quirks);
}

/** What an update switches off by an empty text or 0 (S-76, S-77). */
const OFF_NAMES = [
  ["indicatorName", "indicatorOff"],
  ["indicatorInterval", "indicatorOff"],
  ["priceLevelUp", "priceLevelOff"],
  ["priceLevelDown", "priceLevelOff"],
] as const;

function isOff(name: (typeof OFF_NAMES)[number][0], parameters: RequestParameters): boolean {
  const sent = parameters.get(name);
  return sent === "" || sent === "0";
}

const PLAUSIBLE = { indicatorName: "RSI", indicatorInterval: "1MIN" } as const;

/** Parameters that have to come in one request (S-36). */
function togetherProblem(parameters: RequestParameters, quirks: Quirks): string | undefined {
  const group = parameters.get("indicatorGroup") ?? "";
  if (quirks.indicatorRules === "strict" && group !== "" && group !== "NOTHING") {
    if (!parameters.get("indicatorName") || !parameters.get("indicatorInterval")) {
      return "indicatorGroup needs indicatorName and indicatorInterval.";
    }
  }
  if (quirks.priceRules === "strict") {
    const lacking =
      LIMITS_OF[parameters.get("priceLevel") ?? ""]?.filter((name) => isUnset(parameters.get(name))) ?? [];
    if (lacking.length > 0) return `priceLevel needs ${lacking.join(" and ")}.`;
  }
  if (
    quirks.minimumVolume !== "none" &&
    new Big(parameters.get("volumeFirstOrder") ?? quirks.minimumVolume).lt(quirks.minimumVolume)
  ) {
    return `volumeFirstOrder must be no less than ${quirks.minimumVolume}.`;
  }
  return undefined;
}

const LIMITS_OF: Readonly<Record<string, readonly ValueName[]>> = {
  UPPER: ["priceLevelUp"],
  LOWER: ["priceLevelDown"],
  BOTH: ["priceLevelUp", "priceLevelDown"],
};

/** Why the bot that would result is refused, or undefined when it may be stored. */
export function resultProblem(values: Values, quirks: Quirks): string | undefined {
  if (quirks.volumeRules === "strict" && isUnset(values.volumeSafetyOrder) && values.martingaleScale === "") {
    return "volumeSafetyOrder or martingaleScale is required.";
  }
  return undefined;
}

/** The bot's values after a write that passed its checks. */
export function write(before: Written | undefined, parameters: RequestParameters, mode: Mode, quirks: Quirks): Written {
  const base = before ?? NOTHING_YET;
  const values: Record<ValueName, string> = { ...base.values };
  for (const name of REQUIRED) values[name] = rounded(name, parameters.get(name), mode, quirks) ?? base.values[name];
  const defaults = createDefaults(values, quirks);
  const restart = mode === "create" || (mode === "update" && quirks.update !== "merge");
  for (const name of OPTIONAL) {
    const sent = rounded(name, parameters.get(name), mode, quirks);
    const omitted = restart ? defaults[name] : base.values[name];
    values[name] = sent === undefined ? omitted : sent === "" ? (defaults[name] ?? "") : sent;
  }
  for (const name of SCALES) {
    values[name] = scaleAfter(base.values[name], parameters.get(name), mode, quirks) ?? values[name];
  }
  for (const [name, quirk] of mode === "update" ? OFF_NAMES.filter(([one]) => isOff(one, parameters)) : []) {
    if (quirks[quirk] === "keep") values[name] = base.values[name];
    if (quirks[quirk] === "default" && (name === "indicatorName" || name === "indicatorInterval"))
      values[name] = PLAUSIBLE[name];
  }
  const isCleared = mode === "update" && quirks.scaleOmitted === "clear" && !parameters.has("countOrderMax");
  if (isCleared) values.countOrderMax = NOTHING_YET.values.countOrderMax;
  if (mode !== "edit" && parameters.has("title")) values.title = STORED[quirks.titles]?.(values.title) ?? values.title;
  return { values, lastScales: remember(base, values) };
}

/** What becomes of a title (S-35). */
const STORED: Readonly<Record<string, (title: string) => string>> = {
  upper: (title) => title.toUpperCase(),
  escaped: (title) => title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  cut: (title) => title.slice(0, 14),
  nfc: (title) => title.normalize("NFC"),
};

/** undefined leaves what the general rule made of it. */
function scaleAfter(before: string, sent: string | undefined, mode: Mode, quirks: Quirks): string | undefined {
  if (sent === undefined) return mode === "update" && quirks.scaleOmitted === "clear" ? "" : undefined;
  if (!isUnset(sent)) return undefined;
  return mode === "update" && quirks.scaleEmpty === "keep" ? before : "";
}

function remember(base: Written, values: Values): Readonly<Record<ScaleName, string>> {
  const last: Record<ScaleName, string> = { ...base.lastScales };
  for (const name of SCALES) last[name] = values[name] || base.values[name] || last[name];
  return last;
}

/** What an optional parameter that nobody sent reads like. */
function createDefaults(values: Values, quirks: Quirks): Values {
  const { zero, empty, filled } = {
    zero: {},
    empty: {
      volumeSafetyOrder: "",
      countOrderMax: "",
      indicatorGroup: "",
      priceLevel: "",
      priceLevelUp: "",
      priceLevelDown: "",
    },
    filled: { volumeSafetyOrder: values.volumeFirstOrder, countOrderMax: "10" },
  };
  return { ...NOTHING_YET.values, ...{ zero, empty, filled }[quirks.defaults] };
}

const DECIMALS: ReadonlySet<string> = new Set(
  SETTINGS.filter((setting) => setting.form === "decimal" || setting.form === "limit").map(
    (setting) => setting.parameter,
  ),
);

function rounded(name: ValueName, sent: string | undefined, mode: Mode, quirks: Quirks): string | undefined {
  if (sent === undefined || sent === "" || mode === "edit" || quirks.rounding === "none") return sent;
  return DECIMALS.has(name) ? new Big(sent).round(Number(quirks.rounding)).toFixed() : sent;
}

/** Nothing, the empty text and zero all mean "none". */
function isUnset(value: string | undefined): boolean {
  return value === undefined || value === "" || new Big(value).eq(0);
}
