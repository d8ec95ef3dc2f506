// Writes the events of a run for apply --events, one a line, from its beginning to its end (docs/reference/events.md).
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { AppError, explain, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { ApplyReport, Outcome, OutcomeKind } from "../../model/plan/outcome.js";
import { countSteps, type Plan, type Step, stepKey } from "../../model/plan/plan.js";
import { errorCode } from "../../model/text/error-code.js";
import type { ApplyEvent } from "../../reconcile/apply/run-options.js";
import { cleanJson } from "../../render/sanitize.js";
import type { Context } from "./context.js";

/** Appends one line, which must hold no line feed. Never throws. */
export interface EventsFile {
  readonly append: (line: string) => void;
  readonly close: () => void;
}

/** How every file of events begins. What begins otherwise is somebody else's, and left as it is. */
export const EVENTS_BEGIN = /^\{"formatVersion":\d{1,4},"seq":1,"type":"begin"/;

const { O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = constants;

/**
 * Throws AppError where there can't be such a file. A disk that gives out later is told to `onFailure`, once, with the
 * system's code; each line is tried all the same, and none is left torn.
 */
export function openEvents(path: string, onFailure: (code: string) => void): EventsFile {
  const file = made(path);
  let hasFailed = false;
  return {
    append(line) {
      try {
        appendWhole(file, Buffer.from(`${line}\n`, "utf8"));
      } catch (error) {
        if (!hasFailed) onFailure(errorCode(error) ?? "unknown");
        hasFailed = true;
      }
    },
    close() {
      try {
        closeSync(file);
      } catch {
        // Every line was the system's already.
      }
    },
  };
}

/** Of a line that finds no room nothing stays, so that the next one begins where a line begins. */
function appendWhole(file: number, bytes: Buffer): void {
  const { size } = fstatSync(file);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(file, size);
    throw error;
  }
}

function made(path: string): number {
  if (path === "-")
    throw new AppError("--events names a file: standard output holds what apply itself prints\nWrite --events FILE.");
  try {
    refuseForeign(path);
    rmSync(path, { force: true });
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCode(error) ?? "unknown";
    const why = code === "ENOENT" ? "there is no such folder" : code;
    throw new AppError(`the events file ${path} can't be written: ${why}; nothing was read or written`, {
      exitCode: NOT_OF_THE_PATH.has(code) ? EXIT.failed : EXIT.invalid,
    });
  }
}

/** The path is the user's choice; a full or broken disk is not. */
const NOT_OF_THE_PATH: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

/** Only an empty file and one of events give way; links, pipes and devices are not followed (threat 10). */
function refuseForeign(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw new AppError(`${path} is not a regular file\nName a file for --events.`);
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const bytes = Buffer.alloc(64);
    const begin = bytes.subarray(0, readSync(file, bytes)).toString("utf8");
    if (begin !== "" && !EVENTS_BEGIN.test(begin))
      throw new AppError(
        `${path} exists and isn't an events file of botform's; it was left as it is\nName another file for --events, or remove this one.`,
      );
  } finally {
    closeSync(file);
  }
}

/** Raised only where a reader of today would misread tomorrow's events; new types and new fields don't raise it. */
const FORMAT = 1;

/** Every type with what it says and what it holds beside formatVersion, seq, type and at; docs/reference/events.md shows the table. */
export const EVENT_TYPES = {
  begin: "the command began, before anything was read: `command`, `tool` (botform's version)",
  plan: "an account was planned: `account`, `totals` (steps by action, `unchanged`, `undeclared`), `planId` of a saved plan",
  planned: "one step of that plan: `account`, `address`, `action`, `botId`, `dealId`, `reason`",
  waits:
    "the step waits for an earlier write that may still arrive: as `started`, `until`, and `for` with the `action` and the `address` of that write",
  started: "the step begins: `account`, `address`, `action`, `botId`, `dealId`",
  sent: "the step's command was sent, and its effect is waited for: as `started`, and `refusal` (the service's message) if it said no",
  outcome:
    "the step ended, or never began: as `started`, and `kind` (applied, failed, unknown, skipped, not-started), `detail`, `next`, `rule`, `stale`, `wrote`",
  interrupted: "Ctrl-C or a signal: nothing new is started from here on",
  account:
    "the run is done with an account: `account`, `exitCode`, `error`, `runId` in the journal, `stop`, `outcomes` (by kind), `notes`, `unsettled`, `violations`",
  end: "the last line: `exitCode`, `ok`, `error`, `accounts`, `steps`, `outcomes` (by kind), `runs` (run id by account)",
} as const;
export type EventType = keyof typeof EVENT_TYPES;

/** How an account ended. */
export interface AccountReport {
  readonly exitCode: ExitCode;
  readonly report?: ApplyReport & { readonly runId?: string };
  readonly error?: string;
}

const NONE: Readonly<Record<OutcomeKind, number>> = { applied: 0, failed: 0, unknown: 0, skipped: 0, "not-started": 0 };

export class EventLog {
  readonly #write: ((line: string) => void) | undefined;
  readonly #now: () => number;
  #seq = 0;
  #steps = 0;
  #accounts = 0;
  readonly #outcomes: Record<OutcomeKind, number> = { ...NONE };
  readonly #runs: Record<string, string> = {};
  /** Bots that were created, by address. */
  readonly #ids = new Map<string, number>();
  /** Steps whose outcome was told, by account. */
  readonly #reported = new Map<string, Set<string>>();

  /** @param write takes each line; without it nothing is told. @param now milliseconds since the epoch */
  constructor(write?: (line: string) => void, now: () => number = Date.now) {
    this.#write = write;
    this.#now = now;
  }

  begin(command: string): void {
    this.#emit("begin", { command, tool: BOTFORM_VERSION });
  }

  plan(made: Plan, planId?: string): void {
    const { account, steps, unchanged, undeclared } = made;
    this.#steps += steps.length;
    const totals = { ...countSteps(made), unchanged, undeclared: undeclared.length };
    this.#emit("plan", { account, totals, ...(planId !== undefined && { planId }) });
    for (const step of steps) {
      const botId = made.bots[step.address]?.observed?.id;
      this.#emit("planned", { ...of(account, step, botId), reason: step.reason });
    }
  }

  /** What a run of the plan is watched with. */
  of({ account, bots }: Plan): (event: ApplyEvent) => void {
    return (event) => {
      if (event.type === "ended") this.#outcome(account, event.outcome);
      else {
        const { address } = event.step;
        const refusal = "refusal" in event && { refusal: event.refusal };
        const waits = event.type === "waits" && waitFacts(event);
        const botId = bots[address]?.observed?.id ?? this.#ids.get(address);
        this.#emit(event.type, { ...of(account, event.step, botId), ...refusal, ...waits });
      }
    };
  }

  /** Nothing new is started from here on. */
  interrupted(): void {
    this.#emit("interrupted", {});
  }

  account(account: string, { exitCode, report, error }: AccountReport): void {
    this.#accounts += 1;
    const { outcomes = [], notes = [], unsettled = [], violations = [], stop, runId } = report ?? {};
    const counts = { ...NONE };
    for (const outcome of outcomes) {
      // Steps without an event of their own when the run ended are reported here.
      if (this.#reported.get(account)?.has(keyOf(outcome)) !== true) this.#outcome(account, outcome);
      counts[outcome.kind] += 1;
      this.#outcomes[outcome.kind] += 1;
    }
    if (runId !== undefined) this.#runs[account] = runId;
    const known = {
      ...(error !== undefined && { error }),
      ...(runId !== undefined && { runId }),
      ...(stop && { stop }),
    };
    this.#emit("account", { account, exitCode, ...known, outcomes: counts, notes, unsettled, violations });
  }

  end(exitCode: ExitCode, error?: string): void {
    const totals = { accounts: this.#accounts, steps: this.#steps, outcomes: this.#outcomes, runs: this.#runs };
    this.#emit("end", { exitCode, ok: exitCode === 0, ...(error !== undefined && { error }), ...totals });
  }

  #outcome(account: string, { address, action, botId, dealId, ...details }: Outcome): void {
    if (botId !== undefined) this.#ids.set(address, botId);
    const reported = this.#reported.get(account) ?? new Set();
    this.#reported.set(account, reported.add(keyOf({ address, action, dealId })));
    this.#emit("outcome", { account, address, action, ...ids(botId, dealId), ...details });
  }

  #emit(type: EventType, facts: object): void {
    if (this.#write === undefined) return;
    this.#seq += 1;
    const at = new Date(this.#now()).toISOString();
    this.#write(cleanJson(JSON.stringify({ formatVersion: FORMAT, seq: this.#seq, type, at, ...facts })));
  }
}

function waitFacts({ until, for: { sends, address } }: Extract<ApplyEvent, { type: "waits" }>): object {
  return { until: new Date(until).toISOString(), for: { action: sends, address } };
}

const of = (account: string, { address, action, deal }: Step, botId: number | undefined) => ({
  account,
  address,
  action,
  ...ids(botId, deal?.id),
});

const ids = (botId: number | undefined, dealId: number | undefined) => ({
  ...(botId !== undefined && { botId }),
  ...(dealId !== undefined && { dealId }),
});

function keyOf({ address, action, dealId }: Pick<Outcome, "address" | "action" | "dealId">): string {
  return stepKey({ address, action, ...(dealId !== undefined && { deal: { id: dealId } }) });
}

/**
 * Runs the task with its events written to the file, where one is named; the last line is there however it ends, as long as
 * the process lives. Throws AppError where there can't be such a file, and what the task throws.
 */
export async function withEvents(
  context: Context,
  file: string | undefined,
  command: string,
  task: (events: EventLog) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (file === undefined) return task(new EventLog());
  const sink = openEvents(file, (code) =>
    context.tell(
      `${context.errColour.change("warning:")} the events file can't be written (${code}); events are missing from it, and the run goes on\n`,
    ),
  );
  const events = new EventLog((line) => sink.append(context.redacted?.(line) ?? line));
  events.begin(command);
  try {
    const exitCode = await task(events);
    events.end(exitCode);
    return exitCode;
  } catch (error) {
    const { exitCode, message } = explain(error);
    events.end(exitCode, oneLine(message));
    throw error;
  } finally {
    sink.close();
  }
}
