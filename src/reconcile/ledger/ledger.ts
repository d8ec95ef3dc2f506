// The ledger: what is remembered of one account at one service, beside the service itself. A hint and a history; the service is the truth.
import { hash } from "node:crypto";
import type { Plan } from "../../model/plan/plan.js";
import { type Clock, type Disk, DiskError } from "../../model/ports.js";
import type { EarlierSend } from "../apply/run-options.js";
import { checkedLine } from "./checked-lines.js";
import {
  type Fact,
  type KnownBot,
  type KnownBots,
  knownBots,
  newFacts,
  readFacts,
  type StopOf,
  together,
} from "./facts.js";
import { createdBots, mayMatterLater, pendingSends, readHistory } from "./history.js";
import { beginJournal, type Heading, type Journal } from "./journal.js";
import { isAbout, type Stop, type StopWatch, stopsIn } from "./stops.js";

/** All that is remembered of the account. */
export interface Memory {
  readonly bots: KnownBots;
  /** Turn-ons that may still take effect (rule 9), by bot id. */
  readonly turnOns: ReadonlyMap<number, EarlierSend>;
  /** Starts of deals that may, by bot id. */
  readonly starts: ReadonlyMap<number, EarlierSend>;
  /** Origin of the service at which the account's last run was, and without one the first plan; undefined where neither is known. */
  readonly host?: string | undefined;
  /** Why nothing could be read, where it couldn't: what is empty here is then unknown. */
  readonly unread?: string;
}

/** Where nothing is remembered. */
export const NO_MEMORY: Memory = { bots: new Map(), turnOns: new Map(), starts: new Map() };

/** Of one account at one service. Every method rejects with DiskError alone. */
export interface Ledger {
  /** @param deadlineMs the longest command deadline that an earlier run may have had, and of the run that asks */
  recall(deadlineMs?: number): Promise<Memory>;
  /** Remembers bots as they are now; what is known already isn't written again. */
  saw(bots: readonly KnownBot[]): Promise<void>;
  /** Forgets a bot that is gone for good. */
  forget(botId: number): Promise<void>;
  /** Tells every run under way in the same ledger that it may send these bots nothing more but turn-offs. */
  stop(of?: StopOf): Promise<void>;
  /** From now on. */
  watchStops(): Promise<StopWatch>;
  /** Begins the record of a run. */
  begin(heading: Heading, plan: Plan): Promise<Journal>;
}

/** Whose ledger it is. */
export interface LedgerOwner {
  readonly account: string;
  /** Of the service. */
  readonly origin: string;
}

/** The ledger in a folder: a file of facts for each account and service, one for each account, and a journal for each run. */
export function folderLedger(disk: Disk, clock: Clock, owner: LedgerOwner): Ledger {
  const name = factsName([owner.account, owner.origin]);
  const ofAccount = factsName([owner.account]);
  const facts = async (from = name) => ((await disk.size(from)) === 0 ? [] : readFacts(await disk.read(from)));
  const lastHost = async () => (await facts(ofAccount)).findLast((fact) => fact.type === "host")?.origin;

  async function append(added: readonly Fact[], to = name): Promise<void> {
    if (added.length === 0) return;
    const file = await disk.open(to, true);
    try {
      // A torn last line must not swallow what is added.
      await file.append(`\n${added.map(checkedLine).join("")}`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async function isHere(): Promise<void> {
    await append([{ type: "host", at: clock.now(), origin: owner.origin }], ofAccount);
  }

  return {
    async recall(deadlineMs = 0) {
      const since = clock.now() - Math.max(deadlineMs, LONGEST_DEADLINE_MS) - LOOK_BACK_MS;
      const [seen, { runs }] = await Promise.all([facts(), readHistory(disk, since, mayMatterLater)]);
      const bots = new Map(knownBots(seen));
      const gone = new Set(seen.flatMap((fact) => (fact.type === "gone" ? [fact.id] : [])));
      // Bots of a run that died before it could remember them.
      for (const bot of createdBots(runs, owner))
        if (!gone.has(bot.id) && !bots.has(bot.id)) bots.set(bot.id, together(undefined, bot));
      const pending = (action: "turn-on" | "start-deal") => pendingSends(action, runs, owner);
      return { bots, turnOns: pending("turn-on"), starts: pending("start-deal"), host: await lastHost() };
    },
    async saw(bots) {
      await append(newFacts(knownBots(await facts()), bots, clock.now()));
      if ((await lastHost()) === undefined) await isHere();
    },
    forget: (id) => append([{ type: "gone", at: clock.now(), id }]),
    stop: (of) => append([{ type: "stop", at: clock.now(), ...(of !== undefined && { of }) }]),
    async watchStops() {
      const before = stopsIn(await facts()).length;
      // Not asked for yet: a stop that is set right after this reading must be seen.
      let size: number | undefined;
      let stops: readonly Stop[] = [];
      return async (bot) => {
        const now = await ifThere(disk.size(name), size);
        if (now !== size) {
          stops = stopsIn(await ifThere(facts(), [])).slice(before);
          size = now;
        }
        return stops.some((stop) => isAbout(stop, bot));
      };
    },
    async begin(heading, plan) {
      const journal = await beginJournal(disk, clock, heading, plan);
      // It only warns, so a disk that can't keep it holds nothing back.
      if ((await ifThere(lastHost(), undefined)) !== owner.origin) await ifThere(isHere(), undefined);
      return journal;
    },
  };
}

function factsName(of: readonly string[]): string {
  return `${hash("sha256", JSON.stringify(of)).slice(0, 16)}.facts`;
}

/** How far back a run may have begun whose turn-ons still matter: longer than any run takes, as clocks differ. */
const LOOK_BACK_MS = 6 * 3_600_000;
/** The longest command deadline that an earlier run of the command line can have had. */
const LONGEST_DEADLINE_MS = 24 * 3_600_000;

/** For what only shows: a ledger that can't be read or written is empty. */
export async function ifThere<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return otherwise;
  }
}
