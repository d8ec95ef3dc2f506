// The emergency stop: every bot of an account, or those that are meant, turned off now.
import { folderDisk } from "../disk/folder.js";
import type { Plan } from "../model/plan/plan.js";
import {
  type EmergencyStopOptions,
  type EmergencyStopReport,
  emergencyStop,
} from "../reconcile/emergency-stop/emergency-stop.js";
import { beginJournal, type Journal } from "../reconcile/journal/journal.js";
import { serviceReader, serviceWriter } from "../service/ports.js";
import { systemClock } from "./clock.js";
import { type Endpoint, type Tuning, withClient } from "./endpoint.js";
import { headingOf, type JournalOptions } from "./journal.js";

/** What turning bots off leaves behind. */
export interface BotsOffResult extends EmergencyStopReport {
  /** Ids of its runs in the journal. */
  readonly runIds: readonly string[];
}

/**
 * Turns every bot of an account off, needs no configuration, and tries each until it is observed off or the time is over.
 * A journal that can't be written is said and stops nothing. Never throws for what the service does.
 */
export async function botsOff(
  endpoint: Endpoint,
  options: EmergencyStopOptions & Tuning & { readonly journal?: Pick<JournalOptions, "folder"> },
): Promise<BotsOffResult> {
  const { journal: wanted, ...rest } = options;
  const runIds: string[] = [];
  const begin = async (folder: string, offPlan: Plan): Promise<Journal> => {
    const heading = headingOf({ folder, command: "bots off" }, offPlan, endpoint);
    const journal = await beginJournal(folderDisk(folder), systemClock, heading, offPlan);
    runIds.push(heading.id);
    return journal;
  };
  return withClient(
    { deadlineMs: HASTY_MS, retry: TRIED_ONCE, ...rest, ...endpoint, allow: "bots" },
    async (client) => {
      const ports = {
        readerFor: (exchange: string) => serviceReader(client, exchange),
        writerFor: (exchange: string) => serviceWriter(client, exchange),
        clock: systemClock,
        ...(wanted !== undefined && { beginJournal: (offPlan: Plan) => begin(wanted.folder, offPlan) }),
      };
      return { ...(await emergencyStop(ports, rest)), runIds };
    },
  );
}

/** In an emergency nobody waits for one answer while others could be had: what fails is tried again with the next look. */
const HASTY_MS = 10_000;
const TRIED_ONCE = { attempts: 1, baseMs: 0, capMs: 0, budget: 0 };
