// What a plan is made from where the account's accesses are remembered: one list, as long as it shows that there is nothing to do.
import type { Access } from "../model/bot/bot.js";
import type { Desired } from "../model/bot/desired.js";
import type { Observed } from "../model/bot/observed.js";
import type { Plan } from "../model/plan/plan.js";
import type { ServiceReader } from "../model/ports.js";
import { makePlan, type PlanOptions } from "../reconcile/plan/planner.js";
import { refresh } from "../reconcile/plan/refresh.js";

/** Where the accesses of an account are kept between plans. What it gives may be out of date; it never throws. */
export interface AccessMemory {
  recall(): Promise<readonly Access[] | undefined>;
  keep(accesses: readonly Access[]): Promise<void>;
}

export interface Made {
  readonly observed: Observed;
  readonly made: Plan;
}

/**
 * The plan and what it was made from. By remembered accesses only the plan that has nothing to do or to say is made;
 * any other one rests on accesses as they are now, so that no step is ever shown that a memory is the reason of.
 */
export async function planned(
  desired: Desired,
  reader: ServiceReader,
  options: PlanOptions,
  memory?: AccessMemory,
): Promise<Made> {
  const made = async (from: ServiceReader): Promise<Made> => {
    const observed = await refresh(desired, from);
    return { observed, made: makePlan(desired, observed, options) };
  };
  const known = await memory?.recall();
  if (known !== undefined) {
    const silent = await made({ ...reader, accesses: async () => known });
    if (isSilent(silent.made)) return silent;
    const now = await reader.accesses();
    await memory?.keep(now);
    return isSame(known, now) ? silent : made({ ...reader, accesses: async () => now });
  }
  const fresh = await made(reader);
  await memory?.keep(fresh.observed.accesses);
  return fresh;
}

function isSilent({ steps, diagnostics, undeclared }: Plan): boolean {
  return steps.length === 0 && diagnostics.length === 0 && undeclared.length === 0;
}

function isSame(left: readonly Access[], right: readonly Access[]): boolean {
  const keyOf = (accesses: readonly Access[]) =>
    JSON.stringify(accesses.toSorted((a, b) => a.id - b.id).map(({ id, title, exchange }) => [id, title, exchange]));
  return keyOf(left) === keyOf(right);
}
