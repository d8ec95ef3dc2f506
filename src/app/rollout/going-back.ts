// The way back of a roll-out: its runs by the ledger, and the undo of each, newest first, through the gate that every plan passes.
import { isIdle, isInDoubt, UNDO_DIGEST } from "../../model/plan/plan.js";
import type { PastRun } from "../../reconcile/ledger/history.js";
import type { BackFact } from "../../reconcile/rollout/advance.js";
import { isInDoubt as isStepInDoubt } from "../../reconcile/undo/resolve.js";
import { applyAll } from "../apply.js";
import { AppError, explain, interruption, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import { readFolder } from "../history.js";
import type { Host } from "../host.js";
import type { ActOptions } from "../reconcile/act.js";
import { planBack, resolveRuns } from "../undo.js";

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

/** Takes one run back. What keeps it from being taken back is a fact, too. */
export async function takeBack(host: Host, options: ActOptions, run: string): Promise<BackFact> {
  try {
    await lookedAtAgain(host, options, run);
    const { candidate } = await planBack(host, { ...parts(options), id: run });
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
  } catch (error) {
    if (error instanceof AppError && error.exitCode === EXIT.interrupted) throw error;
    return { run, state: "unknown", why: `the undo of ${run} couldn't be planned: ${oneLine(explain(error).message)}` };
  }
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
