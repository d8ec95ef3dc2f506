// Carries a plan out: turn-offs, updates, creates, verification, turn-ons; then looks at everything once more.
import type { ApplyReport } from "../model/outcome.js";
import type { Plan } from "../model/plan.js";
import { ServiceError } from "../model/ports.js";
import { create } from "./create.js";
import { type ApplyOptions, type ApplyPorts, Run } from "./run.js";
import { turnOffAll, turnOnAll } from "./switch.js";
import { update } from "./update.js";

/** Milliseconds between looks for created bots that the list doesn't show yet. */
const LOOK_MS = 1_000;

/** Never throws for what the service does: every step gets an outcome. */
export async function apply(plan: Plan, ports: ApplyPorts, options: ApplyOptions = {}): Promise<ApplyReport> {
  const run = new Run(plan, ports, options);
  await turnOffAll(run);
  await run.each(run.steps("update"), (step) => update(run, step));
  await run.each(run.steps("create"), (step) => create(run, step));
  await awaitListing(run);
  await turnOnAll(run);
  await audit(run, plan);
  return { outcomes: run.outcomes(), notes: run.notes, ...(run.stop !== undefined && { stop: run.stop }) };
}

/** A list that lags would make the next run create a second copy: waits until it shows what was created. */
async function awaitListing(run: Run): Promise<void> {
  const { clock } = run.ports;
  const created = run.createdIds();
  const start = clock.now();
  while (created.size > 0 && run.stop === undefined) {
    try {
      for (const bot of await run.list.read(0)) created.delete(bot.id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    if (created.size === 0) return;
    if (clock.now() - start >= run.commandDeadlineMs) break;
    await clock.sleep(LOOK_MS, run.signal);
  }
  if (created.size > 0) {
    run.notes.push(
      `the bot list doesn't show yet: ${[...created].join(", ")}; run plan only when it does, or they look absent`,
    );
  }
}

/** Rule 15: one more look at everything; two bots on with one title are said aloud. */
async function audit(run: Run, plan: Plan): Promise<void> {
  if (run.stop === "unauthorized" || plan.steps.length === 0) return;
  try {
    const ours = new Set(Object.values(plan.bots).map((bot) => bot.title));
    const on = new Map<string, number[]>();
    for (const bot of await run.listAfterSending()) {
      const title = bot.fields.title ?? "";
      if (bot.status.on && ours.has(title)) on.set(title, [...(on.get(title) ?? []), bot.id]);
    }
    for (const [title, ids] of on) {
      const live = ids.length > 1 ? await Promise.all(ids.map((id) => run.ports.reader.bot(id))) : [];
      for (const [first, second] of pairsOnOneAccess(live)) {
        run.notes.push(`two bots called "${title}" are on: ${first} and ${second}; turn one off`);
      }
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.notes.push(`the final look at the account failed: ${error.message}`);
  }
}

function pairsOnOneAccess(
  live: readonly { readonly id: number; readonly accessId: number | null; readonly status: { readonly on: boolean } }[],
): [number, number][] {
  return live.flatMap((first, index) =>
    live
      .slice(index + 1)
      .filter((second) => first.status.on && second.status.on && first.accessId === second.accessId)
      .map((second): [number, number] => [first.id, second.id]),
  );
}
