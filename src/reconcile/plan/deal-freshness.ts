// Whether the deals that a plan's steps are about are still what it shows; asked before the first write (I4).
import type { Plan, PlannedBot } from "../../model/plan/plan.js";
import type { ServiceReader } from "../../model/ports.js";
import { differenceOf } from "../apply/deal-looks.js";

/** One thing that is not as it was; in the form of freshness.ts. */
interface Difference {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What differs, by address. A deal that has ended meanwhile is as it may be: its step will say so; but a bot of which a deal
 * is to be started must not have opened one. Throws ServiceError.
 */
export async function staleDeals(
  plan: Plan,
  reader: ServiceReader,
): Promise<ReadonlyMap<string, readonly Difference[]>> {
  const about = plan.steps.filter(({ deal, action }) => deal !== undefined || action === "start-deal");
  const bots = [...new Set(about.map(({ address }) => address))].flatMap((address) => plan.bots[address] ?? []);
  const accessIds = [...new Set(bots.map(({ accessId }) => accessId))];
  const lists = new Map(await Promise.all(accessIds.map(async (id) => [id, await reader.runningDeals(id)] as const)));
  const starts = new Set(about.flatMap(({ action, address }) => (action === "start-deal" ? [address] : [])));
  return new Map(
    bots.map((bot) => [bot.address, differencesOf(bot, lists.get(bot.accessId) ?? [], starts.has(bot.address))]),
  );
}

function differencesOf(
  { deals = [], observed }: PlannedBot,
  running: Awaited<ReturnType<ServiceReader["runningDeals"]>>,
  isStart: boolean,
): readonly Difference[] {
  const changed = deals.flatMap((planned): Difference[] => {
    const deal = running.find(({ id }) => id === planned.id);
    const found = deal && differenceOf(planned, deal);
    return found === undefined ? [] : [{ what: `deal ${planned.id}:`, before: "as it was", after: found }];
  });
  const opened = running.filter(({ id, botId }) => botId === observed?.id && deals.every((deal) => deal.id !== id));
  if (!isStart || opened.length === 0) return changed;
  const shown = opened.map(({ id }) => id).join(", ");
  return [
    ...changed,
    { what: "its running deals", before: deals.map(({ id }) => id).join(", ") || "none", after: shown },
  ];
}
