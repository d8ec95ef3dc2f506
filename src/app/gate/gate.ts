// The one gate before any write. Its order: problems, nothing to do, holds, policies, limits, consent, lock, still as reviewed,
// policies again with fresh facts. Plans of turn-offs alone pass policies, since nothing may keep a bot from being made safe.
import { DEFAULT_LIMITS, excessText } from "../../model/plan/limits.js";
import { isIdle, isInDoubt, isLedgerUnread, isTurnOffsAlone, type Plan, trippedOf } from "../../model/plan/plan.js";
import { outOfTime, type SavedPlan } from "../../model/planfile/planfile.js";
import { trippedText } from "../../model/policy/breaker.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import type { StopWatch } from "../../reconcile/ledger/stops.js";
import { staleBots, staleProblems } from "../../reconcile/plan/freshness.js";
import { serviceReader } from "../../service/ports.js";
import { type Endpoint, withClient } from "../endpoint.js";
import { AppError, explain, interruption, oneLine } from "../error.js";
import { EXIT, type ExitCode } from "../exit.js";
import { FILES_CHANGED } from "../files/configuration.js";
import { type HoldSource, heldBack } from "../hold/held-back.js";
import type { Host } from "../host.js";
import { type Lock, type LockOptions, lock, lockedAccesses } from "../ledger/lock.js";
import { lostDenials, type PolicySource, refusalNow, refusalOf, UNKNOWN_POLICIES } from "../planning/policies.js";
import { type AdmissionOptions, admitted } from "./admission.js";
import { unapproved } from "./approvals.js";
import { questionOf } from "./question.js";
import { appliedAlready, movedOnSince } from "./single-use.js";

/** A plan to carry out, with its account. */
export interface Candidate {
  readonly account: string;
  readonly made: Plan;
  readonly endpoint: Endpoint;
  /** The source of its policies; undefined if there are none, "unknown" if the configuration can't be read. */
  readonly policySource: PolicySource | "unknown" | undefined;
  /** Whether the plan holds findings from when it was made; then policies are evaluated again only after a while. */
  readonly hasFindings: boolean;
  /** The plan file that it comes from. */
  readonly saved?: SavedPlan;
  /** Digest of a saved plan that goes through only if a person has approved it. */
  readonly approved?: string;
  /** Tells of the stops since before anything was read for it; undefined where the ledger couldn't be read. */
  readonly isStopped: StopWatch | undefined;
}

/** Something to write: a plan, or a webhook's message. */
export interface GateEntry {
  readonly account: string;
}

export interface Consent extends AdmissionOptions {
  /** Consent was given beforehand. */
  readonly yes?: boolean;
  /** The question at the prompt, and the answer that counts as consent. */
  readonly consent?: { readonly question: string; readonly answer: string };
}

export interface GateOptions extends Consent, LockOptions {
  readonly concurrency: number;
  /** True if the user named each bot: the limits are for what a configuration adds up to. */
  readonly isUnlimited?: boolean;
  /** Accounts that can't be used as configured. If there are any, nothing is written to any account. */
  readonly unsound?: readonly string[];
  /** Folder of the ledger, which knows holds; without it only those of the configuration are known. */
  readonly journal?: string;
  /** The message if bots have changed since they were shown. */
  readonly staleText?: string;
  /** Called with what was stopped, before the prompt and after it. */
  readonly onStopped?: (stopped: readonly Stopped[]) => void;
}

/** Something that isn't written, with the reason; without one there was nothing to do. */
export interface Stopped<T extends GateEntry = GateEntry> {
  readonly entry: T;
  readonly exitCode: ExitCode;
  /** One or more whole clauses without a full stop; undefined where there was nothing to do. */
  readonly why?: string;
  /** The problems behind the reason. */
  readonly because: readonly Diagnostic[];
}

export interface Obstacle {
  readonly exitCode: ExitCode;
  readonly why?: string;
  readonly because?: readonly Diagnostic[];
}

/** Resolves to what stops an entry, if anything; an error stops it, too. */
export type Check<T> = (entry: T, isAsked: boolean) => Promise<Obstacle | undefined>;

/** The checks before consent, and those after it. */
export interface Checks<T> {
  readonly asPlanned: Check<T>;
  /** Makes it the only writer. */
  readonly locked?: Check<T>;
  readonly asReviewed: Check<T>;
}

/** Throws AppError without --yes and without a terminal to ask on; called before anything is read. */
export function refuseUnasked({ ask, nobody }: Host, { yes }: { readonly yes?: boolean }, remedy: string): void {
  if (yes !== true && ask === undefined) throw new AppError(`${nobody}, so nothing was read or written\n${remedy}`);
}

