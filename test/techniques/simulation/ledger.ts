// The books of one run: what it was asked to do, what it sent, what it said in the end.
import type { Desired, DesiredBot } from "../../../src/model/bot/desired.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { ApplyReport, Outcome } from "../../../src/model/plan/outcome.js";
import type { Plan, PlannedBot, Step } from "../../../src/model/plan/plan.js";
import type { Folder, Standby } from "./disk.js";
import type { Asked, Query } from "./fate.js";
import { Knowledge, type ListReading } from "./knowledge.js";
import type { Machine } from "./machine.js";

/** One write request that left. Times are true ones, in milliseconds. */
export interface Send {
  readonly run: RunBook;
  readonly operation: Asked;
  readonly query: Query;
  readonly botId: number | undefined;
  /** Of the planned bot it is about. */
  readonly address: string | undefined;
  readonly sentAt: number;
  /** The same by its machine's clock, which may be wrong, and be set later. */
  readonly clockAt: number;
  /** In seconds: what it is signed with; a webhook isn't. */
  readonly nonce: number;
  /** The scheduler's event in which it left. */
  readonly event: number;
  /** The list it rests on: the newest of the fresh ones that allows it, else the newest of all. */
  list: ListReading | undefined;
  /** When the service acted on it. */
  readonly acted: number[];
  /** Bots the service created for it. */
  readonly created: number[];
  /** Its sender was answered in the service's own envelope. */
  answered: boolean;
}

/** `replay`: an apply of the plan that another run has saved; `start deal` and `send open`: as `deals start` and `webhook send open` do. */
export type Does = "apply" | "replay" | "bots off" | "start deal" | "send open";

/** A plan that a run has saved, for whoever carries it out. */
export interface SavedPlan {
  readonly id: string;
  readonly plan: Plan;
  /** True time at which its making began to read the account. */
  readonly askedAt: number;
  /** True time at which it was whole. */
  readonly savedAt: number;
  /** By the clock of whoever saved it. */
  readonly expiresAt: number;
}

/** A hold that somebody has put on a configured bot, in a folder. Times are true ones. */
export interface HoldBook {
  readonly address: string;
  readonly folder: Folder;
  /** When it was on the disk for good; infinity while it isn't. */
  setAt: number;
  /** When it began to be lifted. */
  liftedAt: number;
}

/** How a process came to its end. */
export type RunEnd = "finished" | "died";

