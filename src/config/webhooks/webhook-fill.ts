// Fills a bot's webhooks in: what isn't stated comes from the bot's own settings.
import type { FieldName, SomeFields } from "../../model/bot/field.js";
import { symbolOf } from "../../model/bot/pair.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Origin } from "../../model/text/diagnostic.js";
import {
  fieldsOf,
  PLACEHOLDER,
  PLAIN_OF,
  SECTIONS_OF,
  type WebhookAction,
  type WebhookMessage,
  type WebhookSection,
  type WebhookSetting,
  type WebhookValue,
  webhookField,
} from "../../model/webhook/webhook.js";
import { scaled, type VolumeRules } from "../compose/scale.js";
import type { Branch, Tree } from "./webhook-tree.js";

/** A message, and the tree it came of. */
export interface FilledMessage {
  readonly message: WebhookMessage;
  readonly branch: Branch;
}

/** Volumes of a body: an account's volumeScale multiplies them, as it multiplies the bot's own. */
export const WEBHOOK_VOLUMES: ReadonlySet<string> = new Set(["open.orderVolume", "dca.volume", "amount"]);

interface Derived {
  readonly fields: readonly FieldName[];
  readonly value: WebhookValue;
}

const text = (name: FieldName) => (fields: SomeFields) => fields[name] ?? undefined;
const count = (name: FieldName) => (fields: SomeFields) => (fields[name] == null ? undefined : Number(fields[name]));
const word = (name: FieldName, words: Readonly<Record<string, string>>) => (fields: SomeFields) =>
  words[fields[name] ?? ""];

/** Which setting of a bot a field of a body is, and how it reads there. */
const FROM_BOT: Readonly<
  Record<string, readonly [FieldName, (fields: SomeFields) => WebhookValue | undefined] | undefined>
> = {
  strategy: ["strategy", word("strategy", { LONG: "long", SHORT: "short" })],
  pairs: ["pairTitle", ({ pairTitle }) => (pairTitle ? [symbolOf(pairTitle)] : undefined)],
  "open.orderVolume": ["volumeFirstOrder", text("volumeFirstOrder")],
  "open.leverage": ["leverage", count("leverage")],
  "open.marginType": ["marginMode", word("marginMode", { ISO: "isolated", CROSS: "cross" })],
  "open.orderType": ["typeFirstOrder", word("typeFirstOrder", { MARKET: "Market", LIMIT: "Limit" })],
  "dca.enabled": ["countOrderMax", ({ countOrderMax }) => (countOrderMax == null ? undefined : true)],
  "dca.max": ["countOrderMax", count("countOrderMax")],
  "dca.volume": ["volumeSafetyOrder", text("volumeSafetyOrder")],
  "dca.percent": ["percentSafetyOrder", text("percentSafetyOrder")],
  "dca.multiplierVolume": ["martingaleScale", text("martingaleScale")],
  "dca.multiplierPrice": ["dynamicStepScale", text("dynamicStepScale")],
  "close.enabled": ["percentTakeProfit", ({ percentTakeProfit }) => (percentTakeProfit == null ? undefined : true)],
  "close.event": [
    "percentTakeProfit",
    ({ percentTakeProfit }) => (percentTakeProfit == null ? undefined : "percentage"),
  ],
  "close.value": ["percentTakeProfit", text("percentTakeProfit")],
  amount: ["volumeSafetyOrder", text("volumeSafetyOrder")],
};

/** Defaults for fields without a setting of the bot: a close closes the position, and a stated section is on. */
const FIXED: Readonly<Record<string, WebhookValue>> = { closePosition: true };

/** The messages of every action that isn't switched off. @param fields of the bot, with the account's volumes */
export function fillWebhooks(tree: Branch, fields: SomeFields, rules: VolumeRules): FilledMessage[] {
  return (["open", "update", "average", "close"] as const).flatMap((action) => {
    const branch = tree.parts.get(action);
    if (branch?.kind !== "branch") return [];
    return [{ branch, message: { action, settings: settingsOf(action, branch, fields, rules) } }];
  });
}