/** Lets through what may be written now. Throws AppError if the user interrupts, or if nobody can be asked. */
export async function passGate<T extends GateEntry>(
  host: Host,
  entries: readonly T[],
  { asPlanned, locked, asReviewed }: Checks<T>,
  {
    yes,
    consent,
    ...admission
  }: AdmissionOptions & {
    readonly yes?: boolean;
    readonly consent: (ready: readonly T[]) => NonNullable<Consent["consent"]>;
  },
  onStopped: (stopped: readonly Stopped<T>[]) => void = () => {},
): Promise<{ readonly go: readonly T[]; readonly stopped: readonly Stopped<T>[] }> {
  const stopped: Stopped<T>[] = [];
  const isAsked = yes !== true;
  const sift = async (ready: readonly T[], check: Check<T>) => {
    const results = await admitted(ready, admission, (one) => checked(one, check, isAsked));
    const now = results.flatMap((end) => end ?? []);
    stopped.push(...now);
    onStopped(now);
    return ready.filter((_one, index) => results[index] === undefined);
  };
  const ready = await sift(entries, asPlanned);
  if (ready.length === 0) return { go: [], stopped };
  const declined = isAsked ? await declinedBy(host, consent(ready)) : undefined;
  if (declined !== undefined)
    return { go: await sift(ready, async () => ({ exitCode: EXIT.failed, why: declined })), stopped };
  const alone = locked === undefined ? ready : await sift(ready, locked);
  return { go: await sift(alone, asReviewed), stopped };
}

