// Groups ended deals: by the version of their bot's settings, by bot, or by account; each group in one asset.
import type { Deal } from "../model/deal/deal.js";
import { groupBy } from "../model/order.js";
import type { SettingChange } from "../model/results.js";
import type { EndedDeal } from "./ended-deal.js";
import type { InForce, Stretch } from "./figures.js";
import { settingChanges, settingsFingerprint } from "./fingerprint.js";

/** One version of one bot's settings, with its deals. */
export interface VersionDeals {
  readonly botId: number;
  readonly fingerprint: string;
  readonly asset: string;
  /** Each time that it was in force. */
  readonly stretches: readonly Stretch[];
  readonly changes: readonly SettingChange[];
  readonly running: readonly Deal[];
  /** Whether deals of another version ended after its own. */
  readonly isFollowed: boolean;
  /** Of the settings that its bot's newest deal has, see `newestSettings`. */
  readonly newest: string | null;
  /** Any of its deals: they keep the same settings. */
  readonly sample: EndedDeal;
  /** Of any of its deals. */
  readonly inForce?: InForce;
  /** Every title that its bot had meanwhile. */
  readonly titles: ReadonlySet<string>;
}

/** Bot by bot; the versions of each in the order in which their first deals ended. @param deals in the order of their ends */
export function versionsOf(
  deals: readonly EndedDeal[],
  running: readonly Deal[],
  inForce: InForce = new Map(),
): readonly VersionDeals[] {
  const runningOf = groupBy(running, (deal) => keyOf(deal.botId, settingsFingerprint(deal.settings)));
  return [...groupBy(deals, ({ botId }) => botId).entries()]
    .toSorted(([left], [right]) => left - right)
    .flatMap(([botId, own]) => {
      const inOrder = stretchesOf(own);
      const stretches = groupBy(inOrder, (stretch) => fingerprintIn(stretch));
      const newest = newestSettings(
        own,
        running.filter((deal) => deal.botId === botId),
      );
      let before: EndedDeal | undefined;
      return [...stretches].flatMap(([fingerprint, found]): VersionDeals[] => {
        const [sample] = found.flat();
        if (sample === undefined) return [];
        const changes = before === undefined ? [] : settingChanges(before.settings, sample.settings);
        before = sample;
        const titles = new Set(found.flat().map(({ title }) => title));
        const { asset } = sample;
        const still = runningOf.get(keyOf(botId, fingerprint)) ?? [];
        const isFollowed = found.at(-1) !== inOrder.at(-1);
        const common = { botId, fingerprint, asset, changes, newest, sample, titles, inForce };
        return [{ ...common, stretches: found, running: still, isFollowed }];
      });
    });
}

/**
 * The fingerprint of the settings that are in force, as far as a bot's deals show it: of the one that runs, else of the last that
 * ended; null where several run with different ones, or it isn't known when one ended.
 */
function newestSettings(ended: readonly EndedDeal[], running: readonly Deal[]): string | null {
  const [only, second] = new Set(running.map(({ settings }) => settingsFingerprint(settings)));
  if (only !== undefined) return second === undefined ? only : null;
  return ended.some(({ at }) => at === null) ? null : (ended.at(-1)?.fingerprint ?? null);
}

/**
 * Until when its days count beyond its last end; undefined where they don't: none of its deals runs, or the days since then are
 * another version's, and nothing shows when the deal that runs opened. @param asOf milliseconds since the epoch
 */
export function atWorkUntil({ running, isFollowed }: VersionDeals, asOf: number): number | undefined {
  return running.length > 0 && !isFollowed ? asOf : undefined;
}

/** Groups without versions, each of one asset. */
export function groupsOf<Key>(
  deals: readonly EndedDeal[],
  keyOf: (deal: EndedDeal) => Key,
): readonly { readonly key: Key; readonly asset: string; readonly deals: Stretch }[] {
  return [...groupBy(deals, keyOf)].flatMap(([key, own]) =>
    [...groupBy(own, ({ asset }) => asset)].map(([asset, group]) => ({ key, asset, deals: group })),
  );
}

/** Of one bot. @param deals in the order of their ends */
export function stretchesOf(deals: readonly EndedDeal[]): readonly Stretch[] {
  const stretches: EndedDeal[][] = [];
  for (const deal of deals) {
    const last = stretches.at(-1);
    if (last !== undefined && fingerprintIn(last) === deal.fingerprint) last.push(deal);
    else stretches.push([deal]);
  }
  return stretches;
}

function fingerprintIn([first]: Stretch): string {
  return first?.fingerprint ?? "";
}

function keyOf(botId: number, fingerprint: string): string {
  return `${botId} ${fingerprint}`;
}
