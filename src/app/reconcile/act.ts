// What botform reconcile does by itself about an account: a plan through the gate that every plan passes, a question to a person, tripped breakers.
import type { Plan } from "../../model/plan/plan.js";
import { isIdle } from "../../model/plan/plan.js";
import { type AskedPlan, decisionOf, shortDigest } from "../../model/planfile/approval.js";
import type { Breaker, BreakerReading } from "../../model/policy/breaker.js";
import { gradeOf } from "../../model/policy/grade.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import type { Facts } from "../../reconcile/continuous/advance.js";
import { trip } from "../breaker/check.js";
import { breakersOf } from "../breaker/readings.js";
import type { DriftedAccount, DriftOptions } from "../drift/drift.js";
import type { Stopping } from "../emergency-stop.js";
import { AppError, explain, interruption, oneLine } from "../error.js";
import { EXIT, type ExitCode, mostSerious } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import { type AppliedAccount, applyPlanned, type CarryOutOptions } from "../gate/apply.js";
import { askedPlan, askFor, openApproved, supersede } from "../gate/approvals.js";
import type { Host } from "../host.js";
import type { LockOptions } from "../ledger/lock.js";
import { openAccounts } from "../planning/open-accounts.js";
import { type Planned, planAccounts } from "../planning/plan.js";
import { isUnderWay, rolledOut } from "../rollout/looks.js";

export interface ActOptions extends DriftOptions, CarryOutOptions, LockOptions {
  readonly journal: string;
  readonly concurrency: number;
}

/** One account, and what the look at it has shown. */
export interface Acting {
  readonly host: Host;
  readonly options: ActOptions;
  /** The one account. */
  readonly chosen: ChosenAccounts;
  readonly result: DriftedAccount;
  readonly stopping: Stopping;
}

/** What came of it; undefined where nothing is new. */
interface Acted {
  readonly facts?: Facts;
  readonly applied?: AppliedAccount;
}

/** Applies a plan that was made just now, if its grade is that it only lowers risk. */
export function corrected(acting: Acting): Promise<Acted> {
  return attempted(async () => {
    const planned = await plannedNow(acting);
    if (!("made" in planned)) return planned;
    const why = leftToPeople(planned.made);
    if (why === undefined) return carriedOut(acting, planned);
    const safer = turnOffsOf(planned);
    if (safer === undefined) return refused(why);
    // What came on by hand is turned off all the same.
    const { facts, applied } = await carriedOut(acting, safer);
    return facts?.kind === "corrected" && applied !== undefined
      ? { ...refused(why), applied }
      : { ...(facts && { facts }), ...(applied && { applied }) };
  });
}

/** The turn-offs alone of bots that are to stay off, which nothing stands in the way of; undefined where the plan has none. */
function turnOffsOf(planned: Planned): Planned | undefined {
  const { lifted: _lifted, ...made } = planned.made;
  const comeOn = new Set(made.steps.flatMap(({ action, address }) => (action === "turn-on" ? address : [])));
  const steps = made.steps.filter(({ action, address }) => action === "turn-off" && !comeOn.has(address));
  return steps.length === 0 ? undefined : { ...planned, made: { ...made, steps } };
}

/** How long a plan waits for a yes. */
const WAITS_MINUTES = 1_440;

/** The plan that was asked for last: its digest, and whether it is about what differs now. */
export interface AskedBefore {
  readonly plan: string;
  readonly isOfThis: boolean;
}

/** Asks a person to approve a plan, and carries it out once that was done. Another one supersedes the one before. */
export function asked(acting: Acting, before: AskedBefore | undefined): Promise<Acted> {
  const { journal } = acting.options;
  return attempted(async () => {
    const waits = before?.isOfThis === true ? await planOf(journal, before.plan) : undefined;
    if (waits?.state === "waiting") return {};
    if (waits?.state === "approved") {
      const done = await carriedOutApproved(acting, waits.digest);
      if (done !== undefined) return done;
    }
    if (waits?.state === "rejected") return refused(rejectedText(waits));
    const planned = await plannedNow(acting);
    if (!("made" in planned)) return planned;
    const kept = await askFor(planned.made, planned.endpoint, { journal, minutes: WAITS_MINUTES });
    if (kept === undefined) return {};
    if (before !== undefined && (await planOf(journal, before.plan)) !== undefined)
      await supersede(journal, before.plan, kept.digest);
    return { facts: { kind: "asked", plan: shortDigest(kept.digest) } };
  });
}

