// Plans that wait for a person: kept in the ledger, listed, approved or rejected one by one, and opened once they are approved.

import { isIdle, type Plan } from "../../model/plan/plan.js";
import {
  type Answer,
  type ApprovalState,
  type AskedFacts,
  type AskedPlan,
  decisionOf,
  SHORTEST_PREFIX,
  shortDigest,
  type WaitingPlans,
} from "../../model/planfile/approval.js";
import { outOfTime, readPlanFile, type SavedPlan, unauthentic } from "../../model/planfile/planfile.js";
import { refusal } from "../../model/planfile/planfile-codes.js";
import type { Opener } from "../../model/planfile/sealing.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { type History, runOfPlan } from "../../reconcile/ledger/history.js";
import type { KeptPlan } from "../../reconcile/ledger/kept-plans.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import type { Endpoint } from "../endpoint.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import { onDisk, refuseUnusableText } from "../ledger/account-ledger.js";
import { approvalsOf, history, keptPlansAt } from "../ledger/ledger.js";
import type { Planned } from "../planning/plan.js";
import { openRead, refused, refuseParts, type SavedChoice, sealedNow } from "../planning/saved.js";

/** Where the plans are: folder of the ledger, or the address of a database. */
export interface ApprovalPlace {
  readonly journal: string;
}

/**
 * Keeps the plan in the ledger, for a person to approve it within so many minutes. undefined where there is nothing to do, so that
 * nobody has to be asked. Reads the logs of bots that it turns on (rule 21). Throws AppError, also for a plan with errors.
 */
export async function askFor(
  plan: Plan,
  endpoint: Endpoint,
  { journal, minutes }: ApprovalPlace & { readonly minutes: number },
): Promise<AskedFacts | undefined> {
  if (hasErrors(plan.diagnostics)) throw new AppError("the plan has errors, so nobody was asked to approve it");
  if (isIdle(plan)) return undefined;
  const { text, facts } = await sealedNow(plan, endpoint, minutes, journal);
  const plans = keptPlansAt({ folder: journal });
  const kept = await onDisk(() => plans.keep(text, Date.parse(facts.expiresAt)));
  // Who may not remove anything leaves that to botform state prune.
  await ifThere(plans.removeEnded(Date.now() - KEPT_AFTER_MS), undefined);
  return { ...facts, digest: kept.digest, file: kept.file };
}

/** How long a plan that has ended can still be looked at. */
const KEPT_AFTER_MS = 30 * 86_400_000;

/** The plans that wait, or are approved and not yet carried out. Throws AppError. @param account those of these accounts; of all if none is named */
export async function waiting({
  journal,
  account,
}: ApprovalPlace & { readonly account?: readonly string[] }): Promise<WaitingPlans> {
  return onDisk(async () => {
    const now = Date.now();
    const kept = (await keptPlansAt({ folder: journal }).all()).filter(({ expiresAt }) => expiresAt > now);
    if (kept.length === 0) return { plans: [], unusable: [] };
    const runs = await history(journal);
    const read = await Promise.all(kept.map((one) => planIn(journal, one, runs)));
    const found = read.flatMap((one) => ("saved" in one ? [one] : []));
    const plans = found.filter(
      ({ state, saved }) => (state === "waiting" || state === "approved") && (account?.includes(saved.account) ?? true),
    );
    const accounts = [...new Set(plans.map(({ saved }) => saved.account))];
    const lost = await Promise.all(accounts.map((one) => approvalsOf({ folder: journal }, one).damage()));
    const damages = [...new Set(lost.flatMap((one) => one ?? []))];
    return {
      plans,
      unusable: read.flatMap((one) => ("problem" in one ? [one] : [])),
      ...(damages.length > 0 && { damaged: damages.join("; ") }),
    };
  });
}

/** Which plan is meant. */
export interface PlanChoice extends ApprovalPlace {
  /** The beginning of its digest, if no other one begins so. */
  readonly digest: string;
}

