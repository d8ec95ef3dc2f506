// Turns the bots of one exchange off, and repeats each until it is observed off. Whatever fails doesn't stop the rest.
import type { ObservedBot } from "../../model/bot/bot.js";
import { DiskError, ServiceError } from "../../model/ports.js";
import { Run } from "../apply/run.js";
import type { KnownBot } from "../ledger/facts.js";
import { attempt } from "../plan/lists.js";
import { BotList } from "./bot-list.js";
import { type BotToTurnOff, isDue, notOff, offPlan, REPEAT_MS } from "./bot-to-turn-off.js";
import type { TurnOffOptions, TurnOffPorts } from "./turn-off-options.js";
import {
  type RemainingBot,
  type ReportedBot,
  reportedBot,
  sorted,
  type TurnOffReport,
  unwatched,
} from "./turn-off-report.js";
import { sleepBefore, untilAnswered } from "./until-answered.js";

/** Milliseconds between two lists while bots that are off are watched. */
const WATCH_MS = 5_000;
/** More bots than these are looked for in the list first: details cost a request each. */
const FEW_BOTS = 3;

export class TurnOffAll {
  readonly #ports: TurnOffPorts;
  readonly #options: TurnOffOptions;
  readonly #list: BotList;
  readonly #runs: Run[] = [];
  readonly #targets = new Map<number, BotToTurnOff>();
  /** Bots to be read before anything is done, with why that hasn't been possible. */
  readonly #unread = new Map<number, RemainingBot>();
  readonly #turnedOff = new Map<number, ReportedBot>();
  readonly #wereOff = new Map<number, ReportedBot>();
  readonly #notes: string[] = [];
  #isAnnounced = false;
  /** Ids of known bots that were asked for. */
  readonly #recalled = new Set<number>();
  #doubts: ReadonlyMap<number, number> = new Map();
  /** When it gives up: later than planned where a run that has begun meanwhile has left something in doubt. */
  #until: number;
  /** Until when bots that are off are watched; likewise. */
  #settled: number;

  constructor(ports: TurnOffPorts, options: TurnOffOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#list = new BotList(ports, options.onUnanswered);
    this.#until = options.until;
    this.#settled = options.settled;
  }

