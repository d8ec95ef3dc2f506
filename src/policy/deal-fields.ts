// The deal that a webhook's message opens or changes: its values as a bot's fields, on top of those of the bot.
import type { FieldName, FieldValue, SomeFields } from "../model/bot/field.js";
import { pairOf, symbolOf } from "../model/bot/pair.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import { settingAt, type WebhookMessage, type WebhookValue } from "../model/webhook/webhook.js";

/** undefined if the value can't be read, for example a placeholder. */
type FieldReader = (value: WebhookValue) => FieldValue | undefined;

const number: FieldReader = (value) =>
  typeof value === "string" || typeof value === "number" ? canonicalDecimal(value) : undefined;
/** Programs in use send "1" for none (S-66). */
const scale: FieldReader = (value) => (number(value) === "1" ? null : number(value));
const word =
  (words: Readonly<Record<string, string>>): FieldReader =>
  (value) =>
    typeof value === "string" && Object.hasOwn(words, value) ? words[value] : undefined;

/** The way back from config/webhooks/webhook-fill.ts; `dca.enabled` and `close` have rules of their own below. */
const ROWS: ReadonlyMap<string, readonly [FieldName, FieldReader]> = new Map([
  ["strategy", ["strategy", word({ long: "LONG", short: "SHORT" })]],
  ["open.orderVolume", ["volumeFirstOrder", number]],
  ["open.leverage", ["leverage", number]],
  ["open.marginType", ["marginMode", word({ cross: "CROSS", isolated: "ISO" })]],
  ["open.orderType", ["typeFirstOrder", word({ Market: "MARKET", Limit: "LIMIT" })]],
  ["open.cycles", ["cycleLimitScale", number]],
  ["dca.max", ["countOrderMax", number]],
  ["dca.volume", ["volumeSafetyOrder", number]],
  ["dca.percent", ["percentSafetyOrder", number]],
  ["dca.multiplierVolume", ["martingaleScale", scale]],
  ["dca.multiplierPrice", ["dynamicStepScale", scale]],
]);

/** Which field of a bot a setting stands for. */
export function fieldOf(path: string): FieldName | undefined {
  if (path === "pairs") return "pairTitle";
  if (path === "dca.enabled") return "countOrderMax";
  return path.startsWith("close.") ? "percentTakeProfit" : ROWS.get(path)?.[0];
}

/** The fields that a message states. */
export function fieldsIn({ settings }: WebhookMessage): ReadonlySet<FieldName> {
  return new Set(settings.flatMap(({ path }) => fieldOf(path) ?? []));
}

/**
 * The deal's fields, one set for each pair that the message names. What the message leaves out comes from the bot. A stated
 * value that can't be read is absent, which means unknown.
 * @param base the bot's own fields; none where there is no bot
 */
export function dealsOf(message: WebhookMessage, base: SomeFields): readonly SomeFields[] {
  const fields: { [name in FieldName]?: FieldValue | undefined } = { ...base };
  for (const { path, value } of message.settings) {
    const row = ROWS.get(path);
    if (row !== undefined) fields[row[0]] = row[1](value);
  }
  if (settingAt(message, "dca.enabled") === false) fields.countOrderMax = null;
  fields.percentTakeProfit = takeProfit(message, base);
  return pairsOf(message, base).map((pairTitle) => known({ ...fields, pairTitle }));
}

/** Only a percentage can be compared with a bot's take profit; one that is off, in USDT or in seconds is unknown. */
function takeProfit(message: WebhookMessage, { percentTakeProfit }: SomeFields): FieldValue | undefined {
  const [enabled, event, value] = ["enabled", "event", "value"].map((name) => settingAt(message, `close.${name}`));
  if (enabled === false || (event !== undefined && event !== "percentage")) return undefined;
  return value === undefined ? percentTakeProfit : number(value);
}

function pairsOf(message: WebhookMessage, { pairTitle }: SomeFields): readonly (FieldValue | undefined)[] {
  const symbols = settingAt(message, "pairs");
  if (typeof symbols !== "object" || symbols.length === 0) return [pairTitle];
  return [...new Set(symbols)].map((symbol) =>
    typeof pairTitle === "string" && symbolOf(pairTitle) === symbol ? pairTitle : pairOf(symbol),
  );
}

function known(fields: { readonly [name in FieldName]?: FieldValue | undefined }): SomeFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
