// One apply under way: what its steps share, and what became of each.

import type { ObservedBot } from "../model/bot.js";
import type { Outcome, OutcomeKind, Stop } from "../model/outcome.js";
import { Places } from "../model/places.js";
import type { Plan, PlannedBot, Step } from "../model/plan.js";
import type { Clock, ServiceReader, ServiceWriter } from "../model/ports.js";
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

export class Run {
  readonly ports: ApplyPorts;
  readonly list: LiveList;
  readonly notes: string[] = [];
  readonly commandDeadlineMs: number;
  readonly signal: AbortSignal;
  readonly #plan: Plan;
  readonly #places: Places;
  readonly #onEvent: (event: ApplyEvent) => void;
  readonly #outcomes = new Map<Step, Outcome>();
  /** `action address` of every step that was applied. */
  readonly #applied = new Set<string>();
  /** Bots whose later steps must not run, with the step that is why. */
  readonly #broken = new Map<string, Step>();
  /** Ids of bots by address, those created in this run included. */
  readonly #ids = new Map<string, number>();
  readonly #created = new Set<number>();
  readonly #verified = new Map<number, { readonly live: ObservedBot; readonly at: number }>();
  #unauthorized = false;
  #lastSentAt = Number.NEGATIVE_INFINITY;

  constructor(plan: Plan, ports: ApplyPorts, options: ApplyOptions) {
    this.ports = ports;
    this.#plan = plan;
    this.list = new LiveList(
      ports.reader,
      ports.clock,
      Object.values(plan.bots).some((bot) => bot.observed !== null),
    );
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

  steps(action: Step["action"]): Step[] {
    return this.#plan.steps.filter((step) => step.action === action);
  }

  bot(step: Step): PlannedBot {
    const bot = this.#plan.bots[step.address];
    if (bot === undefined) throw new Error(`the plan has a step for ${step.address} and no such bot`);
    return bot;
  }

  botId(step: Step): number | undefined {
    return this.#ids.get(step.address);
  }

  created(step: Step, botId: number): void {
    this.#ids.set(step.address, botId);
    this.#created.add(botId);
  }

  /** Ids of the bots created in this run. */
  createdIds(): Set<number> {
    return new Set(this.#created);
  }

  /** Whether this run applied that action to the bot. */
  applied(address: string, action: Step["action"]): boolean {
    return this.#applied.has(`${action} ${address}`);
  }

  /** Starts `task` for each step that may still run, so many at once; what it resolves to ends the step, undefined leaves it open. */
  async each(steps: readonly Step[], task: (step: Step) => Promise<Ending | undefined>): Promise<void> {
    await Promise.all(
      steps.map((step) =>
        this.#places.run(async () => {
          const hindrance = this.#hindrance(step);
          if (hindrance !== undefined) return this.end(step, hindrance);
          this.#onEvent({ type: "started", step });
          const ending = await task(step).catch(ourFault);
          this.#lastSentAt = this.ports.clock.now();
          if (ending === undefined) this.#onEvent({ type: "sent", step });
          else this.end(step, ending);
        }),
      ),
    );
  }

  end(step: Step, ending: Ending): void {
    const botId = this.botId(step);
    const outcome: Outcome = {
      address: step.address,
      action: step.action,
      kind: ending.kind,
      detail: ending.detail,
      stale: ending.stale === true,
      ...(ending.next !== undefined && { next: ending.next }),
      ...(botId !== undefined && { botId }),
    };
    this.#outcomes.set(step, outcome);
    if (ending.kind === "applied") this.#applied.add(`${step.action} ${step.address}`);
    if (ending.kind !== "applied" && !this.#broken.has(step.address)) this.#broken.set(step.address, step);
    if (ending.unauthorized === true) this.#unauthorized = true;
    this.#onEvent({ type: "ended", step, outcome });
  }

  /** Keeps later steps of this bot from running although this one was applied. */
  hold(step: Step): void {
    this.#broken.set(step.address, step);
  }

  /** Remembers a reading of a bot that showed it as planned. */
  verified(live: ObservedBot): void {
    this.#verified.set(live.id, { live, at: this.ports.clock.now() });
  }

  /** The bot as it was last seen as planned, at most `maxAgeMs` ago, or read anew. Throws ServiceError. */
  async seen(botId: number, maxAgeMs: number): Promise<ObservedBot> {
    const last = this.#verified.get(botId);
    const age = last === undefined ? Number.POSITIVE_INFINITY : this.ports.clock.now() - last.at;
    return last !== undefined && age >= 0 && age <= maxAgeMs ? last.live : this.ports.reader.bot(botId);
  }

  /** The list as it was read after everything this run has sent so far. Throws ServiceError. */
  listAfterSending(): Promise<readonly ObservedBot[]> {
    return this.list.read(this.ports.clock.now() - this.#lastSentAt - 1);
  }

  hasEnded(step: Step): boolean {
    return this.#outcomes.has(step);
  }

  /** Outcomes in plan order; what never ran is not started. */
  outcomes(): Outcome[] {
    return this.#plan.steps.map(
      (step) =>
        this.#outcomes.get(step) ?? {
          address: step.address,
          action: step.action,
          kind: "not-started",
          detail: "the run ended before",
          stale: false,
        },
    );
  }

  #hindrance(step: Step): Ending | undefined {
    if (this.stop !== undefined) return { kind: "not-started", ...STOPPED[this.stop] };
    const cause = this.#broken.get(step.address);
    if (cause === undefined) return undefined;
    return { kind: "skipped", detail: `depends on the ${cause.action} of this bot`, next: "see that step" };
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

const STOPPED: Readonly<Record<Stop, { readonly detail: string; readonly next: string }>> = {
  interrupted: { detail: "interrupted before it began", next: "run apply again" },
  unauthorized: { detail: "the service had rejected the credentials", next: "check the API key, then run apply again" },
};
