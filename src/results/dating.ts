// Dates versions by the runs that applied them: a version's first deal may end days after its settings were there.
import { groupBy } from "../model/order.js";
import type { AppliedBy, AppliedStep } from "../model/results.js";
import type { EndedDeal } from "./ended-deal.js";
import type { InForce } from "./figures.js";
import { asksFor, settingsFingerprint } from "./fingerprint.js";
import { stretchesOf } from "./versions.js";

export interface AppliedVersions {
  /** The run that applied the settings of each deal's version, by the deal's id; a deal whose run isn't certain is left out. */
  readonly applied: ReadonlyMap<number, AppliedBy>;
  readonly inForce: InForce;
}

/**
 * A bot has one deal at a time. @param deals all that the service shows, in the order of their ends
 * @param span the time that is asked for, outside of which no version is in force
 */
export function appliedBefore(
  deals: readonly EndedDeal[],
  steps: readonly AppliedStep[],
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined } = {},
): AppliedVersions {
  const stepsOf = groupBy(steps.filter(changesVersion), ({ botId }) => botId);
  const applied = new Map<number, AppliedBy>();
  const inForce = new Map<number, { readonly since?: number; readonly until?: number }>();
  for (const [botId, own] of groupBy(deals, (deal) => deal.botId)) {
    const ofBot = (stepsOf.get(botId) ?? []).toSorted((left, right) => left.at - right.at);
    // Where an end isn't known, nor is the order.
    if (ofBot.length === 0 || own.some(({ at }) => at === null)) continue;
    let before: readonly EndedDeal[] = [];
    for (const stretch of stretchesOf(own)) {
      const [first, last] = [stretch[0], before.at(-1)];
      const step = appliedFor(first, before, ofBot);
      if (step !== undefined) for (const { id } of stretch) applied.set(id, { run: step.run, at: step.at });
      // A bot that was off made no deals, whatever its settings were.
      if (step?.wasOn === true && first !== undefined && last !== undefined) {
        const since = Math.max(step.at, last.at ?? step.at, from ?? step.at);
        inForce.set(first.id, { ...inForce.get(first.id), since });
        inForce.set(last.id, { ...inForce.get(last.id), until: Math.min(step.at, to ?? step.at) });
      }
      before = [...before, ...stretch].slice(-2);
    }
  }
  return { applied, inForce };
}

/** A new title alone begins no version. */
function changesVersion({ before, after }: AppliedStep): boolean {
  return before === null || !asksFor(after, before);
}

/**
 * The last deal of the version before opened when the one before that had ended, or later, with other settings: so these were applied
 * later still, and before their own first deal ended. @param before the two deals before it, or fewer
 */
function appliedFor(
  first: EndedDeal | undefined,
  before: readonly EndedDeal[],
  steps: readonly AppliedStep[],
): AppliedStep | undefined {
  if (first === undefined) return undefined;
  const last = before.at(-1);
  const earliest = before.at(-2)?.at ?? Number.NEGATIVE_INFINITY;
  const wrote = ({ after }: AppliedStep) => asksFor(after, first.settings);
  const step = steps.findLast((one) => one.at > earliest && one.at < (first.at ?? earliest) && wrote(one));
  if (step === undefined) return undefined;
  // Without a deal that tells when the last one opened, the step itself has to have seen the version before.
  const hasSeenIt = step.before !== null && settingsFingerprint(step.before) === last?.fingerprint;
  if (last !== undefined && before.length < 2 && !hasSeenIt) return undefined;
  // Other settings came after it, and before the deal opened: who brought these back isn't known.
  const isUndone = steps.some((one) => one.at > step.at && one.at <= (last?.at ?? step.at) && !wrote(one));
  return isUndone ? undefined : step;
}
