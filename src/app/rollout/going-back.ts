// The way back of a roll-out: its runs by the ledger, and the undo of each, newest first, through the gate that every plan passes.
import type { Hold } from "../../model/bot/hold.js";
import type { LogEntry } from "../../model/bot/new-logs.js";
import { isIdle, isInDoubt, UNDO_DIGEST } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import type { PastRun } from "../../reconcile/ledger/history.js";
import { holdOn } from "../../reconcile/plan/holds.js";
import { attempt } from "../../reconcile/plan/lists.js";
import { LOG_ENTRIES } from "../../reconcile/plan/single-use.js";
import type { BackFact } from "../../reconcile/rollout/advance.js";
import { isInDoubt as isStepInDoubt } from "../../reconcile/undo/resolve.js";
import { askText, forAPerson, type Since, turnOffsOf } from "../../reconcile/undo/unattended.js";
import { reading } from "../endpoint.js";
import { AppError, explain, interruption, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import { applyAll } from "../gate/apply.js";
import type { Candidate } from "../gate/gate.js";
import type { Host } from "../host.js";
import { readFolder } from "../ledger/history.js";
import { ledgerOf } from "../ledger/ledger.js";
import { planBack, resolveRuns } from "../planning/undo.js";
import type { ActOptions } from "../reconcile/act.js";

/** By which the runs of a wave are found in the ledger. */
export function planIdOf(rollout: string, wave: number): string {
  return `${rollout}/${wave}`;
}

/** Its runs that may have written, newest first, and whether each was taken back. Throws AppError. */
export async function runsOf(rollout: string, journal: string): Promise<readonly BackFact[]> {
  const { runs } = await readFolder(journal);
  const own = runs.filter(
    ({ begin, steps }) => begin.planId?.startsWith(`${rollout}/`) === true && steps.some(mayHave),
  );
  const back = new Map(runs.filter(isWhole).map((run) => [run.begin.plan.configDigest, run]));
  return own.toReversed().map(({ begin: { id } }) => ({
    run: id,
    state: back.has(`${UNDO_DIGEST}${id}`) ? "undone" : "open",
    why: "",
  }));
}

function mayHave({ kind, ended }: PastRun["steps"][number]): boolean {
  return kind === "applied" || kind === "unknown" || ended?.outcome.wrote === true;
}

function isWhole({ begin, steps, end }: PastRun): boolean {
  return begin.command === "undo" && end !== undefined && steps.every(({ kind }) => kind === "applied");
}

/**
 * Takes one run back, unless that would overwrite what somebody has done since, or turn on what was stopped: a person decides then,
 * and only what turns bots off is sent. What keeps it from being taken back is a fact, too.
 */
export async function takeBack(
  host: Host,
  options: ActOptions,
  { accounts }: Pick<ChosenAccounts, "accounts">,
  run: string,
): Promise<BackFact> {
  try {
    await lookedAtAgain(host, options, run);
    const { run: past, candidate } = await planBack(host, { ...parts(options), id: run });
    const desired = accounts.map((one) => one.desired).find(({ account }) => account === candidate.account);
    const why = forAPerson(past, candidate.made, await sinceThen(host, options, candidate, desired?.holds ?? []));
    if (why === undefined) return await carriedOut(host, options, candidate, run);
    const safer = turnOffsOf(candidate.made, run);
    if (safer === undefined) return { run, state: "blocked", why: askText(run, why, 0) };
    const done = await carriedOut(host, options, { ...candidate, made: safer }, run);
    return done.state === "undone" ? { run, state: "blocked", why: askText(run, why, safer.steps.length) } : done;
  } catch (error) {
    if (error instanceof AppError && error.exitCode === EXIT.interrupted) throw error;
    return { run, state: "unknown", why: `the undo of ${run} couldn't be planned: ${oneLine(explain(error).message)}` };
  }
}

async function carriedOut(host: Host, options: ActOptions, candidate: Candidate, run: string): Promise<BackFact> {
  if (isIdle(candidate.made))
    return isInDoubt(candidate.made)
      ? { run, state: "unknown", why: `what the run ${run} left unknown may still take effect` }
      : { run, state: "undone", why: "" };
  const [done] = await applyAll(host, [candidate], { ...options, command: "undo", lockTimeout: 0, yes: true });
  if (done?.exitCode === EXIT.interrupted) throw interruption();
  if (done?.exitCode === EXIT.done) return { run, state: "undone", why: "" };
  const why = `the undo of ${run} wasn't carried out whole: ${done?.error ?? `it ended with ${done?.exitCode}`}`;
  const isBlocked = done?.exitCode === EXIT.blocked || done?.exitCode === EXIT.invalid;
  return { run, state: isBlocked ? "blocked" : "unknown", why };
}

/** Read after the plan was made: what came before it is in it, what comes after it stops its steps. */
async function sinceThen(
  host: Host,
  { journal, concurrency }: ActOptions,
  { account, endpoint, made }: Candidate,
  holds: readonly Hold[],
): Promise<Since> {
  const ledger = ledgerOf({ folder: journal }, account, endpoint);
  const [halts, kept] = await Promise.all([ledger.halts(), ledger.kept()]);
  const logs = new Map<string, readonly LogEntry[]>();
  const turnedOn = made.steps.flatMap(({ action, address }) => (action === "turn-on" ? address : []));
  if (turnedOn.length > 0)
    await reading(host, { account, endpoint }, concurrency, async (client) => {
      for (const address of turnedOn) {
        const id = made.bots[address]?.observed?.id;
        const log = id === undefined ? undefined : await attempt(client.botLogs(id, LOG_ENTRIES));
        if (log !== undefined && !(log instanceof ServiceError)) logs.set(address, log);
      }
    });
  return { halts, holdOn: holdOn({ desired: { account, holds }, observed: { kept } }), logs };
}

/** A process that was killed, or lost its lease, leaves steps unknown: what has become of them by now decides what is taken back. */
async function lookedAtAgain(host: Host, options: ActOptions, run: string): Promise<void> {
  const { runs } = await readFolder(options.journal);
  const isDoubtful = runs.some(({ begin, steps }) => begin.id === run && steps.some(isStepInDoubt));
  if (isDoubtful) await resolveRuns(host, { ...parts(options), id: run });
}

/** An undo is of the one account of its run. */
function parts({ account: _account, allAccounts: _all, target: _target, exclude: _exclude, ...options }: ActOptions) {
  return options;
}
