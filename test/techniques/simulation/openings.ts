// The deals that have opened, and what opened each: a start that a run has sent, or its bot by itself.
import type { DealRecord } from "../../../src/emulator/store/records.js";
import type { Send } from "./ledger.js";

export interface Opening {
  readonly dealId: number;
  readonly botId: number;
  /** True time, in milliseconds. */
  readonly at: number;
  /** What asked for it; undefined where its bot has opened it by itself. */
  readonly send: Send | undefined;
}

/** A start that waits in the service's queue. */
interface Queued {
  readonly botId: number;
  readonly due: number;
  readonly send: Send;
}

export class Openings {
  readonly all: Opening[] = [];
  readonly #queued: Queued[] = [];

  queue(start: Queued): void {
    this.#queued.push(start);
  }

  /** Takes down what has opened since the last look. */
  look(deals: readonly DealRecord[]): readonly Opening[] {
    const fresh = deals.slice(this.all.length).map(({ id, snapshot, market }): Opening => {
      const start = this.#queued.find(({ botId, due }) => botId === snapshot.id && due === market.opened);
      return { dealId: id, botId: snapshot.id, at: market.opened, send: start?.send };
    });
    this.all.push(...fresh);
    return fresh;
  }

  /** Whether a deal of the bot has opened between two moments. */
  ofBot(botId: number, since: number, until: number): boolean {
    return this.all.some((one) => one.botId === botId && one.at >= since && one.at <= until);
  }

  /** Whether this very start has opened a deal by then. */
  bySend(send: Send, until: number): boolean {
    return this.all.some((one) => one.send === send && one.at <= until);
  }
}
