// One apply under way: what its steps share, and what became of each.
import type { Outcome, OutcomeKind, Stop } from "../model/outcome.js";
import { Places } from "../model/places.js";
import type { Plan, PlannedBot, Step } from "../model/plan.js";
import type { Clock, ServiceError, ServiceReader, ServiceWriter, WriteAnswer } from "../model/ports.js";
import { LiveList } from "./livelist.js";

export interface ApplyPorts {
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
  readonly clock: Clock;
}

export interface ApplyOptions {
  /** Bots worked on at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds until a sent command that isn't observed counts as unknown (rule 10). Default 120 000. */
  readonly commandDeadlineMs?: number;
  /** Once aborted, nothing new is started (rule 13). */
  readonly signal?: AbortSignal;
  /** What it throws is ignored: an onlooker can't stop a run. */
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** What an onlooker may want to show. */
export type ApplyEvent =
  | { readonly type: "started"; readonly step: Step }
  | { readonly type: "sent"; readonly step: Step }
  | { readonly type: "ended"; readonly step: Step; readonly outcome: Outcome };

/** What a step says of itself when it ends. */
export interface Ending {
  readonly kind: OutcomeKind;
  readonly detail: string;
  readonly next?: string;
  /** The bot is another than the plan was computed from. */
  readonly stale?: boolean;
  /** The credentials were rejected: nothing further is started. */
  readonly unauthorized?: boolean;
}

/** What became of a write, or that it wasn't sent because the run had been stopped. */
export type Sent = WriteAnswer | { readonly kind: "stopped"; readonly stop: Stop };

export class Run {
  readonly ports: ApplyPorts;
  readonly list: LiveList;
  readonly notes: string[] = [];
  readonly unsettled: string[] = [];
  readonly violations: string[] = [];
  readonly commandDeadlineMs: number;
  readonly signal: AbortSignal;
  /** Titles that the list has to show in the end, by id: bots created or renamed in this run. */
  readonly awaitedTitles = new Map<number, string>();
  readonly #plan: Plan;
  readonly #places: Places;
  readonly #onEvent: (event: ApplyEvent) => void;
  readonly #outcomes = new Map<Step, Outcome>();
  /** Steps for which something was sent that the service may have acted on. */
  readonly #wrote = new Set<Step>();
  /** `action address` of every step that was applied. */
  readonly #applied = new Set<string>();
  /** Bots whose later steps must not run, with the reason why. */
  readonly #broken = new Map<string, Pick<Ending, "detail" | "next">>();
  /** Ids of bots by address, those created in this run included. */
  readonly #ids = new Map<string, number>();
  #unauthorized = false;
  #settingsWrittenAt = Number.NEGATIVE_INFINITY;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(plan: Plan, ports: ApplyPorts, options: ApplyOptions) {
    this.ports = ports;
    this.#plan = plan;
    this.list = new LiveList(ports.reader, ports.clock, plan.observedBots > 0);
    this.commandDeadlineMs = options.commandDeadlineMs ?? 120_000;
    this.signal = options.signal ?? new AbortController().signal;
    this.#places = new Places(options.concurrency ?? 8);
    this.#onEvent = options.onEvent ?? (() => {});
    for (const bot of Object.values(plan.bots)) if (bot.observed !== null) this.#ids.set(bot.address, bot.observed.id);
  }

