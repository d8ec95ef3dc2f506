// The table of quirks: the questions about the service that have several plausible answers, and those answers.
import { MILLISECONDS, number, type Quirk, type QuirkKind, word } from "./quirk-kinds.js";
import { WEBHOOK_TABLE } from "./webhook-quirks.js";

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
    "Parameters that an update leaves out keep their value or fall back to create's default; strict refuses an update that lacks a required one.",
  ),
  scaleOmitted: word(
    "S-28",
    ["keep", "clear"],
    "A scale, or countOrderMax, that a merging update leaves out stays as it is, or is switched off.",
  ),
  scaleEmpty: word(
    "S-28",
    ["clear", "keep", "refuse"],
    "An empty or zero scale switches martingale, dynamic step or cycle limit off, changes nothing, or is refused.",
  ),
  pairRequired: word("S-30", ["no", "yes"], "Whether an update must name pairTitle."),
  updateSwitch: word("S-31", ["keep", "off", "on"], "An update leaves the bot's switch alone, or sets it."),
  newBots: word("S-33", ["off", "on"], "How a created bot starts."),
  createDelay: number(
    "S-33",
    { ...MILLISECONDS, fallback: 0 },
    "How long a created bot is in no answer, although its id was given at once.",
  ),
  defaults: word(
    "S-34",
    ["zero", "empty", "filled"],
    "Optional parameters left out of a create become 0, empty text, or plausible values.",
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
  minimumVolume: word("S-39", ["none", "6"], "Whether a first order with a volume below 6 is refused."),
  titles: word(
    "S-35",
    ["free", "unique", "upper", "escaped", "cut", "nfc"],
    "Whether two bots of one access may have the same title. Or titles are stored in another form: in upper case, HTML-escaped, cut after 14 characters, or in Unicode's composed form (NFC).",
  ),
  rounding: word("S-26", ["none", "2"], "Whether decimals are silently rounded to 2 places."),
  // How a bot reads
  unsetScale: word(
    "S-29",
    ["empty", "zero", "default", "null", "stale"],
    "How a scale that is off is shown; stale is its last value, with a flag of 0.",
  ),
  indicatorOff: word(
    "S-76",
    ["empty", "null", "default", "keep", "refuse"],
    "What an indicator's name and interval become that an update sends empty: empty text, null, plausible values, or what they were; or the update is refused.",
  ),
  priceLevelOff: word(
    "S-77",
    ["zero", "null", "keep", "refuse"],
    "What price limits become that an update sends as 0: 0, null, or what they were; or the update is refused.",
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
    "The status in the answer to an update: a number (0 off, 4 on), or text as everywhere else.",
  ),
  numbers: word("S-26", ["plain", "padded"], "How decimals are written in answers: 1.2 or 1.20000000."),
  settingTypes: word("S-25", ["strings", "mixed"], "Whether flags and counts come as JSON numbers."),
  priceLevels: word(
    "S-25",
    ["string", "number"],
    "price_level_up and price_level_down come as text, or as JSON numbers.",
  ),
  extraFields: word("S-21", ["none", "some"], "Whether bots, settings and the envelope carry undocumented fields."),
  listLag: number("S-23", { ...MILLISECONDS, fallback: 0 }, "How far the bot list lags behind."),
  listSize: number(
    "S-23",
    { min: 0, max: 100_000, unit: "bots", fallback: 0 },
    "How many bots the list shows, counted in each exchange; 0 means all.",
  ),
  listKeeps: word("S-23", ["newest", "oldest"], "A list that is cut by listSize shows the newest bots, or the oldest."),
  listHides: number(
    "S-23",
    { min: 0, max: 100_000, unit: "(place)", fallback: 0 },
    "The place, counted from the oldest, of a bot that the list never shows; 0 means none.",
  ),
  unknownBot: word(
    "S-19",
    ["error", "empty"],
    "Details of a bot of another account: a failure, or success with an empty array.",
  ),
  unknownExchange: word("S-19", ["error", "empty"], "An unknown exchange: a failure, or an empty list."),
  // What a command does, how a deal trades and shows
  commandDelay: number("S-43", { ...MILLISECONDS, fallback: 300 }, "How long a command takes to take effect."),
  activateTwice: word(
    "S-44",
    ["accept", "refuse"],
    "Turning on a bot that is already on, or off one that is off: confirmed without effect, or refused.",
  ),
  deactivate: word(
    "S-45",
    ["finish", "stop"],
    "When a bot is turned off, its running deal continues to its end, or is handed to the user and disappears.",
  ),
  deactivateOff: word(
    "S-45",
    ["keeps-deal", "drops-deal"],
    "Turning off a bot that is off leaves its running deal alone, or hands it to the user as deactivate=stop does.",
  ),
  startOnEnabled: word(
    "S-46",
    ["refuse", "ignore", "open"],
    "Starting a deal of a bot that is on or in a deal: refused, confirmed without effect, or a second deal.",
  ),
  immediately: word(
    "S-52",
    ["respect", "ignore"],
    "A new take profit with immediately=0 leaves the existing order alone, or moves it as 1 does.",
  ),
  cancelReopens: word("S-49", ["yes", "no"], "Whether a bot that is on opens its next deal at once after a cancel."),
  cancelledDeals: word(
    "S-50",
    ["hidden", "listed"],
    "Cancelled deals are missing from the history, or in it as CANCELED.",
  ),
  historyOrder: word("S-51", ["desc", "asc"], "The history shows the newest deal first, or the oldest."),
  historySize: number(
    "S-51",
    { min: 0, max: 100_000, unit: "deals", fallback: 0 },
    "How many of the newest deals the history shows; 0 means all.",
  ),
  logSize: number(
    "S-51",
    { min: 0, max: 1_000, unit: "entries", fallback: 0 },
    "The maximum number of log entries in an answer, even if limit asks for more; 0 means all.",
  ),
  logLag: number("S-51", { ...MILLISECONDS, fallback: 0 }, "How far a bot's log lags behind."),
  logSwitches: word("S-51", ["yes", "no"], "Whether a bot's log says that it is turned on or off."),
  orderCodes: word("S-53", ["known", "other"], "Take-profit orders have the codes l, sm, 1 and 3, or unknown codes."),
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
    "A bot with an indicator group waits for an injected signal, or opens deals as if it had none.",
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
    "How far a nonce may differ from the server's clock, either way.",
  ),
  noncePostWindow: number(
    "S-06",
    { min: 0, max: 31_536_000, unit: "s", fallback: 0 },
    "How old the nonce of a POST may be; 0 means as nonceWindow says.",
  ),
  nonceLead: number(
    "S-06",
    { min: 0, max: 31_536_000, unit: "s", fallback: 31_536_000 },
    "How far a nonce may be ahead of the server's clock, where nonceWindow allows more.",
  ),
  nonceOrder: word(
    "S-07",
    ["any", "growing"],
    "A nonce may be older than the key's last one, or is refused then. Whether it may be the same says nonceReuse.",
  ),
  nonceReuse: word(
    "S-07",
    ["allow", "refuse-same-request", "refuse"],
    "A nonce may be reused, may not be reused for the same request, or never by the same key.",
  ),
  signedQuery: word(
    "S-05",
    ["either", "raw", "rebuilt"],
    "What the server signs: the raw query text, the form-encoded text it rebuilds, or either.",
  ),
  // Requests and failures
  rateLimit: number(
    "S-15",
    { min: 0, max: 100_000, unit: "requests/s", fallback: 0 },
    "Requests per second and key, also the largest burst; more are answered with 429. 0 means no limit.",
  ),
  retryAfter: word("S-15", ["seconds", "none"], "Whether a 429 names the wait in Retry-After."),
  parameters: word(
    "S-14",
    ["lenient", "strict"],
    "strict refuses unknown names, repeated names, empty values and exponents.",
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
  methods: word("S-12", ["strict", "any"], "GET for a POST operation, or POST for a GET: 405, or it works."),
  errorShape: word(
    "S-17",
    ["envelope", "framework", "text", "html", "empty"],
    "The body of a failure: the envelope, {name,message,code,status}, plain text, HTML, or none.",
  ),
  errorStatus: word("S-17", ["http", "200"], "The HTTP status of refused keys and requests: 4xx, or 200."),
  errorData: word("S-17", ["null", "array", "object", "absent"], "The value of data in the envelope of a failure."),
  gateway: word(
    "S-18",
    ["plain", "doubles", "doubles-second", "refuses"],
    "A gateway in front of the service hands a write on twice and answers with the first or the second answer, or answers 409 after the service acted.",
  ),
  ...WEBHOOK_TABLE,
} as const satisfies Readonly<Record<string, QuirkKind>>;

export const quirkTable: readonly Quirk[] = Object.entries(TABLE).map(([name, kind]) => ({ name, ...kind }));

type ValueOf<Q> = Q extends { readonly kind: "word"; readonly values: readonly (infer V)[] }
  ? V
  : Q extends { readonly kind: "number" }
    ? number
    : string;

/** A value for every quirk. */
export type Quirks = { readonly [Name in keyof typeof TABLE]: ValueOf<(typeof TABLE)[Name]> };