/** The one plan whose digest begins so, whatever has become of it. Throws AppError where there is none, or it can't be read. */
export async function askedPlan({ journal, digest }: PlanChoice): Promise<AskedPlan> {
  const prefix = digest.toLowerCase();
  if (!/^[0-9a-f]*$/.test(prefix) || prefix.length < SHORTEST_PREFIX)
    throw new AppError(
      `"${digest}" is not the digest of a plan\nGive at least its first ${SHORTEST_PREFIX} digits; botform approve lists the plans that wait.`,
    );
  const all = await onDisk(() => keptPlansAt({ folder: journal }).all());
  const [one, other] = all.filter((plan) => plan.digest.startsWith(prefix));
  if (one === undefined)
    throw new AppError(`this ledger has no plan ${digest}\nbotform approve lists the plans that wait.`);
  if (other !== undefined)
    throw new AppError(
      `${digest} is the beginning of several plans: ${namesText([one.digest, other.digest])}\nGive more of its digits.`,
    );
  const read = await onDisk(async () => planIn(journal, one, await history(journal)));
  if ("problem" in read) throw refused(nameOf(one), read.problem);
  return read;
}

/** Rejects with DiskError. */
async function planIn(
  journal: string,
  kept: KeptPlan,
  { runs }: History,
): Promise<AskedPlan | { readonly digest: string; readonly problem: Diagnostic }> {
  const { digest, file } = kept;
  const bytes = await keptPlansAt({ folder: journal }).read(kept);
  if (bytes === undefined)
    return { digest, problem: refusal("planfile/altered", "the plan was altered or damaged after it was kept") };
  const reading = readPlanFile(bytes, BOTFORM_VERSION);
  if (!reading.ok) return { digest, problem: reading.problem };
  const { saved } = reading;
  const answers = await answersTo(journal, saved.account, digest);
  const newer = await newerThan(journal, saved.account, digest);
  const runId = runOfPlan(runs, saved.id)?.begin.id;
  const ends = { ...(runId !== undefined && { runId }), ...(newer !== undefined && { newer }) };
  return { digest, file, saved, answers, state: stateOf(saved, answers, ends), ...ends };
}

/** Rejects with DiskError. */
async function answersTo(journal: string, account: string, digest: string): Promise<readonly Answer[]> {
  const all = await approvalsOf({ folder: journal }, account).read();
  return all.filter((one) => one.digest === digest);
}

/** Rejects with DiskError. */
async function newerThan(journal: string, account: string, digest: string): Promise<string | undefined> {
  return (await approvalsOf({ folder: journal }, account).superseded()).get(digest);
}

/** From now on the older plan can't be approved, or carried out, any more. Throws AppError. @param older the beginning of its digest */
export async function supersede(journal: string, older: string, newer: string): Promise<void> {
  const { digest, saved, state } = await askedPlan({ journal, digest: older });
  if (digest === newer || (state !== "waiting" && state !== "approved")) return;
  await onDisk(() => approvalsOf({ folder: journal }, saved.account).supersede(digest, newer));
}

function stateOf(
  saved: SavedPlan,
  answers: readonly Answer[],
  { runId, newer }: Pick<AskedPlan, "runId" | "newer">,
): ApprovalState {
  if (runId !== undefined) return "used";
  const decision = decisionOf(answers)?.answer;
  if (decision === "rejected") return decision;
  if (newer !== undefined) return "superseded";
  return outOfTime(saved, Date.now()) === undefined ? (decision ?? "waiting") : "expired";
}

/** Why a plan can't be answered, or carried out, any more; undefined where it can. */
function endedBy({ state, saved, answers, runId, newer }: AskedPlan): Diagnostic | undefined {
  if (state === "used")
    return refusal("planfile/applied-already", `the plan has already been applied, by the run ${runId ?? "unknown"}`);
  const decision = decisionOf(answers);
  if (state === "rejected" && decision !== undefined) return rejectedBy(decision);
  if (newer !== undefined) return supersededBy(newer);
  return outOfTime(saved, Date.now());
}

function supersededBy(newer: string): Diagnostic {
  const problem = refusal("planfile/superseded", `the plan ${shortDigest(newer)} was asked for in its place`);
  return { ...problem, remedy: `Look at that one: botform approve ${shortDigest(newer)}.` };
}

function rejectedBy({ by, reason, at }: Answer): Diagnostic {
  const why = reason === undefined ? "" : `: ${reason}`;
  return refusal("planfile/rejected", `${by} has rejected the plan at ${new Date(at).toISOString()}${why}`);
}

function nameOf({ digest }: { readonly digest: string }): string {
  return `the plan ${shortDigest(digest)}`;
}

