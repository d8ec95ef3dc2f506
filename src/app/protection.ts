// Which bots nothing is done to: the protected ones, and whatever may be one of them.

import type { Access, ObservedBot } from "../model/bot/bot.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import { resolveAccesses } from "../reconcile/plan/access.js";
import { AppError } from "./error.js";

export function refuseProtected({ address, protect }: DesiredBot): void {
  if (protect)
    throw new AppError(`${address} is protected: nothing is done to it\nRemove protect to let botform act on it.`);
}

/** A bot that a protected one stands for, or may stand for. */
export function refuseProtectedId(desired: Desired | undefined, accesses: readonly Access[], live: ObservedBot): void {
  if (desired === undefined) return;
  const { byAlias } = resolveAccesses(desired, accesses);
  const held = desired.bots.find(({ protect, botId, access, fields, previousTitles }) => {
    const isTitled = [fields.title, ...previousTitles].includes(live.fields.title ?? "");
    return protect && (botId === live.id || (isTitled && byAlias.get(access.alias)?.id === live.accessId));
  });
  if (held !== undefined) refuseProtected(held);
}
