// The fields of a webhook's body: one table that the configuration, the body, the lint and the documentation all read.

export const WEBHOOK_ACTIONS = ["open", "update", "average", "close"] as const;
export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number];

export type WebhookSection = "open" | "dca" | "close" | "stop";

/** `decimal` travels as text, `integer` as a number, `pairs` as a list of exchange symbols. */
export type WebhookKind = "decimal" | "integer" | "boolean" | "word" | "pairs";

export interface WebhookFieldSpec {
  readonly section?: WebhookSection;
  readonly name: string;
  readonly kind: WebhookKind;
  readonly words?: readonly string[];
  /** Inclusive. A bound of common sense: the interface states none. */
  readonly min?: number;
  /** Exclusive; the same. */
  readonly above?: number;
  readonly about: string;
}

/** Every field in the interface's order ("Webhook body fields"). */
export const WEBHOOK_FIELDS = [
  {
    name: "botId",
    kind: "integer",
    min: 1,
    about: "The bot that the command is for; without it the service takes its Ghost.",
  },
  { name: "strategy", kind: "word", words: ["long", "short"], about: "The direction, in lower case." },
  { name: "pairs", kind: "pairs", about: "Exchange symbols <BASE><QUOTE>, such as BTCUSDT, without a dash." },
  { section: "open", name: "orderVolume", kind: "decimal", above: 0, about: "Volume of the first order in USDT." },
  { section: "open", name: "leverage", kind: "integer", min: 1, about: "Leverage of the deal." },
  {
    section: "open",
    name: "marginType",
    kind: "word",
    words: ["cross", "isolated"],
    about: "Cross or isolated margin.",
  },
  { section: "open", name: "orderType", kind: "word", words: ["Market", "Limit"], about: "Type of the first order." },
  { section: "open", name: "cycles", kind: "integer", min: 1, about: "How many deals, one after the other." },
  { section: "dca", name: "enabled", kind: "boolean", about: "false: no safety orders." },
  { section: "dca", name: "max", kind: "integer", min: 1, about: "The most safety orders." },
  { section: "dca", name: "active", kind: "integer", min: 1, about: "Safety orders that stand at once." },
  { section: "dca", name: "volume", kind: "decimal", above: 0, about: "Volume of a safety order in USDT." },
  { section: "dca", name: "percent", kind: "decimal", above: 0, about: "Step of the grid in percent." },
  {
    section: "dca",
    name: "multiplierVolume",
    kind: "decimal",
    above: 0,
    about: "Each safety order's volume times the one before.",
  },
  {
    section: "dca",
    name: "multiplierPrice",
    kind: "decimal",
    above: 0,
    about: "Each step's width times the one before.",
  },
  { section: "close", name: "enabled", kind: "boolean", about: "Take profit on or off." },
  {
    section: "close",
    name: "event",
    kind: "word",
    words: ["percentage", "pnl", "delay"],
    about: "What value means: profit in percent, profit in USDT, or seconds.",
  },
  { section: "close", name: "value", kind: "decimal", min: 0, about: "The take profit, as event says." },
  { section: "stop", name: "enabled", kind: "boolean", about: "Stop loss on or off." },
  {
    section: "stop",
    name: "event",
    kind: "word",
    words: ["percentage", "pnl"],
    about: "What value means: percent, or USDT.",
  },
  { section: "stop", name: "value", kind: "decimal", min: 0, about: "The stop loss, as event says." },
  { section: "stop", name: "delay", kind: "integer", min: 0, about: "Seconds before it triggers." },
  { name: "amount", kind: "decimal", above: 0, about: "Average only: the volume to add, in USDT." },
  {
    name: "closePosition",
    kind: "boolean",
    about: "Close only: true closes the position; false cancels the deal and leaves the position open.",
  },
] as const satisfies readonly WebhookFieldSpec[];

/** Sections of each action's body. */
export const SECTIONS_OF: Readonly<Record<WebhookAction, readonly WebhookSection[]>> = {
  open: ["open", "dca", "close", "stop"],
  update: ["dca", "close", "stop"],
  average: [],
  close: [],
};

/** Fields of each action's body that stand in no section, besides botId. */
export const PLAIN_OF: Readonly<Record<WebhookAction, readonly string[]>> = {
  open: ["strategy", "pairs"],
  update: ["strategy", "pairs"],
  average: ["strategy", "pairs", "amount"],
  close: ["strategy", "pairs", "closePosition"],
};

/** An exchange symbol. */
export const SYMBOL = /^[A-Z0-9]{2,40}$/;
/** Text that is one placeholder of the charting platform. */
export const PLACEHOLDER = /^\{\{[^{}]{1,80}\}\}$/;

const SPECS: readonly WebhookFieldSpec[] = WEBHOOK_FIELDS;
const BY_PATH: ReadonlyMap<string, WebhookFieldSpec> = new Map(
  SPECS.map((spec) => [spec.section === undefined ? spec.name : `${spec.section}.${spec.name}`, spec]),
);

/** A field by its path in a flat body, such as `open.orderVolume`. */
export function webhookField(path: string): WebhookFieldSpec | undefined {
  return BY_PATH.get(path);
}

/** Paths of every field, in the interface's order. */
export const WEBHOOK_PATHS: readonly string[] = [...BY_PATH.keys()];

/** Names of the fields of a section. */
export function fieldsOf(section: WebhookSection): readonly string[] {
  return SPECS.filter((spec) => spec.section === section).map(({ name }) => name);
}

/** A value as it stands in a body. Decimals are canonical decimal text. */
export type WebhookValue = string | number | boolean | readonly string[];

/** Where a value comes from: the file and its layer, settings of the bot, or botform's own choice. */
export type WebhookSource =
  | { readonly kind: "stated"; readonly file: string; readonly path: readonly (string | number)[] }
  | { readonly kind: "bot"; readonly fields: readonly string[] }
  | { readonly kind: "fixed" };

export interface WebhookSetting {
  /** As in a flat body: `strategy`, `open.orderVolume`. */
  readonly path: string;
  readonly value: WebhookValue;
  readonly source: WebhookSource;
}

/** What one action's body says, but for the bot's id. In the interface's order. */
export interface WebhookMessage {
  readonly action: WebhookAction;
  readonly settings: readonly WebhookSetting[];
}

/** The value of a setting, where the message has it. */
export function settingAt(message: WebhookMessage, path: string): WebhookValue | undefined {
  return message.settings.find((setting) => setting.path === path)?.value;
}