/** undefined of a plan that the bots or the files have left behind since: another one has to be asked for. */
async function carriedOutApproved(acting: Acting, digest: string): Promise<Acted | undefined> {
  const { host, options, result } = acting;
  try {
    const done = await carriedOut(acting, await openApproved(host, { ...parts(options, result.account), digest }));
    return done.applied?.exitCode === EXIT.stale ? undefined : done;
  } catch (error) {
    if (error instanceof AppError && error.exitCode === EXIT.stale) return undefined;
    throw error;
  }
}

function rejectedText({ digest, answers }: AskedPlan): string {
  const { by = "somebody", reason } = decisionOf(answers) ?? {};
  return `${by} has rejected the plan ${shortDigest(digest)}${reason === undefined ? "" : `: ${reason}`}`;
}

/** undefined of a plan that is gone. */
async function planOf(journal: string, digest: string): Promise<AskedPlan | undefined> {
  try {
    return await askedPlan({ journal, digest });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** A saved plan is carried out whole, and is of one account. */
function parts({ target: _target, exclude: _exclude, allAccounts: _all, ...options }: ActOptions, account: string) {
  return { ...options, account: [account] };
}

/** What the breakers of the account come to; those at their limit are tripped. undefined where it has none. */
export async function breakersNow(
  { host, options, chosen, stopping }: Acting,
  breakers: readonly Breaker[],
): Promise<{ readonly facts: Facts; readonly exitCode: ExitCode } | undefined> {
  if (breakers.length === 0) return undefined;
  const [opened] = await openAccounts(host, options, chosen);
  if (opened === undefined || "failure" in opened) {
    const why = opened === undefined ? "no account was chosen" : oneLine(opened.failure.message);
    return { facts: unmeasured(breakers, why), exitCode: EXIT.unknown };
  }
  const { desired } = opened.value.policySource.account;
  const { journal, concurrency } = options;
  const source = { desired, breakers, endpoint: opened.value.endpoint, journal };
  const readings = await breakersOf(host, source, concurrency);
  const acted = await trip(host, source, readings, { concurrency, timeout: TIMEOUT_S, settle: 0 }, stopping);
  const of = (state: BreakerReading["state"]) =>
    new Map(readings.flatMap((one) => (one.state === state ? [[one.name, `${one.name}: ${one.why}`] as const] : [])));
  const facts = { near: of("near"), unknown: of("unknown"), tripped: of("tripped"), ...leftBy(acted) };
  const exitCode = mostSerious([
    acted?.exitCode ?? EXIT.done,
    facts.unknown.size > 0 ? EXIT.unknown : EXIT.done,
    facts.tripped.size > 0 ? EXIT.blocked : EXIT.done,
  ]);
  return { facts: { kind: "breakers", ...facts }, exitCode };
}

/** Each try; the next look turns off what is on then. */
const TIMEOUT_S = 60;

/** Unknown is never fine. */
function unmeasured(breakers: readonly Breaker[], why: string): Facts {
  const unknown = new Map(breakers.map(({ name }) => [name, `${name}: ${why}`]));
  return { kind: "breakers", near: new Map(), unknown, tripped: new Map(), exposed: null, turnedOff: [] };
}

function leftBy(acted: Awaited<ReturnType<typeof trip>>): { exposed: string | null; turnedOff: readonly string[] } {
  // What the trip itself turns off is no news beside it.
  const isAgain = acted !== undefined && acted.tripped.length === 0;
  const turnedOff = isAgain ? acted.turnedOff.map(({ id, title }) => `#${id} ${JSON.stringify(title)}`) : [];
  return { exposed: exposedBy(acted), turnedOff };
}

/** Why bots of a tripped breaker may be on, or come on; null where nothing is known of that. */
function exposedBy(acted: Awaited<ReturnType<typeof trip>>): string | null {
  if (acted === undefined) return null;
  const { remaining, unsettled, recorded } = acted;
  const left = remaining.map(({ id }) => `#${id}`);
  const why = [
    ...(left.length > 0 ? [`not seen off: ${namesText(left, 5)}`] : []),
    ...unsettled,
    ...(recorded ? [] : ["the ledger couldn't keep the holds, so an apply may turn them on again"]),
  ];
  return why.length === 0 ? null : why.join("; ");
}

async function plannedNow({ host, options, chosen, result }: Acting): Promise<Planned | Pick<Acted, "facts">> {
  // A bot of which something is acknowledged is left as it is.
  const known = [...new Set(result.drift?.acknowledged.map(({ address }) => address))];
  const exclude = [...(options.exclude ?? []), ...known];
  const part = await rolledOut(chosen, options.journal);
  const wanted = { ...options, ...(exclude.length > 0 && { exclude }), ...(part !== undefined && { part }) };
  const [planned] = await planAccounts(host, wanted, chosen);
  if (planned === undefined || "failure" in planned)
    return refused(planned === undefined ? "there is no plan" : oneLine(planned.failure.message));
  if (!isIdle(planned.value.made)) return planned.value;
  if (part === undefined) return refused(heldText(result));
  const { drifted = [], held = [] } = result.drift ?? {};
  if (drifted.length === 0 && held.length > 0) return refused(heldText(result));
  return refused((await isUnderWay(options.journal, result.account)) ? UNREVIEWED : WAITS);
}

/** What is as it was reviewed waits for its wave, and is no drift. */
const UNREVIEWED =
  "a roll-out is under way that has yet to bring these bots, and they differ in what nobody has reviewed: botform rollout status";

const WAITS = "what has changed in the files waits for a roll-out: botform rollout plan, then botform rollout start";

async function carriedOut({ host, options, result }: Acting, planned: Planned): Promise<Acted> {
  const { account } = result;
  const [applied] = await applyPlanned(host, [{ account, value: planned }], { ...options, lockTimeout: 0, yes: true });
  if (applied?.exitCode === EXIT.interrupted) throw interruption();
  if (applied?.exitCode === EXIT.done) return { facts: { kind: "corrected" }, applied };
  const { error = `apply ended with ${applied?.exitCode}` } = applied ?? {};
  const wrote = applied?.report !== undefined;
  return { ...refused(error, wrote), ...(applied !== undefined && { applied }) };
}

/** What keeps one account from being corrected stops no other. */
async function attempted(task: () => Promise<Acted>): Promise<Acted> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof AppError && error.exitCode === EXIT.interrupted) throw error;
    return refused(oneLine(explain(error).message));
  }
}

function refused(why: string, wrote = false): Required<Pick<Acted, "facts">> {
  return { facts: { kind: "refused", why, wrote } };
}

function heldText({ drift }: DriftedAccount): string {
  const held = drift?.held.length ?? 0;
  return held === 0 ? "no plan changes it" : `${counted(held, "bot")} held back`;
}

/** Why a person has to apply it, with the first reason; undefined where all that it does lowers risk. */
function leftToPeople(made: Plan): string | undefined {
  // That somebody has changed it by hand is why it is corrected.
  const graded = gradeOf({
    ...made,
    diagnostics: made.diagnostics.filter(({ code }) => code !== "plan/changed-outside"),
  });
  if (graded === null || graded.grade === "lowers-risk") return undefined;
  const [first, ...others] = graded.reasons;
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "other reason")})`;
  return first === undefined ? "it doesn't only lower risk" : `${first.text}${more}`;
}
