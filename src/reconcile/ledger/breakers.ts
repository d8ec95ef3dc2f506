// Breakers in the ledger: when each tripped, which holds it needs, and when a person armed it again; and the steps that failed.
import { type BreakerPast, breakerReason } from "../../model/policy/breaker.js";
import { type Clock, type Disk, DiskError } from "../../model/ports.js";
import { type AccountFacts, accountFacts } from "./account-facts.js";
import type { Fact } from "./facts.js";
import { readHistory } from "./history.js";
import { holdsIn } from "./holds.js";
import { isAmong, type LedgerOwner, type Place } from "./names.js";

/** A breaker at its limit, as it is recorded. */
export interface Trip {
  readonly breaker: string;
  readonly why: string;
}

/** What arming has come to, as patterns of holds. */
export interface Armed {
  readonly lifted: readonly string[];
  /** Of bots that something else holds: a person, or another breaker. */
  readonly kept: readonly string[];
}

/** What is remembered of the breakers of one account. Every method rejects with DiskError alone. */
export interface AccountBreakers extends Pick<AccountFacts, "damage"> {
  /** By name; those that have never tripped aren't there. */
  read(): Promise<ReadonlyMap<string, BreakerPast>>;
  /** Records that they have tripped, and holds the bots in the same write. A hold that is there stays as it is. */
  trip(trips: readonly Trip[], bots: readonly string[]): Promise<void>;
  /** Arms them, and lifts the holds that only they have set. @param open what the running deals have won or lost, by id */
  arm(names: readonly string[], reason: string, open: ReadonlyMap<number, string>): Promise<Armed>;
}

/** @param owner the account; with its service and its key it is found under another name later, too */
export function accountBreakers(
  disk: Disk,
  clock: Clock,
  owner: LedgerOwner | Pick<LedgerOwner, "account">,
): AccountBreakers {
  const { read, damage, add, remember } = accountFacts(disk, clock, owner);
  const write = async (facts: readonly Fact[]) => {
    await add(facts);
    await remember();
  };
  return {
    read: async () => breakersIn(await read()),
    damage,
    async trip(trips, bots) {
      const at = clock.now();
      const held = holdsIn(await read());
      const [first] = trips;
      const free = first === undefined ? [] : bots.filter((pattern) => !held.has(pattern));
      await write([
        ...trips.map(({ breaker, why }): Fact => ({ type: "trip", at, breaker, why, bots: [...bots] })),
        ...free.map((pattern): Fact => ({ type: "hold", at, bots: pattern, reason: reasonOf(first) })),
      ]);
    },
    async arm(names, reason, open) {
      const at = clock.now();
      const facts = await read();
      const tripped = [...breakersIn(facts)].flatMap(([breaker, { trip }]) =>
        trip === undefined ? [] : [{ breaker, ...trip }],
      );
      const armed = tripped.filter(({ breaker }) => names.includes(breaker));
      const others = tripped.filter(({ breaker }) => !names.includes(breaker));
      const own = new Set(armed.map(reasonOf));
      const held = holdsIn(facts);
      const needed = [...new Set(armed.flatMap(({ bots }) => bots))].filter((pattern) => held.has(pattern));
      const mine = needed.filter((pattern) => own.has(held.get(pattern)?.reason ?? ""));
      const next = (pattern: string) => others.find(({ bots }) => bots.includes(pattern));
      const lifted = mine.filter((pattern) => next(pattern) === undefined);
      await write([
        ...names.map((breaker): Fact => ({ type: "arm", at, breaker, reason, open: openFacts(open) })),
        ...mine.map((pattern): Fact => {
          const other = next(pattern);
          return other === undefined
            ? { type: "lift", at, bots: pattern }
            : { type: "hold", at, bots: pattern, reason: reasonOf(other) };
        }),
      ]);
      return { lifted, kept: needed.filter((pattern) => !lifted.includes(pattern)) };
    },
  };
}

function reasonOf(trip: Trip | undefined): string {
  return trip === undefined ? "" : breakerReason(trip.breaker, trip.why);
}

function openFacts(open: ReadonlyMap<number, string>) {
  return [...open].map(([deal, profit]) => ({ deal, profit }));
}

/** @param ofAccount of the account alone; a later fact of a breaker outdates an earlier one */
export function breakersIn(ofAccount: readonly Fact[]): ReadonlyMap<string, BreakerPast> {
  const all = new Map<string, BreakerPast>();
  for (const fact of ofAccount) {
    if (fact.type === "trip") {
      const { at, why, bots } = fact;
      all.set(fact.breaker, { ...all.get(fact.breaker), trip: { at, why, bots } });
    }
    if (fact.type === "arm") {
      const { at, reason, open } = fact;
      all.set(fact.breaker, { armed: { at, reason, open: new Map(open.map(({ deal, profit }) => [deal, profit])) } });
    }
  }
  return all;
}

/** How far back a run may have begun whose steps ended since: longer than any run takes. */
const LOOK_BACK_MS = 6 * 3_600_000;

/** When steps of these runs ended with a failure or an unknown outcome that nobody has resolved, in milliseconds since the epoch. Rejects with DiskError, also where a run can't be read. */
export async function failuresSince(disk: Disk, places: readonly Place[], since: number): Promise<readonly number[]> {
  const accounts = places.map(({ account }) => account);
  const mayHave = (_name: string, text: string) => /"kind":"(?:failed|unknown)"/.test(text);
  const { runs, unreadable } = await readHistory(disk, since - LOOK_BACK_MS, mayHave, accounts);
  const [lost] = unreadable;
  if (lost !== undefined) throw new DiskError("EBADMSG", `the record of the run ${lost.name} can't be read`);
  const own = runs.filter(({ begin }) => isAmong(places, begin));
  return own.flatMap(({ steps }) =>
    steps.flatMap(({ ended, resolved }) => {
      const kind = ended?.outcome.kind;
      const isFailed = kind === "failed" || (kind === "unknown" && resolved === undefined);
      return isFailed && ended !== undefined && ended.at >= since ? [ended.at] : [];
    }),
  );
}