function settingsOf(action: WebhookAction, branch: Branch, fields: SomeFields, rules: VolumeRules): WebhookSetting[] {
  const plain = PLAIN_OF[action].flatMap(
    (path) => stated(path, branch.parts.get(path), rules) ?? fixedOr(path, branch, derived(path, fields)),
  );
  const names = sectionsIn(action, branch);
  return [...plain, ...names.flatMap((name) => sectionSettings(name, branch.parts.get(name), fields, rules))];
}

function fixedOr(path: string, branch: Branch, own: Derived | undefined): WebhookSetting[] {
  if (branch.parts.get(path) !== undefined) return [];
  if (own !== undefined) return [{ path, value: own.value, source: { kind: "bot", fields: own.fields } }];
  const fixed = FIXED[path];
  return fixed === undefined ? [] : [{ path, value: fixed, source: { kind: "fixed" } }];
}

/** An update holds the stated sections. Without any, it sets the deal to the bot's settings. */
function sectionsIn(action: WebhookAction, { parts }: Branch): readonly WebhookSection[] {
  const all = SECTIONS_OF[action].filter((name) => parts.get(name)?.kind !== "leaf");
  const own = all.filter((name) => parts.has(name));
  return action === "update" && own.length > 0 ? own : all;
}

function sectionSettings(
  name: WebhookSection,
  tree: Tree | undefined,
  fields: SomeFields,
  rules: VolumeRules,
): WebhookSetting[] {
  const parts: ReadonlyMap<string, Tree> = tree?.kind === "branch" ? tree.parts : new Map();
  const isOff = valueIn(parts, "enabled") === false;
  const isEventStated = parts.has("event") || parts.has("value");
  const found = fieldsOf(name).flatMap((field): WebhookSetting[] => {
    const path = `${name}.${field}`;
    const own = stated(path, parts.get(field), rules);
    if (own !== undefined) return own;
    // A section that is off needs nothing else, and the bot's take profit is no value for another event.
    if (isOff || (isEventStated && (field === "event" || field === "value"))) return [];
    const bot = derived(path, fields);
    return bot === undefined ? [] : [{ path, value: bot.value, source: { kind: "bot", fields: bot.fields } }];
  });
  if (tree === undefined && name === "dca" && !found.some(({ path }) => path === "dca.max")) return [];
  const switchPath = `${name}.enabled`;
  const needsSwitch = name !== "open" && found.length > 0 && !parts.has("enabled");
  if (!needsSwitch || found.some(({ path }) => path === switchPath)) return found;
  return [{ path: switchPath, value: true, source: { kind: "fixed" } }, ...found];
}

function valueIn(parts: ReadonlyMap<string, Tree>, name: string): unknown {
  const tree = parts.get(name);
  return tree?.kind === "leaf" ? tree.value : undefined;
}

function derived(path: string, fields: SomeFields): Derived | undefined {
  const row = FROM_BOT[path];
  const value = row?.[1](fields);
  return row === undefined || value === undefined ? undefined : { fields: [row[0]], value };
}

/** What the layers state about the field: nothing for null, undefined if none states it. */
function stated(path: string, tree: Tree | undefined, rules: VolumeRules): WebhookSetting[] | undefined {
  if (tree?.kind !== "leaf") return undefined;
  const value = inBody(path, tree.value, rules);
  return value === undefined ? [] : [{ path, value, source: sourceOf(tree.origin) }];
}

function sourceOf({ file, path }: Origin): WebhookSetting["source"] {
  return { kind: "stated", file, path };
}

/** A stated value as it stands in the body: decimals as canonical text, whichever way they were written. */
function inBody(path: string, value: unknown, rules: VolumeRules): WebhookValue | undefined {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "boolean") return value;
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  if (webhookField(path)?.kind !== "decimal") return value;
  if (typeof value === "string" && PLACEHOLDER.test(value)) return value;
  const decimal = canonicalDecimal(value);
  if (decimal === undefined) return undefined;
  return WEBHOOK_VOLUMES.has(path) ? scaled(decimal, rules) : decimal;
}
