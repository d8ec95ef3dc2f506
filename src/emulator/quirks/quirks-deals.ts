// Quirks of commands and deals: what a command does, how a deal trades, how it shows.
import { MILLISECONDS, number, word } from "./quirk-kinds.js";

export const dealQuirks = [
  number(
    "commandDelay",
    { ...MILLISECONDS, fallback: 300 },
    "Commands are queued (section 4): how long until one takes effect.",
  ),
  word(
    "activateTwice",
    ["accept", "refuse"],
    "Turning on a bot that is on, or off one that is off: confirmed without effect, or refused.",
  ),
  word(
    "deactivate",
    ["finish", "stop"],
    "Effect of deactivate on a running deal: it goes on to its end, or is handed over and vanishes.",
  ),
  word(
    "startOnEnabled",
    ["refuse", "ignore", "open"],
    "Start deal on an enabled bot, or with a deal already running: refused, confirmed without effect, or a second deal.",
  ),
  word(
    "immediately",
    ["respect", "ignore"],
    "Meaning of immediately: 0 leaves the standing order alone, or is read as 1.",
  ),
  word("cancelReopens", ["yes", "no"], "Cancel on an enabled bot (section 4): whether the next deal opens at once."),
  word("cancelledDeals", ["hidden", "listed"], "Status of cancelled deals: absent from history, or there as CANCELED."),
  word("historyOrder", ["desc", "asc"], "History order: newest first or oldest first."),
  number(
    "historySize",
    { min: 0, max: 100_000, unit: "deals", fallback: 0 },
    "History size: how many of the newest deals an answer holds; 0 is all.",
  ),
  number(
    "logSize",
    { min: 0, max: 1_000, unit: "entries", fallback: 0 },
    "Log limit bounds: the most entries an answer holds whatever limit asks; 0 is all.",
  ),
  word("orderCodes", ["known", "other"], "Take-profit order codes: l, sm, 1 and 3, or codes nobody has seen."),
  word("emptyMaps", ["object", "array"], "PHP writes an empty map as []: tpOrder and positions without entries."),
  word("accountLeverage", ["null", "value"], "leverage in account information: null or a number."),
  word(
    "cancelOrders",
    ["remove", "stay"],
    "Effect of cancel on open orders: removed, or they stay on the exchange and fill without a deal.",
  ),
  word(
    "indicators",
    ["wait", "open"],
    "Indicators (section 5; their definitions aren't public): a bot with a group waits for an injected signal, or opens as if it had none.",
  ),
  word(
    "volumeBase",
    ["first", "safety"],
    "Volume of safety orders under martingale (sections 5 and 8): first order x scale^k, or safety order x scale^(k-1).",
  ),
  word("volumeMeaning", ["notional", "margin"], "Volume is in USDT (section 5): the position's size, or its margin."),
  word(
    "takeProfitShows",
    ["order", "snapshot", "both"],
    "What of a deal shows a changed take profit: its order's price, percent_take_profit of its snapshot, or both.",
  ),
  word("dealNumbers", ["text", "number"], "Decimals of deals (section 3): text, or JSON numbers."),
  word(
    "liquidatedDeals",
    ["completed", "liquidated", "hidden"],
    "How a liquidated deal shows in history: as COMPLETED with its loss, as LIQUIDATED, or not at all.",
  ),
] as const;
