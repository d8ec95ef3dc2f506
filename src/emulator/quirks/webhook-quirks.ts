// The rows of the table of quirks that are about webhooks.
import { MILLISECONDS, number, type QuirkKind, word } from "./quirk-kinds.js";

export const WEBHOOK_TABLE = {
  hookDialects: word(
    "S-63",
    ["both", "flat", "envelope"],
    "A webhook's address takes one URL per action, {action, params} on the bare URL, or either.",
  ),
  hookClosePath: word(
    "S-64",
    ["close-deal", "close", "none"],
    "A flat close goes to an address with this suffix, or to the bare one, where closePosition in the body identifies it.",
  ),
  hookContentType: word("S-71", ["any", "json"], "A webhook's content type is ignored, or must be application/json."),
  hookAnswer: word(
    "S-70",
    ["code", "text", "none"],
    "The answer to an accepted webhook: code 0, code as text, or JSON without a code. Refusals always have a code.",
  ),
  hookRefusal: word(
    "S-70",
    ["200", "http"],
    "A refused webhook has a code other than 0 with HTTP 200, or with a 4xx status.",
  ),
  hookUpdate: word(
    "S-65",
    ["section", "deal"],
    "A flat webhook is an open if it has an open section, or if no deal of the bot runs.",
  ),
  hookOpenTwice: word(
    "S-73",
    ["ignore", "refuse", "second"],
    "An open while a deal runs is accepted without effect, refused, or opens a second deal.",
  ),
  hookWhenOff: word(
    "S-74",
    ["act", "ignore", "refuse"],
    "A webhook for a bot that is off acts as for any other (an open runs one deal), is accepted without effect, or is refused. An open is its own signal: a bot with an indicator group accepts it, too.",
  ),
  hookPairs: word(
    "S-68",
    ["optional", "required"],
    "Without pairs, a webhook applies to all of the bot's pairs (here one); or pairs are required.",
  ),
  hookNumbers: word(
    "S-66",
    ["lenient", "strict"],
    "Whether a JSON number is accepted for a decimal text, and digits as text for an integer.",
  ),
  hookVolume: word(
    "S-58",
    ["counts", "ignored"],
    "A webhook's dca.volume is the first safety order's volume, whatever the multiplier; or volumeBase decides, as for a bot.",
  ),
  hookStopDelay: word("S-69", ["accept", "refuse"], "stop.delay 0 means no delay, or is refused."),
  hookUnknown: word("S-66", ["ignore", "refuse"], "Undocumented members of a body are ignored or refused."),
  hookOpenDelay: number(
    "S-72",
    { ...MILLISECONDS, fallback: 0 },
    "How much longer than a command an accepted open takes to take effect.",
  ),
  hookProtection: word(
    "S-72",
    ["with-open", "missing-until-update", "never"],
    "An accepted open places take profit, safety orders and stop loss with the position; leaves each out until an update brings its section; or leaves them out for good.",
  ),
  hookClose: word("S-72", ["acts", "ignored"], "An accepted close ends its deal, or does nothing."),
  ghostBot: word("S-67", ["off", "on", "hidden"], "The bot named Ghost is shown as off, as on, or isn't in the list."),
} as const satisfies Readonly<Record<string, QuirkKind>>;
