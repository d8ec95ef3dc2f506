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
  { commandDelay: 25_000 },
  { commandDelay: 60_000 },
  { commandDelay: 60_000 },
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
  { titles: "upper" },
  { titles: "upper" },
  { titles: "upper" },
  { titles: "upper" },
  { minimumVolume: "6" },
  { minimumVolume: "6", errorShape: "html" },
  { volumeRules: "strict" },
  { scaleEmpty: "keep" },
  { scaleEmpty: "refuse", scaleOmitted: "clear" },
];

/** Lists that hide bots for good. */
export const HIDING: readonly Partial<Quirks>[] = [
  { listSize: 1 },
  { listSize: 2 },
  { listSize: 1, listKeeps: "oldest" },
  { listSize: 2, listKeeps: "oldest" },
  { listHides: 1 },
  { listHides: 2 },
];

/** Whether the list hides bots for good: what no list shows is never turned on, nor turned off without a ledger. */
export function isHiding({ listSize = 0, listHides = 0 }: Partial<Quirks>): boolean {
  return listSize > 0 || listHides > 0;
}

export function drawQuirks(random: Random): QuirkDraw {
  const kind = random.weighted([
    ["none", 50],
    ["obliging", 44],
    ["stubborn", 6],
    ["hiding", 7],
  ]);
  const plain = { stubborn: false, clears: false };
  if (kind === "none") return { ...plain, quirks: {} };
  if (kind === "hiding") return { ...plain, quirks: random.pick(HIDING) };
  if (kind === "stubborn")
    return { ...plain, quirks: random.pick(STUBBORN), stubborn: true, clears: random.chance(0.5) };
  const second = random.chance(0.3) ? random.pick(OBLIGING) : {};
  return { ...plain, quirks: { ...random.pick(OBLIGING), ...second } };
}
