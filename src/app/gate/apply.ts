// An apply: through the gate, then carried out with its journal, on one account or many side by side.

import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import { type Action, isDealAction } from "../../model/plan/actions.js";
import type { Sent } from "../../model/plan/in-doubt.js";
import { DEFAULT_LIMITS } from "../../model/plan/limits.js";
import type { ApplyReport, Outcome } from "../../model/plan/outcome.js";
import { denialsOf, isUndo, type Plan, trippedOf } from "../../model/plan/plan.js";
import { DiskError } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { writeRemedy } from "../../model/text/error-code.js";
import { apply as applyPlan } from "../../reconcile/apply/apply.js";
import type { ApplyEvent, CheckCreated, ApplyOptions as RunOptions } from "../../reconcile/apply/run-options.js";
import { notStarted } from "../../reconcile/apply/step-results.js";
import { DamagedLedger } from "../../reconcile/ledger/damage.js";
import { recordedText } from "../../reconcile/plan/protection.js";
import type { RequestLimits } from "../../service/pace.js";
import { serviceReader, serviceWriter } from "../../service/ports.js";
import type { Attempt } from "../attempt.js";
import { systemClock } from "../clock.js";
import { type Endpoint, type Tuning, withClient } from "../endpoint.js";
import { type Explanation, explain, oneLine } from "../error.js";
import { EXIT, type ExitCode, exitOfReport } from "../exit.js";
import type { Host, RunWatch } from "../host.js";
import { asideFolder, settleAside } from "../ledger/aside.js";
import { NOTHING_KNOWN, signAsKnown } from "../ledger/known-of-service.js";
import { type JournalOptions, type LedgerOptions, openJournal } from "../ledger/ledger.js";
import type { Planned } from "../planning/plan.js";
import { evaluatedAsCreated } from "../planning/policies.js";
import { admitted, waitingText } from "./admission.js";
import { type Candidate, type GateOptions, passPlans, type Stopped } from "./gate.js";

/** An apply and what it leaves behind. */
export interface ApplyResult extends ApplyReport {
  /** The run's id in the journal, where there is one. */
  readonly runId?: string;
}

/**
 * Carries a plan out and returns the outcome of every step. Never retries a create, never turns on a bot that reads back
 * different from the plan. With `journal`, nothing is sent whose intent isn't on the disk (rule 12); then a disk that can't be
 * written to rejects with DiskError before anything was sent. Throws RangeError for a plan that holds errors, or
 * that policies deny: such a plan is not to be applied.
 */
export async function apply(
  plan: Plan,
  endpoint: Endpoint,
  options: RunOptions &
    Tuning & {
      readonly journal?: JournalOptions;
      /** The policies for a bot in which the service has filled in what the plan left open; without them, such a bot stays off. */
      readonly evaluatedBy?: { readonly policySource: Candidate["policySource"] };
    } = {},
): Promise<ApplyResult> {
  if (plan.diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    throw new RangeError("the plan has errors and can't be applied");
  }
  if (denialsOf(plan).length > 0) throw new RangeError("policies deny the plan");
  if (trippedOf(plan).length > 0) throw new RangeError("a breaker has tripped");
  const { journal: wanted, evaluatedBy, ...rest } = options;
  const kept = wanted === undefined ? undefined : await openJournal(wanted, plan, endpoint, options);
  if (kept !== undefined) signAsKnown(endpoint, kept.known, { journal: wanted?.folder });
  // A plan without a step about a deal is carried out by a client that can't touch one (rule 17).
  const allow = plan.steps.some(({ action }) => isDealAction(action)) ? "all" : "bots";
  return withClient({ ...rest, ...endpoint, allow }, async (client) => {
    const reader = serviceReader(client, plan.exchange);
    const writer = serviceWriter(client, plan.exchange, kept?.known ?? NOTHING_KNOWN);
    const checkCreated: CheckCreated | undefined =
      evaluatedBy && ((created) => evaluatedAsCreated(client, plan, evaluatedBy.policySource, created));
    const ports = { reader, writer, clock: systemClock, ...(checkCreated && { checkCreated }), ...kept?.ports };
    const concurrency = botsAtOnce(endpoint.budget, rest.concurrency);
    const report = await applyPlan(plan, ports, { ...kept?.past, ...rest, concurrency });
    await kept?.remember(report);
    const recorded = kept === undefined ? undefined : recordedText(plan.lifted ?? []);
    const notes = recorded === undefined || report.stop !== undefined ? report.notes : [...report.notes, recorded];
    return { ...report, notes, ...(kept !== undefined && { runId: kept.runId }) };
  });
}

const DEFAULT_BOTS = 8;
/** Before a write the list and the bot are read; a create rests on a list that is at most two seconds old (rule 2). */
const REQUESTS_A_SNAPSHOT = 2;