/** Throws AppError where it has ended, or isn't what was sealed. @param opener what opens its account, where that is known; undefined is no reason to refuse */
export function refuseEnded(asked: AskedPlan, opener: Opener | undefined): void {
  const altered = opener && unauthentic(asked.saved, opener);
  // Another key can't tell: whoever applies it checks it with the one that it was made with.
  const problem = altered?.code === "planfile/altered" ? altered : endedBy(asked);
  if (problem !== undefined) throw refused(nameOf(asked), problem);
}

/** Whether it is as it was sealed: null where the key at hand can't tell. */
export function isAuthentic({ saved }: AskedPlan, opener: Opener | undefined): boolean | null {
  const problem = opener && unauthentic(saved, opener);
  if (opener === undefined || problem?.code === "planfile/other-key") return null;
  return problem === undefined;
}

export interface AnswerOptions extends PlanChoice {
  /** Who answers. */
  readonly by: string;
  readonly reason?: string | undefined;
}

export interface AnsweredPlan extends AskedPlan {
  /** As it was recorded. */
  readonly answer: Answer;
}

/** Approves exactly this plan. Throws AppError where it has ended, or was rejected. */
export function approve(options: AnswerOptions, opener?: Opener): Promise<AnsweredPlan> {
  return answered(options, "approved", opener);
}

/** Rejects it for good, also if it is approved. Throws AppError as approve does. */
export function reject(options: AnswerOptions & { readonly reason: string }): Promise<AnsweredPlan> {
  return answered(options, "rejected", undefined);
}

async function answered(
  { by, reason, ...choice }: AnswerOptions,
  answer: Answer["answer"],
  opener: Opener | undefined,
): Promise<AnsweredPlan> {
  refuseUnusableText("name of who answers", by);
  if (reason !== undefined) refuseUnusableText("reason", reason);
  const asked = await askedPlan(choice);
  refuseEnded(asked, opener);
  const { digest, saved, answers } = asked;
  const ledger = approvalsOf({ folder: choice.journal }, saved.account);
  const given = await onDisk(() => ledger.add({ digest, answer, by, ...(reason !== undefined && { reason }) }));
  const all = [...answers, given];
  return { ...asked, answers: all, state: stateOf(saved, all, asked), answer: given };
}

/** The plan, if a person has approved it, nobody has rejected it, and it hasn't ended. Throws AppError for any other. */
export async function approvedPlan(choice: PlanChoice): Promise<AskedPlan> {
  const asked = await askedPlan(choice);
  const { saved, digest } = asked;
  const problem = endedBy(asked) ?? (await onDisk(() => unapproved(choice.journal, saved.account, digest)));
  if (problem !== undefined) throw refused(nameOf(asked), problem);
  return asked;
}

/** Why the plan may not be carried out, by what the ledger says now; undefined where it may be. Rejects with DiskError. */
export async function unapproved(
  journal: string | undefined,
  account: string,
  digest: string,
): Promise<Diagnostic | undefined> {
  const waits = (why: string) => refusal("planfile/not-approved", why);
  if (journal === undefined) return waits("without a ledger nobody knows whether the plan is approved");
  const decision = decisionOf(await answersTo(journal, account, digest));
  if (decision?.answer === "rejected") return rejectedBy(decision);
  const newer = await newerThan(journal, account, digest);
  if (newer !== undefined) return supersededBy(newer);
  const damaged = await approvalsOf({ folder: journal }, account).damage();
  if (damaged !== undefined) return waits(`part of the ledger is lost, a no perhaps: ${damaged}`);
  return decision === undefined ? waits(`nobody has approved the plan ${shortDigest(digest)} yet`) : undefined;
}

/** An approved plan that passes every check for which no bot has to be read, as of a saved one. Throws AppError for any other. */
export async function openApproved(
  host: Host,
  { digest, ...options }: Omit<SavedChoice, "file"> & PlanChoice,
): Promise<Planned & { readonly saved: SavedPlan; readonly approved: string; readonly file: string }> {
  refuseParts(options);
  const asked = await approvedPlan({ journal: options.journal, digest });
  const planned = await openRead(host, { ...options, file: nameOf(asked) }, asked.saved);
  return { ...planned, approved: asked.digest, file: asked.file };
}