  get stop(): Stop | undefined {
    if (this.#unauthorized) return "unauthorized";
    return this.signal.aborted ? "interrupted" : undefined;
  }

  /** When this run last created or updated a bot, by `clock.elapsed`. */
  get settingsWrittenAt(): number {
    return this.#settingsWrittenAt;
  }

  /** When this run last sent anything that writes, by `clock.elapsed`. */
  get writtenAt(): number {
    return this.#writtenAt;
  }

  steps(action: Step["action"]): Step[] {
    return this.#plan.steps.filter((step) => step.action === action);
  }

  bot(step: Step): PlannedBot {
    const bot = this.#plan.bots[step.address];
    if (bot === undefined) throw new Error(`the plan has a step for ${step.address} and no such bot`);
    return bot;
  }

  /** The id of the step's bot. Throws for a bot that hasn't been created. */
  botId(step: Step): number {
    const id = this.#ids.get(step.address);
    if (id === undefined) throw new Error(`${step.action} of ${step.address} has no bot to act on`);
    return id;
  }

  /** Takes a bot as the one this create step made. */
  adopt(step: Step, botId: number): void {
    this.#ids.set(step.address, botId);
  }

  /**
   * Sends one write for a step, once, and remembers that the service may have acted. Once the run was stopped nothing is
   * sent any more (rules 9 and 13) but what makes a bot safe: `evenIfStopped`.
   */
  async write(
    step: Step,
    send: (writer: ServiceWriter) => Promise<WriteAnswer>,
    { evenIfStopped = false } = {},
  ): Promise<Sent> {
    if (this.stop !== undefined && !evenIfStopped) return { kind: "stopped", stop: this.stop };
    const answer = await send(this.ports.writer);
    if (answer.kind === "unauthorized") this.#unauthorized = true;
    if (answer.kind === "accepted" || (answer.kind === "ambiguous" && !answer.turnedDown)) this.#wrote.add(step);
    this.#writtenAt = this.ports.clock.elapsed();
    if (step.action === "create" || step.action === "update") this.#settingsWrittenAt = this.#writtenAt;
    return answer;
  }

  /** A read that failed in passing: nothing comes of it, unless the credentials were rejected. */
  noteFailedRead(error: ServiceError): void {
    if (error.kind === "auth") this.#unauthorized = true;
  }

  /** Whether this run applied that action to the bot. */
  applied(address: string, action: Step["action"]): boolean {
    return this.#applied.has(`${action} ${address}`);
  }

  hasEnded(step: Step): boolean {
    return this.#outcomes.has(step);
  }

  /** Starts `task` for each step that may still run, so many at once; what it resolves to ends the step, undefined leaves it open. */
  async each(steps: readonly Step[], task: (step: Step) => Promise<Ending | undefined>): Promise<void> {
    await Promise.all(
      steps.map((step) =>
        this.#places.run(async () => {
          const hindrance = this.#hindrance(step);
          if (hindrance !== undefined) return this.end(step, hindrance);
          this.#tell({ type: "started", step });
          const ending = await task(step).catch(ourFault);
          if (ending === undefined) this.#tell({ type: "sent", step });
          else this.end(step, ending);
        }),
      ),
    );
  }

  end(step: Step, ending: Ending): void {
    const outcome = this.#outcome(step, ending);
    this.#outcomes.set(step, outcome);
    if (ending.kind === "applied") this.#applied.add(`${step.action} ${step.address}`);
    else this.hold(step, `depends on the ${step.action} of this bot`, "see that step");
    if (ending.unauthorized === true) this.#unauthorized = true;
    this.#tell({ type: "ended", step, outcome });
  }

  /** Keeps later steps of this bot from running; the first reason stays. */
  hold({ address }: Step, detail: string, next: string): void {
    if (!this.#broken.has(address)) this.#broken.set(address, { detail, next });
  }

  /** Outcomes in plan order. What was sent and never ended is unknown, what never ran is not started. */
  outcomes(): Outcome[] {
    return this.#plan.steps.map((step) => {
      const ended = this.#outcomes.get(step);
      return (
        ended ??
        this.#outcome(step, this.#wrote.has(step) ? LEFT_OPEN : { kind: "not-started", detail: "the run ended before" })
      );
    });
  }

  #outcome(step: Step, { kind, detail, next, stale = false }: Ending): Outcome {
    const botId = this.#ids.get(step.address);
    const wrote = this.#wrote.has(step);
    return {
      address: step.address,
      action: step.action,
      kind,
      detail,
      stale,
      wrote,
      ...(next !== undefined && { next }),
      ...(botId !== undefined && { botId }),
    };
  }

  #hindrance(step: Step): Ending | undefined {
    if (this.stop !== undefined) return notStarted(this.stop);
    const cause = this.#broken.get(step.address);
    return cause === undefined ? undefined : { kind: "skipped", ...cause };
  }

  #tell(event: ApplyEvent): void {
    try {
      this.#onEvent(event);
    } catch {
      // Whoever looks on may fail; the run and its report go on.
    }
  }
}

/** A fault of botform itself must not hide what the other steps did; whether this one wrote can't be told any more (I6). */
function ourFault(error: unknown): Ending {
  const name = error instanceof Error ? error.name : typeof error;
  return {
    kind: "unknown",
    detail: `a fault of botform itself (${name})`,
    next: "run plan: it shows what became of it; please report this",
  };
}

const LEFT_OPEN: Ending = {
  kind: "unknown",
  detail: "sent, and the run ended before it was observed",
  next: "run plan: it shows what became of it",
};

/** How a step ends that the run's stop has overtaken before anything was sent. */
export function notStarted(stop: Stop): Ending {
  return { kind: "not-started", ...STOPPED[stop] };
}

const STOPPED: Readonly<Record<Stop, { readonly detail: string; readonly next: string }>> = {
  interrupted: { detail: "interrupted before it began", next: "run apply again" },
  unauthorized: { detail: "the service had rejected the credentials", next: "check the API key, then run apply again" },
};
