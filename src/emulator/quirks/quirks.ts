// The table of quirks: one entry for each question the interface leaves open, with every plausible answer to it.
import { MILLISECONDS, number, type Quirk, word } from "./quirk-kinds.js";
import { dealQuirks } from "./quirks-deals.js";
import { hookQuirks } from "./quirks-hooks.js";

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
  ...dealQuirks,
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
  ...hookQuirks,
] as const satisfies readonly Quirk[];

type Entry = (typeof quirkTable)[number];
type ValueOf<Q> = Q extends { readonly kind: "word"; readonly values: readonly (infer V)[] }
  ? V
  : Q extends { readonly kind: "number" }
    ? number
    : string;

/** A value for every quirk. */
export type Quirks = { readonly [Q in Entry as Q["name"]]: ValueOf<Q> };