/** How many bots an apply works on at once: no more than it can read before the first reading is too old to act on. @param wanted used if the budget states no number */
export function botsAtOnce(limits: RequestLimits = {}, wanted = DEFAULT_BOTS): number {
  const { concurrency, requestsPerSecond, addressRequestsPerSecond } = limits;
  const rate = Math.min(
    requestsPerSecond ?? Number.POSITIVE_INFINITY,
    addressRequestsPerSecond ?? Number.POSITIVE_INFINITY,
  );
  return Math.min(concurrency ?? wanted, Math.max(1, Math.floor(rate / REQUESTS_A_SNAPSHOT)));
}

/** The result of one account. */
export interface AppliedAccount {
  readonly account: string;
  readonly exitCode: ExitCode;
  readonly plan?: Plan;
  readonly report?: ApplyResult;
  readonly diagnostics?: readonly Diagnostic[];
  /** Why nothing, or nothing more, was done; one line. */
  readonly error?: string;
  /** The run began; without a report, a fault of botform itself broke it off. */
  readonly begun?: boolean;
}

export interface CarryOutOptions {
  /** The folder of the journals. */
  readonly journal: string;
  readonly concurrency: number;
  /** Seconds. */
  readonly commandTimeout: number;
}

export interface ApplyOptions extends CarryOutOptions, Omit<GateOptions, "journal"> {
  readonly command?: JournalOptions["command"];
  /** By which its runs are found again, of plans that weren't saved. */
  readonly planId?: string;
  /** Makes the observer of one plan's events. */
  readonly onEvent?: (plan: Plan) => (event: ApplyEvent) => void;
  readonly onInterrupt?: () => void;
}

/** The result of an account that couldn't be planned. */
export function failedAccount({
  account,
  failure,
}: Extract<Attempt<unknown>, { readonly failure: Explanation }>): AppliedAccount {
  const { exitCode, diagnostics, message } = failure;
  return { account, exitCode, diagnostics, error: oneLine(message) };
}

/**
 * Applies what was planned, in the order of the accounts. All are checked before the first write to any of them: where an
 * account can't be opened with what the configuration says, nothing is written to the others either.
 */
export async function applyPlanned(
  host: Host,
  planned: readonly Attempt<Planned>[],
  options: ApplyOptions,
): Promise<readonly AppliedAccount[]> {
  const candidates = planned.flatMap((one): Candidate[] =>
    "value" in one ? [{ account: one.account, hasFindings: true, ...one.value }] : [],
  );
  const failed = planned.flatMap((one) => ("value" in one ? [] : [failedAccount(one)]));
  const unsound = unsoundOf(planned);
  const results = [...failed, ...(await applyAll(host, candidates, { ...options, unsound }))];
  return planned.flatMap(({ account }) => results.filter((result) => result.account === account));
}

/** Problems of a plan that a wrong key, or another account's key, causes. */
const OF_ANOTHER_ACCOUNT: ReadonlySet<string> = new Set([
  "plan/unknown-access",
  "plan/ambiguous-access",
  "plan/wrong-exchange",
  "plan/shared-access",
]);

/** The accounts that can't be used as configured. */
export function unsoundOf(planned: readonly Attempt<Planned>[]): readonly string[] {
  return planned.flatMap((one) => (isUnsound(one) ? [one.account] : []));
}

function isUnsound(one: Attempt<Planned>): boolean {
  return "value" in one
    ? one.value.made.diagnostics.some(({ code, severity }) => severity === "error" && OF_ANOTHER_ACCOUNT.has(code))
    : one.failure.isUnsound === true;
}

/** Passes plans through the gate and carries out those that pass. Results are in the order of the candidates. */
export async function applyAll(
  host: Host,
  candidates: readonly Candidate[],
  options: ApplyOptions,
): Promise<readonly AppliedAccount[]> {
  const { go, stopped, release } = await passPlans(host, candidates, options);
  try {
    const results = [...stopped.map(stoppedAccount), ...(await carryOut(host, go, options))];
    return candidates.flatMap(({ account }) => results.filter((result) => result.account === account));
  } finally {
    await release();
  }
}

function stoppedAccount({ entry: { account, made }, exitCode, why, because }: Stopped<Candidate>): AppliedAccount {
  const result = { account, exitCode, plan: made };
  return why === undefined ? result : { ...result, diagnostics: [...because, ...made.diagnostics], error: why };
}

