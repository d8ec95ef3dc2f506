// The open questions of the interface about each setting, and what botform does about them, as explain shows it (docs/service.md, Bots).
import type { FieldName } from "../model/bot/field.js";

const NO_OFF =
  "No parameter switches it off: the service's flag follows from whether the scale is there. Whether leaving it away clears it or keeps it isn't stated; botform reads the bot back and says so where it stayed.";
const READS_ANYHOW =
  "What it reads as while it is off isn't stated: an empty text, 0, a default and the last value have all to be expected. Its flag decides.";
const ROUNDED =
  "Whether the service rounds decimals without a word isn't stated; botform reads the bot back and compares exactly.";
const VOLUME_OR_SCALE =
  "A bot with safety orders seems to need volumeSafetyOrder or martingaleScale; whether the service insists isn't stated.";
const IN_ONE_REQUEST = "Whether the service wants settings that belong together in one request isn't stated";

/** The open questions of each field, a sentence or more. A field without any isn't listed. */
export const UNKNOWNS: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  title: [
    "Whether two bots of one access may have one title isn't stated; botform expects that they may, and never makes a second one.",
  ],
  pairTitle: ["Whether an update has to name the pair isn't stated; botform sends it with every update."],
  leverage: [
    "Its bounds aren't stated. The service's newer form takes 1 to 125 and falls back to the pair's maximum before a deal.",
  ],
  percentTakeProfit: [ROUNDED],
  percentSafetyOrder: [ROUNDED],
  volumeFirstOrder: ["No minimum is stated; exchanges have one, and 6 in the quote asset is a common one.", ROUNDED],
  volumeSafetyOrder: [VOLUME_OR_SCALE, ROUNDED],
  countOrderMax: [
    "How many of the safety orders stand on the exchange at once can't be set here: the service shows count_order_working, and no parameter sets it.",
  ],
  martingaleScale: [NO_OFF, READS_ANYHOW, VOLUME_OR_SCALE],
  dynamicStepScale: [NO_OFF, READS_ANYHOW],
  cycleLimitScale: [NO_OFF, READS_ANYHOW, "Its bounds aren't stated; the service's newer form takes 1 to 100."],
  indicatorGroup: [`${IN_ONE_REQUEST}: declare indicatorName and indicatorInterval with it.`],
  indicatorName: ["The names aren't published; any text is sent as it is written."],
  indicatorInterval: [
    "The intervals aren't published; 1MIN, 5MIN and 4HOURS are known, and any text is sent as it is written.",
  ],
  priceLevel: [
    `${IN_ONE_REQUEST}: declare the limits that it names with it.`,
    "That UPPER, LOWER and BOTH choose which limit holds is concluded from their names.",
  ],
  priceLevelDown: [
    "That 0 is no limit is known of the service's newer form only.",
    "What becomes of a deal that runs when the price leaves the limits isn't stated.",
  ],
  priceLevelUp: [
    "That 0 is no limit is known of the service's newer form only.",
    "What becomes of a deal that runs when the price leaves the limits isn't stated.",
  ],
};
