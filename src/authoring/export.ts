// Writes one account's desired state as plain YAML: no variables, templates, defaults or scale, and the same plan.

import type { ConfiguredAccount } from "../config/load.js";
import type { HookSettings, Setting } from "../config/settings.js";
import { MOST_KEYS } from "../config/yaml/compose.js";
import type { DesiredBot } from "../model/bot/desired.js";
import { FIELD_NAMES, fieldSpec, isNumeric } from "../model/bot/field.js";
import { holdLine } from "../model/bot/hold.js";
import { fieldsOf, PLAIN_OF, SECTIONS_OF, type WebhookMessage } from "../model/webhook/webhook.js";
import { exactNumber, yamlKey, yamlScalar } from "./edit-text.js";

type Exported = { readonly text: string } | { readonly problem: string };

interface ExportOptions {
  /** By address; default: every bot. */
  readonly includes?: (address: string) => boolean;
}

/** What one file may hold: compose.ts bounds the keys of a map, source.ts the bytes. */
export const MOST_BOTS_IN_A_FILE = MOST_KEYS;
export const MOST_BYTES_IN_A_FILE = 2 ** 20;

/** Text that a person can't see, or a CI runner would take for a command (render/sanitize.ts): quoted and escaped. */
const TO_ESCAPE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#\[|#vso\[)/giu;

/**
 * A whole configuration of the account alone. Loaded again it has the same digest, unless bots are left out. A number that
 * a scale made, and that no YAML number carries exactly, is the one thing that can't be written; then there is a problem.
 */
export function exportYaml(account: ConfiguredAccount, options: ExportOptions = {}): Exported {
  const { desired } = account;
  const { includes = () => true } = options;
  const bots = desired.bots.filter(({ address }) => includes(address));
  const problem = inexact(bots);
  if (problem !== undefined) return { problem };
  const { protectedTitles = [], holds = [] } = desired;
  const { addressRequestsPerSecond } = account.connection.budget ?? {};
  const messages = new Map(account.resolved.map(({ address, webhooks }) => [address, webhooks.messages]));
  const lines = [
    "# Written by botform render: every bot in full, without variables, templates, defaults or scale.",
    ...(bots.length === desired.bots.length
      ? []
      : ["# Only some of the account's bots are here; with this file, the others would be undeclared."]),
    "version: 1",
    ...(addressRequestsPerSecond === undefined ? [] : [`requestsPerSecond: ${addressRequestsPerSecond}`]),
    "accounts:",
    `  ${yamlKey(desired.account)}:`,
    ...accountLines(account).map((line) => `    ${line}`),
    "    accesses:",
    ...desired.accesses.map(({ alias, live }) => `      ${yamlKey(alias)}: ${scalar(live)}`),
    ...(protectedTitles.length === 0 ? [] : listLines("protectedTitles", protectedTitles, "")),
    ...(holds.length === 0 ? [] : ["holds:", ...holds.map((hold) => `  ${holdLine(hold)}`)]),
    ...(bots.length === 0 ? [] : ["bots:", ...bots.flatMap((bot) => botLines(bot, messages.get(bot.address) ?? []))]),
  ];
  return { text: `${lines.join("\n")}\n` };
}

/** A setting as the file says it: the address, or the reference to the environment. */
export function writtenSetting({ value }: Setting): string {
  return typeof value === "string" ? value : `\${env.${value.env}}`;
}

function accountLines({ desired, connection, volumes }: ConfiguredAccount): string[] {
  const { apiUrl, hookUrl, apiKey, apiSecret } = connection;
  const { requestsPerSecond, concurrency } = connection.budget ?? {};
  return [
    `apiUrl: ${scalar(writtenSetting(apiUrl))}`,
    ...(hookUrl === undefined ? [] : [`hookUrl: ${scalar(writtenSetting(hookUrl))}`]),
    ...hookLines(connection.hook),
    `apiKey: ${scalar(writtenSetting(apiKey))}`,
    `apiSecret: ${scalar(writtenSetting(apiSecret))}`,
    `exchange: ${scalar(desired.exchange)}`,
    ...Object.entries({ requestsPerSecond, concurrency }).flatMap(([key, value]) =>
      value === undefined ? [] : `${key}: ${value}`,
    ),
    `undeclared: ${desired.undeclared}`,
    ...(desired.activeDeals === undefined ? [] : [`activeDeals: ${desired.activeDeals}`]),
    ...(desired.titlePrefix === "" ? [] : [`titlePrefix: ${scalar(desired.titlePrefix)}`]),
    // A check on every volume, scaled or not; a step means nothing without a scale.
    ...(volumes.min === undefined ? [] : [`volumeMin: ${volumes.min}`]),
  ];
}

