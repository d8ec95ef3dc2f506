// One simulated `botform apply`: reads, plans, keeps a journal, carries the plan out; the real code over simulated ports.

import type { ApplyReport } from "../../../src/model/plan/outcome.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import { DiskError, ServiceError, type ServiceReader, type ServiceWriter } from "../../../src/model/ports.js";
import { hasErrors } from "../../../src/model/text/diagnostic.js";
import { apply } from "../../../src/reconcile/apply/apply.js";
import type { ApplyEvent, ApplyOptions } from "../../../src/reconcile/apply/run-options.js";
import { mayMatterLater, pendingSends, readHistory, runId } from "../../../src/reconcile/ledger/history.js";
import { beginJournal, type Heading } from "../../../src/reconcile/ledger/journal.js";
import { DEFAULT_LIMITS } from "../../../src/reconcile/plan/blast-radius.js";
import { staleBots } from "../../../src/reconcile/plan/freshness.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { type Client, createClient } from "../../../src/service/client.js";
import type { Exchange } from "../../../src/service/network.js";
import { serviceReader, serviceWriter } from "../../../src/service/ports.js";
import { Nonces } from "../../../src/service/transport.js";
import { judgeOutcome, judgeReport } from "./claims.js";
import type { Folder } from "./disk.js";
import { goingAround } from "./eye.js";
import type { Findings } from "./findings.js";
import { API_KEY, API_SECRET } from "./fleet.js";
import type { History } from "./history.js";
import type { RunBook } from "./ledger.js";
import type { Random } from "./random.js";

/** How a process is started. */
export interface Start {
  readonly commandDeadlineMs: number;
  readonly concurrency: number;
  /** Milliseconds between plan and apply: somebody reads it, or it was saved. */
  readonly pauseMs: number;
  /** A saved plan's lifetime in milliseconds: it is checked for staleness before it is carried out. */
  readonly lifetimeMs: number | undefined;
  /** Leaves out the bots that a human has to decide on, as `--exclude` does; else one of them stops everything. */
  readonly goesAround: boolean;
  /** Turn-ons that one apply may carry out (rule 16). */
  readonly mostTurnOns: number;
}

/** What the process stands in. */
export interface Surroundings {
  readonly exchange: Exchange;
  readonly folder: Folder | undefined;
  readonly history: History;
  readonly random: Random;
  readonly findings: Findings;
  readonly sabotage?: Sabotage | undefined;
}

/** Breaks botform on purpose, so that the checks have something to find. */
export interface Sabotage {
  readonly reader?: (reader: ServiceReader) => ServiceReader;
  readonly writer?: (writer: ServiceWriter, reader: ServiceReader) => ServiceWriter;
  readonly report?: (report: ApplyReport) => ApplyReport;
  /** The journal says that it wrote, and doesn't. */
  readonly forgetsJournal?: boolean;
  /** What earlier runs have sent is not looked up. */
  readonly forgetsEarlier?: boolean;
  readonly ignoresInterrupts?: boolean;
  readonly ignoresExpiry?: boolean;
}

const ORIGIN = "https://service.example";
/** As the library has it. */
const LOOK_BACK_MS = 6 * 3_600_000;

/** Runs the process to its end; never returns once its machine has died. */
export async function runProcess(book: RunBook, start: Start, around: Surroundings): Promise<void> {
  try {
    await planAndApply(book, start, around);
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof DiskError)) throw error;
    book.refused = error.message;
  }
  book.ends("finished");
  around.findings.trace?.(() => `${book.name} ends: ${book.refused ?? `exit ${book.exitCode}`}`);
}

