// Which bots each wave of a roll-out takes. The same names always fall into the same waves, in whatever order they come.
import { hash } from "node:crypto";
import { byText } from "../../model/order.js";
import type { RolloutWave } from "../../model/rollout/record.js";
import type { Rollout, Wave } from "../../model/rollout/rollout.js";
import { fits } from "../../model/text/pattern.js";

/** A configured bot, with a digest of what is desired of it. */
export interface RolledBot {
  readonly account: string;
  readonly address: string;
  readonly desired: string;
}

/** Every bot is in exactly one wave: the first that takes it. A wave may be empty. Nothing is reviewed yet. */
export function toWaves(
  { waves }: Pick<Rollout, "waves">,
  bots: readonly RolledBot[],
  accounts: readonly string[],
): readonly RolloutWave[] {
  const taken = new Map<string, number>();
  const isOfOne = accounts.length === 1;
  for (const [index, wave] of waves.entries()) {
    const free = bots.filter(({ address }) => !taken.has(address));
    const mine = takenBy(wave, free, accounts, isOfOne);
    for (const { address } of mine) taken.set(address, index);
  }
  return grouped(waves, bots, accounts, ({ address }) => taken.get(address) ?? waves.length - 1);
}

/** The same where it is known which wave has which bot. */
export function grouped(
  waves: readonly Pick<RolloutWave, "name" | "bakeMs">[],
  bots: readonly RolledBot[],
  accounts: readonly string[],
  waveOf: (bot: RolledBot) => number,
): readonly RolloutWave[] {
  const last = new Map<string, number>();
  for (const bot of bots) last.set(bot.account, Math.max(last.get(bot.account) ?? 0, waveOf(bot)));
  // An account without bots may have some that nothing declares.
  for (const account of accounts) if (!last.has(account)) last.set(account, waves.length - 1);
  return waves.map(({ name, bakeMs }, index) => {
    const parts = accounts.flatMap((account) => {
      const own = bots.filter((bot) => bot.account === account && waveOf(bot) === index);
      const isLast = last.get(account) === index;
      if (own.length === 0 && !isLast) return [];
      const named = own.map(({ address, desired }) => ({ address, desired }));
      return [{ account, bots: named, isLast, reviewed: [] }];
    });
    return { name, bakeMs, parts };
  });
}

function takenBy(
  { takes, name }: Wave,
  free: readonly RolledBot[],
  accounts: readonly string[],
  isOfOne: boolean,
): readonly RolledBot[] {
  switch (takes.kind) {
    case "rest":
      return free;
    case "named":
      return free.filter(
        ({ account, address }) =>
          (takes.accounts?.some((pattern) => fits(pattern, account)) ?? true) &&
          (takes.bots?.some((pattern) => isMeant(pattern, account, address)) ?? true),
      );
    case "share": {
      const of = isOfOne ? free.map(({ address }) => address) : wholeAccounts(free);
      const all = isOfOne ? free.length : accounts.length;
      const chosen = new Set(shareOf(of, Number(takes.percent), all, name));
      return free.filter(({ account, address }) => chosen.has(isOfOne ? address : account));
    }
  }
}

function wholeAccounts(free: readonly RolledBot[]): readonly string[] {
  return [...new Set(free.map(({ account }) => account))];
}

/** At least one where there is any; by a hash of the name, so that one more or less moves no other. */
function shareOf(names: readonly string[], percent: number, all: number, wave: string): readonly string[] {
  const count = Math.min(names.length, Math.max(1, Math.floor((all * percent) / 100)));
  const place = (name: string) => hash("sha256", JSON.stringify(["rollout", wave, name]));
  const places = new Map(names.map((name) => [name, place(name)]));
  return names.toSorted((left, right) => byText(places.get(left) ?? "", places.get(right) ?? "")).slice(0, count);
}

/** A key means the bot on every account. */
export function isMeant(pattern: string, account: string, address: string): boolean {
  return fits(pattern.includes("/") ? pattern : `${account}/${pattern}`, address);
}
