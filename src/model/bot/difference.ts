// The differences between two configurations, or between two live accounts, as diff shows them.
import { byText, groupBy } from "../order.js";
import type { ObservedBot } from "./bot.js";
import { compare } from "./compare.js";
import { FIELD_NAMES, type FieldName, type FieldValue } from "./field.js";

export type SettingValue = string | number | boolean | null | readonly string[];

/** A side that says nothing of it (a field that isn't managed, an alias that isn't there) is absent; null is off. */
export interface SettingChange {
  readonly name: string;
  readonly before?: SettingValue;
  readonly after?: SettingValue;
}

export interface BotDifference {
  readonly kind: "added" | "removed" | "changed";
  /** Its address now; of a removed one, what it was. */
  readonly address: string;
  readonly title: string;
  /** The title before, where the bot is known by its previousTitles. */
  readonly renamedFrom?: string;
  /** Settings in the interface's order; of an added bot all that it has, of a removed one none. */
  readonly changes: readonly SettingChange[];
}

/** What differs in one account between two configurations. */
export interface AccountDifference {
  readonly account: string;
  readonly kind: "added" | "removed" | "changed" | "equal";
  readonly settings: readonly SettingChange[];
  readonly bots: readonly BotDifference[];
  readonly unchanged: number;
}

export interface LiveChange {
  readonly field: string;
  readonly from: FieldValue;
  readonly to: FieldValue;
  /** What `to` would be by the accounts' scales alone, where that is known. */
  readonly expected?: string;
}

/** A bot by what names it on both sides: the alias of its access, and its title. */
export interface LiveName {
  readonly access: string;
  readonly title: string;
}

interface LiveOneSided extends LiveName {
  readonly side: "from" | "to";
  readonly id: number;
  readonly on: boolean;
}

interface LivePair extends LiveName {
  readonly fromId: number;
  readonly toId: number;
  readonly changes: readonly LiveChange[];
}

/** A title that stands several times on a side can't be compared. */
interface LiveAmbiguity extends LiveName {
  readonly fromIds: readonly number[];
  readonly toIds: readonly number[];
}

export interface LiveDifference {
  readonly onlyOn: readonly LiveOneSided[];
  readonly changed: readonly LivePair[];
  readonly ambiguous: readonly LiveAmbiguity[];
  readonly equal: number;
}

/** A live bot on the alias of its access; of two aliases of one access, on the first. */
export interface PlacedBot {
  readonly alias: string;
  readonly bot: ObservedBot;
}

/** Whether a bot's field is the same on two accounts, and what was expected; undefined leaves it to plain equality. */
export type CompareField = (
  bot: LiveName,
  field: FieldName,
  from: string,
  to: string,
) => { readonly same: boolean; readonly expected?: string } | undefined;

/** The settings and switches of bots of two accounts. Pure; the order of the input makes no difference. */
export function compareLive(
  from: readonly PlacedBot[],
  to: readonly PlacedBot[],
  compareField: CompareField = () => undefined,
): LiveDifference {
  const [ours, theirs] = [groupBy(from, idOf), groupBy(to, idOf)];
  const onlyOn: LiveOneSided[] = [];
  const changed: LivePair[] = [];
  const ambiguous: LiveAmbiguity[] = [];
  let equal = 0;
  for (const id of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const [left, right] = [ours.get(id) ?? [], theirs.get(id) ?? []];
    const some = left[0] ?? right[0];
    if (some === undefined) continue;
    const name = nameOf(some);
    const [a, b] = [left[0]?.bot, right[0]?.bot];
    if (left.length > 1 || right.length > 1) ambiguous.push({ ...name, fromIds: ids(left), toIds: ids(right) });
    else if (a !== undefined && b !== undefined) {
      const changes = changesOf(name, a, b, compareField);
      if (changes.length === 0) equal += 1;
      else changed.push({ ...name, fromId: a.id, toId: b.id, changes });
    } else onlyOn.push({ ...name, side: a === undefined ? "to" : "from", id: some.bot.id, on: some.bot.status.on });
  }
  return { onlyOn, changed, ambiguous, equal };
}

function changesOf(bot: LiveName, from: ObservedBot, to: ObservedBot, compareField: CompareField): LiveChange[] {
  const compared = (field: FieldName, a: FieldValue = null, b: FieldValue = null) =>
    a === null || b === null ? undefined : compareField(bot, field, a, b);
  const fields = compare(from.fields, to.fields, FIELD_NAMES, (a, b, field) => compared(field, a, b)?.same ?? a === b);
  const changes = fields.map(({ name, from: a = null, to: b = null }): LiveChange => {
    const expected = compared(name, a, b)?.expected;
    return { field: name, from: a, to: b, ...(expected !== undefined && { expected }) };
  });
  if (from.status.on === to.status.on) return changes;
  return [...changes, { field: "enabled", from: String(from.status.on), to: String(to.status.on) }];
}

function nameOf({ alias, bot }: PlacedBot): LiveName {
  return { access: alias, title: bot.fields.title ?? "" };
}

function idOf(placed: PlacedBot): string {
  const { access, title } = nameOf(placed);
  return JSON.stringify([access, title]);
}

function ids(bots: readonly PlacedBot[]): number[] {
  return bots.map(({ bot }) => bot.id).sort((left, right) => left - right);
}

/** The order of live bots: by alias, then title, then id. */
export function byLiveName(left: PlacedBot, right: PlacedBot): number {
  const [a, b] = [nameOf(left), nameOf(right)];
  return byText(a.access, b.access) || byText(a.title, b.title) || left.bot.id - right.bot.id;
}