async function planAndApply(book: RunBook, start: Start, around: Surroundings): Promise<void> {
  const { machine, desired } = book;
  const { clock, interrupt } = machine;
  const nonces = new Nonces();
  const open = (allow: "read" | "bots"): Client =>
    createClient({
      apiUrl: ORIGIN,
      apiKey: API_KEY,
      apiSecret: API_SECRET,
      allow,
      nonces,
      exchange: around.exchange,
      now: clock.now,
      sleep: (ms) => clock.sleep(ms),
      random: () => {
        // Asked only for the wait before a read is tried again.
        around.findings.reached("rule 14");
        return around.random.next();
      },
    });
  const { sabotage } = around;
  const readOf = (client: Client): ServiceReader => {
    const reader = serviceReader(client, desired.exchange);
    return sabotage?.reader?.(reader) ?? reader;
  };

  const reading = readOf(open("read"));
  const observed = await refresh(desired, reading);
  const whole = makePlan(desired, observed);
  const plan = start.goesAround ? goingAround(whole, (includes) => makePlan(desired, observed, { includes })) : whole;
  book.plan = plan;
  around.findings.trace?.(() => describePlan(book.name, plan));
  if (hasErrors(plan.diagnostics)) return refuse(book, 3, "the plan has errors");
  if (plan.steps.length === 0) return refuse(book, 0, "nothing to do");
  const expiresAt = start.lifetimeMs === undefined ? undefined : clock.now() + start.lifetimeMs;
  if (start.pauseMs > 0) await clock.sleep(start.pauseMs, interrupt.signal);
  if (interrupt.signal.aborted) return refuse(book, 130, "interrupted");
  if (expiresAt !== undefined) {
    if (clock.now() >= expiresAt) return refuse(book, 4, "the plan has expired");
    if ((await staleBots(plan, reading)).length > 0) return refuse(book, 4, "the plan is stale");
    book.expiresAt = expiresAt;
  }

  const kept = around.folder === undefined ? undefined : await openJournal(book, plan, start, around.folder, around);
  const client = open("bots");
  const reader = readOf(client);
  const writer = serviceWriter(client, desired.exchange);
  const options: ApplyOptions = {
    concurrency: start.concurrency,
    commandDeadlineMs: start.commandDeadlineMs,
    ...(sabotage?.ignoresInterrupts !== true && { signal: interrupt.signal }),
    limits: { ...DEFAULT_LIMITS, maxTurnOns: start.mostTurnOns },
    ...(kept !== undefined && sabotage?.forgetsEarlier !== true && { earlierTurnOns: kept.earlierTurnOns }),
    ...(expiresAt !== undefined && sabotage?.ignoresExpiry !== true && { expiresAt }),
    onEvent: (event) => {
      if (machine.alive) noteEvent(book, event, around);
    },
  };
  const ports = {
    reader,
    writer: sabotage?.writer?.(writer, reader) ?? writer,
    clock,
    ...(kept !== undefined && sabotage?.forgetsJournal !== true && { journal: kept.journal }),
  };
  const report = await apply(plan, ports, options);
  book.report = sabotage?.report?.(report) ?? report;
  book.exitCode = judgeReport(book, book.report, around.history, around.findings);
}

function noteEvent(book: RunBook, event: ApplyEvent, { history, findings }: Surroundings): void {
  const { action, address } = event.step;
  if (event.type === "started") book.stepsBegun.set(`${action} ${address}`, book.machine.scheduler.now);
  if (event.type !== "ended") return;
  const { outcome } = event;
  findings.trace?.(() => `${book.name} : ${Object.values(outcome).join(" | ")}`);
  book.outcomes.push(outcome);
  book.lastEndedAt = book.machine.scheduler.now;
  if (outcome.rule !== undefined) findings.reached(`rule ${outcome.rule}`);
  judgeOutcome(book, outcome, history, findings);
}

async function openJournal(book: RunBook, plan: Plan, start: Start, folder: Folder, { random }: Surroundings) {
  const { machine } = book;
  const disk = folder.seenBy(machine);
  const now = machine.clock.now();
  const { runs } = await readHistory(disk, now - start.commandDeadlineMs - LOOK_BACK_MS, mayMatterLater);
  const id = runId(now, random.below(2 ** 32).toString(16));
  const { commandDeadlineMs } = start;
  const about = { command: "apply", tool: "simulation", commandDeadlineMs } as const;
  const heading: Heading = { id, ...about, account: plan.account, origin: ORIGIN };
  const journal = await beginJournal(disk, machine.clock, heading, plan);
  const earlierTurnOns = pendingSends("turn-on", runs, { account: plan.account, origin: ORIGIN });
  book.journal = `${id}.jsonl`;
  return { journal, earlierTurnOns };
}

function refuse(book: RunBook, exitCode: number, why: string): void {
  book.exitCode = exitCode;
  book.refused = why;
}

function describePlan(name: string, { steps, diagnostics, bots }: Plan): string {
  const shown = steps.map(({ address, action }) => `${action} ${address}#${bots[address]?.observed?.id ?? "new"}`);
  return `${name} plans: ${[...shown, ...diagnostics.map(({ code, severity }) => `${severity} ${code}`)].join(", ")}`;
}
