// One apply under way: what its steps share, and what became of each.

import { type Action, isDealAction } from "../../model/plan/actions.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { ApplyReport, Stop } from "../../model/plan/outcome.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import { DiskError, LEASE_LOST, LEDGER_AWAY, type MaySend, type ServiceError } from "../../model/ports.js";
import { Places } from "../../model/text/places.js";
import { type Journal, NO_JOURNAL } from "../ledger/journal.js";
import { DealList, LiveList } from "../plan/lists.js";
import { obstacleTo } from "./obstacle.js";
import { Readings } from "./readings.js";
import { RunBots } from "./run-bots.js";
import {
  type ApplyEvent,
  type ApplyOptions,
  type ApplyPorts,
  COMMAND_DEADLINE_MS,
  type Command,
  type Sent,
  type StepResult,
  sendCommand,
  type WriteOptions,
} from "./run-options.js";
import { StepRecords } from "./step-records.js";
import { notStarted, ourFault } from "./step-results.js";
import { Unplanned } from "./unplanned.js";

export class Run {
  readonly ports: ApplyPorts;
  readonly list: LiveList;
  readonly readings: Readings;
  readonly deals: DealList;
  readonly notes: string[] = [];
  readonly unsettled: string[] = [];
  readonly violations: string[] = [];
  readonly commandDeadlineMs: number;
  readonly signal: AbortSignal;
  readonly bots: RunBots;
  /** What has become of each step. */
  readonly records = new StepRecords();
  readonly expiresAt: number;
  /** Writes of earlier runs that may still arrive. */
  readonly earlier: readonly OpenIntent[];
  /** Those of them that this run has seen to arrive: what its steps do to the bot takes nothing of that away. */
  readonly arrived = new Set<OpenIntent>();
  /** Titles that the list has to show in the end, by id: bots created or renamed in this run. */
  readonly awaitedTitles = new Map<number, string>();
  /** When the list had shown all of them, by `clock.elapsed`. */
  listedAt = Number.NEGATIVE_INFINITY;
  /** When this run last created or updated a bot, by `clock.elapsed`. */
  settingsWrittenAt = Number.NEGATIVE_INFINITY;
  readonly unplanned: Unplanned;
  readonly #plan: Plan;
  readonly #places: Places;
  readonly #onEvent: (event: ApplyEvent) => void;
  readonly #journal: Journal;
  #journalFailure: DiskError | undefined;
  #unauthorized = false;
  /** Reads are rejected, too. */
  #isBlind = false;
  #blocked = false;
  #botsOff = false;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(plan: Plan, ports: ApplyPorts, options: ApplyOptions) {
    this.readings = new Readings(ports.reader, (bot) => this.list.saw(bot));
    const { reader } = this.readings;
    this.ports = { ...ports, reader };
    this.#plan = plan;
    this.bots = new RunBots(plan);
    this.#journal = ports.journal ?? NO_JOURNAL;
    this.expiresAt = options.expiresAt ?? Number.POSITIVE_INFINITY;
    this.earlier = options.earlier ?? [];
    const { knownBots = new Map() } = options;
    this.unplanned = new Unplanned(plan, knownBots);
    this.list = new LiveList(reader, ports.clock, plan.observedBots > 0, (rows) =>
      this.unplanned.note(rows, (id) => this.list.hasAppeared(id)),
    );
    this.list.expect(knownBots);
    this.commandDeadlineMs = options.commandDeadlineMs ?? COMMAND_DEADLINE_MS;
    this.signal = options.signal ?? new AbortController().signal;
    this.#places = new Places(options.concurrency ?? 8);
    this.#onEvent = options.onEvent ?? (() => {});
    this.deals = new DealList(reader, ports.clock);
    for (const { accessId, deals = [] } of Object.values(plan.bots)) this.deals.expect(accessId, deals);
  }

  get stop(): Stop | undefined {
    if (this.#blocked) return "blocked";
    if (this.#unauthorized) return "unauthorized";
    if (this.signal.aborted) return "interrupted";
    return this.#journalFailure === undefined ? undefined : "journal";
  }

  /** Whether another run, on whatever machine, may have taken over: its bots are no more this run's to put right (F5). */
  get hasSuccessor(): boolean {
    return this.#journalFailure?.code === LEASE_LOST || this.ports.lostLease?.() !== undefined;
  }

  /** Whether the run no longer waits for what was sent. A write whose credentials were rejected can still be read back. */
  get isAbandoned(): boolean {
    return this.#isBlind || this.signal.aborted;
  }

  /** Whether a refusal is believed once it was watched: a short deadline doesn't make the service's queue faster. */
  get believesRefusals(): boolean {
    return !this.isAbandoned && this.commandDeadlineMs >= COMMAND_DEADLINE_MS;
  }

  /** Whether nothing can be read any more, since reads were rejected for their credentials. */
  get isBlind(): boolean {
    return this.#isBlind;
  }

  /** When anything was last sent, or seen of what had been sent, by `clock.elapsed`. */
  get lastMovedAt(): number {
    return Math.max(this.#writtenAt, this.#endedAt);
  }

  steps(action: Step["action"]): Step[] {
    return this.#plan.steps.filter((step) => step.action === action);
  }

  /**
   * The one way to the service's writes. Rule 12: the intent is on the disk before the write leaves, and the answer after
   * it. Rule 13: once the run was stopped nothing is sent but what makes a bot safe. I3: no bot but the step's own is written.
   */
  async write(step: Step, command: Command, options: WriteOptions = {}): Promise<Sent> {
    const { makesSafe = false } = options;
    const botId = "botId" in command ? command.botId : undefined;
    if (botId !== this.bots.idAt(step.address))
      throw new Error(`${command.sends} for a bot other than ${step.address}`);
    const dealId = "dealId" in command ? command.dealId : undefined;
    const isOfDeal = isDealAction(command.sends) || dealId !== undefined;
    if (dealId !== step.deal?.id || (isOfDeal && command.sends !== step.action))
      throw new Error(`${command.sends} for a deal other than the step's`);
    if (this.stop !== undefined && !makesSafe) return { kind: "stopped", stop: this.stop };
    const place = makesSafe ? undefined : await this.ports.writer.turn?.();
    try {
      return await this.#writeInTurn(step, command, botId, options, place?.nonce);
    } finally {
      place?.done();
    }
  }

  /** @param placed the nonce of its place, where requests of the key leave one after the other */
  async #writeInTurn(
    step: Step,
    command: Command,
    botId: number | undefined,
    { makesSafe = false, isFresh }: WriteOptions,
    placed: number | undefined,
  ): Promise<Sent> {
    if (!makesSafe && command.sends !== "turn-off") {
      const stop = await this.#stoppedBy(step, command.sends, botId);
      if (stop !== undefined) return { kind: "stopped", stop };
    }

    const nonce = placed ?? Math.floor(this.ports.clock.now() / 1000);
    const write = await this.#journal.intent(step, command.sends, botId, nonce).catch((error) => {
      if (!(error instanceof DiskError)) throw error;
      this.#journalFailure ??= error;
      return undefined;
    });
    // The disk refused the intent, so only a write that makes a bot safe may be sent.
    if (write === undefined && !makesSafe) return { kind: "stopped", stop: "journal" };
    let wasHeld = false;
    const isToLeave = () => {
      // Whoever has taken over may have turned the bot on rightly: the process may have been frozen at any line before this one.
      if (this.hasSuccessor) this.#journalFailure ??= this.ports.lostLease?.();
      const held = this.stop !== undefined && (!makesSafe || this.hasSuccessor);
      wasHeld = held || isFresh?.() === false;
      return !wasHeld;
    };
    // What makes a bot safe may wait for its turn for long, and must not be refused for it.
    const maySend: MaySend = makesSafe
      ? isToLeave
      : Object.assign(isToLeave, { nonce, isInTurn: placed !== undefined });
    // The transport asks again when the write's turn comes: while it waited, what it rests on may have grown too old.
    const answer = maySend() ? await sendCommand(this.ports.writer, command, maySend) : undefined;
    if (answer === undefined || wasHeld) {
      if (write !== undefined) this.#journal.answer(write, { kind: "overtaken" });
      return this.stop !== undefined ? { kind: "stopped", stop: this.stop } : { kind: "overtaken" };
    }

    if (write !== undefined) this.#journal.answer(write, answer);
    if (answer.kind === "unauthorized") this.#unauthorized = true;
    this.records.answered(step, answer);
    this.#writtenAt = this.ports.clock.elapsed();
    if (step.action === "create" || step.action === "update") this.settingsWrittenAt = this.#writtenAt;
    return answer;
  }

  /** Whether `bots off` has been run for the bot since the run began. Then nothing more is sent to it but turn-offs. */
  async #stoppedBy(
    { address }: Step,
    sends: Action,
    id: number | undefined,
  ): Promise<"bots-off" | "journal" | undefined> {
    try {
      if ((await this.ports.isStopped?.({ address, id, sends })) !== true) return undefined;
      this.#botsOff = true;
      return "bots-off";
    } catch (error) {
      // Whether somebody has stopped it is unknown.
      if (!(error instanceof DiskError)) throw error;
      this.#journalFailure ??= error;
      return "journal";
    }
  }

  /** Notes a failed read that nothing rests on: it matters only if the credentials were rejected. */
  noteFailedRead(error: ServiceError): void {
    if (error.kind !== "auth") return;
    this.#unauthorized = true;
    this.#isBlind = true;
  }

  /**
   * Runs `task` for each step that may still run, several at once, after `wait`, of which any number run at once. Its result
   * ends the step; undefined leaves it open.
   */
  async each(
    steps: readonly Step[],
    task: (step: Step) => Promise<StepResult | undefined>,
    wait: (step: Step) => Promise<void> | undefined = () => undefined,
  ): Promise<void> {
    await Promise.all(
      steps.map(async (step) => {
        const waiting = obstacleTo(this, step) === undefined ? wait(step) : undefined;
        if (waiting !== undefined) await waiting;
        return this.#places.run(async () => {
          const obstacle = obstacleTo(this, step);
          if (obstacle !== undefined) return this.end(step, obstacle);
          this.records.begin(step);
          this.tell({ type: "started", step });
          const result = await task(step).catch(ourFault);
          const refusal = this.records.refusalOf(step)?.message;
          if (result === undefined) this.tell({ type: "sent", step, ...(refusal !== undefined && { refusal }) });
          else this.end(step, result);
        });
      }),
    );
  }

  end(step: Step, result: StepResult): void {
    this.#endedAt = this.ports.clock.elapsed();
    const outcome = this.records.end(step, result, this.bots.idAt(step.address));
    if (result.unauthorized === true) this.#unauthorized = true;
    this.#journal.outcome(outcome);
    this.tell({ type: "ended", step, outcome });
  }

  /** Ends the run before anything was sent (rule 16). */
  block(excesses: readonly string[]): Promise<ApplyReport> {
    this.#blocked = true;
    for (const step of this.#plan.steps) this.end(step, notStarted("blocked"));
    this.notes.push(...excesses);
    return this.report();
  }

  /** Ends the run. Outcomes are in plan order: steps that were sent and never ended are unknown, those that never ran not started. */
  async report(): Promise<ApplyReport> {
    for (const step of this.#plan.steps) {
      if (!this.records.hasEnded(step)) this.#journal.outcome(this.records.leave(step, this.bots.idAt(step.address)));
    }
    if (this.#journalFailure !== undefined)
      this.notes.push(
        this.hasSuccessor
          ? `this run sends nothing more: ${this.#journalFailure.message}`
          : this.#journalFailure.code === LEDGER_AWAY
            ? `${this.#journalFailure.message}; its record of this run is kept on this machine`
            : `the journal can't be written or read (${this.#journalFailure.code}); its record of this run may be incomplete`,
      );
    if (this.#botsOff)
      this.notes.push(
        "botform bots off was run, or a hold was set, meanwhile: its bots got nothing more but turn-offs",
      );
    const { notes, unsettled, violations, stop } = this;
    const outcomes = this.#plan.steps.flatMap((step) => this.records.outcomeOf(step) ?? []);
    const report = { outcomes, notes, unsettled, violations, ...(stop !== undefined && { stop }) };
    await this.#journal.end(report);
    return report;
  }

  tell(event: ApplyEvent): void {
    try {
      this.#onEvent(event);
    } catch {
      // An observer that fails doesn't stop the run.
    }
  }
}
