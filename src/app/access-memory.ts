// Remembers an account's accesses between plans, in a file for the user alone: a plan that has nothing to say takes one request less.
import { join } from "node:path";
import { makePrivateFolder } from "../disk/folder.js";
import { readWhole, replaceWhole } from "../disk/whole-file.js";
import type { Access } from "../model/bot/bot.js";
import type { Desired } from "../model/bot/desired.js";
import type { Observed } from "../model/bot/observed.js";
import type { Plan } from "../model/plan/plan.js";
import { ACCESS_FILE_BYTES, accessFileName, readAccesses, sealAccesses } from "../model/planfile/access-file.js";
import { DiskError, type ServiceReader } from "../model/ports.js";
import { makePlan, type PlanOptions } from "../reconcile/plan/planner.js";
import { refresh } from "../reconcile/plan/refresh.js";
import type { Endpoint } from "./endpoint.js";

/** Where the accesses of an account are kept between plans. What it gives may be out of date; it never throws. */
export interface AccessMemory {
  recall(): Promise<readonly Access[] | undefined>;
  keep(accesses: readonly Access[]): Promise<void>;
}

interface Made {
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

const FOLDER = ".botform/accesses";
const MINUTE_MS = 60_000;

/** What a plan is given to remember by, where the user wants it to. */
export function memoryOf(endpoint: Endpoint, minutes?: number): { readonly accesses?: AccessMemory } {
  return minutes === undefined ? {} : { accesses: accessMemory(endpoint, minutes, Date.now) };
}

/** @param minutes how long they hold */
function accessMemory(endpoint: Endpoint, minutes: number, now: () => number): AccessMemory {
  const path = join(FOLDER, accessFileName(endpoint));
  return {
    recall: () =>
      attempt(async () => {
        const bytes = await readWhole(path, ACCESS_FILE_BYTES);
        return readAccesses(bytes.toString("utf8"), endpoint, { now: now(), holdMs: minutes * MINUTE_MS });
      }),
    keep: async (accesses) => {
      await attempt(async () => {
        await makePrivateFolder(FOLDER);
        await replaceWhole(path, sealAccesses(accesses, now(), endpoint));
      });
    },
  };
}

/** A memory that the disk doesn't have is none: the service is asked. */
async function attempt<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
