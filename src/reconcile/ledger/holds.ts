// Holds in the ledger: in force at once, for the account alone, wherever it is and whether or not it can be reached.
import { type Hold, namesOf, patternOn } from "../../model/bot/hold.js";
import type { Kept } from "../../model/bot/observed.js";
import { breakerReason } from "../../model/policy/breaker.js";
import type { Clock, Disk } from "../../model/ports.js";
import { accountFacts } from "./account-facts.js";
import { type Fact, type KnownBots, knownBots } from "./facts.js";
import type { LedgerOwner } from "./names.js";

/** A hold as it is set: one pattern, which also names it. */
export interface SetHold extends Pick<Hold, "reason" | "until"> {
  readonly bots: string;
}

/** The holds of one account. Every method rejects with DiskError alone. */
export interface AccountHolds {
  read(): Promise<readonly SetHold[]>;
  /** Which lines of the ledger are lost, a hold perhaps; undefined where none is. */
  damage(): Promise<string | undefined>;
  /** A pattern that is held already gets the new reason and the new end. */
  set(holds: readonly SetHold[]): Promise<void>;
  lift(patterns: readonly string[]): Promise<void>;
}

/** @param owner the account; with its service and its key it is found under another name later, too */
export function accountHolds(
  disk: Disk,
  clock: Clock,
  owner: LedgerOwner | Pick<LedgerOwner, "account">,
): AccountHolds {
  const { read, damage, add, remember } = accountFacts(disk, clock, owner);
  return {
    read: async () => [...holdsIn(await read()).values()].map(asSet),
    damage,
    async set(holds) {
      await add(holds.map(({ bots, reason, until }) => ({ type: "hold", at: clock.now(), bots, reason, until })));
      await remember();
    },
    lift: (patterns) => add(patterns.map((bots) => ({ type: "lift", at: clock.now(), bots }))),
  };
}

type HoldFact = Extract<Fact, { type: "hold" }>;

function asSet({ bots, reason, until }: HoldFact): SetHold {
  return { bots, reason, until };
}

/** By pattern; a later fact outdates an earlier one. */
export function holdsIn(ofAccount: readonly Fact[]): ReadonlyMap<string, HoldFact> {
  const holds = new Map<string, HoldFact>();
  for (const fact of ofAccount) {
    if (fact.type === "hold") holds.set(fact.bots, fact);
    if (fact.type === "lift") holds.delete(fact.bots);
  }
  return holds;
}

/** @param facts of the account at its service @param ofAccount of the account alone */
export function keptIn(account: string, facts: readonly Fact[], ofAccount: readonly Fact[]): Kept {
  const known = knownBots(facts);
  const trips = trippedReasons(ofAccount);
  const holds = [...holdsIn(ofAccount).values()].map((fact): Hold => {
    const breaker = trips.get(fact.reason);
    const before = knownBots(facts.filter(({ at }) => at <= fact.at));
    return { ...asSet(fact), bots: [fact.bots], ids: idsOf(account, before, fact), ...(breaker && { breaker }) };
  });
  const addresses = [...known.values()].flatMap(({ id, address }) =>
    address === undefined ? [] : [[id, address] as const],
  );
  const protectedIds = [...known.values()].flatMap(({ id, protect }) => (protect === true ? [id] : []));
  return { holds, addresses: new Map(addresses), protectedIds: new Set(protectedIds) };
}

/** The breakers that have tripped and aren't armed, by the reason of their holds. */
function trippedReasons(ofAccount: readonly Fact[]): ReadonlyMap<string, string> {
  const trips = new Map<string, string>();
  for (const fact of ofAccount) {
    if (fact.type === "trip") trips.set(fact.breaker, breakerReason(fact.breaker, fact.why));
    if (fact.type === "arm") trips.delete(fact.breaker);
  }
  return new Map([...trips].map(([breaker, reason]) => [reason, breaker]));
}

/** The bots that were known by a name that the pattern fits when it was set: a new key doesn't lift a hold. */
function idsOf(account: string, known: KnownBots, { bots }: HoldFact): readonly number[] {
  return [...known.values()]
    .filter(({ id, address }) => patternOn({ bots: [bots] }, namesOf(account, address ?? `${account}/#${id}`, id)))
    .map(({ id }) => id);
}