/** Runs several at once. One interrupt stops all: each finishes its request under way, and those that wait never begin. */
async function carryOut(
  host: Host,
  go: readonly Candidate[],
  options: ApplyOptions,
): Promise<readonly AppliedAccount[]> {
  if (go.length === 0) return [];
  const waiting = waitingText(go.length, options);
  if (waiting !== undefined) host.say({ kind: "note", text: waiting });
  const sizes = go.map(({ account, made }) => ({ account, total: made.steps.length }));
  const place = { folder: options.journal, aside: asideFolder(options.journal, host.env) };
  await settleAside(host, place.folder, place.aside);
  const done = await host.run(sizes, (signal, watch) => {
    signal.addEventListener("abort", () => options.onInterrupt?.(), { once: true });
    return admitted(go, options, async (one) =>
      signal.aborted ? neverBegun(one) : carryOutOne(options, place, one, signal, watch(one.account)),
    );
  });
  await settleAside(host, place.folder, place.aside);
  return done;
}

/** Its turn would have come after the interrupt: nothing was read or written, so there is no run to record. */
function neverBegun({ account, made }: Candidate): AppliedAccount {
  const outcomes = made.steps.map(
    ({ address, action, deal }): Outcome => ({
      ...{ address, action, ...notStarted("interrupted"), stale: false, wrote: false },
      ...(deal !== undefined && { dealId: deal.id }),
    }),
  );
  const report: ApplyReport = { outcomes, notes: [], unsettled: [], violations: [], stop: "interrupted" };
  return { account, exitCode: EXIT.interrupted, plan: made, report };
}

async function carryOutOne(
  options: ApplyOptions,
  place: LedgerOptions,
  { account, made, endpoint, saved, policySource, isStopped }: Candidate,
  signal: AbortSignal,
  { onEvent, onPause }: RunWatch,
): Promise<AppliedAccount> {
  const onlooker = options.onEvent?.(made);
  const command = options.command ?? (isUndo(made) ? "undo" : "apply");
  const planId = saved?.id ?? options.planId;
  const limits = options.isUnlimited === true ? NO_LIMITS : (made.limits ?? DEFAULT_LIMITS);
  try {
    const report = await apply(made, endpoint, {
      concurrency: options.concurrency,
      commandDeadlineMs: options.commandTimeout * 1000,
      limits,
      evaluatedBy: { policySource },
      journal: { ...place, command, isStopped, ...(planId !== undefined && { planId }) },
      signal,
      // Events are written to the file before progress is drawn.
      onEvent(event) {
        onlooker?.(event);
        onEvent(event);
      },
      onPause,
      ...(saved && { expiresAt: Date.parse(saved.expiresAt) }),
    });
    return { account, exitCode: exitOf(made, report), plan: made, report };
  } catch (error) {
    if (error instanceof DiskError)
      return { account, exitCode: EXIT.failed, plan: made, error: withoutLedger(error), begun: true };
    // A fault of botform itself in the middle of a run: nobody knows what was sent.
    return { account, exitCode: EXIT.unknown, plan: made, error: oneLine(explain(error).message), begun: true };
  }
}

/** Rule 18: what is in doubt, and what no step of this run has settled, is no success. */
export function exitOf({ diagnostics, inDoubt = [], lifted = [] }: Plan, report: ApplyReport): ExitCode {
  const code = exitOfReport(report);
  // What a protection held back until now is still to be done.
  if (code === EXIT.done && lifted.some(({ waits }) => waits > 0)) return EXIT.partlyApplied;
  const isSettled = (at: string, by: readonly Action[]) =>
    report.outcomes.some(({ address, action, kind }) => kind === "applied" && address === at && by.includes(action));
  const named = new Set(inDoubt.map(({ address }) => address));
  // The rest is what an undo says of its run.
  const others = diagnostics.flatMap(({ code: of, address = "" }) =>
    of === "plan/in-doubt" && !named.has(address) ? [address] : [],
  );
  const isLeft =
    inDoubt.some(({ address, sends }) => !isSettled(address, SETTLES[sends] ?? [])) ||
    others.some((address) => !isSettled(address, SWITCHES));
  return code === EXIT.done && isLeft ? EXIT.unknown : code;
}

const SWITCHES = ["turn-on", "turn-off"] as const;
/** By a step that waited until it couldn't arrive any more (rule 23), or that put an end to its effect. Nothing settles what was sent about a deal. */
const SETTLES: Readonly<Partial<Record<Sent, readonly Action[]>>> = {
  ...{ "turn-on": [...SWITCHES, "update"], "turn-off": [...SWITCHES, "update"] },
  ...{ create: ["create"], update: ["update", "turn-on"] },
};

const NO_LIMITS = { maxChangedPercent: 100, maxTurnOns: Number.MAX_SAFE_INTEGER };

function withoutLedger(error: DiskError): string {
  const { message } = error;
  if (error instanceof DamagedLedger)
    return `part of the ledger is lost, so nothing was sent: ${message}. ${LEDGER_REPAIR}`;
  return `the journal can't be written, so nothing was sent: ${message}. ${writeRemedy(error.code, "--journal")}`;
}
