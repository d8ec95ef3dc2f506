// What has drifted: each account's plan read, its steps on bots that are there, what is missing or held back, and since when.
import { provenanceOf } from "../config/compose/provenance.js";
import type { ConfiguredAccount, LoadedConfig } from "../config/load.js";
import type { AccountDrift, DriftedBot, DriftedSetting, Since } from "../model/bot/drift.js";
import { instantOf, type Moment } from "../model/bot/moment.js";
import { chronological, type LogEntry } from "../model/bot/new-logs.js";
import type { AccountProvenance, BotProvenance, Place } from "../model/bot/provenance.js";
import { type Plan, type PlannedBot, type Step, stepsByAddress } from "../model/plan/plan.js";
import { ServiceError, type ServiceReader } from "../model/ports.js";
import type { Origin } from "../model/text/diagnostic.js";
import { makePlan } from "../reconcile/plan/planner.js";
import { refresh } from "../reconcile/plan/refresh.js";
import { observedBot, observedMoment } from "../service/canonical.js";
import { type Client, createClient } from "../service/client.js";
import { serviceReader } from "../service/ports.js";
import type { Endpoint } from "./endpoint.js";

/** Bots of one account whose log is read; of more it stays unread. */
const MOST_ASKED = 25;

export interface DriftTuning {
  readonly includes: (address: string) => boolean;
  readonly concurrency: number;
  readonly onRequest: () => void;
  readonly onPause: (ms: number) => void;
}

/** What became of one account, and the plan it was seen by. Throws as `plan`; what can't be learnt about time stays unknown. */
export async function readDrift(
  config: LoadedConfig,
  { desired, ...account }: ConfiguredAccount,
  endpoint: Endpoint,
  { includes, concurrency, onRequest, onPause }: DriftTuning,
): Promise<{ readonly made: Plan; readonly drift: AccountDrift }> {
  const client = createClient({ ...endpoint, allow: "read", concurrency, onRequest, onPause });
  try {
    const known = new Map<number, Learnt>();
    const planned = makePlan(desired, await refresh(desired, remembering(client, desired.exchange, known)), {
      includes,
    });
    const made = { ...planned, diagnostics: config.locate(planned.diagnostics) };
    await Promise.all(askedBots(made, MOST_ASKED).map((botId) => askLog(client, botId, known)));
    const isMeant = (address: string) => made.bots[address] !== undefined;
    const stated = provenanceOf({ desired, ...account }, locating(config), isMeant);
    return { made, drift: driftOf(made, stated, known) };
  } finally {
    await client.close();
  }
}

/** A plan reads each bot that differs by itself, since the list may lag; its `updated` comes with it. */
function remembering(client: Client, exchange: string, known: Map<number, Learnt>): ServiceReader {
  return {
    ...serviceReader(client, exchange),
    async bot(botId) {
      const wire = await client.botDetails(botId);
      known.set(botId, { updated: observedMoment(wire.updated) });
      return observedBot(wire);
    },
  };
}

/** Since when is worth a request, and no failure of the report. */
async function askLog(client: Client, botId: number, known: Map<number, Learnt>): Promise<void> {
  try {
    const entries = await client.botLogs(botId, LOG_ENTRIES);
    known.set(botId, { ...known.get(botId), log: entries.map(({ datetime, message }) => ({ datetime, message })) });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

function locating({ place }: LoadedConfig): (origin: Origin) => Place {
  return (origin) => {
    const { file, line, column } = place(origin) ?? { file: origin.file, line: 1, column: 1 };
    return { file, line, column };
  };
}

/** What was learnt of it; nothing where the service gave no answer. */
export interface Learnt {
  readonly updated?: Moment | null;
  readonly log?: readonly LogEntry[];
}

/** Entries of a log that are shown. */
export const LOG_ENTRIES = 3;

/** Bots that the configuration declares, that are there, and that a step would change, in plan order. */
function driftedBots(plan: Plan): readonly (readonly [PlannedBot, readonly Step[], number])[] {
  const steps = stepsByAddress(plan);
  return Object.values(plan.bots).flatMap((bot) =>
    bot.observed === null || isStray(plan, bot) ? [] : [[bot, steps.get(bot.address) ?? [], bot.observed.id] as const],
  );
}

/** An undeclared bot that the plan would turn off. */
function isStray({ account, undeclared }: Plan, { address, observed }: PlannedBot): boolean {
  return (
    observed !== null && address === `${account}/#${observed.id}` && undeclared.some(({ id }) => id === observed.id)
  );
}

/** Bots whose log is worth a request: so many at most. */
export function askedBots(plan: Plan, most: number): readonly number[] {
  return driftedBots(plan)
    .slice(0, most)
    .map(([, , botId]) => botId);
}

/** @param stated where the declared bots' values stand */
export function driftOf(
  plan: Plan,
  stated: Pick<AccountProvenance, "bots">,
  learnt: ReadonlyMap<number, Learnt>,
): AccountDrift {
  const byAddress = new Map(stated.bots.map((bot) => [bot.address, bot]));
  const { account, undeclared, undeclaredRule, unchanged, diagnostics } = plan;
  const drifted = driftedBots(plan).map(([bot, steps, botId]): DriftedBot => {
    const settings = steps.flatMap((step) => settingsOf(step, byAddress.get(bot.address)));
    const title = bot.observed?.fields.title ?? bot.title;
    return { address: bot.address, botId, title, settings, since: sinceOf(steps, learnt.get(botId)) };
  });
  const missing = Object.values(plan.bots)
    .filter(({ observed }) => observed === null)
    .map(({ address, title }) => ({ address, title, place: byAddress.get(address)?.origin ?? null }));
  const held = diagnostics
    .filter(({ code }) => HELD.has(code))
    .map(({ address = account, summary, position }) => ({
      address,
      why: summary,
      place: position ? placeOf(position) : null,
    }));
  const strays = Object.values(plan.bots).filter((bot) => isStray(plan, bot)).length;
  return { account, drifted, held, missing, undeclared, undeclaredRule, strays, unchanged, diagnostics };
}

const HELD: ReadonlySet<string> = new Set(["plan/protected", "plan/deals-frozen"]);

function placeOf({ file, line, column }: Place): Place {
  return { file, line, column };
}

function settingsOf({ action, changes, deal }: Step, stated: BotProvenance | undefined): readonly DriftedSetting[] {
  if (action === "update")
    return changes.map(({ field, before = null, after }) => ({
      name: field,
      live: before,
      declared: after,
      place: stated?.fields[field]?.origin ?? stated?.origin ?? null,
    }));
  if (deal?.takeProfit !== undefined) {
    const { before, after } = deal.takeProfit;
    const place = stated?.fields.percentTakeProfit?.origin ?? stated?.origin ?? null;
    return [{ name: "percentTakeProfit", dealId: deal.id, live: before, declared: after, place }];
  }
  const place = stated?.settings.enabled?.origin ?? stated?.origin ?? null;
  return [{ name: "enabled", live: action === "turn-off", declared: action === "turn-on", place }];
}

function sinceOf(steps: readonly Step[], { updated, log }: Learnt = {}): Since {
  const instant = updated && steps.some(({ action }) => action === "update") ? instantOf(updated) : null;
  return {
    settingsAtTheLatest: instant === null ? null : new Date(instant).toISOString(),
    log: log === undefined ? null : chronological(log).slice(-LOG_ENTRIES),
  };
}
