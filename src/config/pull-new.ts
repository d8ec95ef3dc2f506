// Adds live bots that no configuration declares to an existing one, stating what they don't inherit.

import type { ObservedBot } from "../model/bot.js";
import { canonicalValue } from "../model/canonical.js";
import type { FieldName } from "../model/field.js";
import { FIELD_NAMES } from "../model/field.js";
import { layerOf, type Merged } from "./layer.js";
import type { ConfiguredAccount } from "./load.js";
import { add, isReason, isSame, type PullEdits, writtenValue } from "./pull-edits.js";
import { literal } from "./pull-fresh.js";
import { keyFor, type PulledBot, type Written } from "./pulled.js";

export interface NewBots {
  readonly account: ConfiguredAccount;
  readonly bots: readonly PulledBot[];
  readonly live: ReadonlyMap<number, ObservedBot>;
  /** Keys of all accounts' bots. */
  readonly taken: Set<string>;
  /** The file that gets them. */
  readonly file: string;
  /** Whether other accounts would get them, too. */
  readonly isShared: boolean;
}

/** Makes an edit for each bot. */
export function newBotEdits({ account, bots, live, taken, file, isShared }: NewBots, edits: PullEdits): void {
  const { base, desired, volumes } = account;
  for (const bot of bots) {
    const observed = live.get(bot.id);
    if (observed === undefined) continue;
    const block: Record<string, Written | readonly string[]> = {};
    if (isShared) block["only"] = [desired.account];
    if (bot.pinned) block["botId"] = bot.id;
    if (desired.accesses.length > 1 && base.values.access !== bot.alias) block["access"] = bot.alias;
    block["title"] = literal(bot.title);
    const unmanaged: FieldName[] = [];
    for (const name of FIELD_NAMES) {
      if (name === "title") continue;
      const said = bot.fields.has(name) ? writtenValue(name, observed.fields[name], volumes) : undefined;
      const inherited = inheritedBy(base, name);
      if (said === undefined || isReason(said)) {
        if (inherited !== undefined) unmanaged.push(name);
        if (isReason(said)) edits.left.push({ botId: bot.id, title: bot.title, field: name, reason: said.reason });
      } else if (
        inherited === undefined ||
        !isSame(name, inherited.value, canonicalValue(name, typeof said === "boolean" ? null : said))
      ) {
        if (inherited?.isFinal === true) {
          const reason = `the overrides of account ${desired.account} state another ${name}`;
          edits.left.push({ botId: bot.id, title: bot.title, field: name, reason });
        } else block[name] = typeof said === "string" ? literal(said) : said;
      }
    }
    block["enabled"] = bot.on;
    if (unmanaged.length > 0) block["unmanaged"] = unmanaged;
    add(edits, file, { path: ["bots", keyFor(bot.title, taken)], value: block });
  }
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
