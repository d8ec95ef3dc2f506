// The table of quirks: the questions about the service that have several plausible answers, and those answers.
import { MILLISECONDS, number, type Quirk, type QuirkKind, word } from "./quirk-kinds.js";

/** Free text for a status: anything that doesn't read as off. */
const STATUS_TEXT = /^(?!(?:disabled|0+)$)[\p{L}\p{N}_. -]{1,40}$/iu;

/**
 * Every quirk in the order in which help shows them. Each names the entry of docs/service.md that asks its question. The first
 * value, or the fallback, is the default.
 */
const TABLE = {
  // Writing a bot
  update: word(
    "S-30",
    ["merge", "replace", "replace-strict"],
    "Parameters that an update leaves out keep their value, fall back to create's default, or (strict) an update that lacks a required one is refused.",
  ),
  scaleOmitted: word("S-28", ["keep", "clear"], "A scale that a merging update leaves out stays, or is switched off."),
  scaleEmpty: word(
    "S-28",
    ["clear", "keep", "refuse"],
    "An empty or zero scale switches martingale, dynamic step or cycle limit off, changes nothing, or is refused.",
  ),
  pairRequired: word("S-30", ["no", "yes"], "Whether an update has to name pairTitle."),
  updateSwitch: word("S-31", ["keep", "off", "on"], "An update leaves the bot's switch alone, or sets it."),
  newBots: word("S-33", ["off", "on"], "How a created bot starts."),
  defaults: word(
    "S-34",
    ["zero", "empty", "filled"],
    "Optional parameters that create leaves out become 0, empty text, or plausible values.",
  ),
  indicatorRules: word(
    "S-36",
    ["lenient", "strict"],
    "Whether an indicator group needs its name and interval in the same request.",
  ),
  priceRules: word("S-36", ["lenient", "strict"], "Whether priceLevel needs the limits it names in the same request."),
  volumeRules: word(
    "S-37",
    ["lenient", "strict"],
    "Whether safety orders without volumeSafetyOrder and martingaleScale are refused.",
  ),
  minimumVolume: word("S-39", ["none", "6"], "Whether a first order below 6 is refused."),
  titles: word("S-35", ["free", "unique"], "Whether two bots of one access may share a title."),
  rounding: word("S-26", ["none", "2"], "Whether decimals are silently rounded to 2 places."),
  // How a bot reads
  unsetScale: word(
    "S-29",
    ["empty", "zero", "default", "null", "stale"],
    "How a scale that is off reads; stale is its last value, beside a flag of 0.",
  ),
  statusOn: {
    kind: "text",
    question: "S-32",
    pattern: STATUS_TEXT,
    form: "text or number",
    fallback: "ENABLED",
    about: "The status of a bot that is on; digits are sent as a number.",
  },
  statusOff: word("S-32", ["DISABLED", "0"], "The status of a bot that is off; 0 is sent as a number."),
  updateStatus: word(
    "S-31",
    ["number", "string"],
    "The status in the answer to an update: its number (0 off, 4 on), or its text as everywhere else.",
  ),
  numbers: word("S-26", ["plain", "padded"], "How decimals are written in answers: 1.2 or 1.20000000."),
  settingTypes: word("S-25", ["strings", "mixed"], "Whether flags and counts come as JSON numbers."),
  priceLevels: word(
    "S-25",
    ["string", "number"],
    "price_level_up and price_level_down come as text, or as JSON numbers.",
  ),
  extraFields: word(
    "S-21",
    ["none", "some"],
    "Whether bots, settings and the envelope carry fields nobody documented.",
  ),
  listLag: number("S-23", { ...MILLISECONDS, fallback: 0 }, "The bot list shows everything as it was this long ago."),
  unknownBot: word(
    "S-19",
    ["error", "empty"],
    "Details of a bot that isn't ours: a failure, or success with an empty array.",
  ),
  unknownExchange: word("S-19", ["error", "empty"], "An exchange nobody has: a failure, or an empty list."),
  // What a command does, how a deal trades and shows
  commandDelay: number("S-43", { ...MILLISECONDS, fallback: 300 }, "How long until a command takes effect."),
  activateTwice: word(
    "S-44",
    ["accept", "refuse"],
    "Turning on a bot that is on, or off one that is off: confirmed without effect, or refused.",
  ),
  deactivate: word(
    "S-45",
    ["finish", "stop"],
    "The running deal of a bot that is turned off goes on to its end, or is handed to the user and vanishes.",
  ),
  startOnEnabled: word(
    "S-46",
    ["refuse", "ignore", "open"],
    "A start on a bot that is on, or in a deal: refused, confirmed without effect, or a second deal.",
  ),
  immediately: word(
    "S-52",
    ["respect", "ignore"],
    "A new take profit with immediately=0 leaves the standing order alone, or moves it as 1 does.",
  ),
  cancelReopens: word("S-49", ["yes", "no"], "Whether a bot that is on opens its next deal at once after a cancel."),
  cancelledDeals: word(
    "S-50",
    ["hidden", "listed"],
    "Cancelled deals are absent from the history, or there as CANCELED.",
  ),
  historyOrder: word("S-51", ["desc", "asc"], "The history shows the newest deal first, or the oldest."),
  historySize: number(
    "S-51",
    { min: 0, max: 100_000, unit: "deals", fallback: 0 },
    "How many of the newest deals the history holds; 0 is all.",
  ),
  logSize: number(
    "S-51",
    { min: 0, max: 1_000, unit: "entries", fallback: 0 },
    "The most log entries that an answer holds, whatever limit asks; 0 is all.",
  ),
  orderCodes: word(
    "S-53",
    ["known", "other"],
    "Take-profit orders have the codes l, sm, 1 and 3, or codes nobody has seen.",
  ),
  emptyMaps: word(
    "S-20",
    ["object", "array"],
    "tpOrder and positions without entries are {}, or [] as PHP writes them.",
  ),
  accountLeverage: word("S-55", ["null", "value"], "leverage in the account information: null or a number."),
  cancelOrders: word(
    "S-49",
    ["remove", "stay"],
    "The orders of a cancelled deal are removed, or stay on the exchange and fill without a deal.",
  ),
  indicators: word(
    "S-40",
    ["wait", "open"],
    "A bot with an indicator group waits for an injected signal, or opens as if it had none.",
  ),
  volumeBase: word(
    "S-58",
    ["first", "safety"],
    "Safety order k under martingale: first order x scale^k, or safety order x scale^(k-1).",
  ),
  volumeMeaning: word("S-59", ["notional", "margin"], "A volume is the position's size, or its margin."),
  takeProfitShows: word(
    "S-52",
    ["order", "snapshot", "both"],
    "A changed take profit shows in its order's price, in percent_take_profit of the deal's snapshot, or in both.",
  ),
  dealNumbers: word("S-54", ["text", "number"], "Decimals of deals: text, or JSON numbers."),
  liquidatedDeals: word(
    "S-50",
    ["completed", "liquidated", "hidden"],
    "A liquidated deal is in the history as COMPLETED with its loss, as LIQUIDATED, or not at all.",
  ),
  // Authentication
  nonceWindow: number(
    "S-06",
    { min: 1, max: 31_536_000, unit: "s", fallback: 60 },
    "How far a nonce may be from the server's clock, either way.",
  ),
  nonceReuse: word(
    "S-07",
    ["allow", "refuse-same-request", "refuse"],
    "A nonce may be used again, not for the very same request, or never by the same key.",
  ),
  signedQuery: word(
    "S-05",
    ["either", "raw", "rebuilt"],
    "What the server signs: the raw query text, the one it rebuilds form-style, or either.",
  ),
  // Requests and failures
  rateLimit: number(
    "S-15",
    { min: 0, max: 100_000, unit: "requests/s", fallback: 0 },
    "Requests a second of each key, as many at once after a quiet second; more are answered 429. 0 is no limit.",
  ),
  retryAfter: word("S-15", ["seconds", "none"], "Whether a 429 names the wait in Retry-After."),
  parameters: word(
    "S-14",
    ["lenient", "strict"],
    "Strict refuses unknown names, repeated names, empty values and exponents.",
  ),
  bodyParameters: word(
    "S-10",
    ["accept", "ignore"],
    "Whether a POST's body is read for parameters that the query lacks.",
  ),
  booleans: word(
    "S-13",
    ["any", "digits", "php"],
    'How a boolean is read: 1/0/true/false/True/False, only 1 and 0, or by PHP\'s cast ("false" is true).',
  ),
  methods: word("S-12", ["strict", "any"], "GET for a POST operation, or the reverse: 405, or it works."),
  errorShape: word(
    "S-17",
    ["envelope", "framework", "text", "html", "empty"],
    "A failure's body: the envelope, {name,message,code,status}, plain text, HTML, or none.",
  ),
  errorStatus: word("S-17", ["http", "200"], "The HTTP status of refused keys and requests: 4xx, or 200."),
  errorData: word("S-17", ["null", "array", "object", "absent"], "What data holds in the envelope of a failure."),
  // Webhooks
  hookDialects: word(
    "S-63",
    ["both", "flat", "envelope"],
    "A webhook's address takes one URL per action, {action, params} on the bare URL, or either.",
  ),
  hookClosePath: word(
    "S-64",
    ["close-deal", "close", "none"],
    "A flat close goes to an address with this suffix, or to the bare one, where closePosition in the body tells.",
  ),
  hookContentType: word(
    "S-71",
    ["any", "json"],
    "The content type of a webhook isn't looked at, or has to be application/json.",
  ),
  hookAnswer: word(
    "S-70",
    ["code", "text", "none"],
    "The answer to an accepted webhook: code 0, code as text, or JSON without a code. Refusals always carry a code.",
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
    "An open while a deal runs is accepted without effect, refused, or a second deal.",
  ),
  hookWhenOff: word(
    "S-74",
    ["act", "ignore", "refuse"],
    "A webhook for a bot that is off acts as on any other (an open runs one deal), is accepted without effect, or is refused. An open is its own signal: a bot with an indicator group takes it too.",
  ),
  hookPairs: word(
    "S-68",
    ["optional", "required"],
    "Without pairs all of the bot's are meant, here one; or they are required.",
  ),
  hookNumbers: word(
    "S-66",
    ["lenient", "strict"],
    "Whether a JSON number does for a decimal as text, and digits as text for an integer.",
  ),
  hookStopDelay: word("S-69", ["accept", "refuse"], "stop.delay 0 is taken as no delay, or refused."),
  hookUnknown: word("S-66", ["ignore", "refuse"], "Members of a body that nobody documented are ignored or refused."),
  ghostBot: word("S-67", ["off", "on", "hidden"], "The bot named Ghost reads as off, as on, or isn't in the list."),
} as const satisfies Readonly<Record<string, QuirkKind>>;

export const quirkTable: readonly Quirk[] = Object.entries(TABLE).map(([name, kind]) => ({ name, ...kind }));

type ValueOf<Q> = Q extends { readonly kind: "word"; readonly values: readonly (infer V)[] }
  ? V
  : Q extends { readonly kind: "number" }
    ? number
    : string;

/** A value for every quirk. */
export type Quirks = { readonly [Name in keyof typeof TABLE]: ValueOf<(typeof TABLE)[Name]> };
