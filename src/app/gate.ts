// The one gate before any write. Its order: problems, nothing to do, policies, limits, consent, still as reviewed,
// policies again with fresh facts. Plans of turn-offs alone pass policies, since nothing may keep a bot from being made safe.
import { isTurnOffsAlone, type Plan } from "../model/plan/plan.js";
import { outOfTime, type SavedPlan } from "../model/planfile/planfile.js";
import { counted } from "../model/text/counted.js";
import { type Diagnostic, hasErrors } from "../model/text/diagnostic.js";
import { blastRadius, DEFAULT_LIMITS } from "../reconcile/plan/blast-radius.js";
import { staleBots, staleProblems } from "../reconcile/plan/freshness.js";
import { serviceReader } from "../service/ports.js";
import { type Endpoint, withClient } from "./endpoint.js";
import { AppError, explain, interruption, oneLine } from "./error.js";
import { EXIT, type ExitCode } from "./exit.js";
import type { Host } from "./host.js";
import { lostDenials, type PolicySource, refusalNow, refusalOf, UNKNOWN_POLICIES } from "./policies.js";

/** A plan that somebody wants carried out, and where. */
export interface Candidate {
  readonly account: string;
  readonly made: Plan;
  readonly endpoint: Endpoint;
  /** By whose policies; undefined where there are none, "unknown" where nobody can tell. */
  readonly policySource: PolicySource | "unknown" | undefined;
  /** The plan holds what policies said of it when it was made, so that a look is only due when that was long ago. */
  readonly hasFindings: boolean;
  /** The plan file that it comes from. */
  readonly saved?: SavedPlan;
}

/** The limits of rule 16 as they were given; what isn't stated is the default. */
export interface LimitOptions {
  readonly maxChangedPercent?: number;
  readonly maxTurnOns?: number;
}

/** What somebody wants written: a plan, or a webhook's message. */
export interface Entry {
  readonly account: string;
}

export interface Consent {
  /** Consent was given beforehand. */
  readonly yes?: boolean;
  /** What has to be typed, and what it is asked with. */
  readonly consent?: { readonly question: string; readonly answer: string };
}

export interface GateOptions extends LimitOptions, Consent {
  readonly concurrency: number;
  /** Whoever names each bot means them all: then the limits, for what a configuration adds up to, don't apply. */
  readonly isUnlimited?: boolean;
  /** Accounts that can't be opened as the configuration says: then nothing is written to any. */
  readonly unsound?: readonly string[];
  /** What it is to the user that bots changed since they were shown. */
  readonly staleText?: string;
  /** Told of what was stopped before anybody is asked, and of the rest. */
  readonly onStopped?: (stopped: readonly Stopped[]) => void;
}

/** What isn't written: with a reason, or because there is nothing to do. */
export interface Stopped<T extends Entry = Entry> {
  readonly entry: T;
  readonly exitCode: ExitCode;
  /** One or more whole clauses without a full stop; undefined where there was nothing to do. */
  readonly why?: string;
  /** What of it has a place of its own. */
  readonly because: readonly Diagnostic[];
}

export interface Obstacle {
  readonly exitCode: ExitCode;
  readonly why?: string;
  readonly because?: readonly Diagnostic[];
}

/** What stands in the way of an entry, if anything; what it throws does, too. */
export type Check<T> = (entry: T, isAsked: boolean) => Promise<Obstacle | undefined>;

/** What is asked before consent, and once more after it. */
export interface Checks<T> {
  readonly asPlanned: Check<T>;
  readonly asReviewed: Check<T>;
}

/** Throws AppError where nobody has said yes and nobody can be asked; called before anything is read. */
export function refuseUnasked({ ask, nobody }: Host, { yes }: { readonly yes?: boolean }, remedy: string): void {
  if (yes !== true && ask === undefined) throw new AppError(`${nobody}, so nothing was read or written\n${remedy}`);
}

/** What may be written now. Throws AppError where the user interrupts, and where nobody can be asked. */
export async function passGate<T extends Entry>(
  host: Host,
  entries: readonly T[],
  { asPlanned, asReviewed }: Checks<T>,
  {
    yes,
    consent,
  }: { readonly yes?: boolean; readonly consent: (ready: readonly T[]) => NonNullable<Consent["consent"]> },
  onStopped: (stopped: readonly Stopped<T>[]) => void = () => {},
): Promise<{ readonly go: readonly T[]; readonly stopped: readonly Stopped<T>[] }> {
  const stopped: Stopped<T>[] = [];
  const isAsked = yes !== true;
  const sift = async (ready: readonly T[], check: Check<T>) => {
    const ends = await Promise.all(ready.map((one) => checked(one, check, isAsked)));
    const now = ends.flatMap((end) => end ?? []);
    stopped.push(...now);
    onStopped(now);
    return ready.filter((_one, index) => ends[index] === undefined);
  };
  const ready = await sift(entries, asPlanned);
  if (ready.length === 0) return { go: [], stopped };
  if (isAsked && !(await consents(host, consent(ready))))
    return { go: await sift(ready, async () => ({ exitCode: EXIT.failed, why: "declined" })), stopped };
  return { go: await sift(ready, asReviewed), stopped };
}

/** What can't be checked any more stops the account, too. An interrupt stops everything. */
async function checked<T extends Entry>(entry: T, check: Check<T>, isAsked: boolean): Promise<Stopped<T> | undefined> {
  try {
    const found = await check(entry, isAsked);
    if (found === undefined) return undefined;
    const { exitCode, why, because = [] } = found;
    return { entry, exitCode, because, ...(why !== undefined && { why: `${why}; nothing was written` }) };
  } catch (error) {
    const { exitCode, message, diagnostics } = explain(error);
    if (exitCode === EXIT.interrupted) throw error;
    return { entry, exitCode, why: oneLine(message).replace(/\.$/, ""), because: diagnostics };
  }
}

