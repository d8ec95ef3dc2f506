// How the runs of botform have left bots: what differs from it was changed by someone else.
import type { SomeFields } from "../../model/bot/field.js";
import type { Disk } from "../../model/ports.js";
import { type PastRun, type PastStep, runsBackwards } from "./history.js";
import { isAmong, type Place } from "./names.js";

/** As the last run that wrote to it left the bot; what is absent isn't known. Times are milliseconds since the epoch. */
export interface LeftBot {
  /** All settings of a bot that was updated, the declared ones of one that was made. */
  readonly fields?: { readonly at: number; readonly values: SomeFields };
  readonly enabled?: { readonly at: number; readonly on: boolean };
}

/** Runs that are looked through: a bot that none of the newest has written to is nobody's. */
const MOST_RUNS = 10;

/** Rejects with DiskError if the folder can't be read. @param places of the account */
export async function leftBots(
  disk: Disk,
  places: readonly Place[],
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LeftBot>> {
  // What a newer run has touched, older ones know nothing of.
  const settled = { fields: new Set<number>(), enabled: new Set<number>() };
  const left = new Map<number, LeftBot>();
  let runs = 0;
  const accounts = places.map(({ account }) => account);
  for await (const run of runsBackwards(disk, accounts)) {
    runs += 1;
    if (isAmong(places, run.begin)) {
      const note = (step: PastStep, what: "fields" | "enabled" | undefined) => {
        const id = idOf(run, step);
        if (id === undefined || !ids.has(id) || step.writes.length === 0) return;
        if (what === undefined || settled[what].has(id)) return;
        settled[what].add(id);
        const is = leftBy(run, step, what);
        if (is !== undefined) left.set(id, { ...left.get(id), ...is });
      };
      for (const step of run.steps) note(step, ASPECT[step.action]);
      // A bot is made off, and turned on by another step of its run, if at all.
      for (const step of run.steps) if (step.action === "create") note(step, "enabled");
    }
    if (runs === MOST_RUNS || (settled.fields.size === ids.size && settled.enabled.size === ids.size)) break;
  }
  return left;
}

const ASPECT: Readonly<Partial<Record<PastStep["action"], "fields" | "enabled">>> = {
  ...{ create: "fields", update: "fields" },
  ...{ "turn-on": "enabled", "turn-off": "enabled" },
};

function idOf({ begin }: PastRun, { address, ended, resolved }: PastStep): number | undefined {
  return begin.plan.bots[address]?.observed?.id ?? resolved?.botId ?? ended?.outcome.botId;
}

/** Undefined where nobody has seen how it came out. */
function leftBy(
  { begin, end }: PastRun,
  { address, action, kind }: PastStep,
  what: "fields" | "enabled",
): LeftBot | undefined {
  if (kind !== "applied") return undefined;
  const at = end?.at ?? begin.at;
  if (what === "enabled") return { enabled: { at, on: action === "turn-on" } };
  const values = begin.plan.bots[address]?.target;
  return values === undefined ? undefined : { fields: { at, values } };
}
