// Decides whether a plan file may be acted upon here and now; the first thing that is wrong is said.

import { isUndo } from "../plan/plan.js";
import type { Diagnostic } from "../text/diagnostic.js";
import { authenticity, type Opener, type Reading, readPlanFile, type SavedPlan } from "./planfile.js";
import {
  ALTERED,
  configurationChanged,
  expired,
  fromTheFuture,
  OTHER_KEY,
  otherAccount,
  otherService,
  otherTool,
} from "./planfile-problems.js";

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** What a plan file is compared with. */
export interface Here {
  readonly toolVersion: string;
  readonly account: string;
  readonly opener: Opener;
  /** Digest of the account's configuration. */
  readonly configDigest: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type Check = (saved: SavedPlan, here: Here) => Diagnostic | undefined;

/** In their order: who it belongs to, whether it is authentic, and only then what it says of time and content. */
const CHECKS: readonly Check[] = [
  ({ toolVersion }, here) => (toolVersion === here.toolVersion ? undefined : otherTool(toolVersion, here.toolVersion)),
  ({ account }, here) =>
    account === here.account ? undefined : otherAccount(account, `the account here is ${here.account}`),
  ({ origin }, { opener }) => {
    const expected = new URL(opener.apiUrl).origin;
    return origin === expected ? undefined : otherService(origin, expected);
  },
  (saved, { opener }) => AUTHENTICITY[authenticity(saved, opener)],
  (saved, { now }) => outOfTime(saved, now),
  ({ configDigest }, here) =>
    configDigest === here.configDigest || isUndo({ configDigest })
      ? undefined
      : configurationChanged(configDigest, here.configDigest),
];

const AUTHENTICITY = { authentic: undefined, foreign: OTHER_KEY, altered: ALTERED } as const;

/** What forbids acting on the plan; undefined where nothing does. What the live bots are, it doesn't know. */
export function verifyPlan(saved: SavedPlan, here: Here): Diagnostic | undefined {
  for (const check of CHECKS) {
    const problem = check(saved, here);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A clock that is behind would let an old plan pass for a young one, so a plan from the future is refused, too. */
export function outOfTime({ createdAt, expiresAt }: SavedPlan, now: number): Diagnostic | undefined {
  const shown = new Date(now).toISOString();
  if (Date.parse(createdAt) - now > CLOCK_TOLERANCE_MS) return fromTheFuture(createdAt, shown);
  return now < Date.parse(expiresAt) ? undefined : expired(expiresAt, shown);
}

/** Reads and verifies a plan file in one. */
export function openPlan(bytes: Uint8Array, here: Here): Reading {
  const reading = readPlanFile(bytes, here.toolVersion);
  const problem = reading.ok ? verifyPlan(reading.saved, here) : undefined;
  return problem === undefined ? reading : { ok: false, problem };
}
