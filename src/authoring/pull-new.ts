// Adds live bots that no configuration declares to an existing one, stating what they don't inherit.

import { layerOf, type Merged } from "../config/compose/layer.js";
import type { ConfiguredAccount } from "../config/load.js";
import type { ObservedBot } from "../model/bot/bot.js";
import { canonicalValue, FIELD_NAMES, type FieldName } from "../model/bot/field.js";
import { add, isReason, isSame, type PullEdits, skip, writtenValue } from "./pull-edits.js";
import { literal } from "./pull-fresh.js";
import { keyFor, type PulledBot, type Written } from "./pulled.js";

interface NewBots {
  readonly account: ConfiguredAccount;
  readonly bots: readonly PulledBot[];
  readonly live: ReadonlyMap<number, ObservedBot>;
  /** Keys of all accounts' bots. */
  readonly taken: Set<string>;
  /** By address, why a bot can't be added. */
  readonly refused: ReadonlyMap<string, string>;
  /** The file that gets them. */
  readonly file: string;
  /** Whether other accounts would get them, too. */
  readonly isShared: boolean;
}

type Block = Record<string, Written | readonly string[]>;

/** Makes an edit for each bot; gives how many. */
export function newBotEdits(
  { account, bots, live, taken, refused, file, isShared }: NewBots,
  edits: PullEdits,
): number {
  let added = 0;
  for (const bot of bots) {
    const key = keyFor(bot.title, taken);
    const observed = live.get(bot.id);
    const reason = refused.get(`${account.desired.account}/${key}`);
    if (observed === undefined) continue;
    if (reason !== undefined) {
      skip(edits, observed, reason);
      continue;
    }
    add(edits, file, { path: ["bots", key], value: blockOf(account, bot, observed, isShared, edits) });
    added += 1;
  }
  return added;
}

function blockOf(
  { base, desired, volumes }: ConfiguredAccount,
  bot: PulledBot,
  live: ObservedBot,
  isShared: boolean,
  edits: PullEdits,
): Block {
  const block: Block = {};
  const unmanaged: FieldName[] = [];
  // A pin is an id of this account, and so the bot is this account's alone.
  if (isShared || bot.pinned) block["only"] = [desired.account];
  if (bot.pinned) block["botId"] = bot.id;
  if (desired.accesses.length > 1 && base.values.access !== bot.alias) block["access"] = bot.alias;
  block["title"] = literal(bot.title);
  for (const name of FIELD_NAMES) {
    if (name === "title") continue;
    const written = bot.fields.has(name) ? writtenValue(name, live.fields[name], volumes) : undefined;
    const inherited = inheritedBy(base, name);
    if (written === undefined || isReason(written)) {
      if (inherited !== undefined) unmanaged.push(name);
      if (isReason(written)) skip(edits, live, written.reason, name);
      continue;
    }
    const value = canonicalValue(name, typeof written === "boolean" ? null : written);
    if (inherited !== undefined && isSame(name, inherited.value, value)) continue;
    if (inherited?.isFinal === true)
      skip(edits, live, `the overrides of account ${desired.account} set another ${name}`, name);
    else block[name] = literal(written);
  }
  block["enabled"] = bot.on;
  if (layerOf(base, "enabled")?.kind === "overrides" && base.values.enabled !== bot.on)
    skip(edits, live, `the overrides of account ${desired.account} turn its bots ${bot.on ? "off" : "on"}`);
  if (unmanaged.length > 0) block["unmanaged"] = unmanaged;
  return block;
}

/** A field's value in defaults or overrides; one that refers to variables is stated anew. */
function inheritedBy(
  base: Merged,
  name: FieldName,
): { readonly value: unknown; readonly isFinal: boolean } | undefined {
  const layer = layerOf(base, name);
  if (layer === undefined) return undefined;
  return { value: base.pending.has(name) ? undefined : base.values[name], isFinal: layer.kind === "overrides" };
}
