// Carries a plan out, phase by phase in the order of the table of actions. Rule 15: at the end everything is read once more, and violations of I1 to I3 are reported.

import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import { type Action, type DealAction, isDealAction, PHASES } from "../../model/plan/actions.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import type { Plan, PlannedBot } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { blastRadius, DEFAULT_LIMITS } from "../plan/blast-radius.js";
import { readThose } from "../plan/lists.js";
import { create } from "./create.js";
import { dealSteps } from "./deal-steps.js";
import { quietly } from "./observe.js";
import { Run } from "./run.js";
import type { ApplyOptions, ApplyPorts } from "./run-options.js";
import { BUG } from "./step-results.js";
import { turnOffAll, turnOnAll } from "./switch.js";
import { update } from "./update.js";

/** Milliseconds between looks for bots that the list doesn't show yet. */
const REREAD_MS = 1_000;

/** Never throws for what the service does, nor for a fault of its own: every step gets an outcome. */
export async function apply(plan: Plan, ports: ApplyPorts, options: ApplyOptions = {}): Promise<ApplyReport> {
  const run = new Run(plan, ports, options);
  const excesses = blastRadius(plan, options.limits ?? DEFAULT_LIMITS);
  if (excesses.length > 0) return run.block(excesses.map(({ detail, flag }) => `${detail}; ${flag} allows it`));
  for (const action of PHASES) {
    const phase = () => (isDealAction(action) ? dealSteps(run, action) : EXECUTORS[action](run));
    if (!(await withoutFault(run, phase))) break;
  }
  await withoutFault(run, () => audit(run, plan));
  return run.report();
}

/** How the steps of each action are carried out, deals apart. */
const EXECUTORS: Readonly<Record<Exclude<Action, DealAction>, (run: Run) => Promise<void>>> = {
  "turn-off": turnOffAll,
  update: (run) => run.each(run.steps("update"), (step) => update(run, step)),
  create: (run) => run.each(run.steps("create"), (step) => create(run, step)),
  async "turn-on"(run) {
    await awaitListing(run);
    await turnOnAll(run);
  },
};

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

/** Rule 15: a run that leaves a copy of one of its titles, or a bot that is on but not as planned, is no success. */
async function audit(run: Run, plan: Plan): Promise<void> {
  if (run.stop === "unauthorized" || plan.steps.length === 0) return;
  try {
    const list = await run.list.read(Number.POSITIVE_INFINITY, run.lastMovedAt);
    const byTitle = new Map<string, ObservedBot[]>();
    for (const { title } of Object.values(plan.bots)) byTitle.set(title, []);
    for (const bot of list) byTitle.get(bot.fields.title ?? "")?.push(bot);
    for (const [title, bots] of byTitle) if (bots.length > 1) await auditSameTitle(run, plan, title, bots);
    const switched = run.steps("turn-on").filter((step) => run.hasWritten(step));
    await Promise.all(switched.map((step) => auditSettings(run, run.bot(step), run.botId(step))));
    await Promise.all(switched.map((step) => auditReplaced(run, run.bot(step), run.botId(step))));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.unsettled.push(`the final look at the account failed: ${error.message}`);
  }
}

/** I1: at most one bot of a title is on, and copies are always reported. */
async function auditSameTitle(run: Run, plan: Plan, title: string, bots: readonly ObservedBot[]): Promise<void> {
  const planned = Object.values(plan.bots).filter((bot) => bot.title === title);
  const known = new Set(planned.flatMap((bot) => bot.copies));
  const byAccess = new Map<number | null, ObservedBot[]>();
  for (const live of await Promise.all(bots.map((bot) => run.ports.reader.bot(bot.id)))) {
    byAccess.set(live.accessId, [...(byAccess.get(live.accessId) ?? []), live]);
  }
  for (const twins of byAccess.values()) {
    const running = twins.filter((live) => live.status.on).length;
    // Copies that the plan has shown aren't reported again, as long as at most one is on.
    const isNews = twins.filter((live) => !known.has(live.id)).length > 1;
    if (twins.length < 2 || (running < 2 && !isNews)) continue;
    const shown = twins.map((live) => `${live.id} (${live.status.raw})`).join(" and ");
    const remedy = running > 1 ? "turn all but one off" : "pin the right one with botId";
    run.violations.push(`${twins.length} bots on one access are called "${title}": ${shown}; ${remedy}`);
  }
}

/** I2: what this run has turned on is as planned. The list may lag, so the details are read. */
async function auditSettings(run: Run, planned: PlannedBot, botId: number): Promise<void> {
  const live = await run.ports.reader.bot(botId);
  const mismatches = changedFields(planned.target, live.fields);
  if (!live.status.on || mismatches.length === 0) return;
  run.violations.push(
    `bot ${botId} of ${planned.address} is on but doesn't match the plan: ${describeMismatches(mismatches)}`,
  );
}

/** I1: of a bot and the bots it replaces, at most one is on. */
async function auditReplaced(run: Run, { address, replaces = [] }: PlannedBot, botId: number): Promise<void> {
  const running = (await readThose(replaces, run.ports.reader)).find((old) => old.status.on);
  if (running === undefined) return;
  run.violations.push(
    `bot ${botId} of ${address} was turned on, but bot ${running.id}, which it replaces, is also on (${running.status.raw}); turn one of them off`,
  );
}
