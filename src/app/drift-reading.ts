// Reads what drift is about: each account's plan, and of its drifted bots since when, with one request a bot.

import { provenanceOf } from "../config/compose/provenance.js";
import type { ConfiguredAccount, LoadedConfig } from "../config/load.js";
import type { AccountDrift } from "../model/bot/drift.js";
import type { Place } from "../model/bot/provenance.js";
import type { Plan } from "../model/plan/plan.js";
import { ServiceError, type ServiceReader } from "../model/ports.js";
import type { Origin } from "../model/text/diagnostic.js";
import { makePlan } from "../reconcile/plan/planner.js";
import { refresh } from "../reconcile/plan/refresh.js";
import { observedBot, observedMoment } from "../service/canonical.js";
import { type Client, createClient } from "../service/client.js";
import { serviceReader } from "../service/ports.js";
import { askedBots, driftOf, type Learnt, LOG_ENTRIES } from "./drift-facts.js";
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
