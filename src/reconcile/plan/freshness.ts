// Whether the live bots are still what a plan was computed from; asked before the first write (I4).
import { fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import type { Plan, PlannedBot } from "../../model/plan/plan.js";
import { ServiceError, type ServiceReader } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { staleDeals } from "./deal-freshness.js";
import { changedFields } from "./diff.js";
import { readThose } from "./reading.js";

/** One thing that is not as it was: `leverage 5 → 20`. */
export interface Difference {
  readonly what: string;
  /** As the plan shows it. */
  readonly before: string;
  /** As the service shows it now. */
  readonly after: string;
}

export interface StaleBot {
  readonly address: string;
  readonly differences: readonly Difference[];
}

/**
 * Every touched bot that differs from what the plan shows, in the plan's order; none when the plan is fresh. Reads the list
 * and each touched bot by id. Throws ServiceError when a read fails: absence in a bad read is not absence (rule 1).
 */
export async function staleBots(plan: Plan, reader: ServiceReader): Promise<readonly StaleBot[]> {
  const list = await reader.bots();
  if (list.length === 0 && plan.observedBots > 0) throw new ServiceError("shape", "the bot list is suddenly empty");
  const listed = new Set(list.map((row) => row.id));
  const titled = byTitle(list);
  const deals = await staleDeals(plan, reader);
  const touched = new Set(Object.values(plan.bots).map(({ observed }) => observed?.id));
  const looked = await Promise.all(
    Object.values(plan.bots).map(async (planned) => {
      const untouched = (planned.replaces ?? []).filter((id) => !touched.has(id));
      const [own, others, replaced] = await Promise.all([
        ownDifferences(planned, listed, reader),
        newNamesakes(planned, titled.get(planned.title) ?? [], reader),
        replacedOn(untouched, reader),
      ]);
      const ofDeals = deals.get(planned.address) ?? [];
      return { address: planned.address, differences: [...own, ...others, ...replaced, ...ofDeals] };
    }),
  );
  return looked.filter(({ differences }) => differences.length > 0);
}

function byTitle(list: readonly ObservedBot[]): ReadonlyMap<string | null, readonly ObservedBot[]> {
  const groups = new Map<string | null, ObservedBot[]>();
  for (const row of list) {
    const group = groups.get(row.fields.title);
    if (group === undefined) groups.set(row.fields.title, [row]);
    else group.push(row);
  }
  return groups;
}

/** One problem for each bot, with all that differs, old → new. */
export function staleProblems(stale: readonly StaleBot[]): Diagnostic[] {
  return stale.map(({ address, differences }) => {
    const shown = differences.map(({ what, before, after }) => `${what} ${before} → ${after}`).join("; ");
    return { severity: "error", code: "apply/stale", summary: `changed since the plan was made: ${shown}`, address };
  });
}

async function ownDifferences(
  { observed, fingerprint: expected }: PlannedBot,
  listed: ReadonlySet<number>,
  reader: ServiceReader,
): Promise<Difference[]> {
  if (observed === null) return [];
  if (!listed.has(observed.id)) {
    return [{ what: `bot ${observed.id}`, before: "in the bot list", after: "not there" }];
  }
  const live = await reader.bot(observed.id);
  const found = fingerprint(live);
  if (found === expected) return [];
  const differences = describeDifferences(observed, live);
  // The fingerprint decides; the words only say why.
  return differences.length > 0 ? differences : [{ what: "fingerprint", before: expected ?? "", after: found }];
}

function describeDifferences(observed: ObservedBot, live: ObservedBot): Difference[] {
  const differences = changedFields(observed.fields, live.fields).map(
    ({ field, before, after }): Difference => ({ what: field, before: after ?? "off", after: before ?? "off" }),
  );
  if (live.status.on !== observed.status.on) {
    differences.push({ what: "switch", before: observed.status.raw, after: live.status.raw });
  }
  if (live.accessId !== observed.accessId) {
    differences.push({ what: "access", before: String(observed.accessId), after: String(live.accessId) });
  }
  return differences;
}

/** Bots with the planned title on its access that the plan doesn't know: with one, which bot is meant is in doubt. */
async function newNamesakes(
  { observed, title, accessId, copies, pinned }: PlannedBot,
  titled: readonly ObservedBot[],
  reader: ServiceReader,
): Promise<Difference[]> {
  const known = observed?.fields.title === title ? [observed.id, ...copies] : copies;
  // A bot that botId names, or that is turned off because nothing declares it, keeps its identity among namesakes.
  if (pinned && observed?.fields.title === title) return [];
  const strangers = titled.filter((row) => row.id !== observed?.id && !known.includes(row.id));
  const placed = await Promise.all(strangers.map((row) => reader.bot(row.id)));
  const found = placed.filter((bot) => bot.accessId === accessId && bot.fields.title === title).map((bot) => bot.id);
  return found.length === 0
    ? []
    : [{ what: `bots called "${title}"`, before: ids(known), after: ids([...known, ...found]) }];
}

/** Bots that it replaces and that were off, so that the plan has no step for them. */
async function replacedOn(ids: readonly number[], reader: ServiceReader): Promise<Difference[]> {
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
