// What the breakers of an account come to at one moment: fine, near their limit, tripped, or not known. Pure.
import {
  type Breaker,
  type BreakerPast,
  type BreakerReading,
  NEAR_PERCENT,
  NEVER_TRIPPED,
} from "../model/policy/breaker.js";
import { type BreakerFacts, type Known, type Measured, measure } from "./breaker-figures.js";

/**
 * One reading for each, in their order. One that has tripped stays so until a person arms it, whatever the account shows now.
 * @param past of each breaker, by name: what the ledger knows @param now milliseconds since the epoch
 */
export function evaluateBreakers(
  breakers: readonly Breaker[],
  facts: BreakerFacts,
  past: Known<ReadonlyMap<string, BreakerPast>>,
  now: number,
): readonly BreakerReading[] {
  return breakers.map((breaker) => {
    const { trip, armed } = ("known" in past ? past.known.get(breaker.name) : undefined) ?? NEVER_TRIPPED;
    const found = measure(breaker, facts, armed, now);
    const { limit, unit } = found;
    const about = { name: breaker.name, rule: breaker.rule, limit, unit };
    if (trip !== undefined) {
      const trippedAt = new Date(trip.at).toISOString();
      return { ...about, state: "tripped", figure: null, used: null, why: trip.why, trippedAt };
    }
    const lost = "unknown" in past ? past.unknown : undefined;
    return { ...about, ...stateOf(found, breaker.onUnknown, lost) };
  });
}

/** @param lost why it isn't known whether the breaker has tripped, where it isn't */
function stateOf(
  { figure, used, why, isNear = false, missing }: Measured,
  onUnknown: Breaker["onUnknown"],
  lost: string | undefined,
): Pick<BreakerReading, "state" | "figure" | "used" | "why"> {
  const shown = { figure: figure?.round(PLACES).toFixed() ?? null, used: used?.round(0, DOWN).toFixed() ?? null };
  if (used?.gte(100)) return { ...shown, state: "tripped", why };
  const unknown = missing ?? lost;
  if (unknown !== undefined)
    return onUnknown === "trip"
      ? { ...shown, state: "tripped", why: `${unknown}, and onUnknown is trip` }
      : { ...shown, state: "unknown", why: unknown };
  return { ...shown, state: isNear || used?.gte(NEAR_PERCENT) ? "near" : "fine", why };
}

/** As money is booked. */
const PLACES = 8;
/** Of Big: 80 % is said from 80 % on. */
const DOWN = 0;
