// Quirks of the webhook interface (wire facts, sections 7 and 9).
import { word } from "./quirk-kinds.js";

export const hookQuirks = [
  word(
    "hookDialects",
    ["both", "flat", "envelope"],
    "Which dialect a hook URL accepts: one URL per action, {action, params} on the bare URL, or either.",
  ),
  word(
    "hookClosePath",
    ["close-deal", "close", "none"],
    "Close URL of the flat dialect: a suffix, or none, where closePosition in the body tells.",
  ),
  word("hookContentType", ["any", "json"], "Content-Type checks on the hook: none, or application/json is required."),
  word(
    "hookAnswer",
    ["code", "text", "none"],
    "Webhook success body: code 0, code as text, or JSON without a code; refusals always carry a code.",
  ),
  word(
    "hookRefusal",
    ["200", "http"],
    "A refused webhook (section 7): a code other than 0 with HTTP 200, or with a 4xx status.",
  ),
  word(
    "hookUpdate",
    ["section", "deal"],
    "Open versus update: told apart by the open section, or by whether a deal of the bot runs.",
  ),
  word(
    "hookOpenTwice",
    ["ignore", "refuse", "second"],
    "Effect of open while a deal runs: accepted without effect, refused, or a second deal.",
  ),
  word(
    "hookWhenOff",
    ["act", "ignore", "refuse"],
    "A webhook for a bot that is off: it acts as on any other (an open runs one deal), is accepted without effect, or refused. An open is its own signal: a bot with an indicator group takes it too.",
  ),
  word("hookPairs", ["optional", "required"], "pairs left out (section 7): all of the bot's, here one; or refused."),
  word(
    "hookNumbers",
    ["lenient", "strict"],
    "Value forms (section 7): whether a JSON number does for a decimal as text, and digits as text for an integer.",
  ),
  word("hookStopDelay", ["accept", "refuse"], "stop.delay 0 (section 7): taken as no delay, or refused."),
  word("hookUnknown", ["ignore", "refuse"], "Members of a body that nobody documented: ignored or refused."),
  word(
    "ghostBot",
    ["off", "on", "hidden"],
    "The bot named Ghost (section 7): how its switch reads, or whether it is in the list at all.",
  ),
] as const;
