// An account in memory for emergency stops: it does what is planned for a second, and keeps a log of what it was asked.
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { ServiceError, type ServiceReader, type ServiceWriter, type WriteAnswer } from "../../../../src/model/ports.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";

export class Account {
  readonly clock = new VirtualClock();
  readonly log: string[] = [];
  readonly bots = new Map<number, ObservedBot>();
  /** Ids of bots that the list hides. */
  readonly hidden = new Set<number>();
  /** What the list shows in the place of the bot. */
  readonly rows = new Map<number, ObservedBot>();
  /** What can't be read: the list, or a bot by its id. */
  readonly broken = new Map<number | "list", ServiceError>();
  /** What a turn-off comes to, where the bot doesn't just go off. */
  readonly answers = new Map<number, () => WriteAnswer>();
  readonly #begun = this.clock.elapsed();
  readonly #events: { readonly second: number; readonly happens: () => void }[] = [];

  constructor(...bots: readonly ObservedBot[]) {
    for (const bot of bots) this.bots.set(bot.id, bot);
  }

  /** Milliseconds since the beginning. */
  get passed(): number {
    return this.clock.elapsed() - this.#begun;
  }

  /** That moment by `clock.elapsed`. */
  at(second: number): number {
    return this.#begun + second * 1_000;
  }

  /** Happens before the first request after so many seconds. */
  after(second: number, happens: () => void): this {
    this.#events.push({ second, happens });
    return this;
  }

  /** Makes a bot where there is none. */
  set(id: number, on: boolean, raw = on ? "ENABLED" : "DISABLED"): void {
    this.bots.set(id, { ...(this.bots.get(id) ?? live(id, `bot ${id}`)), status: { on, raw } });
  }

  #asked(what: string): void {
    while (this.#events[0] !== undefined && this.#events[0].second * 1_000 <= this.passed)
      this.#events.shift()?.happens();
    this.log.push(what);
  }

  readonly reader: ServiceReader = {
    bots: async () => {
      this.#asked(`list ${this.passed / 1_000}`);
      const broken = this.broken.get("list");
      if (broken !== undefined) throw broken;
      return [...this.bots.values()]
        .filter(({ id }) => !this.hidden.has(id))
        .map((bot) => this.rows.get(bot.id) ?? bot);
    },
    bot: async (id: number) => {
      this.#asked(`look ${id}`);
      const broken = this.broken.get(id);
      if (broken !== undefined) throw broken;
      const found = this.bots.get(id);
      if (found === undefined) throw new ServiceError("absent", "none");
      return found;
    },
    accesses: async () => [{ id: 1, title: "Main", exchange: "X" }],
    runningDeals: async () => [],
  } as unknown as ServiceReader;

  readonly writer: ServiceWriter = {
    turnOff: async (id: number) => {
      this.#asked(`off ${id}`);
      const answer = this.answers.get(id);
      if (answer !== undefined) return answer();
      this.set(id, false);
      return { kind: "accepted" } as const;
    },
  } as unknown as ServiceWriter;

  get ports() {
    return { reader: this.reader, writer: this.writer, clock: this.clock };
  }
}
