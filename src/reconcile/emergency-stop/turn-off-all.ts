// Turns the bots of one exchange off, and repeats each until it is observed off. Whatever fails doesn't stop the rest.
import type { ObservedBot } from "../../model/bot/bot.js";
import { ACTIONS } from "../../model/plan/actions.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import {
  type Clock,
  DiskError,
  ServiceError,
  type ServiceReader,
  type ServiceWriter,
  type WriteAnswer,
} from "../../model/ports.js";
import { waitBefore } from "../apply/observe.js";
import { Run } from "../apply/run.js";
import type { ApplyEvent, StepResult } from "../apply/run-options.js";
import type { Journal } from "../ledger/journal.js";
import { asItIs, directPlan } from "../plan/direct-plan.js";
import { attempt, wholeList } from "../plan/lists.js";
import { type RemainingBot, type ReportedBot, reportedBot, sorted, type TurnOffReport } from "./turn-off-report.js";

/** Milliseconds until a turn-off that may have been lost is sent again, and until the list is read again. */
const REPEAT_MS = 10_000;
/** Tries with rejected credentials: after too many the service may lock the key. */
const MOST_REJECTIONS = 3;

interface TurnOffPorts {
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
  readonly clock: Clock;
  /** Where intents are written down, if that can be done. Rejects with DiskError. */
  readonly beginJournal?: ((plan: Plan) => Promise<Journal>) | undefined;
}

export interface TurnOffOptions {
  readonly account: string;
  readonly exchange: string;
  /** Whether a bot is to be turned off; undefined if that depends on its access, which isn't known. */
  readonly includes: (bot: ObservedBot) => boolean | undefined;
  /** When it gives up, by `clock.elapsed`. */
  readonly until: number;
  /** Once aborted, nothing more is sent. */
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined;
}

/** A bot to turn off. */
interface BotToTurnOff {
  readonly bot: ObservedBot;
  readonly run: Run;
  readonly step: Step;
  sends: number;
  sentAt: number;
  answer: WriteAnswer | undefined;
  status: string;
}

/** How long something is tried. */
interface Until {
  readonly clock: Clock;
  /** When it is given up, by `clock.elapsed`. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** Asks until it is answered, the time is over, or the credentials were rejected too often. */
export async function untilAnswered<T>(ask: () => Promise<T | ServiceError>, limit: Until): Promise<T | ServiceError> {
  for (let tries = 1; ; tries += 1) {
    const read = await ask();
    if (!(read instanceof ServiceError)) return read;
    const isRejected = read.kind === "auth" && tries >= MOST_REJECTIONS;
    if (isRejected || limit.signal.aborted || limit.clock.elapsed() >= limit.until) return read;
    await sleepBefore(tries - 1, limit);
  }
}

function sleepBefore(round: number, { clock, until, signal }: Until): Promise<void> {
  return clock.sleep(Math.max(0, Math.min(waitBefore(round), until - clock.elapsed())), signal);
}

/** How it ends for a bot that wasn't observed off. @param stop why nothing more is done */
function notOff({ sends, answer }: BotToTurnOff, hasWritten: boolean, stop: string): StepResult {
  if (sends === 0) return { kind: "not-started", detail: `${stop} before it was told to turn off` };
  const next = "check the bot on the service now";
  const times = sends === 1 ? "once" : `${sends} times`;
  if (hasWritten) {
    const detail = `told to turn off ${times}, and ${stop} before it was observed off`;
    return { kind: "unknown", detail, next, rule: 10 };
  }
  const why = answer !== undefined && "message" in answer ? answer.message : "";
  return { kind: "failed", detail: `could not be told to turn off (tried ${times}): ${why}`, next, rule: 4 };
}

export class TurnOffAll {
  readonly #ports: TurnOffPorts;
  readonly #options: TurnOffOptions;
  readonly #runs: Run[] = [];
  readonly #targets = new Map<number, BotToTurnOff>();
  /** Bots to be read before anything is done, with why that hasn't been possible. */
  readonly #unread = new Map<number, { readonly bot: ObservedBot; readonly why: string }>();
  readonly #turnedOff = new Map<number, ReportedBot>();
  readonly #wereOff = new Map<number, ReportedBot>();
  readonly #notes: string[] = [];
  #hasListed = false;
  #listedAt = Number.NEGATIVE_INFINITY;
  #listFailure: string | undefined;