export class RunBook {
  readonly name: string;
  readonly machine: Machine;
  readonly desired: Desired;
  readonly startedAt: number;
  /** What kind of command it is. */
  readonly does: Does;
  /** Where it keeps its ledger, if it does. */
  readonly folder: Folder | undefined;
  /** What answers its reads of the ledger in the place of the primary. */
  readonly standby: Standby | undefined;
  /** Bots that its ledger showed when it began; none where the ledger was damaged. */
  readonly foreknown: ReadonlySet<number>;
  /** Milliseconds: rule 10's, and what rule 9 waits for an earlier run's command. */
  readonly commandDeadlineMs: number;
  /** `id title` of the bots that its ledger knew when it planned, and when it began to carry its plan out. */
  readonly knownTitles = new Set<string>();
  readonly knowledge = new Knowledge();
  readonly sends: Send[] = [];
  /** Bots that answers to its creates named, by address. */
  readonly named = new Map<string, number>();
  /** Created bots that its policies have let pass, as they were shown. */
  readonly checked = new Map<number, SomeFields>();
  /** Whether it left a new bot off, for what the service filled in or since it was made switched on. */
  leavesOff = false;
  /** In the order in which it told of them. */
  readonly outcomes: Outcome[] = [];
  /** When each step began, by `action address`. */
  readonly stepsBegun = new Map<string, number>();
  /** Until when each step that has ended could see what had become of it: the moment of its last reading, likewise. */
  readonly stepsSaw = new Map<string, number>();
  /** When its last step ended. */
  lastEndedAt = 0;
  /** When its plan began to read the account. */
  askedAt = 0;
  plan: Plan | undefined;
  /** Bots that the plan leaves out, as `--exclude` does. */
  leftOut: ReadonlySet<string | undefined> = new Set();
  report: ApplyReport | undefined;
  exitCode: number | undefined;
  /** Why it wrote nothing: a plan with errors, or an account that couldn't be read. */
  refused: string | undefined;
  end: RunEnd | undefined;
  endedAt = Number.POSITIVE_INFINITY;
  /** Of a saved plan, by the machine's clock. */
  expiresAt: number | undefined;
  /** When it began to carry its plan out. */
  carriedOutAt = Number.POSITIVE_INFINITY;
  /** Its journal's file. */
  journal: string | undefined;
  /** Since when, by true time, it is told of stops. */
  watchedSince: number | undefined;
  /** Of `bots off`: when it began to set its stop mark, and when that was on the disk for good. */
  stopSet: { readonly from: number; readonly until: number } | undefined;
  /** Of `bots off`: when it last began to ask its ledger what may still take effect. */
  recalledAt: number | undefined;
  /** Of `bots off`: the one configured bot that it is about; undefined where it is about all. */
  readonly stops: DesiredBot | undefined;
  /** Of `start deal` and `send open`: the bot of which one is to be started. */
  readonly starts: DesiredBot | undefined;
  /** The saved plan that it carries out. */
  saved: SavedPlan | undefined;
  /** When it began to compare the bots' logs with the saved plan's. */
  comparedAt: number | undefined;
  /** Requests of the run that the service has seen. */
  handled = 0;

  constructor(
    name: string,
    machine: Machine,
    desired: Desired,
    {
      folder,
      standby,
      commandDeadlineMs,
      does = "apply",
      stops,
      starts,
    }: Pick<RunBook, "folder" | "commandDeadlineMs"> & Partial<Pick<RunBook, "standby" | "does" | "stops" | "starts">>,
  ) {
    this.name = name;
    this.machine = machine;
    this.desired = desired;
    this.folder = folder;
    this.standby = standby;
    this.does = does;
    this.stops = stops;
    this.starts = starts;
    this.commandDeadlineMs = commandDeadlineMs;
    this.startedAt = machine.scheduler.now;
    const known = folder === undefined || folder.isDamaged ? [] : [...folder.known];
    this.foreknown = new Set(known.flatMap(([id, since]) => (since <= this.shownUntil(this.startedAt) ? [id] : [])));
  }

  /** What was in its ledger by then, its reads of that moment show. */
  shownUntil(moment: number): number {
    return moment - (this.standby?.lagMs ?? 0);
  }

  /** It wrote nothing. */
  refuse(exitCode: number, why: string): void {
    this.exitCode = exitCode;
    this.refused = why;
  }

  ends(how: RunEnd): void {
    this.end = how;
    this.machine.retire();
    this.endedAt = this.machine.scheduler.now;
  }

  /** The planned bot that an id stands for: it was there, or this run has created or found it (rule 5). */
  planned(botId: number): PlannedBot | undefined {
    const bots = Object.values(this.plan?.bots ?? {});
    const known = bots.find((bot) => bot.observed?.id === botId);
    if (known !== undefined) return known;
    const seen = this.knowledge.called(botId);
    return bots.find((bot) => {
      if (bot.observed !== null || !this.sent("createBot", bot.address)) return false;
      if (this.named.get(bot.address) === botId) return true;
      return seen?.title === bot.title && seen.accessId === bot.accessId;
    });
  }

  hasStep(address: string, action: Step["action"]): boolean {
    return this.plan?.steps.some((step) => step.address === address && step.action === action) === true;
  }

  /** Whether the run has sent such a request for the bot. */
  sent(operation: Asked, address: string): boolean {
    return this.sends.some((send) => send.operation === operation && send.address === address);
  }
}
