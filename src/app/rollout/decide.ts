// Starts a roll-out, tells how it stands, and keeps what a person decides about it. Nothing is applied here: whoever drives it does that.
import { randomBytes } from "node:crypto";
import { defined } from "../../model/record.js";
import { type Decision, isOver, type RolloutRecord, type Rules } from "../../model/rollout/record.js";
import { rolloutState, type ShownRollout } from "../../model/rollout/shown.js";
import { runId } from "../../reconcile/ledger/history.js";
import { asDecided } from "../../reconcile/rollout/decisions.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { onDisk, refuseUnusableText } from "../ledger/account-ledger.js";
import { rolloutsOf } from "../ledger/ledger.js";
import type { LockOptions } from "../ledger/lock.js";
import type { LimitOptions } from "../planning/plan.js";
import { alone } from "./driver.js";
import type { Review } from "./review.js";

export interface LedgerPlace extends LockOptions {
  readonly journal: string;
}

/** The last roll-out of the ledger, with all that people have decided; undefined where there was none. Throws AppError. */
export async function lastRollout({ journal }: LedgerPlace): Promise<RolloutRecord | undefined> {
  const record = await onDisk(async () => (await rolloutsOf({ folder: journal }).all()).at(-1));
  return record && asDecided(record, Date.now());
}

/** null where there was none. Throws AppError. */
export async function rolloutStatus(place: LedgerPlace): Promise<ShownRollout | null> {
  const record = await lastRollout(place);
  return record === undefined ? null : rolloutState(record, Date.now());
}

/** Throws AppError where one is under way. */
export function refuseSecond(record: RolloutRecord | undefined): void {
  if (record === undefined || isOver(record.state)) return;
  throw new AppError(
    `a roll-out is under way, ${record.begin.id}, and there is one at a time\nbotform rollout status shows it; botform rollout abort ends it.`,
  );
}

/** Keeps it in the ledger, for whoever drives it. Throws AppError. */
export async function startRollout(
  host: Host,
  { maxChangedPercent, maxTurnOns, ...place }: LedgerPlace & LimitOptions,
  { waves, at, rollout }: Pick<Review, "waves" | "rollout" | "at">,
  by: string,
): Promise<ShownRollout | null> {
  refuseUnusableText("name of who starts it", by);
  const own = await onDisk(() => alone(host, place));
  if (own === undefined)
    throw new AppError("another process has the roll-outs of this ledger just now\nTry again.", {
      exitCode: EXIT.failed,
    });
  try {
    refuseSecond(await lastRollout(place));
    const id = runId(Date.now(), randomBytes(4).toString("hex"));
    await onDisk(() =>
      rolloutsOf({ folder: place.journal }).begin({
        id,
        by,
        waves: [...waves],
        reviewedAt: at,
        ...rulesIn(rollout),
        limits: defined({ maxChangedPercent, maxTurnOns }),
      }),
    );
  } finally {
    await own.release();
  }
  return rolloutStatus(place);
}

function rulesIn({ gates, onFailure, waitMs }: Review["rollout"]): Rules {
  return { gates, onFailure, waitMs };
}

export interface Deciding {
  readonly does: Decision["does"];
  readonly by: string;
  readonly reason?: string | undefined;
  /** Of a promotion: what was reviewed. */
  readonly review?: Pick<Review, "waves" | "rollout" | "at">;
  /** Which roll-out was looked at; another one by now is left alone. */
  readonly seen: RolloutRecord;
}

/** The roll-out that a decision can be about. Throws AppError where there is none. */
export async function rolloutToDecide(place: LedgerPlace, does: Decision["does"]): Promise<RolloutRecord> {
  const record = await lastRollout(place);
  if (record === undefined || isOver(record.state))
    throw new AppError("no roll-out is under way\nbotform rollout status shows how the last one ended.");
  const { status, phase } = record.state;
  if (does === "pause" && status === "paused") throw new AppError("the roll-out is paused already");
  if (does === "resume" && status !== "paused")
    throw new AppError("the roll-out isn't paused\nbotform rollout status shows what it does.");
  if (does === "promote" && phase === "undoing")
    throw new AppError("the roll-out goes back, so there is nothing to promote\nbotform rollout pause stops it.");
  return record;
}

/** Keeps the decision; whoever drives it hears of it before the next step. Throws AppError. */
export async function decideRollout(
  place: LedgerPlace,
  { does, by, reason, review, seen }: Deciding,
): Promise<ShownRollout | null> {
  refuseUnusableText("name of who decides", by);
  if (reason !== undefined) refuseUnusableText("reason", reason);
  const { wave, phase } = seen.state;
  await onDisk(() =>
    rolloutsOf({ folder: place.journal }).decide(seen.begin.id, {
      ...{ does, by, reason: reason ?? null, wave, phase },
      ...(review !== undefined && {
        waves: [...review.waves],
        reviewedAt: review.at,
        rules: rulesIn(review.rollout),
      }),
    }),
  );
  return rolloutStatus(place);
}