  constructor(ports: TurnOffPorts, options: TurnOffOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** Never throws for what the service or the disk does. */
  async run(): Promise<TurnOffReport> {
    const first = await untilAnswered(() => this.#readList(), { ...this.#options, clock: this.#ports.clock });
    const wasRead = !(first instanceof ServiceError);
    if (wasRead) {
      const isShownOn = (row: ObservedBot) => row.status.on && this.#options.includes(row) === true;
      // No read before: whatever is shown on is turned off at once. A list may lag, so all others are read next.
      await this.#take(first.filter(isShownOn));
      this.#suspect(first.filter((row) => !isShownOn(row)));
      await this.#readUnread();
      await this.#untilOff();
    }
    return this.#report(wasRead);
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted || this.#ports.clock.elapsed() >= this.#options.until;
  }

  get #isIdle(): boolean {
    return this.#targets.size === 0 && this.#unread.size === 0;
  }

  async #readList(): Promise<readonly ObservedBot[] | ServiceError> {
    this.#listedAt = this.#ports.clock.elapsed();
    const read = await attempt(wholeList(this.#ports.reader, this.#hasListed));
    this.#listFailure = read instanceof ServiceError ? read.message : undefined;
    if (!(read instanceof ServiceError)) this.#hasListed ||= read.length > 0;
    return read;
  }

  async #untilOff(): Promise<void> {
    for (let round = 0; ; round += 1) {
      const isDue = this.#ports.clock.elapsed() - this.#listedAt >= REPEAT_MS;
      if (this.#isIdle || isDue) await this.#findOthers();
      if ((this.#isIdle && this.#listFailure === undefined) || this.#isOver) return;
      await Promise.all(
        [...this.#targets.values()].filter((target) => this.#isDue(target)).map((one) => this.#send(one)),
      );
      await sleepBefore(round, { ...this.#options, clock: this.#ports.clock });
      await Promise.all([this.#readUnread(), ...[...this.#targets.values()].map((target) => this.#check(target))]);
    }
  }

  /** Bots that came on, or appeared, meanwhile. The list may lag: their details decide. */
  async #findOthers(): Promise<void> {
    const rows = await this.#readList();
    if (rows instanceof ServiceError) return;
    const isNews = ({ id, status }: ObservedBot) => status.on || !(this.#turnedOff.has(id) || this.#wereOff.has(id));
    this.#suspect(rows.filter((row) => isNews(row) && !this.#targets.has(row.id)));
    await this.#readUnread();
  }

  #suspect(rows: readonly ObservedBot[]): void {
    for (const bot of rows) {
      if (this.#options.includes(bot) !== false) this.#unread.set(bot.id, { bot, why: "it was not checked" });
    }
  }

  async #readUnread(): Promise<void> {
    const on: ObservedBot[] = [];
    await Promise.all(
      [...this.#unread.values()].map(async ({ bot }) => {
        const live = await attempt(this.#ports.reader.bot(bot.id));
        if (live instanceof ServiceError) {
          this.#unread.set(bot.id, { bot, why: `its details can't be read: ${live.message}` });
          return;
        }
        this.#unread.delete(bot.id);
        if (this.#options.includes(live) === false) return;
        if (live.status.on) on.push(live);
        else if (!this.#turnedOff.has(bot.id)) this.#wereOff.set(bot.id, reportedBot(live));
      }),
    );
    await this.#take(on);
  }

  /** Sends turn-offs, as a run of their own with its own record. */
  async #take(bots: readonly ObservedBot[]): Promise<void> {
    if (bots.length === 0) return;
    const { account, exchange, signal, onEvent } = this.#options;
    const plan = offPlan(account, exchange, bots);
    const journal = await this.#ports.beginJournal?.(plan).catch((error) => this.#unwritten(error));
    const { reader, writer, clock } = this.#ports;
    const ports = { reader, writer, clock, ...(journal !== undefined && { journal }) };
    const run = new Run(plan, ports, { signal, ...(onEvent !== undefined && { onEvent }) });
    this.#runs.push(run);
    const targets = plan.steps.flatMap((step): BotToTurnOff[] => {
      const bot = run.bot(step).observed;
      if (bot === null) return [];
      return [{ bot, run, step, sends: 0, sentAt: 0, answer: undefined, status: bot.status.raw }];
    });
    for (const target of targets) {
      this.#targets.set(target.bot.id, target);
      this.#turnedOff.delete(target.bot.id);
      this.#wereOff.delete(target.bot.id);
    }
    await Promise.all(targets.map((target) => this.#send(target)));
  }

  #unwritten(error: unknown): undefined {
    if (!(error instanceof DiskError)) throw error;
    this.#notes.push(
      `the journal can't be written (${error.code}), so this run isn't in the history and can't be undone`,
    );
  }

  /** A send that certainly did nothing is repeated at once, and one that may have been lost after a while. */
  #isDue({ answer, sentAt, sends }: BotToTurnOff): boolean {
    const isRejected = answer?.kind === "unauthorized" && sends < MOST_REJECTIONS;
    const didNothing = answer?.kind === "not-sent" || answer?.kind === "refused" || isRejected;
    return didNothing || this.#ports.clock.elapsed() - sentAt >= REPEAT_MS;
  }

  async #send(target: BotToTurnOff): Promise<void> {
    const { run, step, bot } = target;
    const isFresh = () => !this.#options.signal.aborted;
    target.sentAt = this.#ports.clock.elapsed();
    const answer = await run.write(step, { sends: "turn-off", botId: bot.id }, { makesSafe: true, isFresh });
    if (answer.kind === "stopped" || answer.kind === "overtaken") return;
    target.sends += 1;
    target.answer = answer;
  }

  async #check(target: BotToTurnOff): Promise<void> {
    const { run, step, bot } = target;
    const live = await attempt(this.#ports.reader.bot(bot.id));
    if (live instanceof ServiceError) return;
    target.status = live.status.raw;
    if (live.status.on) return;
    this.#targets.delete(bot.id);
    (run.hasWritten(step) ? this.#turnedOff : this.#wereOff).set(bot.id, reportedBot(live));
    run.end(step, { kind: "applied", detail: `observed off (${live.status.raw})` });
  }

  async #report(wasRead: boolean): Promise<TurnOffReport> {
    const { exchange, signal } = this.#options;
    const stragglers = [...this.#targets.values()].map((target): RemainingBot => {
      const { run, step, bot, status } = target;
      const hasWritten = run.hasWritten(step);
      const result = notOff(target, hasWritten, signal.aborted ? "it was interrupted" : "the time ran out");
      run.end(step, result);
      return { ...reportedBot(bot), status, why: result.detail, told: hasWritten };
    });
    const unseen = [...this.#unread.values()].map(
      ({ bot, why }): RemainingBot => ({ ...reportedBot(bot), why, told: false }),
    );
    const reports = await Promise.all(this.#runs.map((run) => run.report()));
    const list = wasRead ? "it is unknown whether other bots came on meanwhile" : "its bots are unknown";
    return {
      turnedOff: sorted(this.#turnedOff.values()),
      wereOff: sorted(this.#wereOff.values()),
      stragglers: sorted([...stragglers, ...unseen]),
      notes: [...this.#notes, ...reports.flatMap(({ notes }) => notes)],
      unsettled: this.#listFailure === undefined ? [] : [`${exchange}: ${list}: ${this.#listFailure}`],
      wasRead,
    };
  }
}

/** Stands for an access that the list doesn't show and nobody has read; undo reads it. */
const NO_ACCESS = 0;

/** The plan that turns these bots off, as they were seen, in the order of their ids. */
export function offPlan(account: string, exchange: string, bots: readonly ObservedBot[]): Plan {
  const { command } = ACTIONS["turn-off"];
  const planned = bots
    .toSorted((left, right) => left.id - right.id)
    .map((live) => {
      const access = { id: live.accessId ?? NO_ACCESS, title: "" };
      return { live, bot: asItIs({ address: `${account}/#${live.id}`, live, access }) };
    });
  return directPlan(
    { account, exchange, command, observedBots: bots.length },
    planned.map(({ bot }) => bot),
    planned.map(({ live, bot }) => ({
      address: bot.address,
      action: "turn-off",
      reason: `bots off: the service shows ${live.status.raw}`,
      changes: [],
      warnings: [],
    })),
  );
}
