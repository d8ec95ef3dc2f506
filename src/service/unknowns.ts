// The open questions of the interface about each setting, and what botform does about them, as explain shows it (docs/service.md, Bots).
import type { FieldName } from "../model/bot/field.js";

const NO_OFF =
  "No parameter switches it off: the service sets its flag by whether the scale is there. Whether leaving it out clears or keeps it is undocumented; botform reads the bot back and reports it if it stayed.";
const READS_ANYHOW =
  "What the service shows while it is off is undocumented: an empty text, 0, a default or the last value. botform goes by its flag.";
const ROUNDED =
  "Whether the service rounds decimals silently is undocumented; botform reads the bot back and compares exactly.";
const VOLUME_OR_SCALE =
  "A bot with safety orders seems to need volumeSafetyOrder or martingaleScale; whether the service insists is undocumented.";
const IN_ONE_REQUEST = "Whether the service needs related settings in one request is undocumented";

/** The open questions of each field, a sentence or more. A field without any isn't listed. */
export const UNKNOWNS: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  title: [
    "Whether two bots of one access may have the same title is undocumented; botform assumes that they may, and never creates a second one.",
  ],
  pairTitle: ["Whether an update must name the pair is undocumented; botform sends it with every update."],
  leverage: [
    "Its bounds are undocumented. The service's newer API takes 1 to 125, and falls back to the pair's maximum before a deal.",
  ],
  percentTakeProfit: [ROUNDED],
  percentSafetyOrder: [ROUNDED],
  volumeFirstOrder: ["Its minimum is undocumented. Exchanges have one; 6 in the quote asset is common.", ROUNDED],
  volumeSafetyOrder: [VOLUME_OR_SCALE, ROUNDED],
  countOrderMax: [
    "No value switches it off: its least is 1. Whether leaving it out of an update clears or keeps it is undocumented; botform reads the bot back and reports it if it stayed.",
    "You can't set how many safety orders are on the exchange at once: the service shows count_order_working, but no parameter sets it.",
  ],
  martingaleScale: [NO_OFF, READS_ANYHOW, VOLUME_OR_SCALE],
  dynamicStepScale: [NO_OFF, READS_ANYHOW],
  cycleLimitScale: [NO_OFF, READS_ANYHOW, "Its bounds are undocumented; the service's newer API takes 1 to 100."],
  indicatorGroup: [`${IN_ONE_REQUEST}: declare indicatorName and indicatorInterval with it.`],
  indicatorName: ["The names are undocumented; botform sends any text as written."],
  indicatorInterval: [
    "The intervals are undocumented; 1MIN, 5MIN and 4HOURS are known, and botform sends any text as written.",
  ],
  priceLevel: [
    `${IN_ONE_REQUEST}: declare the limits that it names with it.`,
    "That UPPER, LOWER and BOTH choose which limit applies is inferred from their names.",
  ],
  priceLevelDown: [
    "That 0 means no limit is known only for the service's newer API.",
    "What happens to a running deal when the price leaves the limits is undocumented.",
  ],
  priceLevelUp: [
    "That 0 means no limit is known only for the service's newer API.",
    "What happens to a running deal when the price leaves the limits is undocumented.",
  ],
};

/** Parameters of commands that a command line can set, by name. */
export const PARAMETERS = {
  immediately: {
    operation: "Change take profit",
    meaning:
      "Whether a new take profit acts at once. botform sends 1; botform deals take-profit --no-immediately sends 0. With 0 the emulator leaves the order that stands until a safety order or an averaging has it placed anew.",
    unknown: [
      "What it means: the service documents no more than its name and that it is required.",
      "With 0, when the new percentage counts, and what of a deal shows it before that. The outcome is unknown (exit code 5) until the deal shows it; botform resolve last looks again.",
    ],
  },
} as const;