function hookLines(hook: HookSettings | undefined): string[] {
  if (hook === undefined) return [];
  const { account, token, paths } = hook;
  const urls = Object.entries(hook.urls).map(([action, setting]) => [action, writtenSetting(setting)]);
  return [
    ...(account === undefined ? [] : [`hookAccount: ${scalar(writtenSetting(account))}`]),
    ...(token === undefined ? [] : [`hookToken: ${scalar(writtenSetting(token))}`]),
    ...(Object.keys(paths).length === 0 ? [] : [`hookPaths: ${JSON.stringify(paths)}`]),
    ...(urls.length === 0 ? [] : [`hookUrls: ${JSON.stringify(Object.fromEntries(urls))}`]),
  ];
}

function botLines(bot: DesiredBot, messages: readonly WebhookMessage[]): string[] {
  const { key, access, fields, initial, enabled, protect, previousTitles, twin = [], botId, freezeActiveDeals } = bot;
  const values = { ...fields, ...initial };
  const stated = FIELD_NAMES.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const isNumber = value !== null && isNumeric(fieldSpec(name));
    return [`    ${name}: ${isNumber ? value : scalar(typeof value === "string" ? literally(value) : value)}`];
  });
  const ignored = FIELD_NAMES.filter((name) => initial[name] !== undefined);
  return [
    `  ${yamlKey(key)}:`,
    `    access: ${scalar(access.alias)}`,
    ...stated,
    ...(enabled === undefined ? [] : [`    enabled: ${enabled}`]),
    ...(protect ? ["    protect: true"] : []),
    ...(freezeActiveDeals === true ? ["    freezeActiveDeals: true"] : []),
    ...(bot.undeclaredSettings === undefined ? [] : [`    undeclaredSettings: ${bot.undeclaredSettings}`]),
    // Without it, what nobody declares would be switched off.
    ...(bot.undeclaredSettings === undefined || bot.unmanaged === undefined
      ? []
      : [`    unmanaged: [${bot.unmanaged.join(", ")}]`]),
    ...(ignored.length === 0 ? [] : [`    ignore: [${ignored.join(", ")}]`]),
    ...(previousTitles.length === 0 ? [] : listLines("previousTitles", previousTitles.map(literally), "    ")),
    ...(twin.length === 0 ? [] : listLines("twin", twin.map(literally), "    ")),
    ...(botId === undefined ? [] : [`    botId: ${botId}`]),
    // JSON is YAML.
    ...(messages.length === 0
      ? []
      : [`    webhooks: ${JSON.stringify(Object.fromEntries(messages.map(plainMessage)))}`]),
  ];
}

/** A message written out in full, by action; null stands where it leaves out what the bot would give. */
function plainMessage({ action, settings }: WebhookMessage): readonly [string, object] {
  const values = new Map(settings.map(({ path, value }) => [path, value]));
  const plain = PLAIN_OF[action].map((path) => [path, values.get(path) ?? null] as const);
  const sections = SECTIONS_OF[action].map((section) => {
    const fields = fieldsOf(section).map((name) => [name, values.get(`${section}.${name}`) ?? null] as const);
    const isThere = fields.some(([, value]) => value !== null);
    return [section, isThere ? Object.fromEntries(fields) : null] as const;
  });
  return [action, Object.fromEntries([...plain, ...sections])];
}

function listLines(name: string, items: readonly string[], indent: string): string[] {
  return [`${indent}${name}:`, ...items.map((item) => `${indent}  - ${scalar(item)}`)];
}

/** In a bot's settings ${ begins a reference. */
function literally(text: string): string {
  return text.replaceAll("${", () => "$${");
}

function scalar(value: string | number | null): string {
  if (typeof value !== "string") return yamlScalar(value);
  // The selector of emoji is harmless, and part of many titles.
  const shown = JSON.stringify(value).replace(TO_ESCAPE, (found) => (found === "\ufe0f" ? found : escaped(found)));
  return shown === JSON.stringify(value) ? yamlScalar(value) : shown;
}

function escaped(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}

function inexact(bots: readonly DesiredBot[]): string | undefined {
  for (const { key, fields, initial } of bots) {
    for (const [name, value] of Object.entries({ ...fields, ...initial })) {
      const spec = FIELD_NAMES.find((field) => field === name);
      const isNumber = spec !== undefined && isNumeric(fieldSpec(spec));
      if (isNumber && value !== null && exactNumber(value) === undefined)
        return `bot ${key}: ${name} comes to ${value}, which has more digits than a YAML number can carry exactly`;
    }
  }
  return undefined;
}
