// One emergency stop of one account: with the ledger and the journal, over the wire.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Plan } from "../../model/plan/plan.js";
import { DiskError, type ServiceReader } from "../../model/ports.js";
import {
  type EmergencyStopOptions,
  type EmergencyStopReport,
  emergencyStop,
} from "../../reconcile/emergency-stop/emergency-stop.js";
import type { KnownBot, StopOf } from "../../reconcile/ledger/facts.js";
import { beginJournal, type Journal } from "../../reconcile/ledger/journal.js";
import { ifThere, type Ledger } from "../../reconcile/ledger/ledger.js";
import { serviceReader, serviceWriter, whateverIsShown } from "../../service/ports.js";
import { systemClock } from "../clock.js";
import { type Endpoint, type Tuning, withClient } from "../endpoint.js";
import { signAsSeen } from "../ledger/known-of-service.js";
import { diskOf, headingOf, type LedgerOptions, ledgerOf, recall } from "../ledger/ledger.js";

/** The result of an emergency stop. */
export interface BotsOffResult extends EmergencyStopReport {
  /** Ids of its runs in the journal. */
  readonly runIds: readonly string[];
}

/**
 * Turns every bot of an account off without a configuration, and repeats each until it is observed off or the time is over.
 * A ledger or journal that can't be written is reported and stops nothing. Never throws for what the service does.
 */
export async function botsOff(
  endpoint: Endpoint,
  options: EmergencyStopOptions &
    Tuning & {
      readonly journal?: LedgerOptions;
      /** The bots that are named, where it isn't about all. */
      readonly of?: StopOf;
      /** Called at once where runs under way can't be told. */
      readonly onUnmarked?: (text: string) => void;
    },
): Promise<BotsOffResult> {
  const { journal: wanted, of, onUnmarked, ...rest } = options;
  const ledger = wanted && ledgerOf(wanted, options.account, endpoint);
  // Before anything is read: runs under way on this machine send nothing more but turn-offs.
  const unmarked = ledger && (await unmarkedBy(ledger.stop(of)));
  if (unmarked !== undefined) onUnmarked?.(unmarked);
  const met = new Map<number, KnownBot>();
  const runIds: string[] = [];
  const recalled = async (ledger: Ledger) => {
    const { memory } = await recall(ledger);
    signAsSeen(endpoint, memory.seen, { journal: wanted?.folder, waitsForNobody: true });
    return memory;
  };
  const twice = new Set<string>();
  const rowsOf = (exchange: string) => (rows: readonly ObservedBot[]) => {
    const once = whateverIsShown(rows);
    if (once.length < rows.length) twice.add(exchange);
    return once;
  };
  const begin = async (place: LedgerOptions, offPlan: Plan): Promise<Journal> => {
    const heading = headingOf({ ...place, command: "bots off" }, offPlan, endpoint);
    const journal = await beginJournal(diskOf(place), systemClock, heading, offPlan);
    runIds.push(heading.id);
    return journal;
  };
  return withClient(
    { deadlineMs: READ_DEADLINE_MS, retry: NO_RETRY, ...rest, ...endpoint, allow: "bots" },
    async (client) => {
      const ports = {
        readerFor: (exchange: string) => meeting(serviceReader(client, exchange, rowsOf(exchange)), met),
        writerFor: (exchange: string) => serviceWriter(client, exchange),
        clock: systemClock,
        ...(ledger !== undefined && { recall: () => recalled(ledger) }),
        ...(wanted !== undefined && { beginJournal: (offPlan: Plan) => begin(wanted, offPlan) }),
      };
      const report = await emergencyStop(ports, rest);
      // A list may hide one of them from the next stop.
      if (ledger !== undefined) await ifThere(ledger.saw([...met.values()]), undefined);
      const odd = [...twice].map((exchange) => `${exchange}: the list showed a bot twice, so it may lack others`);
      return {
        ...report,
        unsettled: [...(unmarked === undefined ? [] : [unmarked]), ...report.unsettled, ...odd],
        runIds,
      };
    },
  );
}

/** What to say where the stop couldn't be written: whoever runs in the same folder goes on. */
async function unmarkedBy(stop: Promise<void>): Promise<string | undefined> {
  try {
    await stop;
    return undefined;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return `runs under way with the same ledger can't be told to stop, and may turn bots on again: ${error.message}`;
  }
}

/** The same reader, which keeps the bots that were read by their ids. */
function meeting(reader: ServiceReader, met: Map<number, KnownBot>): ServiceReader {
  return {
    ...reader,
    async bot(id) {
      const live = await reader.bot(id);
      met.set(id, { id, accessId: live.accessId, title: live.fields.title ?? "", address: undefined });
      return live;
    },
  };
}

/** Reads aren't retried one by one: the next round reads everything again, and other bots don't wait. */
const READ_DEADLINE_MS = 10_000;
const NO_RETRY = { attempts: 1, baseMs: 0, capMs: 0, budget: 0 };
