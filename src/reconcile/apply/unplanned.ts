// Bots that the plan was made without, as far as lists and the ledger show them: they have come since, or couldn't be read then.
import type { ObservedBot } from "../../model/bot/bot.js";
import { groupBy } from "../../model/order.js";
import type { Plan } from "../../model/plan/plan.js";
import type { KnownBots } from "../ledger/facts.js";

export class Unplanned {
  /** Ids of those that the plan was made with; undefined where it doesn't say. */
  readonly #then: ReadonlySet<number> | undefined;
  /** Ids by the address that the ledger knows them by. */
  readonly #stoodFor: ReadonlyMap<string | undefined, readonly number[]>;
  /** Any list has shown them, by id, as it did last: a later list may drop a row. */
  readonly listed = new Map<number, ObservedBot>();

  constructor({ observedIds }: Pick<Plan, "observedIds">, knownBots: KnownBots) {
    this.#then = observedIds && new Set(observedIds);
    const known = [...knownBots.values()].filter(({ id }) => this.#then?.has(id) === false);
    const stood = groupBy(known, ({ address }) => address);
    this.#stoodFor = new Map([...stood].map(([address, bots]) => [address, bots.map(({ id }) => id)]));
  }

  /** Takes down those of a list. @param hasAppeared what is asked of a bot where the plan doesn't say which there were */
  note(rows: readonly ObservedBot[], hasAppeared: (id: number) => boolean): void {
    const then = this.#then;
    const isUnplanned = then === undefined ? hasAppeared : (id: number) => !then.has(id);
    for (const row of rows) if (isUnplanned(row.id)) this.listed.set(row.id, row);
  }

  /** Ids of those that stood for the address, by the ledger. */
  stoodFor(address: string): readonly number[] {
    return this.#stoodFor.get(address) ?? [];
  }
}
