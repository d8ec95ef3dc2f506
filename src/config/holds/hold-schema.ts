// The shape of a hold in a configuration file; whether its day exists is checked in holds.ts.
import * as z from "zod/mini";
import { UNTIL } from "../../model/bot/hold.js";
import { described, distinct, matching, optional, text } from "../schema/schema-parts.js";

/** A key or an address, in which * stands for any text. */
export const HOLD_PATTERN = /^(?:[\w.*-]+\/)?(?:[\w.*-]+|#\d{1,15})$/;

export const holdSchema = z
  .strictObject({
    bots: distinct(
      matching(HOLD_PATTERN),
      "Keys or addresses of the held bots; * matches any text, and account/#123 is a bot by its id.",
      ["main/btc-*"],
    ).check(z.minLength(1)),
    reason: described(text(), "Why they are held, for readers of the plan.", "Exchange maintenance"),
    until: optional(
      matching(UNTIL),
      "The last day on which it is meant (UTC), or a moment with its offset. It stays in force until it is removed.",
      "2026-12-31",
      "2026-12-31T08:00Z",
    ),
  })
  .register(z.globalRegistry, { description: "Bots that stay off and untouched, why, and until when." });

export const holdsSchema = optional(
  z.array(holdSchema).check(z.maxLength(1000)),
  "Holds: bots that stay off and untouched, whatever enabled says.",
  [{ bots: ["main/btc-*"], reason: "Exchange maintenance", until: "2026-12-31" }],
);

export type HoldShape = z.infer<typeof holdSchema>;

/** What to write in the place of a text that can't be meant. */
export function holdRemedy(path: readonly (string | number)[]): string {
  return path.includes("until")
    ? "Write the last day as YYYY-MM-DD, or a moment as YYYY-MM-DDTHH:MMZ."
    : "Write a key or an address; * stands for any text: main/btc-dip, main/btc-*, or main/* for the account.";
}