async function consents(host: Host, { question, answer }: NonNullable<Consent["consent"]>): Promise<boolean> {
  if (host.ask === undefined) throw new AppError(`${host.nobody}, and --yes wasn't given; nothing was written`);
  const text = await host.ask(question);
  if (text === undefined) throw interruption();
  return text.trim() === answer;
}

/** Which plans may be carried out now. Throws as passGate. */
export async function passPlans(
  host: Host,
  candidates: readonly Candidate[],
  options: GateOptions,
): Promise<{ readonly go: readonly Candidate[]; readonly stopped: readonly Stopped<Candidate>[] }> {
  const checks: Checks<Candidate> = {
    asPlanned: (one) => asPlanned(host, options, one),
    // A plan that was made a moment ago is as fresh as a look could make it; who was asked may have thought for an hour.
    asReviewed: async (one, isAsked) =>
      isAsked || one.saved !== undefined ? asReviewed(host, options, one) : undefined,
  };
  const consent = (ready: readonly Candidate[]) => options.consent ?? { question: questionOf(ready), answer: "yes" };
  return passGate(host, candidates, checks, { ...options, consent }, options.onStopped);
}

/** What the plan itself says: its problems, whether it does anything, policies, limits. */
async function asPlanned(host: Host, options: GateOptions, one: Candidate): Promise<Obstacle | undefined> {
  const { made } = one;
  if (hasErrors(made.diagnostics)) return { exitCode: EXIT.invalid, why: "the plan has errors" };
  if (made.steps.length === 0) return { exitCode: EXIT.done };
  const { unsound = [] } = options;
  // Turn-offs don't wait until other accounts can be used.
  if (unsound.length > 0 && !isTurnOffsAlone(made)) return { exitCode: EXIT.invalid, why: unsoundText(unsound) };
  const denied = one.hasFindings ? (refusalOf(made) ?? lostOf(one)) : await deniedNow(host, options, one);
  if (denied !== undefined) return { exitCode: EXIT.blocked, why: denied };
  const excess = options.isUnlimited === true ? undefined : excessOf(options, made);
  return excess === undefined ? undefined : { exitCode: EXIT.blocked, why: excess };
}

function unsoundText(unsound: readonly string[]): string {
  const [what, it] = unsound.length === 1 ? ["account", "it"] : ["accounts", "them"];
  return `the ${what} ${unsound.join(", ")} can't be used as configured, and all accounts are checked before any is written to; mend that, or leave ${it} out with --account`;
}

function lostOf({ saved, policySource }: Candidate): string | undefined {
  return saved === undefined || policySource === undefined || policySource === "unknown"
    ? undefined
    : lostDenials(saved.plan, policySource);
}

async function deniedNow(host: Host, { concurrency }: GateOptions, one: Candidate): Promise<string | undefined> {
  const { made, policySource, endpoint } = one;
  if (policySource === undefined) return undefined;
  if (policySource === "unknown") return isTurnOffsAlone(made) ? undefined : UNKNOWN_POLICIES;
  return refusalNow(host, concurrency, made, policySource, endpoint);
}

/** The limits of rule 16 in words for whoever has to decide; undefined where the plan keeps within the limits. */
function excessOf(options: LimitOptions, made: Plan): string | undefined {
  const excesses = blastRadius(made, limitsOf(options));
  if (excesses.length === 0) return undefined;
  const flags = excesses.map(({ flag }) => flag).join(" ");
  return `${excesses.map(({ detail }) => detail).join(", and ")}; if that is meant, add ${flags}`;
}

export function limitsOf({ maxChangedPercent, maxTurnOns }: LimitOptions): typeof DEFAULT_LIMITS {
  return {
    maxChangedPercent: maxChangedPercent ?? DEFAULT_LIMITS.maxChangedPercent,
    maxTurnOns: maxTurnOns ?? DEFAULT_LIMITS.maxTurnOns,
  };
}

function questionOf(ready: readonly Candidate[]): string {
  const steps = ready.reduce((sum, { made }) => sum + made.steps.length, 0);
  const names = ready.map(({ account }) => account).join(", ");
  const where = `${ready.length === 1 ? "account" : "accounts"} ${names}`;
  return `\nCarry out ${counted(steps, "step")} on the ${where}? Only "yes" is a yes: `;
}

/** What time and other hands have done since the plan was reviewed. */
async function asReviewed(host: Host, options: GateOptions, one: Candidate): Promise<Obstacle | undefined> {
  const late = one.saved === undefined ? undefined : outOfTime(one.saved, Date.now());
  if (late !== undefined) return { exitCode: EXIT.stale, why: "the plan is out of time", because: [late] };
  const because = await staleness(host, one, options.concurrency);
  const { staleText = "the live bots differ from the plan, so plan again" } = options;
  if (because.length > 0) return { exitCode: EXIT.stale, why: staleText, because };
  const denied = await deniedNow(host, options, one);
  return denied === undefined ? undefined : { exitCode: EXIT.blocked, why: denied };
}

/** The last look before the first write: every bot that the plan touches is read again, and what differs is a problem each (I4). */
function staleness(host: Host, { made, endpoint }: Candidate, concurrency: number): Promise<Diagnostic[]> {
  return host.read(made.account, (watch) =>
    withClient({ ...endpoint, allow: "read", concurrency, ...watch }, async (client) =>
      staleProblems(await staleBots(made, serviceReader(client, made.exchange))),
    ),
  );
}
