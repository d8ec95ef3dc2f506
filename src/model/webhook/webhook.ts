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

const row =
  (section?: WebhookSection) =>
  (name: string, kind: WebhookKind, about: string, rest: Partial<WebhookFieldSpec> = {}): WebhookFieldSpec => ({
    ...(section !== undefined && { section }),
    ...{ name, kind, about, ...rest },
  });
const [plain, open, dca, close, stop] = [row(), row("open"), row("dca"), row("close"), row("stop")];

/** Every field in the interface's order ("Webhook body fields"). */
const WEBHOOK_FIELDS: readonly WebhookFieldSpec[] = [
  plain("botId", "integer", "The bot that the command is for; without it, the service uses its Ghost bot.", { min: 1 }),
  plain("strategy", "word", "The direction, in lower case.", { words: ["long", "short"] }),
  plain("pairs", "pairs", "Exchange symbols <BASE><QUOTE>, such as BTCUSDT, without a dash."),
  open("orderVolume", "decimal", "Volume of the first order in USDT.", { above: 0 }),
  open("leverage", "integer", "Leverage of the deal.", { min: 1 }),
  open("marginType", "word", "Cross or isolated margin.", { words: ["cross", "isolated"] }),
  open("orderType", "word", "Type of the first order.", { words: ["Market", "Limit"] }),
  open("cycles", "integer", "How many deals to open, one after the other.", { min: 1 }),
  dca("enabled", "boolean", "false: no safety orders."),
  dca("max", "integer", "The maximum number of safety orders.", { min: 1 }),
  dca("active", "integer", "Safety orders placed at the same time.", { min: 1 }),
  dca("volume", "decimal", "Volume of a safety order in USDT.", { above: 0 }),
  dca("percent", "decimal", "The grid's step in percent.", { above: 0 }),
  dca("multiplierVolume", "decimal", "Multiplier: each safety order's volume relative to the one before.", {
    above: 0,
  }),
  dca("multiplierPrice", "decimal", "Multiplier: each step's width relative to the one before.", { above: 0 }),
  close("enabled", "boolean", "Take profit on or off."),
  close("event", "word", "What value means: profit in percent, profit in USDT, or seconds.", {
    words: ["percentage", "pnl", "delay"],
  }),
  close("value", "decimal", "The take profit, as event says.", { min: 0 }),
  stop("enabled", "boolean", "Stop loss on or off."),
  stop("event", "word", "What value means: percent, or USDT.", { words: ["percentage", "pnl"] }),
  stop("value", "decimal", "The stop loss, as event says.", { min: 0 }),
  stop("delay", "integer", "Seconds before it triggers.", { min: 0 }),
  plain("amount", "decimal", "Average only: the volume to add, in USDT.", { above: 0 }),
  plain(
    "closePosition",
    "boolean",
    "Close only: true closes the position; false cancels the deal and leaves the position open.",
  ),
];

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

const BY_PATH: ReadonlyMap<string, WebhookFieldSpec> = new Map(
  WEBHOOK_FIELDS.map((spec) => [spec.section === undefined ? spec.name : `${spec.section}.${spec.name}`, spec]),
);

/** A field by its path in a flat body, such as `open.orderVolume`. */
export function webhookField(path: string): WebhookFieldSpec | undefined {
  return BY_PATH.get(path);
}

/** Paths of every field, in the interface's order. */
export const WEBHOOK_PATHS: readonly string[] = [...BY_PATH.keys()];

/** Names of the fields of a section. */
export function fieldsOf(section: WebhookSection): readonly string[] {
  return WEBHOOK_FIELDS.filter((spec) => spec.section === section).map(({ name }) => name);
}

/** A value as it stands in a body. Decimals are canonical decimal text. */
export type WebhookValue = string | number | boolean | readonly string[];

/** Where a value comes from: the file and its layer, settings of the bot, or botform's own choice. */
type WebhookSource =
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

/** Whether it asks for no take-profit order: none at all, or a close after a time. */
export function asksForNoTakeProfit(message: WebhookMessage): boolean {
  return settingAt(message, "close.enabled") === false || settingAt(message, "close.event") === "delay";
}

/** Whether it asks for a take-profit order itself; without a close section the bot's own settings do, or nothing does. */
export function asksForTakeProfit(message: WebhookMessage): boolean {
  return message.settings.some(({ path }) => path.startsWith("close.")) && !asksForNoTakeProfit(message);
}

/** A bot with webhooks, as webhook list shows it. */
export interface WebhookRow {
  readonly address: string;
  readonly title: string;
  readonly actions: readonly WebhookAction[];
  readonly pairs: string;
  /** As the configuration pins it. */
  readonly botId: number | undefined;
}
