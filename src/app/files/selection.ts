// --target and --exclude: which bots a plan is about, by key or address, with * for any text.

import { nearestBot } from "../../config/schema/suggest-pattern.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { Plan } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { fits } from "../../model/text/pattern.js";
import { AppError } from "../error.js";

/** A test for the addresses of these accounts. A bare key means the bot on each of them. Throws AppError for a pattern that fits no configured bot. */
export function selection(
  accounts: readonly Desired[],
  options: { readonly target?: readonly string[]; readonly exclude?: readonly string[] },
): (address: string) => boolean {
  const targets = patterns(accounts, options.target ?? []);
  const excluded = patterns(accounts, options.exclude ?? []);
  return (address) =>
    (targets.length === 0 || targets.some((isMeant) => isMeant(address))) &&
    !excluded.some((isMeant) => isMeant(address));
}

/** Only the service knows undeclared bots, so a target `#id` can be checked only afterwards. Throws AppError. */
export function refuseUnknownIds(targets: readonly string[], plans: readonly Plan[]): void {
  const known = plans.flatMap(({ account, undeclared }) => undeclared.map(({ id }) => `${account}/#${id}`));
  for (const target of targets) {
    const id = target.slice(target.indexOf("/") + 1);
    if (!id.startsWith("#") || id.includes("*")) continue;
    if (!known.some(fitting(target, plans)))
      throw new AppError(`the ${named(plans)} ${plans.length === 1 ? "has" : "have"} no undeclared bot ${id}`);
  }
}

function patterns(accounts: readonly Desired[], texts: readonly string[]): ((address: string) => boolean)[] {
  const bots = accounts.flatMap((account) => account.bots);
  return texts.map((text) => {
    const isMeant = fitting(text, accounts);
    // Undeclared bots have addresses too (account/#id), but only the service knows them.
    if (!text.includes("#") && !bots.some((bot) => isMeant(bot.address))) {
      const near = nearBot(text, bots);
      const remedy = text.includes(",")
        ? withoutCommas(text)
        : near === undefined
          ? `The configuration has ${counted(bots.length, "bot")}; botform render shows them all.`
          : `Did you mean ${near}?`;
      throw new AppError(`no bot of the ${named(accounts)} matches ${text}\n${remedy}`);
    }
    return isMeant;
  });
}

/** Of several names in one word. */
export function withoutCommas(text: string): string {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  return names.length === 0
    ? "Leave the comma out: names stand with a space between them."
    : `Write ${names.join(" ")}, without commas: names stand with a space between them.`;
}

/** The key or the address that a slip may stand for, in the form in which it was written. */
export function nearBot(text: string, bots: readonly Pick<DesiredBot, "address">[]): string | undefined {
  return nearestBot(
    text,
    bots.map(({ address }) => address),
  );
}

function fitting(text: string, accounts: readonly { readonly account: string }[]): (address: string) => boolean {
  const patterns = text.includes("/") ? [text] : accounts.map(({ account }) => `${account}/${text}`);
  return (address) => patterns.some((pattern) => fits(pattern, address));
}

function named(accounts: readonly { readonly account: string }[]): string {
  const names = [...new Set(accounts.map(({ account }) => account))];
  return `${names.length === 1 ? "account" : "accounts"} ${names.join(", ")}`;
}
