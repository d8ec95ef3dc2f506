// botform as a library: validate a configuration, plan it against the live bots, apply the plan; or use the client alone.
import { randomBytes } from "node:crypto";
import { folderDisk } from "./disk/folder.js";
import type { Desired } from "./model/desired.js";
import type { Observed } from "./model/observed.js";
import type { ApplyReport } from "./model/outcome.js";
import type { Plan } from "./model/plan.js";
import type { Clock } from "./model/ports.js";
import { apply as applyPlan } from "./reconcile/apply.js";
import { pendingTurnOns, readHistory, runId } from "./reconcile/history.js";
import { beginJournal, type Heading } from "./reconcile/journal.js";
import { makePlan, type PlanOptions } from "./reconcile/planner.js";
import { refresh } from "./reconcile/refresh.js";
import type { ApplyOptions } from "./reconcile/run.js";
import { type Client, type ClientOptions, createClient } from "./service/client.js";
import { serviceReader, serviceWriter } from "./service/ports.js";

export { type Connection, type LoadedConfig, loadConfig as validate, resolveConnection } from "./config/load.js";
export type { Access, ObservedBot, RunningDeal, Status } from "./model/bot.js";
export type { AccessReference, Desired, DesiredBot } from "./model/desired.js";
export type { Diagnostic, Position, Severity } from "./model/diagnostic.js";
export { FIELDS, type FieldName, type Fields, type FieldValue, type SomeFields } from "./model/field.js";
export type { Observed } from "./model/observed.js";
export type { ApplyReport, Outcome, OutcomeKind, Stop } from "./model/outcome.js";
export type { Action, FieldChange, Plan, PlannedBot, Step, UndeclaredBot } from "./model/plan.js";
export { ServiceError, type ServiceErrorKind, type WriteAnswer } from "./model/ports.js";
export type { PlanOptions } from "./reconcile/planner.js";
export type { ApplyEvent, ApplyOptions } from "./reconcile/run.js";
export { type Client, type ClientOptions, createClient } from "./service/client.js";
export type { RetryPolicy } from "./service/retry.js";
export type { Parameters } from "./service/transport.js";
export type { WireAccess, WireAccount, WireBot, WireDeal, WireLog } from "./service/wire.js";

/** Where an account's API is and what opens it. */
export interface Endpoint {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** How requests are made; every one is optional. */
export type Tuning = Omit<ClientOptions, keyof Endpoint | "allow">;

/**
 * Reads the account and computes what would have to be done. Writes nothing: the client it reads with refuses to.
 * Throws ServiceError when the account can't be read, TypeError for an unsafe address.
 */
export async function plan(desired: Desired, endpoint: Endpoint, options: PlanOptions & Tuning = {}): Promise<Plan> {
  const client = createClient({ ...options, ...endpoint, allow: "read" });
  return closing(client, async () => {
    const observed: Observed = await refresh(desired, serviceReader(client, desired.exchange));
    return makePlan(desired, observed, options);
  });
}

/** Where an apply writes its journal, and what it says of itself there. */
export interface JournalOptions {
  /** The folder of the journals; made where there is none. */
  readonly folder: string;
  readonly command?: Heading["command"];
  /** Of the saved plan that is carried out. */
  readonly planId?: string;
}

/** An apply and what it leaves behind. */
export interface ApplyResult extends ApplyReport {
  /** The run's id in the journal, where there is one. */
  readonly runId?: string;
}

/**
 * Carries a plan out and tells what became of every step. Never retries a create, never turns on a bot that reads back
 * otherwise than planned. With `journal`, nothing is sent whose intent isn't on the disk (rule 12); then a disk that can't be
 * written to rejects with DiskError before anything was sent. Throws RangeError for a plan that holds errors: such a plan
 * is not to be applied.
 */
export async function apply(
  plan: Plan,
  endpoint: Endpoint,
  options: ApplyOptions & Tuning & { readonly journal?: JournalOptions } = {},
): Promise<ApplyResult> {
  if (plan.diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    throw new RangeError("the plan holds errors and can't be applied");
  }
  const { journal: wanted, ...rest } = options;
  const kept = wanted === undefined ? undefined : await openJournal(wanted, plan, endpoint, options);
  const client = createClient({ ...rest, ...endpoint, allow: "bots" });
  return closing(client, async () => {
    const reader = serviceReader(client, plan.exchange);
    const writer = serviceWriter(client, plan.exchange);
    const ports = { reader, writer, clock: systemClock, ...(kept !== undefined && { journal: kept.journal }) };
    const earlierTurnOns = kept?.earlierTurnOns ?? new Map();
    const report = await applyPlan(plan, ports, { earlierTurnOns, ...rest });
    return { ...report, ...(kept !== undefined && { runId: kept.runId }) };
  });
}

async function openJournal(wanted: JournalOptions, plan: Plan, endpoint: Endpoint, options: ApplyOptions) {
  const disk = folderDisk(wanted.folder);
  const origin = new URL(endpoint.apiUrl).origin;
  const now = systemClock.now();
  const { runs } = await readHistory(disk, now - (options.commandDeadlineMs ?? 0) - LOOK_BACK_MS);
  const heading: Heading = {
    id: runId(now, randomBytes(4).toString("hex")),
    command: wanted.command ?? "apply",
    tool: BOTFORM_VERSION,
    account: plan.account,
    origin,
    ...(wanted.planId !== undefined && { planId: wanted.planId }),
  };
  const journal = await beginJournal(disk, systemClock, heading, plan);
  return { journal, runId: heading.id, earlierTurnOns: pendingTurnOns(runs, { account: plan.account, origin }) };
}

/** How far back an earlier run may have begun whose turn-ons still matter: longer than any run, and clocks differ. */
const LOOK_BACK_MS = 6 * 3_600_000;

async function closing<T>(client: Client, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } finally {
    await client.close();
  }
}

const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener("abort", wake);
    }),
};
