// Carries a plan out: turn-offs, updates, creates, verification, turn-ons; then looks at everything once more.
import type { ObservedBot } from "../model/bot.js";
import type { ApplyReport } from "../model/outcome.js";
import type { Plan } from "../model/plan.js";
import { ServiceError } from "../model/ports.js";
import { create } from "./create.js";
import { quietly } from "./observe.js";
import { type ApplyOptions, type ApplyPorts, Run } from "./run.js";
import { turnOffAll, turnOnAll } from "./switch.js";
import { update } from "./update.js";

/** Milliseconds between looks for bots that the list doesn't show yet. */
const LOOK_MS = 1_000;

/** Never throws for what the service does, nor for a fault of its own: every step gets an outcome. */
export async function apply(plan: Plan, ports: ApplyPorts, options: ApplyOptions = {}): Promise<ApplyReport> {
  const run = new Run(plan, ports, options);
  const phases: readonly (() => Promise<void>)[] = [
    () => turnOffAll(run),
    () => run.each(run.steps("update"), (step) => update(run, step)),
    () => run.each(run.steps("create"), (step) => create(run, step)),
    () => awaitListing(run),
    () => turnOnAll(run),
    () => audit(run, plan),
  ];
  for (const phase of phases) {
    try {
      await phase();
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      run.violations.push(`a fault of botform itself (${name}) ended the run early; please report it`);
      break;
    }
  }
  const { notes, unsettled, violations, stop } = run;
  return { outcomes: run.outcomes(), notes, unsettled, violations, ...(stop !== undefined && { stop }) };
}

/** A list that lags would make the next run create a second copy: waits until it shows what was created or renamed. */
async function awaitListing(run: Run): Promise<void> {
  const { clock } = run.ports;
  const missing = new Map(run.awaitedTitles);
  const start = clock.elapsed();
  while (missing.size > 0 && run.stop === undefined && clock.elapsed() - start < run.commandDeadlineMs) {
    const list = await quietly(run, run.list.read(0));
    for (const bot of list ?? []) if (missing.get(bot.id) === bot.fields.title) missing.delete(bot.id);
    if (missing.size > 0) await clock.sleep(LOOK_MS, run.signal);
  }
  if (missing.size === 0) return;
  const ids = [...missing.keys()].join(", ");
  if (run.stop !== undefined) run.notes.push(`whether the bot list shows ${ids} was not checked any more`);
  else run.unsettled.push(`the bot list doesn't show yet: ${ids}; run apply only when it does, or they look absent`);
}

/** Rule 15: one more look at everything. Copies of our titles are always said, and no run that leaves one is a success (I1). */
async function audit(run: Run, plan: Plan): Promise<void> {
  if (run.stop === "unauthorized" || plan.steps.length === 0) return;
  try {
    const byTitle = new Map<string, number[]>();
    for (const { title } of Object.values(plan.bots)) byTitle.set(title, []);
    for (const bot of await run.list.read(Number.POSITIVE_INFINITY, run.writtenAt)) {
      byTitle.get(bot.fields.title ?? "")?.push(bot.id);
    }
    for (const [title, ids] of byTitle) if (ids.length > 1) await auditNamesakes(run, plan, title, ids);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.unsettled.push(`the final look at the account failed: ${error.message}`);
  }
}

async function auditNamesakes(run: Run, plan: Plan, title: string, ids: readonly number[]): Promise<void> {
  const planned = Object.values(plan.bots).filter((bot) => bot.title === title);
  const known = new Set(planned.flatMap((bot) => bot.copies));
  const byAccess = new Map<number | null, ObservedBot[]>();
  for (const live of await Promise.all(ids.map((id) => run.ports.reader.bot(id)))) {
    byAccess.set(live.accessId, [...(byAccess.get(live.accessId) ?? []), live]);
  }
  for (const twins of byAccess.values()) {
    const running = twins.filter((live) => live.status.on).length;
    // Copies that the plan has shown already are no news, as long as at most one runs.
    const isNews = twins.filter((live) => !known.has(live.id)).length > 1;
    if (twins.length < 2 || (running < 2 && !isNews)) continue;
    const shown = twins.map((live) => `${live.id} (${live.status.raw})`).join(" and ");
    const remedy = running > 1 ? "turn all but one off" : "pin the one that is meant with botId";
    run.violations.push(`${twins.length} bots on one access are called "${title}": ${shown}; ${remedy}`);
  }
}
