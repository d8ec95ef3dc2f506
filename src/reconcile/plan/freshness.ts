// Checks that the live bots are still those that a plan was computed from, before the first write (I4).
import { fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import { type Change, changesSince } from "../../model/bot/compare.js";
import { differenceOf } from "../../model/deal/take-profit.js";
import { groupBy } from "../../model/order.js";
import { type Plan, type PlannedBot, titlesOf } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { ServiceReader } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { readThose, wholeList } from "./lists.js";
import { longestTitle, sincePlanned } from "./since-planned.js";

interface StaleBot {
  readonly address: string;
  readonly differences: readonly Change[];
}

/**
 * Every touched bot that differs from what the plan shows, in the plan's order; none when the plan is fresh. Reads the list
 * and each touched bot by id. Throws ServiceError when a read fails: absence in a bad read is not absence (rule 1).
 */
export async function staleBots(plan: Plan, reader: ServiceReader): Promise<readonly StaleBot[]> {
  const list = await wholeList(reader, plan.observedBots > 0);
  const listed = new Set(list.map((row) => row.id));
  const titled = groupBy(list, ({ fields }) => fields.title);
  const deals = await staleDeals(plan, reader);
  const touched = new Set(Object.values(plan.bots).map(({ observed }) => observed?.id));
  const since = turnedUpSince(plan, list, reader);
  const compared = await Promise.all(
    Object.values(plan.bots).map(async (planned) => {
      const untouched = (planned.replaces ?? []).filter((id) => !touched.has(id));
      const [own, others, replaced, turnedUp] = await Promise.all([
        ownDifferences(planned, listed, reader),
        newSameTitle(planned, titled, reader),
        replacedOn(untouched, reader),
        since(planned),
      ]);
      const ofDeals = deals.get(planned.address) ?? [];
      const differences = others.length > 0 ? others : turnedUp;
      return { address: planned.address, differences: [...own, ...differences, ...replaced, ...ofDeals] };
    }),
  );
  return compared.filter(({ differences }) => differences.length > 0);
}

/** One problem for each bot, with all that differs, old → new. */
export function staleProblems(stale: readonly StaleBot[]): Diagnostic[] {
  return stale.map(({ address, differences }) => {
    const shown = differences.map(({ what, before, after }) => `${what} ${before} → ${after}`).join("; ");
    return planProblem("apply/stale", { summary: `changed since the plan was made: ${shown}`, address });
  });
}

async function ownDifferences(
  { observed, fingerprint: expected }: PlannedBot,
  listed: ReadonlySet<number>,
  reader: ServiceReader,
): Promise<Change[]> {
  if (observed === null) return [];
  if (!listed.has(observed.id)) {
    return [{ what: `bot ${observed.id}`, before: "in the bot list", after: "not there" }];
  }
  const live = await reader.bot(observed.id);
  const found = fingerprint(live);
  if (found === expected) return [];
  const differences = changesSince(observed, live);
  // The fingerprint decides; the words only explain.
  return differences.length > 0 ? differences : [{ what: "fingerprint", before: expected ?? "", after: found }];
}

/** Bots with the planned title, or one it had before, on its access that the plan doesn't know: they make it unclear which bot is meant. */
async function newSameTitle(
  planned: PlannedBot,
  byTitle: ReadonlyMap<string | null, readonly ObservedBot[]>,
  reader: ServiceReader,
): Promise<Change[]> {
  const { observed, title, accessId, copies, pinned } = planned;
  const known = observed?.fields.title === title ? [observed.id, ...copies] : copies;
  // A bot that botId names, or that is turned off because nothing declares it, keeps its identity among those of its title.
  if (pinned && observed?.fields.title === title) return [];
  const titles = titlesOf(planned);
  const titled = titles.flatMap((one) => byTitle.get(one) ?? []);
  const unplanned = titled.filter((row) => row.id !== observed?.id && !known.includes(row.id));
  const placed = await Promise.all(unplanned.map((row) => reader.bot(row.id)));
  const isIts = (bot: ObservedBot) => bot.accessId === accessId && titles.includes(bot.fields.title ?? "");
  const found = placed.filter(isIts).map((bot) => bot.id);
  return found.length === 0
    ? []
    : [{ what: `bots called "${titles.join('" or "')}"`, before: ids(known), after: ids([...known, ...found]) }];
}

/** Rule 22: a bot that has turned up since, and that may be one to create. */
function turnedUpSince({ observedIds, bots }: Plan, list: readonly ObservedBot[], reader: ServiceReader) {
  const then = observedIds && new Set(observedIds);
  const appeared = then === undefined ? [] : list.filter(({ id }) => !then.has(id));
  const longest = longestTitle(list);
  return async (planned: PlannedBot): Promise<Change[]> => {
    if (planned.observed !== null || appeared.length === 0) return [];
    const others = Object.values(bots).filter((other) => other !== planned);
    const found = await sincePlanned({ planned, others, appeared, longest }, reader);
    return found === undefined
      ? []
      : [{ what: "bots that may be it", before: "none", after: `${found.id} ${JSON.stringify(found.fields.title)}` }];
  };
}

/** Bots that it replaces and that were off, so that the plan has no step for them. */
async function replacedOn(ids: readonly number[], reader: ServiceReader): Promise<Change[]> {
  const running = (await readThose(ids, reader)).filter(({ status }) => status.on);
  return running.map(({ id, status }) => ({
    what: `the switch of bot ${id}, which it replaces,`,
    before: "off",
    after: status.raw,
  }));
}

function ids(bots: readonly number[]): string {
  return bots.length === 0 ? "none" : bots.toSorted((left, right) => left - right).join(", ");
}

/**
 * What differs, by address. A deal that has ended meanwhile is no difference, since its step will report that. But a bot of which a deal
 * is to be started must not have opened one. Throws ServiceError.
 */
async function staleDeals(plan: Plan, reader: ServiceReader): Promise<ReadonlyMap<string, readonly Change[]>> {
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
): readonly Change[] {
  const changed = deals.flatMap((planned): Change[] => {
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
