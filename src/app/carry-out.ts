// Carries out a plan that was reviewed: limits first, then the apply with its journal, its progress and its Ctrl-C.

import { EventLog } from "../cli/terminal/events.js";
import { type ApplyResult, apply, type Endpoint, type JournalOptions } from "../index.js";
import type { Plan } from "../model/plan/plan.js";
import { DiskError } from "../model/ports.js";
import type { ApplyEvent } from "../reconcile/apply/run-terms.js";
import { blastRadius, DEFAULT_LIMITS, type Limits } from "../reconcile/plan/blast-radius.js";
import { AppError } from "./error.js";
import { EXIT } from "./exit.js";
import type { Host } from "./host.js";

/** What the command line says about carrying a plan out. */
export interface CarryOutOptions {
  /** The folder of the journals. */
  readonly journal: string;
  readonly concurrency: number;
  /** Seconds. */
  readonly commandTimeout: number;
  readonly maxChangedPercent?: number;
  readonly maxTurnOns?: number;
}

/** What of the plan's own history matters to the run. */
export interface CarryOutFacts extends Omit<JournalOptions, "folder"> {
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

function limitsOf(options: CarryOutOptions): Limits {
  return {
    maxChangedPercent: options.maxChangedPercent ?? DEFAULT_LIMITS.maxChangedPercent,
    maxTurnOns: options.maxTurnOns ?? DEFAULT_LIMITS.maxTurnOns,
  };
}

/** The limits of rule 16 in words for whoever has to decide; undefined where the plan keeps within the limits. */
export function excessOf(options: CarryOutOptions, made: Plan): string | undefined {
  const excesses = blastRadius(made, limitsOf(options));
  if (excesses.length === 0) return undefined;
  const flags = excesses.map(({ flag }) => flag).join(" ");
  return `${excesses.map(({ detail }) => detail).join(", and ")}; if that is meant, add ${flags}`;
}

/** What is carried out, and where. */
export interface Subject {
  readonly made: Plan;
  readonly endpoint: Endpoint;
}

/** Throws AppError where the journal can't be begun; nothing was sent then. */
export async function carryOut(
  host: Host,
  options: CarryOutOptions,
  subject: Subject,
  facts: CarryOutFacts = {},
  events: EventLog = new EventLog(),
): Promise<ApplyResult> {
  const { account, steps } = subject.made;
  return host.run([{ account, total: steps.length }], (signal, watch) => {
    const { onEvent, onPause } = watch(account);
    const each = both(events.of(subject.made), onEvent);
    return events.watching(signal, () => carryOutUntil(signal, options, subject, { onEvent: each, onPause }, facts));
  });
}

/** What happens is written before it is drawn. */
export function both(...onlookers: readonly ((event: ApplyEvent) => void)[]): (event: ApplyEvent) => void {
  return (event) => {
    for (const onlooker of onlookers) onlooker(event);
  };
}

export interface Onlookers {
  readonly onEvent: (event: ApplyEvent) => void;
  /** Milliseconds that the service asks to wait. */
  readonly onPause: (ms: number) => void;
}

/** The same for whoever listens for interrupts and shows the progress already. */
export async function carryOutUntil(
  signal: AbortSignal,
  options: CarryOutOptions,
  { made, endpoint }: Subject,
  { onEvent, onPause }: Onlookers,
  { expiresAt, ...heading }: CarryOutFacts = {},
): Promise<ApplyResult> {
  try {
    return await apply(made, endpoint, {
      concurrency: options.concurrency,
      commandDeadlineMs: options.commandTimeout * 1000,
      limits: limitsOf(options),
      journal: { folder: options.journal, ...heading },
      signal,
      onEvent,
      onPause,
      ...(expiresAt !== undefined && { expiresAt }),
    });
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const message = `the journal can't be written, so nothing was sent: ${error.message}\nMake room, or name a folder that can be written with --journal.`;
    throw new AppError(message, { exitCode: EXIT.failed });
  }
}
