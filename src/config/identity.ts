// Identity between the bots of one account: titles, pinned ids and previous titles name one live bot each.
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { originOf } from "./compose/layer.js";
import type { ResolvedBot } from "./compose/resolved-bot.js";
import { problem, quoted } from "./problem.js";
import type { BotKey } from "./schema/schema-bot.js";

interface Claim {
  readonly key: string;
  readonly origin: Origin;
}

/**
 * Checks who claims what. Accesses are told apart by what they stand for, not by alias: two aliases of one access
 * share its titles. Bots without a usable title or access take no part.
 *
 * @param where names a place for a message, as `file:line`
 */
export function checkIdentity(resolved: readonly ResolvedBot[], where: (origin: Origin) => string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const titles = new Map<string, Claim>();
  const previous = new Map<string, Claim>();
  const ids = new Map<string, Claim>();

  /** The earlier claim; without one the new claim is kept. */
  function claim(
    claims: Map<string, Claim>,
    id: string,
    { key, merged }: ResolvedBot,
    name: BotKey,
  ): Claim | undefined {
    const earlier = claims.get(id);
    if (earlier === undefined) claims.set(id, { key, origin: originOf(merged, name) });
    return earlier;
  }

  for (const bot of resolved) {
    const { key, address, merged, title, access } = bot;
    const { botId } = merged.values;
    const pinned = botId === undefined ? undefined : claim(ids, String(botId), bot, "botId");
    if (pinned !== undefined) {
      const summary = `bots ${pinned.key} (${where(pinned.origin)}) and ${key} are both pinned to live bot ${botId}`;
      const origin = originOf(merged, "botId");
      found.push(problem("config/bot-id-twice", { summary, remedy: "Pin one of them.", origin, address }));
    }
    if (title === undefined || access === undefined) continue;
    const other = claim(titles, identity(access.live, title), bot, "title");
    if (other === undefined) continue;
    const summary = `bots ${other.key} (${where(other.origin)}) and ${key} have the same title in access ${access.alias}`;
    const origin = originOf(merged, "title");
    const remedy = isDeepStrictEqual(other.origin, origin)
      ? sharedRemedy(origin)
      : `Give one of them another title: ${key} here, or ${other.key} at ${where(other.origin)}.`;
    found.push(problem("config/title-twice", { summary, remedy, origin, address }));
  }

  // Checked last, since a previous title may belong to a later bot.
  for (const { key, address, merged, title, access } of resolved) {
    if (access === undefined) continue;
    for (const [index, old] of (merged.values.previousTitles ?? []).entries()) {
      const list = originOf(merged, "previousTitles");
      const origin = { ...list, path: [...list.path, index] };
      const id = identity(access.live, old);
      const about = `bot ${key}: the previous title ${quoted(old)}`;
      if (old === title) {
        const summary = `${about} is its current title`;
        found.push(problem("config/previous-title-useless", { summary, remedy: "Remove it.", origin, address }));
        continue;
      }
      const other = titles.get(id) ?? previous.get(id);
      if (other !== undefined && other.key !== key) {
        const summary = `${about} belongs to bot ${other.key} (${where(other.origin)}) too`;
        const remedy = "Keep it with one bot: rename in two applies, or pin the bots with botId.";
        found.push(problem("config/previous-title-taken", { summary, remedy, origin, address }));
      }
      if (!previous.has(id)) previous.set(id, { key, origin });
    }
  }
  return found;
}

/** Both titles come from one line. */
function sharedRemedy({ path: [section] }: Origin): string {
  return section === "bots"
    ? "Put a variable of forEach into the title, such as ${pair.base}."
    : "Both have it from here: give each of them a title of its own.";
}

function identity(live: string | number, title: string): string {
  return JSON.stringify([live, title]);
}
