// Log entries in the order in which they happened, and those of a list that an earlier one didn't have.
import { byText } from "../order.js";

export interface LogEntry {
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly datetime: string;
  readonly message: string;
}

/**
 * Oldest first. The service's order isn't known (S-51), so the ends of the list decide: one that ends later than it begins is taken
 * as it is, any other as newest first. Entries of one second keep their order.
 */
export function chronological(entries: readonly LogEntry[]): readonly LogEntry[] {
  const goesForwards = (entries[0]?.datetime ?? "") < (entries.at(-1)?.datetime ?? "");
  const oriented = goesForwards ? entries : entries.toReversed();
  return oriented.toSorted((left, right) => byText(left.datetime, right.datetime));
}

export interface Fresh {
  /** Oldest first. */
  readonly entries: readonly LogEntry[];
  /** Whether entries since the last reading may be missing, because none of its entries is in the list any more. */
  readonly gap: boolean;
}

/**
 * Remembers what was seen as a multiset: entries have no ids, and two may be equal in time and text. `take` gives what is new
 * in a list, however it is ordered; what fell out of the list and is older than all of it is forgotten.
 */
export function logFollower(): { take(list: readonly LogEntry[]): Fresh } {
  const seen = new Map<string, number>();
  let isFirst = true;
  return {
    take(list) {
      const ordered = chronological(list);
      const counts = countsOf(ordered);
      const fresh: LogEntry[] = [];
      // Of equal entries the last ones are the new ones; which makes no difference but to their place.
      const left = new Map([...counts].map(([key, count]) => [key, count - (seen.get(key) ?? 0)]));
      for (const entry of ordered.toReversed()) {
        const key = keyOf(entry);
        const open = left.get(key) ?? 0;
        if (open > 0) fresh.push(entry);
        left.set(key, open - 1);
      }
      const overlaps = fresh.length < ordered.length;
      const gap = !isFirst && seen.size > 0 && ordered.length > 0 && !overlaps;
      remember(seen, counts, ordered[0]?.datetime);
      isFirst = false;
      return { entries: fresh.reverse(), gap };
    },
  };
}

function remember(seen: Map<string, number>, counts: ReadonlyMap<string, number>, oldest: string | undefined): void {
  if (oldest === undefined) return;
  for (const key of seen.keys()) if (!counts.has(key) && key < oldest) seen.delete(key);
  for (const [key, count] of counts) seen.set(key, Math.max(count, seen.get(key) ?? 0));
}

function countsOf(entries: readonly LogEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  return counts;
}

/** Begins with the time, so that keys sort by it. */
function keyOf({ datetime, message }: LogEntry): string {
  return `${datetime}\n${message}`;
}
