// Draws how the service answers the questions that the interface leaves open.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Random } from "./random.js";

export interface QuirkDraw {
  readonly quirks: Partial<Quirks>;
  /** The service may never take what is asked for. */
  readonly stubborn: boolean;
  /** The configuration asks for a scale to be switched off. */
  readonly clears: boolean;
}

/** Quirks under which everything that is asked for can be had in the end, if need be in two runs. */
const OBLIGING: readonly Partial<Quirks>[] = [
  { update: "replace" },
  { update: "replace-strict" },
  { pairRequired: "yes" },
  { updateSwitch: "off" },
  { updateSwitch: "on" },
  { newBots: "on" },
  { newBots: "on" },
  { newBots: "on", commandDelay: 5_000 },
  { defaults: "empty" },
  { defaults: "filled" },
  { unsetScale: "zero" },
  { unsetScale: "default" },
  { unsetScale: "null" },
  { unsetScale: "stale" },
  { statusOn: "WAITING", statusOff: "0" },
  { statusOn: "4" },
  { updateStatus: "string" },
  { numbers: "padded", settingTypes: "mixed", priceLevels: "number" },
  { extraFields: "some" },
  { listLag: 1_000 },
  { listLag: 6_000 },
  { listLag: 20_000 },
  { unknownBot: "empty" },
  { commandDelay: 0 },
  { commandDelay: 4_000 },
  { commandDelay: 25_000 },
  { activateTwice: "refuse" },
  { deactivate: "stop" },
  { nonceReuse: "refuse-same-request" },
  { nonceWindow: 5 },
  { nonceWindow: 7_200 },
  { signedQuery: "raw" },
  { parameters: "strict", bodyParameters: "ignore" },
  { gateway: "refuses" },
  { gateway: "refuses", activateTwice: "refuse" },
  { errorShape: "framework" },
  { errorShape: "text" },
  { errorShape: "html", errorStatus: "200" },
  { errorShape: "empty" },
  { errorStatus: "200", errorData: "absent" },
];

/** Quirks under which some wishes are never fulfilled. */
const STUBBORN: readonly Partial<Quirks>[] = [
  { rounding: "2" },
  { titles: "unique" },
  { minimumVolume: "6" },
  { minimumVolume: "6", errorShape: "html" },
  { volumeRules: "strict" },
  { scaleEmpty: "keep" },
  { scaleEmpty: "refuse", scaleOmitted: "clear" },
];

export function drawQuirks(random: Random): QuirkDraw {
  const kind = random.weighted([
    ["none", 50],
    ["obliging", 44],
    ["stubborn", 6],
  ]);
  if (kind === "none") return { quirks: {}, stubborn: false, clears: false };
  if (kind === "stubborn") return { quirks: random.pick(STUBBORN), stubborn: true, clears: random.chance(0.5) };
  const second = random.chance(0.3) ? random.pick(OBLIGING) : {};
  return { quirks: { ...random.pick(OBLIGING), ...second }, stubborn: false, clears: false };
}