  /** Never throws for what the service or the disk does. */
  async run(): Promise<TurnOffReport> {
    const known = await this.#recall();
    const { isMeant = () => true } = this.#options;
    const ask = async () => {
      const read = await this.#list.read();
      // What is known by its id needs no list. What the ledger has under another name may have been renamed since.
      if (read instanceof ServiceError) {
        await this.#lookAfter(known.filter(isMeant));
        if (this.#unread.size === 0) await this.#lookAfter(known);
      }
      return read;
    };
    const first = await untilAnswered(ask, { ...this.#options, clock: this.#ports.clock });
    const wasRead = !(first instanceof ServiceError);
    if (wasRead) {
      const isShownOn = (row: ObservedBot) => this.#options.includes(row) === true && row.status.on;
      // No read before: whatever is shown on is turned off at once. A list may lag, so all others are read next.
      await this.#take(first.filter(isShownOn));
      this.#suspect(first.filter((row) => !isShownOn(row)));
      this.#askKnown(known);
      await this.#readUnread();
      await this.#untilOff();
    }
    // Nobody knows that another is meant.
    if (!wasRead) for (const bot of known) if (!isMeant(bot)) this.#unread.delete(bot.id);
    return this.#report(wasRead);
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted || this.#ports.clock.elapsed() >= this.#until;
  }

  async #recall(): Promise<readonly KnownBot[]> {
    const { known, doubts, startsUntil = 0 } = await this.#options.remembered();
    this.#doubts = doubts;
    this.#settled = Math.max(this.#settled, startsUntil);
    this.#until = Math.max(this.#until, startsUntil);
    return known;
  }

  /** A list may hide a row: what is known, and no list has shown, is asked for by its id. */
  #askKnown(known: readonly KnownBot[]): void {
    for (const { id, title } of known) {
      if (this.#list.hasShown(id) || this.#recalled.has(id)) continue;
      this.#recalled.add(id);
      this.#ask({ id, title, status: "not in the list" });
    }
  }

  /** What can be done for known bots while no list can be read. */
  async #lookAfter(known: readonly KnownBot[]): Promise<void> {
    this.#askKnown(known);
    await this.#readUnread();
    await this.#sendDue();
    await Promise.all([...this.#targets.values()].map((target) => this.#check(target)));
  }

  /** Whether a run that has begun meanwhile has left something in doubt; those bots are watched, too. */
  async #hasNews(): Promise<boolean> {
    this.#askKnown(await this.#recall());
    // What was in doubt before is settled by now, unless it has been turned on once more.
    const late = new Map([...this.#doubts].filter(([id]) => this.#isInDoubt(id)));
    this.#until = Math.max(this.#until, ...late.values());
    for (const bot of [...this.#turnedOff.values(), ...this.#wereOff.values()]) if (late.has(bot.id)) this.#ask(bot);
    return this.#unread.size > 0 || !this.#isSettled;
  }

  get #isSettled(): boolean {
    return this.#ports.clock.elapsed() >= this.#settled;
  }

  get #isIdle(): boolean {
    return this.#targets.size === 0 && this.#unread.size === 0;
  }

  /** Whether every bot is seen off; one in doubt may still come on. */
  get #isAllOff(): boolean {
    return this.#unread.size === 0 && [...this.#targets.values()].every(({ isOff }) => isOff);
  }

  #isInDoubt(id: number): boolean {
    return this.#ports.clock.elapsed() < (this.#doubts.get(id) ?? 0);
  }

  /** Says once that all are off, and for how long they are watched. */
  #say(): void {
    if (this.#isAnnounced || !this.#isAllOff) return;
    this.#isAnnounced = true;
    const { onSeenOff } = this.#options;
    const until = Math.max(this.#settled, ...[...this.#targets.keys()].map((id) => this.#doubts.get(id) ?? 0));
    const restMs = until - this.#ports.clock.elapsed();
    if (restMs > 0) onSeenOff?.(this.#targets.size + this.#turnedOff.size + this.#wereOff.size, restMs);
  }

  async #untilOff(): Promise<void> {
    for (let round = 0; ; round += 1) {
      const listAge = this.#list.ageMs;
      if (listAge >= REPEAT_MS || (this.#isIdle && (!this.#isAnnounced || listAge >= WATCH_MS)))
        await this.#findOthers();
      this.#say();
      const isDone = this.#isIdle && this.#list.failure === undefined && this.#isSettled;
      if ((isDone && !(await this.#hasNews())) || this.#isOver) return;
      await this.#sendDue();
      await sleepBefore(round, { signal: this.#options.signal, until: this.#until, clock: this.#ports.clock });
      const due = await this.#mayBeOff();
      await Promise.all([this.#readUnread(), ...due.map((target) => this.#check(target))]);
    }
  }

  async #sendDue(): Promise<void> {
    const due = [...this.#targets.values()].filter((target) => isDue(target, this.#ports.clock.elapsed()));
    await Promise.all(due.map((one) => this.#send(one)));
  }

  /** Those whose details are read next: of many only those that the list no longer shows on, so that turn-offs get their turn. */
  async #mayBeOff(): Promise<readonly BotToTurnOff[]> {
    const targets = [...this.#targets.values()];
    if (targets.length <= FEW_BOTS) return targets;
    const rows = await this.#list.read();
    if (rows instanceof ServiceError) return targets;
    const shown = new Map(rows.map(({ id, status }) => [id, status]));
    return targets.filter((target) => {
      const status = shown.get(target.bot.id);
      if (status?.on !== true || target.isOff) return true;
      target.status = status.raw;
      return false;
    });
  }

  /** Bots that came on, or appeared, meanwhile. The list may lag: their details decide. */
  async #findOthers(): Promise<void> {
    const rows = await this.#list.read();
    if (rows instanceof ServiceError) return;
    const isNews = ({ id, status }: ObservedBot) => status.on || !(this.#turnedOff.has(id) || this.#wereOff.has(id));
    this.#suspect(rows.filter((row) => isNews(row) && !this.#targets.has(row.id)));
    const shown = new Set(rows.map(({ id }) => id));
    for (const bot of [...this.#turnedOff.values(), ...this.#wereOff.values()]) if (!shown.has(bot.id)) this.#ask(bot);
    await this.#readUnread();
  }

  #suspect(rows: readonly ObservedBot[]): void {
    for (const bot of rows) if (this.#options.includes(bot) !== false) this.#ask(reportedBot(bot));
  }

  /** Has it read next; what keeps it from being read is the reason then. */
  #ask(bot: ReportedBot): void {
    this.#unread.set(bot.id, { ...bot, why: "", told: false });
  }

  async #readUnread(): Promise<void> {
    const on: ObservedBot[] = [];
    await Promise.all(
      [...this.#unread.values()].map(async (bot) => {
        const live = await this.#list.bot(bot.id);
        if (live === undefined) return void this.#unread.delete(bot.id);
        if (live instanceof ServiceError) {
          this.#unread.set(bot.id, { ...bot, why: `its details can't be read: ${live.message}` });
          return;
        }
        this.#unread.delete(bot.id);
        if (this.#options.includes(live) === false) return;
        if (live.status.on || this.#isInDoubt(live.id)) on.push(live);
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
      const bot = run.bots.of(step).observed;
      if (bot === null) return [];
      return [{ bot, run, step, sends: 0, sentAt: 0, answer: undefined, status: bot.status.raw, isOff: false }];
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
    // One that comes on again is told at once.
    if (live.status.on && target.isOff) target.sentAt = Number.NEGATIVE_INFINITY;
    target.isOff = !live.status.on;
    if (live.status.on || this.#isInDoubt(bot.id)) return;
    this.#targets.delete(bot.id);
    (run.records.hasWritten(step) ? this.#turnedOff : this.#wereOff).set(bot.id, reportedBot(live));
    run.end(step, { kind: "applied", detail: `observed: off (${live.status.raw})` });
  }

  async #report(wasRead: boolean): Promise<TurnOffReport> {
    const { exchange, signal } = this.#options;
    const stragglers = [...this.#targets.values()].map((target): RemainingBot => {
      const { run, step, bot, status } = target;
      const hasWritten = run.records.hasWritten(step);
      const result = notOff(target, hasWritten, signal.aborted ? "it was interrupted" : "the time ran out");
      run.end(step, result);
      return { ...reportedBot(bot), status, why: result.detail, told: hasWritten };
    });
    const reports = await Promise.all(this.#runs.map((run) => run.report()));
    const isNone = this.#turnedOff.size + this.#wereOff.size === 0;
    const list = wasRead ? "it is unknown whether other bots came on meanwhile" : "its bots are unknown";
    return {
      turnedOff: sorted(this.#turnedOff.values()),
      wereOff: sorted(this.#wereOff.values()),
      stragglers: sorted([...stragglers, ...this.#unread.values()]),
      notes: [...this.#notes, ...reports.flatMap(({ notes }) => notes)],
      unsettled: [
        ...(this.#list.failure === undefined ? [] : [`${exchange}: ${list}: ${this.#list.failure}`]),
        ...(wasRead && this.#isIdle ? unwatched(this.#settled - this.#ports.clock.elapsed(), isNone) : []),
      ],
      wasRead,
    };
  }
}
