// Rule 15: at the end everything is read once more, and what must never be is said (I1 to I3).
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import type { Plan, PlannedBot } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { readThose } from "../plan/livelist.js";
import type { Run } from "./run.js";

/** No run that leaves a copy of one of its titles, or a bot on that is not as planned, is a success. */
export async function audit(run: Run, plan: Plan): Promise<void> {
  if (run.stop === "unauthorized" || plan.steps.length === 0) return;
  try {
    const list = await run.list.read(Number.POSITIVE_INFINITY, run.lastMovedAt);
    const byTitle = new Map<string, ObservedBot[]>();
    for (const { title } of Object.values(plan.bots)) byTitle.set(title, []);
    for (const bot of list) byTitle.get(bot.fields.title ?? "")?.push(bot);
    for (const [title, bots] of byTitle) if (bots.length > 1) await auditNamesakes(run, plan, title, bots);
    const switched = run.steps("turn-on").filter((step) => run.hasWritten(step));
    await Promise.all(switched.map((step) => auditSettings(run, run.bot(step), run.botId(step))));
    await Promise.all(switched.map((step) => auditReplaced(run, run.bot(step), run.botId(step))));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.unsettled.push(`the final look at the account failed: ${error.message}`);
  }
}

/** I1: at most one bot of a title is on, and copies are always said. */
async function auditNamesakes(run: Run, plan: Plan, title: string, bots: readonly ObservedBot[]): Promise<void> {
  const planned = Object.values(plan.bots).filter((bot) => bot.title === title);
  const known = new Set(planned.flatMap((bot) => bot.copies));
  const byAccess = new Map<number | null, ObservedBot[]>();
  for (const live of await Promise.all(bots.map((bot) => run.ports.reader.bot(bot.id)))) {
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

/** I2: what this run has turned on is as planned. The list may lag, so the details are read. */
async function auditSettings(run: Run, planned: PlannedBot, botId: number): Promise<void> {
  const live = await run.ports.reader.bot(botId);
  const mismatches = changedFields(planned.target, live.fields);
  if (!live.status.on || mismatches.length === 0) return;
  run.violations.push(`bot ${botId} of ${planned.address} is on and not as planned: ${describeMismatches(mismatches)}`);
}

/** I1: of a bot and those that it replaces one is on. */
async function auditReplaced(run: Run, { address, replaces = [] }: PlannedBot, botId: number): Promise<void> {
  const running = (await readThose(replaces, run.ports.reader)).find((old) => old.status.on);
  if (running === undefined) return;
  run.violations.push(
    `bot ${botId} of ${address} was turned on, and bot ${running.id}, which it replaces, is on (${running.status.raw}); turn one of them off`,
  );
}
