// Identity between the bots of one account: titles, pinned ids and previous titles name one live bot each.
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import type { Draft } from "./compose/draft.js";
import { originOf } from "./compose/layer.js";
import { problem, quoted } from "./problem.js";

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
export function checkIdentity(drafts: readonly Draft[], where: (origin: Origin) => string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const titles = new Map<string, Claim>();
  const previous = new Map<string, Claim>();
  const ids = new Map<number, Claim>();

  for (const { key, address, merged, title, access } of drafts) {
    const { botId } = merged.values;
    if (botId !== undefined) {
      const claim = { key, origin: originOf(merged, "botId") };
      const other = ids.get(botId);
      if (other === undefined) ids.set(botId, claim);
      else
        found.push(
          problem("config/bot-id-twice", {
            summary: `bots ${other.key} (${where(other.origin)}) and ${key} are both pinned to live bot ${botId}`,
            remedy: "Pin one of them.",
            origin: claim.origin,
            address,
          }),
        );
    }
    if (title === undefined || access === undefined) continue;
    const claim = { key, origin: originOf(merged, "title") };
    const id = identity(access.live, title);
    const other = titles.get(id);
    if (other === undefined) titles.set(id, claim);
    else
      found.push(
        problem("config/title-twice", {
          summary: `bots ${other.key} (${where(other.origin)}) and ${key} have the same title in access ${access.alias}`,
          remedy: "Give one of them another title.",
          origin: claim.origin,
          address,
        }),
      );
  }

  // Only now, since a previous title may belong to a bot that comes later.
  for (const { key, address, merged, title, access } of drafts) {
    if (access === undefined) continue;
    for (const [index, old] of (merged.values.previousTitles ?? []).entries()) {
      const list = originOf(merged, "previousTitles");
      const origin = { ...list, path: [...list.path, index] };
      const id = identity(access.live, old);
      if (old === title) {
        const summary = `bot ${key}: the previous title ${quoted(old)} is its present one`;
        found.push(problem("config/previous-title-useless", { summary, remedy: "Remove it.", origin, address }));
        continue;
      }
      const other = titles.get(id) ?? previous.get(id);
      if (other !== undefined && other.key !== key) {
        found.push(
          problem("config/previous-title-taken", {
            summary: `bot ${key}: the previous title ${quoted(old)} belongs to bot ${other.key} (${where(other.origin)}) too`,
            remedy: "Leave it at one bot: rename in two applies, or pin the bots with botId.",
            origin,
            address,
          }),
        );
      }
      if (!previous.has(id)) previous.set(id, { key, origin });
    }
  }
  return found;
}

function identity(live: string | number, title: string): string {
  return JSON.stringify([live, title]);
}