/** A check that fails stops its account. An interrupt stops everything. */
async function checked<T extends GateEntry>(
  entry: T,
  check: Check<T>,
  isAsked: boolean,
): Promise<Stopped<T> | undefined> {
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

/** How somebody says yes who hasn't read what counts. */
const ALMOST = /^(?:y|ye|yes|ok|j|ja)$/i;

/** Asks for consent: why it isn't given, or undefined. Throws AppError where nobody can be asked, and when the user interrupts. */
export async function declinedBy(
  host: Host,
  { question, answer }: NonNullable<Consent["consent"]>,
): Promise<string | undefined> {
  if (host.ask === undefined) throw new AppError(`${host.nobody}, and --yes wasn't given; nothing was written`);
  const text = await host.ask(question);
  if (text === undefined) throw interruption();
  const typed = text.trim();
  if (typed === answer) return undefined;
  return ALMOST.test(typed) ? `declined: you typed "${typed}", and only "${answer}" goes ahead` : "declined";
}

/** Plans that may be carried out now, the only writers of their accesses on this machine until `release` is called. */
export interface Passed {
  readonly go: readonly Candidate[];
  readonly stopped: readonly Stopped<Candidate>[];
  readonly release: () => Promise<void>;
}

/** Lets through the plans that may be carried out now. Throws as passGate. */
export async function passPlans(host: Host, candidates: readonly Candidate[], options: GateOptions): Promise<Passed> {
  const locks = new Map<Candidate, Lock>();
  let turn: Promise<unknown> = Promise.resolve();
  const checks: Checks<Candidate> = {
    asPlanned: (one) => asPlanned(host, options, one),
    async locked(one) {
      // One after the other, so that two runs with the same accounts can't wait for each other.
      const mine = turn.then(() => lock(host, options, { ...one, accessIds: lockedAccesses(one.made) }));
      turn = mine.catch(() => undefined);
      const found = await mine;
      if ("heldBy" in found) return { exitCode: EXIT.failed, why: `${found.heldBy} writes to the same access` };
      locks.set(one, found);
      return undefined;
    },
    // Without a prompt a new plan is fresh. At a prompt the user may have taken an hour to answer, and so may another run.
    asReviewed: async (one, isAsked) =>
      isAsked || one.saved !== undefined || locks.get(one)?.waited === true
        ? asReviewed(host, options, one)
        : undefined,
  };
  const consent = (ready: readonly Candidate[]) => options.consent ?? { question: questionOf(ready), answer: "yes" };
  const release = async () => void (await Promise.all([...locks.values()].map((one) => one.release())));
  try {
    const passed = await passGate(host, candidates, checks, { ...options, consent }, options.onStopped);
    return { ...passed, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Checks the plan itself: its problems, whether it does anything, policies, limits. */
async function asPlanned(host: Host, options: GateOptions, one: Candidate): Promise<Obstacle | undefined> {
  const { made } = one;
  if (hasErrors(made.diagnostics)) return { exitCode: EXIT.invalid, why: "the plan has errors" };
  const tripped = trippedOf(made);
  const why = tripped.length === 0 ? undefined : trippedText(tripped);
  if (isIdle(made) && isInDoubt(made)) return inDoubt(made);
  if (isIdle(made)) return why === undefined ? { exitCode: EXIT.done } : { exitCode: EXIT.blocked, why };
  if (why !== undefined) return { exitCode: EXIT.blocked, why };
  const held = await heldBack(holdSource(options, one), made);
  if (held !== undefined) return held;
  const { unsound = [] } = options;
  if (unsound.length > 0 && waitsForOthers(made)) return { exitCode: EXIT.invalid, why: unsoundText(unsound) };
  const denied = one.hasFindings ? (refusalOf(made) ?? lostOf(one)) : await deniedNow(host, options, one);
  if (denied !== undefined) return { exitCode: EXIT.blocked, why: denied };
  const excess = options.isUnlimited === true ? undefined : excessText(made, made.limits ?? DEFAULT_LIMITS);
  return excess === undefined ? undefined : { exitCode: EXIT.blocked, why: excess };
}

function configurationOf({ policySource }: Candidate): PolicySource | undefined {
  return policySource === "unknown" ? undefined : policySource;
}

function holdSource({ journal }: GateOptions, one: Candidate): HoldSource {
  return { account: one.account, endpoint: one.endpoint, journal, configured: configurationOf(one)?.account };
}

/** Rule 18: nothing is settled while a command sent by an earlier run may still take effect. */
function inDoubt(made: Plan): Obstacle {
  const why = isLedgerUnread(made)
    ? "what earlier runs left behind can't be read, or not all of it, so a command of theirs may still take effect; make the ledger readable, and look again"
    : "a command sent by an earlier run may still take effect; look again with botform plan";
  return { exitCode: EXIT.unknown, why };
}

/** Turn-offs don't wait until other accounts can be used. */
export function waitsForOthers(made: Plan): boolean {
  return !isIdle(made) && !isTurnOffsAlone(made);
}

/** Why an account waits for others. */
export function unsoundText(unsound: readonly string[]): string {
  const [what, it] = unsound.length === 1 ? ["account", "it"] : ["accounts", "them"];
  return `the ${what} ${unsound.join(", ")} can't be used as configured, and botform checks all accounts before it writes to any; fix that, or leave ${it} out with --account`;
}

function lostOf(one: Candidate): string | undefined {
  const source = configurationOf(one);
  return one.saved === undefined || source === undefined ? undefined : lostDenials(one.saved.plan, source);
}

async function deniedNow(host: Host, { concurrency }: GateOptions, one: Candidate): Promise<string | undefined> {
  const { made, policySource, endpoint } = one;
  if (policySource === undefined) return undefined;
  if (policySource === "unknown") return isTurnOffsAlone(made) ? undefined : UNKNOWN_POLICIES;
  return refusalNow(host, concurrency, made, policySource, endpoint);
}

/** Checks what has changed since the plan was reviewed: its age, its bots, policies. */
async function asReviewed(host: Host, options: GateOptions, one: Candidate): Promise<Obstacle | undefined> {
  // Turn-offs wait for nothing, not for a correction either.
  if (!isTurnOffsAlone(one.made) && configurationOf(one)?.config.isAsRead() === false)
    return { exitCode: EXIT.stale, why: FILES_CHANGED };
  const late = one.saved === undefined ? undefined : outOfTime(one.saved, Date.now());
  if (late !== undefined) return { exitCode: EXIT.stale, why: "the plan has expired", because: [late] };
  const answer = one.approved === undefined ? undefined : await unapproved(options.journal, one.account, one.approved);
  if (answer !== undefined) return { exitCode: EXIT.blocked, why: "the plan isn't approved", because: [answer] };
  const used = await appliedAlready(options.journal, one.saved);
  if (used !== undefined) return { exitCode: EXIT.stale, why: "a saved plan works once", because: [used] };
  const because = await staleness(host, one, options.concurrency);
  if (one.saved !== undefined && because.length === 0)
    because.push(...(await movedOnSince(host, one, options.journal)));
  const { staleText = "the live bots differ from the plan, so plan again" } = options;
  if (because.length > 0) return { exitCode: EXIT.stale, why: staleText, because };
  const held = await heldBack(holdSource(options, one), one.made);
  if (held !== undefined) return held;
  const denied = await deniedNow(host, options, one);
  return denied === undefined ? undefined : { exitCode: EXIT.blocked, why: denied };
}

/** Reads every bot that the plan touches once more before the first write; each difference is a problem (I4). */
function staleness(host: Host, { made, endpoint }: Candidate, concurrency: number): Promise<Diagnostic[]> {
  return host.read(made.account, (watch) =>
    withClient({ ...endpoint, allow: "read", concurrency, ...watch }, async (client) =>
      staleProblems(await staleBots(made, serviceReader(client, made.exchange))),
    ),
  );
}
