// Finds bots whose titles follow their pairs: one forEach says them all, and exceptions say what few of them have of their own.
import { difference, type ManyBlock, type Shared, saidBy, withoutPair } from "./factor-said.js";
import type { PulledBot } from "./pulled.js";

/** An exception of more settings isn't one of a kind any more. */
const MOST_EXCEPTED = 3;
/** Fewer bots that are the same in all but their pair don't make a kind. */
const FEWEST_ALIKE = 2;

interface ByPair {
  readonly many: readonly ManyBlock[];
  readonly rest: readonly PulledBot[];
}

/** Pins, and titles that don't follow the pair, can't come out of a forEach. */
export function byPair(bots: readonly PulledBot[], shared: Shared): ByPair {
  const families = new Map<string, { readonly title: string; readonly members: PulledBot[] }>();
  const rest: PulledBot[] = [];
  for (const bot of bots) {
    const title = bot.pinned ? undefined : patternOf(bot);
    if (title === undefined) {
      rest.push(bot);
      continue;
    }
    const id = JSON.stringify([bot.alias, title]);
    const family = families.get(id) ?? { title, members: [] };
    families.set(id, family);
    family.members.push(bot);
  }
  const many: ManyBlock[] = [];
  for (const { title, members } of families.values()) {
    let left: readonly PulledBot[] = members;
    for (;;) {
      const block = blockOf(title, left, shared);
      if (block === undefined) break;
      many.push(block);
      left = left.filter((bot) => !block.pairs.includes(pairOf(bot)));
    }
    rest.push(...left);
  }
  return { many, rest: rest.sort((a, b) => a.id - b.id) };
}

/** What most of a family are, and those who differ in little; undefined where no two are the same. */
function blockOf(title: string, members: readonly PulledBot[], shared: Shared): ManyBlock | undefined {
  const said = members.map((bot) => ({ bot, said: withoutPair(saidBy(bot, shared)) }));
  const kinds = new Map<string, typeof said>();
  for (const one of said) {
    const id = JSON.stringify([[...one.said.settings], one.said.unmanaged]);
    kinds.set(id, [...(kinds.get(id) ?? []), one]);
  }
  const [first, ...others] = kinds.values();
  if (first === undefined) return undefined;
  const plain = others.reduce((best, one) => (one.length > best.length ? one : best), first);
  const [model] = plain;
  if (model === undefined || plain.length < FEWEST_ALIKE) return undefined;
  const near = said.flatMap((one) => {
    const apart = plain.includes(one) ? undefined : difference(model.bot, one.bot, shared.needsAccess);
    return apart === undefined || apart.settings.size + apart.unmanaged.length > MOST_EXCEPTED
      ? []
      : [{ bot: one.bot, apart }];
  });
  // What more differ than agree is no rule.
  const excepted = near.length > plain.length ? [] : near;
  const bots = [...plain, ...excepted].map(({ bot }) => bot).sort((a, b) => a.id - b.id);
  return {
    kind: "many",
    id: bots[0]?.id ?? 0,
    pairs: bots.map(pairOf),
    title,
    own: model.said,
    exceptions: new Map(excepted.map(({ bot, apart }) => [pairOf(bot), apart])),
  };
}

/** The title with its pair, or the base of it, as a reference; undefined where it holds neither. */
function patternOf(bot: PulledBot): string | undefined {
  const pair = pairOf(bot);
  const base = pair.split("-")[1] ?? "";
  if (pair === "" || base === "" || bot.title.includes("${")) return undefined;
  if (once(bot.title, pair)) return bot.title.replace(pair, () => "${pair}");
  return once(bot.title, base) ? bot.title.replace(base, () => "${pair.base}") : undefined;
}

function once(text: string, part: string): boolean {
  return text.includes(part) && text.indexOf(part) === text.lastIndexOf(part);
}

function pairOf({ fields }: PulledBot): string {
  return String(fields.get("pairTitle") ?? "");
}
