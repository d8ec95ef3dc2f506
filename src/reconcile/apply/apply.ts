// Carries a plan out, phase by phase in the order of the table of actions, and takes a final look.

import { type Action, type DealAction, isDealAction, PHASES } from "../../model/plan/actions.js";
import { DEFAULT_LIMITS, excessesOf, limitFlags, neededLimits } from "../../model/plan/limits.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import { awaitEarlier } from "./await-earlier.js";
import { create } from "./create.js";
import { dealSteps } from "./deal-steps.js";
import { checkFilledIn } from "./filled-in.js";
import { finalLook } from "./final-look.js";
import { quietly } from "./observe.js";
import { LIST_AGE_MS } from "./read-and-send.js";
import { Run } from "./run.js";
import type { ApplyOptions, ApplyPorts, StepResult } from "./run-options.js";
import { BUG } from "./step-results.js";
import { turnOffAll, turnOnAll } from "./switch.js";
import { update } from "./update.js";

/** Milliseconds between looks for bots that the list doesn't show yet. */
const REREAD_MS = 1_000;

/** Never throws for what the service does, nor for a fault of its own: every step gets an outcome. */
export async function apply(plan: Plan, ports: ApplyPorts, options: ApplyOptions = {}): Promise<ApplyReport> {
  const run = new Run(plan, ports, options);
  const excesses = excessesOf(plan, options.limits ?? DEFAULT_LIMITS);
  if (excesses.length > 0)
    return run.block(excesses.map((one) => `${one.detail};${limitFlags(neededLimits([one]))} allows it`));
  for (const action of PHASES) {
    const phase = () => (isDealAction(action) ? dealSteps(run, action) : EXECUTORS[action](run));
    if (!(await withoutFault(run, phase))) break;
  }
  await withoutFault(run, () => finalLook(run, plan));
  return run.report();
}

/** How the steps of each action are carried out, deals apart. */
const EXECUTORS: Readonly<Record<Exclude<Action, DealAction>, (run: Run) => Promise<void>>> = {
  // What isn't in the first list has turned up since (rule 22).
  "turn-off": async (run) => void (await Promise.all([turnOffAll(run), firstLook(run)])),
  update: (run) => eachInTurn(run, "update", (step) => update(run, step)),
  create: (run) => eachInTurn(run, "create", (step) => create(run, step)),
  async "turn-on"(run) {
    await awaitListing(run);
    await checkFilledIn(run);
    await turnOnAll(run);
  },
};

async function firstLook(run: Run): Promise<void> {
  if (run.steps("create").length > 0) await quietly(run, run.list.read(LIST_AGE_MS));
}

function eachInTurn(run: Run, action: Action, task: (step: Step) => Promise<StepResult>): Promise<void> {
  return run.each(run.steps(action), task, (step) => awaitEarlier(run, step));
}

/** Whether a phase went through. A fault of botform itself is reported and ends the run early. */
async function withoutFault(run: Run, phase: () => Promise<void>): Promise<boolean> {
  try {
    await phase();
    return true;
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    run.violations.push(`${BUG} (${name}) ended the run early; please report it`);
    return false;
  }
}

/** Waits until the list shows what was created or renamed: with a list that lags, the next run would create a second copy. */
async function awaitListing(run: Run): Promise<void> {
  const { clock } = run.ports;
  const missing = new Map(run.awaitedTitles);
  if (missing.size === 0) return;
  const start = clock.elapsed();
  while (missing.size > 0 && !run.isAbandoned && clock.elapsed() - start < run.commandDeadlineMs) {
    const list = await quietly(run, run.list.read(0));
    for (const bot of list ?? []) if (missing.get(bot.id) === bot.fields.title) missing.delete(bot.id);
    if (missing.size > 0) await clock.sleep(REREAD_MS, run.signal);
  }
  run.listedAt = clock.elapsed();
  if (missing.size === 0) return;
  const ids = [...missing.keys()].join(", ");
  if (run.isAbandoned) run.notes.push(`botform stopped before it could check that the bot list shows ${ids}`);
  else
    run.unsettled.push(
      `the bot list doesn't show ${ids} yet; wait until it does before the next apply, or they look absent`,
    );
}
