// Reads the live bots of an account in scope, and compares those of two accounts by access alias and title.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type {
  LiveAmbiguity,
  LiveChange,
  LiveDifference,
  LiveName,
  LiveOneSided,
  LivePair,
} from "../../model/bot/difference.js";
import { FIELD_NAMES, type FieldName, type FieldValue } from "../../model/bot/field.js";
import type { ServiceReader } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { resolveAccesses } from "./access.js";

/** A live bot on the alias of its access; of two aliases of one access, on the first. */
export interface PlacedBot {
  readonly alias: string;
  readonly bot: ObservedBot;
}

export interface LiveAccount {
  /** By alias, then title, then id. */
  readonly bots: readonly PlacedBot[];
  /** Aliases that stand for no access: then the bots aren't all there. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The live bots of the managed accesses whose title has the account's prefix. Each is read by itself: the list carries no
 * access, and may lag behind writes. Throws ServiceError.
 */
export async function readLive(desired: Desired, reader: ServiceReader): Promise<LiveAccount> {
  const [accesses, listed] = await Promise.all([reader.accesses(), reader.bots()]);
  const { byAlias, diagnostics } = resolveAccesses(desired, accesses);
  const aliases = new Map([...byAlias].reverse().map(([alias, access]) => [access.id, alias]));
  const isOurs = ({ fields }: ObservedBot) => (fields.title ?? "").startsWith(desired.titlePrefix);
  const read = await Promise.all(listed.filter(isOurs).map(({ id }) => reader.bot(id)));
  const bots = read.filter(isOurs).flatMap((bot): PlacedBot[] => {
    const alias = bot.accessId === null ? undefined : aliases.get(bot.accessId);
    return alias === undefined ? [] : [{ alias, bot }];
  });
  return { bots: bots.sort(byName), diagnostics };
}

/** What two values of a field are to the reader; undefined leaves it to whether they are equal. */
export type Judge = (
  bot: LiveName,
  field: FieldName,
  from: string,
  to: string,
) => { readonly same: boolean; readonly expected?: string } | undefined;

/** The settings and switches of bots of two accounts. Pure; the order of the input makes no difference. */
export function compareLive(
  from: readonly PlacedBot[],
  to: readonly PlacedBot[],
  judge: Judge = () => undefined,
): LiveDifference {
  const [ours, theirs] = [grouped(from), grouped(to)];
  const onlyOn: LiveOneSided[] = [];
  const changed: LivePair[] = [];
  const ambiguous: LiveAmbiguity[] = [];
  let equal = 0;
  for (const id of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const [left, right] = [ours.get(id) ?? [], theirs.get(id) ?? []];
    const some = left[0] ?? right[0];
    if (some === undefined) continue;
    const name: LiveName = nameOf(some);
    const [a, b] = [left[0]?.bot, right[0]?.bot];
    if (left.length > 1 || right.length > 1) ambiguous.push({ ...name, fromIds: ids(left), toIds: ids(right) });
    else if (a !== undefined && b !== undefined) {
      const changes = changesOf(name, a, b, judge);
      if (changes.length === 0) equal += 1;
      else changed.push({ ...name, fromId: a.id, toId: b.id, changes });
    } else onlyOn.push({ ...name, side: a === undefined ? "to" : "from", id: some.bot.id, on: some.bot.status.on });
  }
  return { onlyOn, changed, ambiguous, equal };
}

function changesOf(name: LiveName, from: ObservedBot, to: ObservedBot, judge: Judge): LiveChange[] {
  const changes = FIELD_NAMES.flatMap((field): LiveChange[] => {
    const [a, b] = [from.fields[field], to.fields[field]];
    const judged = a === null || b === null ? undefined : judge(name, field, a, b);
    if (judged?.same ?? a === b) return [];
    return [{ field, from: a, to: b, ...(judged?.expected !== undefined && { expected: judged.expected }) }];
  });
  if (from.status.on === to.status.on) return changes;
  return [...changes, { field: "enabled", from: switchOf(from), to: switchOf(to) }];
}

function switchOf({ status }: ObservedBot): FieldValue {
  return String(status.on);
}

function nameOf({ alias, bot }: PlacedBot): LiveName {
  return { access: alias, title: bot.fields.title ?? "" };
}

function grouped(bots: readonly PlacedBot[]): ReadonlyMap<string, readonly PlacedBot[]> {
  const groups = new Map<string, PlacedBot[]>();
  for (const placed of bots) {
    const { access, title } = nameOf(placed);
    const id = JSON.stringify([access, title]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [placed]);
    else group.push(placed);
  }
  return groups;
}

function ids(bots: readonly PlacedBot[]): number[] {
  return bots.map(({ bot }) => bot.id).sort((left, right) => left - right);
}

function byName(left: PlacedBot, right: PlacedBot): number {
  const [a, b] = [nameOf(left), nameOf(right)];
  return compare(a.access, b.access) || compare(a.title, b.title) || left.bot.id - right.bot.id;
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
