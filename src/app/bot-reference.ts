// How a command line names one bot: by its address, its key in the configuration, or its id on the service.

import type { Desired } from "../model/bot/desired.js";
import { AppError } from "./error.js";
import type { Declared } from "./live-read.js";

export type BotReference =
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: "address"; readonly account?: string; readonly key: string };

/** `#123` and `123` are ids, `main/btc-dip` an address, anything else a key. Throws AppError. */
export function botReference(text: string): BotReference {
  if (/^#?\d+$/.test(text)) {
    const id = Number(text.replace("#", ""));
    if (Number.isSafeInteger(id)) return { kind: "id", id };
    throw new AppError(`${text} is no bot's id: it is too large`);
  }
  const slash = text.indexOf("/");
  if (slash < 0) return { kind: "address", key: text };
  const [account, rest] = [text.slice(0, slash), text.slice(slash + 1)];
  // main/#123 is how a plan names an undeclared bot.
  return /^#\d+$/.test(rest) ? botReference(rest) : { kind: "address", account, key: rest };
}

/** The account that the text itself names: of an address, and of an undeclared bot's name in a plan. */
export function accountIn(text: string): string | undefined {
  const slash = text.indexOf("/");
  return slash < 0 ? undefined : text.slice(0, slash);
}

/** The id of the live bot that is meant. Throws AppError where the configuration can't tell. */
export function idOf(reference: BotReference, desired: Desired | undefined, declared: Declared): number {
  if (reference.kind === "id") return reference.id;
  const { key } = reference;
  if (desired === undefined)
    throw new AppError(
      `which bot ${key} is only a configuration tells, and there is none that can be used\nName it by its id, as #123; botform bots list shows them.`,
    );
  if (!desired.bots.some((bot) => bot.key === key))
    throw new AppError(`the account ${desired.account} of the configuration has no bot ${key}`);
  const found = [...declared].find(([, bot]) => bot.key === key);
  if (found === undefined)
    throw new AppError(
      `no live bot stands for ${desired.account}/${key}\nbotform plan says what is to be done about it.`,
    );
  return found[0];
}
