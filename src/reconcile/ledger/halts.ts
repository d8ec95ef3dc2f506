// What has stopped bots of an account, and when: emergency stops, holds and trips of breakers. Whatever writes by itself asks before it does.
import type { Fact } from "./facts.js";
import { stopsIn } from "./stops.js";

/** Times are milliseconds since the epoch, by the clock of the machine that wrote them. */
export interface Halt {
  readonly at: number;
  readonly kind: "stop" | "hold" | "trip";
  /** As a clause about the account. */
  readonly why: string;
}

export interface Halts {
  /** In no order. */
  readonly all: readonly Halt[];
  /** Breakers that have tripped, and that no person has armed since. */
  readonly unarmed: readonly string[];
}

/** @param facts of the account at its service @param ofAccount of the account alone */
export function haltsIn(facts: readonly Fact[], ofAccount: readonly Fact[]): Halts {
  const unarmed = new Set<string>();
  for (const fact of ofAccount) {
    if (fact.type === "trip") unarmed.add(fact.breaker);
    if (fact.type === "arm") unarmed.delete(fact.breaker);
  }
  const stops = stopsIn(facts).map(({ at }): Halt => ({ at, kind: "stop", why: "bots were turned off there" }));
  const others = ofAccount.flatMap((fact): Halt[] => {
    if (fact.type === "hold") return [{ at: fact.at, kind: "hold", why: `${fact.bots} is held: ${fact.reason}` }];
    if (fact.type === "trip")
      return [{ at: fact.at, kind: "trip", why: `the breaker ${fact.breaker} has tripped: ${fact.why}` }];
    return [];
  });
  return { all: [...stops, ...others], unarmed: [...unarmed] };
}

/** The newest of these kinds that isn't older than that moment; undefined where there is none. */
export function haltSince({ all }: Halts, since: number, kinds: readonly Halt["kind"][]): Halt | undefined {
  const own = all.filter(({ at, kind }) => at >= since && kinds.includes(kind));
  return own.toSorted((left, right) => left.at - right.at).at(-1);
}
