// Compares two configurations after composition, account by account.

import type { ConfiguredAccount } from "../config/load.js";
import { compare } from "../model/bot/compare.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { AccountDifference, BotDifference, SettingChange, SettingValue } from "../model/bot/difference.js";
import { FIELD_NAMES, type FieldValue } from "../model/bot/field.js";
import { reasonText } from "../model/bot/hold.js";
import { byText } from "../model/order.js";
import type { WebhookMessage } from "../model/webhook/webhook.js";
import { writtenSetting } from "./export.js";

type Settings = ReadonlyMap<string, SettingValue>;

/** Every account of either side, in the order of their names; accounts are known by name. */
export function compareConfigurations(
  before: readonly ConfiguredAccount[],
  after: readonly ConfiguredAccount[],
): AccountDifference[] {
  const [old, now] = [byName(before), byName(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.map((name) => compareAccount(name, old.get(name), now.get(name)));
}

function byName(accounts: readonly ConfiguredAccount[]): ReadonlyMap<string, ConfiguredAccount> {
  return new Map(accounts.map((account) => [account.desired.account, account]));
}

function compareAccount(
  account: string,
  before: ConfiguredAccount | undefined,
  after: ConfiguredAccount | undefined,
): AccountDifference {
  const settings = changed(accountSettings(before), accountSettings(after));
  const { bots, unchanged } = compareBots(sideOf(before), sideOf(after));
  const isEqual = settings.length === 0 && bots.length === 0;
  const kind = before === undefined ? "added" : after === undefined ? "removed" : isEqual ? "equal" : "changed";
  return { account, kind, settings: kind === "removed" ? [] : settings, bots, unchanged };
}

/** Credentials and addresses as they are written: references, never what they stand for. */
function accountSettings(account: ConfiguredAccount | undefined): Settings {
  const settings = new Map<string, SettingValue>();
  if (account === undefined) return settings;
  const { desired, connection, volumes } = account;
  for (const name of ["apiUrl", "hookUrl", "apiKey", "apiSecret"] as const) {
    const setting = connection[name];
    if (setting !== undefined) settings.set(name, writtenSetting(setting));
  }
  settings.set("exchange", desired.exchange);
  for (const [name, value] of Object.entries(connection.budget ?? {})) settings.set(name, value);
  for (const { alias, live } of desired.accesses) settings.set(`accesses.${alias}`, live);
  settings.set("undeclared", desired.undeclared);
  if (desired.activeDeals !== undefined) settings.set("activeDeals", desired.activeDeals);
  settings.set("titlePrefix", desired.titlePrefix);
  const { scale, step, min } = volumes;
  for (const [name, value] of Object.entries({ volumeScale: scale, volumeStep: step, volumeMin: min }))
    if (value !== undefined) settings.set(name, value);
  const { protectedTitles = [] } = desired;
  if (protectedTitles.length > 0) settings.set("protectedTitles", protectedTitles.toSorted());
  const holds = (desired.holds ?? []).map((hold) => `${hold.bots.join(", ")}: ${reasonText(hold)}`);
  if (holds.length > 0) settings.set("holds", holds.toSorted());
  return settings;
}

/** The bots of one configuration, and what each has beside its settings, by address. */
interface ComparedConfig {
  readonly bots: Desired["bots"];
  readonly webhooks: ReadonlyMap<string, readonly WebhookMessage[]>;
}

function sideOf(account: ConfiguredAccount | undefined): ComparedConfig {
  const webhooks = new Map(account?.resolved.map((bot) => [bot.address, bot.webhooks.messages]));
  return { bots: account?.desired.bots ?? [], webhooks };
}

function compareBots(before: ComparedConfig, after: ComparedConfig): { bots: BotDifference[]; unchanged: number } {
  const { pairs, added, removed } = pairBots(before.bots, after.bots);
  const differences = pairs.map(([old, now]) => compareBot(old, now, before.webhooks, after.webhooks));
  const bots: BotDifference[] = [
    ...differences.filter(({ changes }) => changes.length > 0),
    ...added.map((bot): BotDifference => {
      const changes = changed(new Map(), botSettings(bot, after.webhooks)).filter(
        ({ name }) => name !== "title" && name !== "key",
      );
      return { kind: "added", address: bot.address, title: bot.fields.title, changes };
    }),
    ...removed.map(
      ({ address, fields }): BotDifference => ({ kind: "removed", address, title: fields.title, changes: [] }),
    ),
  ];
  bots.sort((left, right) => byText(left.address, right.address));
  return { bots, unchanged: differences.filter(({ changes }) => changes.length === 0).length };
}

type Pairing = (old: DesiredBot, now: DesiredBot) => boolean;

const isSameAccess: Pairing = (old, now) => old.access.live === now.access.live;

/**
 * Which bot is which, the surest sign first: the live bot that both are pinned to, the title on its access (that is what
 * the plan goes by), a title it had before, and only then the key.
 */
const SIGNS: readonly { readonly ids: (bot: DesiredBot, side: "old" | "now") => readonly string[] }[] = [
  { ids: ({ botId }) => (botId === undefined ? [] : [String(botId)]) },
  { ids: (bot) => [titled(bot, bot.fields.title)] },
  {
    ids: (bot, side) =>
      side === "old" ? [titled(bot, bot.fields.title)] : bot.previousTitles.map((title) => titled(bot, title)),
  },
  { ids: ({ key }) => [key] },
];

function titled({ access }: DesiredBot, title: string): string {
  return JSON.stringify([access.live, title]);
}

function pairBots(before: readonly DesiredBot[], after: readonly DesiredBot[]) {
  const pairs: [old: DesiredBot, now: DesiredBot][] = [];
  const removed = new Set(before);
  const added = new Set(after);
  for (const { ids } of SIGNS) {
    const olds = new Map([...removed].flatMap((bot) => ids(bot, "old").map((id) => [id, bot] as const)));
    for (const now of [...added]) {
      const old = ids(now, "now")
        .flatMap((id) => olds.get(id) ?? [])
        .find((bot) => removed.has(bot));
      if (old === undefined) continue;
      pairs.push([old, now]);
      removed.delete(old);
      added.delete(now);
    }
  }
  return { pairs, added: [...added], removed: [...removed] };
}

function compareBot(
  old: DesiredBot,
  now: DesiredBot,
  before: ComparedConfig["webhooks"],
  after: ComparedConfig["webhooks"],
): BotDifference {
  const changes = changed(botSettings(old, before), botSettings(now, after)).filter(
    // A renamed alias is reported once, at the account.
    ({ name }) => name !== "access" || !isSameAccess(old, now),
  );
  const [was, is] = [old.fields.title, now.fields.title];
  const isRename = was !== is && now.previousTitles.includes(was);
  return {
    kind: "changed",
    address: now.address,
    title: is,
    ...(isRename && { renamedFrom: was }),
    changes: isRename ? changes.filter(({ name }) => name !== "title") : changes,
  };
}

function botSettings(bot: DesiredBot, webhooks: ComparedConfig["webhooks"]): Settings {
  const settings = new Map<string, SettingValue>([
    ["key", bot.key],
    ["access", bot.access.alias],
  ]);
  const values = { ...bot.fields, ...bot.initial };
  for (const name of FIELD_NAMES) {
    const value: FieldValue | undefined = values[name];
    if (value !== undefined) settings.set(name, value);
  }
  const ignored = FIELD_NAMES.filter((name) => bot.initial[name] !== undefined);
  if (bot.enabled !== undefined) settings.set("enabled", bot.enabled);
  if (bot.protect) settings.set("protect", true);
  if (bot.freezeActiveDeals === true) settings.set("freezeActiveDeals", true);
  if (bot.undeclaredSettings !== undefined) settings.set("undeclaredSettings", bot.undeclaredSettings);
  if (ignored.length > 0) settings.set("ignore", ignored);
  if (bot.previousTitles.length > 0) settings.set("previousTitles", bot.previousTitles.toSorted());
  if (bot.twin !== undefined) settings.set("twin", bot.twin.toSorted());
  if (bot.botId !== undefined) settings.set("botId", bot.botId);
  for (const { action, settings: own } of webhooks.get(bot.address) ?? []) {
    settings.set(`webhooks.${action}`, true);
    // What comes from the bot, too: alerts that were set up before hold the old message.
    for (const { path, value } of own) settings.set(`webhooks.${action}.${path}`, value);
  }
  return settings;
}

function changed(before: Settings, after: Settings): SettingChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const isSame = (old?: SettingValue, now?: SettingValue) => JSON.stringify(old) === JSON.stringify(now);
  return compare(Object.fromEntries(before), Object.fromEntries(after), names, isSame).map(({ name, from, to }) => ({
    name,
    ...(from !== undefined && { before: from }),
    ...(to !== undefined && { after: to }),
  }));
}
