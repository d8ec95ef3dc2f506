// Remembers an account's accesses between plans, in a file for the user alone. A plan without changes then needs one request less.
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
import type { Past } from "../reconcile/plan/remembered.js";
import type { Endpoint } from "./endpoint.js";

/** Keeps the accesses of an account between plans. They may be out of date. It never throws. */
export interface AccessMemory {
  recall(): Promise<readonly Access[] | undefined>;
  keep(accesses: readonly Access[]): Promise<void>;
}

interface Made {
  readonly observed: Observed;
  readonly made: Plan;
}

/**
 * The plan and what it was made from. Remembered accesses are used only for a plan without steps and messages;
 * any other plan reads the accesses anew, so that no step rests on an old memory.
 */
export async function planned(
  desired: Desired,
  reader: ServiceReader,
  options: PlanOptions,
  { memory, past }: { readonly memory?: AccessMemory | undefined; readonly past?: Past | undefined } = {},
): Promise<Made> {
  const made = async (from: ServiceReader): Promise<Made> => {
    const observed = await refresh(desired, from, past);
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

/** The memory of a plan, if the user asks for one. */
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

/** If the disk fails, nothing is remembered and the service is asked. */
async function attempt<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
