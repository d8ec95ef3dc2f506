// Decides whether a plan file may be acted upon here and now; the first thing that is wrong is said.

import { isUndo } from "../plan/plan.js";
import type { Diagnostic } from "../text/diagnostic.js";
import { authenticity, otherTool, type Reading, readPlanFile, type SavedPlan } from "./planfile.js";
import { refusal } from "./planfile-codes.js";
import type { Opener } from "./sealing.js";

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
    const summary = `the plan was made on ${origin} → the account's apiUrl is ${expected}`;
    return origin === expected ? undefined : refusal("planfile/other-service", summary);
  },
  (saved, { opener }) => AUTHENTICITY[authenticity(saved, opener)],
  (saved, { now }) => outOfTime(saved, now),
  ({ configDigest }, here) =>
    configDigest === here.configDigest || isUndo({ configDigest })
      ? undefined
      : refusal(
          "planfile/configuration-changed",
          `the configuration was changed since the plan was made: digest ${configDigest.slice(0, 12)} → ${here.configDigest.slice(0, 12)}`,
        ),
];

const AUTHENTICITY = {
  authentic: undefined,
  foreign: refusal("planfile/other-key", "the plan was made with another API key or secret than the account has now"),
  altered: refusal(
    "planfile/altered",
    "the plan file was altered after it was made: its content is not what was authenticated",
  ),
} as const;

/** @param here what stands in its place, in words. */
export function otherAccount(found: string, here: string): Diagnostic {
  return refusal("planfile/other-account", `the plan is for the account ${found} → ${here}`);
}

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
  if (Date.parse(createdAt) - now > CLOCK_TOLERANCE_MS) {
    const summary = `the plan was made at ${createdAt} → it is only ${shown} here: one of the two clocks is wrong`;
    return refusal("planfile/from-the-future", summary);
  }
  if (now < Date.parse(expiresAt)) return undefined;
  return refusal("planfile/expired", `the plan held until ${expiresAt} → it is ${shown}`);
}

/** Reads and verifies a plan file in one. */
export function openPlan(bytes: Uint8Array, here: Here): Reading {
  const reading = readPlanFile(bytes, here.toolVersion);
  const problem = reading.ok ? verifyPlan(reading.saved, here) : undefined;
  return problem === undefined ? reading : { ok: false, problem };
}
