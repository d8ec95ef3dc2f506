// The table of quirks: one entry for each question the interface leaves open, with every plausible answer to it.
import { MILLISECONDS, number, type Quirk, type QuirkKind, word } from "./quirk-kinds.js";

/** Free text for a status: anything that doesn't read as off. */
const STATUS_TEXT = /^(?!(?:disabled|0+)$)[\p{L}\p{N}_. -]{1,40}$/iu;

/**
 * Every quirk in the order in which help shows them. `about` names the gap of the wire facts (section 9 unless it says
 * otherwise) that the quirk stands for; the first value, or the fallback, is the default.
 */
const TABLE = {
  // Writing a bot
  update: word(
    ["merge", "replace", "replace-strict"],
    "Update with omitted parameters: they keep their value, fall back to the create default, or (strict) an update without every required one is refused.",
  ),
  scaleOmitted: word(["keep", "clear"], "Update with omitted parameters: what a merging update does to scales."),
  scaleEmpty: word(
    ["clear", "keep", "refuse"],
    "Un-setting martingale, dynamic step, cycle limit: what an empty or zero scale does.",
  ),
  pairRequired: word(["no", "yes"], "Update with omitted parameters: whether pairTitle must be there."),
  updateSwitch: word(
    ["keep", "off", "on"],
    "The answer of an update shows status 0 (R): whether an update leaves the bot's switch alone, or sets it.",
  ),
  newBots: word(["off", "on"], "States and transitions (section 4): how a created bot starts."),
  defaults: word(
    ["zero", "empty", "filled"],
    "Default of optional create parameters: 0, empty text, or plausible values.",
  ),
  indicatorRules: word(
    ["lenient", "strict"],
    "Rules tying parameters together: whether a group needs its name and interval in the same request.",
  ),
  priceRules: word(
    ["lenient", "strict"],
    "Rules tying parameters together: whether priceLevel needs the limits it names in the same request.",
  ),
  volumeRules: word(
    ["lenient", "strict"],
    "Needing volumeSafetyOrder or martingaleScale (section 5): whether that is enforced.",
  ),
  minimumVolume: word(
    ["none", "6"],
    "Practical minimum first order (section 6): whether a first order below 6 is refused.",
  ),
  titles: word(["free", "unique"], "Bot title: whether two bots of one access may share a title."),
  rounding: word(["none", "2"], "Decimal form in requests: whether decimals are silently rounded to 2 places."),
  // How a bot reads
  unsetScale: word(
    ["empty", "zero", "default", "null", "stale"],
    "Values of *_scale when not set; stale shows the last value beside a flag of 0.",
  ),
  statusOn: {
    kind: "text",
    pattern: STATUS_TEXT,
    form: "text or number",
    fallback: "ENABLED",
    about: "Status strings other than DISABLED: how a bot that is on reads; digits are sent as a number.",
  },
  statusOff: word(
    ["DISABLED", "0"],
    "Status strings and the number list: how a bot that is off reads; 0 is sent as a number.",
  ),
  updateStatus: word(
    ["number", "string"],
    "Status in the answer of an update: the number behind it (0 off, 4 on) or as everywhere else.",
  ),
  numbers: word(["plain", "padded"], "Decimal form in answers: 1.2 or 1.20000000."),
  settingTypes: word(
    ["strings", "mixed"],
    "Settings are 'mostly strings' (section 3): whether flags and counts come as JSON numbers.",
  ),
  priceLevels: word(["string", "number"], "price_level_up and price_level_down vary (section 3): text or JSON number."),
  extraFields: word(
    ["none", "some"],
    "Versioning: whether bots, settings and the envelope carry fields nobody documented.",
  ),
  listLag: number(
    { ...MILLISECONDS, fallback: 0 },
    "Commands are queued (section 4): the bot list shows everything as it was this long ago.",
  ),
  unknownBot: word(["error", "empty"], "Details of a bot that isn't ours: a failure, or success with an empty array."),
  unknownExchange: word(
    ["error", "empty"],
    "Exchange values are free text: an exchange nobody has is a failure, or an empty list.",
  ),
  // What a command does, how a deal trades and shows
  commandDelay: number(
    { ...MILLISECONDS, fallback: 300 },
    "Commands are queued (section 4): how long until one takes effect.",
  ),
  activateTwice: word(
    ["accept", "refuse"],
    "Turning on a bot that is on, or off one that is off: confirmed without effect, or refused.",
  ),
  deactivate: word(
    ["finish", "stop"],
    "Effect of deactivate on a running deal: it goes on to its end, or is handed over and vanishes.",
  ),
  startOnEnabled: word(
    ["refuse", "ignore", "open"],
    "Start deal on an enabled bot, or with a deal already running: refused, confirmed without effect, or a second deal.",
  ),
  immediately: word(
    ["respect", "ignore"],
    "Meaning of immediately: 0 leaves the standing order alone, or is read as 1.",
  ),
  cancelReopens: word(["yes", "no"], "Cancel on an enabled bot (section 4): whether the next deal opens at once."),
  cancelledDeals: word(["hidden", "listed"], "Status of cancelled deals: absent from history, or there as CANCELED."),
  historyOrder: word(["desc", "asc"], "History order: newest first or oldest first."),
  historySize: number(
    { min: 0, max: 100_000, unit: "deals", fallback: 0 },
    "History size: how many of the newest deals an answer holds; 0 is all.",
  ),
  logSize: number(
    { min: 0, max: 1_000, unit: "entries", fallback: 0 },
    "Log limit bounds: the most entries an answer holds whatever limit asks; 0 is all.",
  ),
  orderCodes: word(["known", "other"], "Take-profit order codes: l, sm, 1 and 3, or codes nobody has seen."),
  emptyMaps: word(["object", "array"], "PHP writes an empty map as []: tpOrder and positions without entries."),
  accountLeverage: word(["null", "value"], "leverage in account information: null or a number."),
  cancelOrders: word(
    ["remove", "stay"],
    "Effect of cancel on open orders: removed, or they stay on the exchange and fill without a deal.",
  ),
  indicators: word(
    ["wait", "open"],
    "Indicators (section 5; their definitions aren't public): a bot with a group waits for an injected signal, or opens as if it had none.",
  ),
  volumeBase: word(
    ["first", "safety"],
    "Volume of safety orders under martingale (sections 5 and 8): first order x scale^k, or safety order x scale^(k-1).",
  ),
  volumeMeaning: word(["notional", "margin"], "Volume is in USDT (section 5): the position's size, or its margin."),
  takeProfitShows: word(
    ["order", "snapshot", "both"],
    "What of a deal shows a changed take profit: its order's price, percent_take_profit of its snapshot, or both.",
  ),
  dealNumbers: word(["text", "number"], "Decimals of deals (section 3): text, or JSON numbers."),
  liquidatedDeals: word(
    ["completed", "liquidated", "hidden"],
    "How a liquidated deal shows in history: as COMPLETED with its loss, as LIQUIDATED, or not at all.",
  ),
  // Authentication
  nonceWindow: number(
    { min: 1, max: 31_536_000, unit: "s", fallback: 60 },
    "Nonce window: how far a nonce may be from the server's clock, either way.",
  ),
  nonceReuse: word(
    ["allow", "refuse-same-request", "refuse"],
    "Nonce reuse: allowed, refused for the very same signature, or single use for each key.",
  ),
  signedQuery: word(
    ["either", "raw", "rebuilt"],
    "What the server signs (section 1): the raw query text, the one it rebuilds form-style, or either.",
  ),
  // Requests and failures
  rateLimit: number(
    { min: 0, max: 100_000, unit: "requests/s", fallback: 0 },
    "Rate limits (section 6): requests a second of each key, as many at once after a quiet second; more are answered 429. 0 is no limit.",
  ),
  retryAfter: word(["seconds", "none"], "Rate limits (section 6): whether a 429 says in Retry-After how long to wait."),
  parameters: word(
    ["lenient", "strict"],
    "Parameter reading: strict refuses unknown names, repeated names, empty values and exponents.",
  ),
  bodyParameters: word(
    ["accept", "ignore"],
    "Parameters of POST in query or body: whether the body is read for those the query lacks.",
  ),
  booleans: word(
    ["any", "digits", "php"],
    'Boolean spelling: 1/0/true/false/True/False, only 1 and 0, or PHP\'s cast ("false" is true).',
  ),
  methods: word(["strict", "any"], "GET allowed for POST operations and the reverse: 405, or both work."),
  errorShape: word(
    ["envelope", "framework", "text", "html", "empty"],
    "Failure payload shape: the envelope, {name,message,code,status}, plain text, HTML, or no body.",
  ),
  errorStatus: word(["http", "200"], "HTTP status for errors of authentication and business: 4xx, or 200."),
  errorData: word(["null", "array", "object", "absent"], "Content of data on failure (section 6), in the envelope."),
  // The webhook interface (wire facts, sections 7 and 9)
  hookDialects: word(
    ["both", "flat", "envelope"],
    "Which dialect a hook URL accepts: one URL per action, {action, params} on the bare URL, or either.",
  ),
  hookClosePath: word(
    ["close-deal", "close", "none"],
    "Close URL of the flat dialect: a suffix, or none, where closePosition in the body tells.",
  ),
  hookContentType: word(["any", "json"], "Content-Type checks on the hook: none, or application/json is required."),
  hookAnswer: word(
    ["code", "text", "none"],
    "Webhook success body: code 0, code as text, or JSON without a code; refusals always carry a code.",
  ),
  hookRefusal: word(
    ["200", "http"],
    "A refused webhook (section 7): a code other than 0 with HTTP 200, or with a 4xx status.",
  ),
  hookUpdate: word(
    ["section", "deal"],
    "Open versus update: told apart by the open section, or by whether a deal of the bot runs.",
  ),
  hookOpenTwice: word(
    ["ignore", "refuse", "second"],
    "Effect of open while a deal runs: accepted without effect, refused, or a second deal.",
  ),
  hookWhenOff: word(
    ["act", "ignore", "refuse"],
    "A webhook for a bot that is off: it acts as on any other (an open runs one deal), is accepted without effect, or refused. An open is its own signal: a bot with an indicator group takes it too.",
  ),
  hookPairs: word(["optional", "required"], "pairs left out (section 7): all of the bot's, here one; or refused."),
  hookNumbers: word(
    ["lenient", "strict"],
    "Value forms (section 7): whether a JSON number does for a decimal as text, and digits as text for an integer.",
  ),
  hookStopDelay: word(["accept", "refuse"], "stop.delay 0 (section 7): taken as no delay, or refused."),
  hookUnknown: word(["ignore", "refuse"], "Members of a body that nobody documented: ignored or refused."),
  ghostBot: word(
    ["off", "on", "hidden"],
    "The bot named Ghost (section 7): how its switch reads, or whether it is in the list at all.",
  ),
} as const satisfies Readonly<Record<string, QuirkKind>>;

export const quirkTable: readonly Quirk[] = Object.entries(TABLE).map(([name, kind]) => ({ name, ...kind }));

type ValueOf<Q> = Q extends { readonly kind: "word"; readonly values: readonly (infer V)[] }
  ? V
  : Q extends { readonly kind: "number" }
    ? number
    : string;

/** A value for every quirk. */
export type Quirks = { readonly [Name in keyof typeof TABLE]: ValueOf<(typeof TABLE)[Name]> };
