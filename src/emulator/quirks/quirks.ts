// The table of quirks: one entry for each question the interface leaves open, with every plausible answer to it.
import { MILLISECONDS, number, type Quirk, word } from "./quirk-kinds.js";

/** Free text for a status: anything that doesn't read as off. */
const STATUS_TEXT = /^(?!(?:disabled|0+)$)[\p{L}\p{N}_. -]{1,40}$/iu;

/**
 * Every quirk in the order in which help shows them. `about` names the gap of the wire facts (section 9 unless it says
 * otherwise) that the quirk stands for; the first value, or the fallback, is the default.
 */
export const quirkTable = [
  // Writing a bot
  word(
    "update",
    ["merge", "replace", "replace-strict"],
    "Update with omitted parameters: they keep their value, fall back to the create default, or (strict) an update without every required one is refused.",
  ),
  word("scaleOmitted", ["keep", "clear"], "Update with omitted parameters: what a merging update does to scales."),
  word(
    "scaleEmpty",
    ["clear", "keep", "refuse"],
    "Un-setting martingale, dynamic step, cycle limit: what an empty or zero scale does.",
  ),
  word("pairRequired", ["no", "yes"], "Update with omitted parameters: whether pairTitle must be there."),
  word(
    "updateSwitch",
    ["keep", "off", "on"],
    "The answer of an update shows status 0 (R): whether an update leaves the bot's switch alone, or sets it.",
  ),
  word("newBots", ["off", "on"], "States and transitions (section 4): how a created bot starts."),
  word(
    "defaults",
    ["zero", "empty", "filled"],
    "Default of optional create parameters: 0, empty text, or plausible values.",
  ),
  word(
    "indicatorRules",
    ["lenient", "strict"],
    "Rules tying parameters together: whether a group needs its name and interval in the same request.",
  ),
  word(
    "priceRules",
    ["lenient", "strict"],
    "Rules tying parameters together: whether priceLevel needs the limits it names in the same request.",
  ),
  word(
    "volumeRules",
    ["lenient", "strict"],
    "Needing volumeSafetyOrder or martingaleScale (section 5): whether that is enforced.",
  ),
  word(
    "minimumVolume",
    ["none", "6"],
    "Practical minimum first order (section 6): whether a first order below 6 is refused.",
  ),
  word("titles", ["free", "unique"], "Bot title: whether two bots of one access may share a title."),
  word("rounding", ["none", "2"], "Decimal form in requests: whether decimals are silently rounded to 2 places."),
  // How a bot reads
  word(
    "unsetScale",
    ["empty", "zero", "default", "null", "stale"],
    "Values of *_scale when not set; stale shows the last value beside a flag of 0.",
  ),
  {
    kind: "text",
    name: "statusOn",
    pattern: STATUS_TEXT,
    form: "text or number",
    fallback: "ENABLED",
    about: "Status strings other than DISABLED: how a bot that is on reads; digits are sent as a number.",
  },
  word(
    "statusOff",
    ["DISABLED", "0"],
    "Status strings and the number list: how a bot that is off reads; 0 is sent as a number.",
  ),
  word(
    "updateStatus",
    ["number", "string"],
    "Status in the answer of an update: the number behind it (0 off, 4 on) or as everywhere else.",
  ),
  word("numbers", ["plain", "padded"], "Decimal form in answers: 1.2 or 1.20000000."),
  word(
    "settingTypes",
    ["strings", "mixed"],
    "Settings are 'mostly strings' (section 3): whether flags and counts come as JSON numbers.",
  ),
  word(
    "priceLevels",
    ["string", "number"],
    "price_level_up and price_level_down vary (section 3): text or JSON number.",
  ),
  word(
    "extraFields",
    ["none", "some"],
    "Versioning: whether bots, settings and the envelope carry fields nobody documented.",
  ),
  number(
    "listLag",
    { ...MILLISECONDS, fallback: 0 },
    "Commands are queued (section 4): the bot list shows everything as it was this long ago.",
  ),
  word(
    "unknownBot",
    ["error", "empty"],
    "Details of a bot that isn't ours: a failure, or success with an empty array.",
  ),
  word(
    "unknownExchange",
    ["error", "empty"],
    "Exchange values are free text: an exchange nobody has is a failure, or an empty list.",
  ),
  // What a command does, how a deal trades and shows
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
  // Authentication
  number(
    "nonceWindow",
    { min: 1, max: 31_536_000, unit: "s", fallback: 60 },
    "Nonce window: how far a nonce may be from the server's clock, either way.",
  ),
  word(
    "nonceReuse",
    ["allow", "refuse-same-request", "refuse"],
    "Nonce reuse: allowed, refused for the very same signature, or single use for each key.",
  ),
  word(
    "signedQuery",
    ["either", "raw", "rebuilt"],
    "What the server signs (section 1): the raw query text, the one it rebuilds form-style, or either.",
  ),
  // Requests and failures
  number(
    "rateLimit",
    { min: 0, max: 100_000, unit: "requests/s", fallback: 0 },
    "Rate limits (section 6): requests a second of each key, as many at once after a quiet second; more are answered 429. 0 is no limit.",
  ),
  word(
    "retryAfter",
    ["seconds", "none"],
    "Rate limits (section 6): whether a 429 says in Retry-After how long to wait.",
  ),
  word(
    "parameters",
    ["lenient", "strict"],
    "Parameter reading: strict refuses unknown names, repeated names, empty values and exponents.",
  ),
  word(
    "bodyParameters",
    ["accept", "ignore"],
    "Parameters of POST in query or body: whether the body is read for those the query lacks.",
  ),
  word(
    "booleans",
    ["any", "digits", "php"],
    'Boolean spelling: 1/0/true/false/True/False, only 1 and 0, or PHP\'s cast ("false" is true).',
  ),
  word("methods", ["strict", "any"], "GET allowed for POST operations and the reverse: 405, or both work."),
  word(
    "errorShape",
    ["envelope", "framework", "text", "html", "empty"],
    "Failure payload shape: the envelope, {name,message,code,status}, plain text, HTML, or no body.",
  ),
  word("errorStatus", ["http", "200"], "HTTP status for errors of authentication and business: 4xx, or 200."),
  word("errorData", ["null", "array", "object", "absent"], "Content of data on failure (section 6), in the envelope."),
  // The webhook interface (wire facts, sections 7 and 9)
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
] as const satisfies readonly Quirk[];

type Entry = (typeof quirkTable)[number];
type ValueOf<Q> = Q extends { readonly kind: "word"; readonly values: readonly (infer V)[] }
  ? V
  : Q extends { readonly kind: "number" }
    ? number
    : string;

/** A value for every quirk. */
export type Quirks = { readonly [Q in Entry as Q["name"]]: ValueOf<Q> };
