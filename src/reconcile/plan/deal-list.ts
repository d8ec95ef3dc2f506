// The running deals of an account's accesses, read again whenever the last reading is too old, and what the absence of one proves.
import type { Deal, RunningDeal } from "../../model/deal/deal.js";
import { type Clock, ServiceError, type ServiceReader } from "../../model/ports.js";
import { type Moment, moment, since, tried } from "./livelist.js";

/** One reading of an access's running deals. */
export interface DealSight {
  readonly deals: readonly RunningDeal[];
  /** When it was asked for. */
  readonly begun: Moment;
  /** Deals that an earlier reading, or the plan, has shown on the access. */
  readonly before: ReadonlySet<number>;
}

/** What is known of a deal. `unclear`: the list lacks it, and that alone proves nothing. */
export type Whereabouts =
  | { readonly kind: "running"; readonly deal: RunningDeal; readonly sight: DealSight }
  /** `shown` is how the history shows it; undefined where it doesn't. */
  | { readonly kind: "ended"; readonly shown: Deal | undefined }
  | { readonly kind: "unclear" };

/** Milliseconds until the list is read once more, when a deal is absent. */
const AGAIN_MS = 500;

export class DealList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  readonly #latest = new Map<number, { readonly begun: Moment; readonly sight: Promise<DealSight> }>();
  /** Ids by access. */
  readonly #everSeen = new Map<number, Set<number>>();

  constructor(reader: ServiceReader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Deals that are known to have run on the access. */
  expect(accessId: number, deals: readonly { readonly id: number }[]): void {
    const known = this.#everSeen.get(accessId) ?? new Set();
    for (const { id } of deals) known.add(id);
    this.#everSeen.set(accessId, known);
  }

  /** The access's running deals as of at most `maxAgeMs` ago; who asks meanwhile shares a reading. Throws ServiceError. */
  async sight(accessId: number, maxAgeMs: number): Promise<DealSight> {
    const latest = this.#latest.get(accessId);
    if (latest !== undefined && since(this.#clock, latest.begun) <= maxAgeMs) return latest.sight;
    const begun = moment(this.#clock);
    const reading = { begun, sight: this.#readNow(accessId, begun) };
    this.#latest.set(accessId, reading);
    try {
      return await reading.sight;
    } catch (error) {
      if (this.#latest.get(accessId) === reading) this.#latest.delete(accessId);
      throw error;
    }
  }

  /**
   * Where a deal is that was seen running. Gone it is when the history shows it, or when two readings lack it that aren't
   * empty of all the access's other deals, too: absence in a bad read is not absence (rule 1). Throws ServiceError.
   */
  async whereabouts(accessId: number, dealId: number, maxAgeMs = 0): Promise<Whereabouts> {
    const sight = await this.sight(accessId, maxAgeMs);
    const deal = sight.deals.find(({ id }) => id === dealId);
    if (deal !== undefined) return { kind: "running", deal, sight };
    const history = await tried(this.#reader.endedDeals(accessId));
    const shown = history instanceof ServiceError ? undefined : history.find(({ id }) => id === dealId);
    if (shown !== undefined) return { kind: "ended", shown };
    await this.#clock.sleep(AGAIN_MS);
    const again = await this.sight(accessId, 0);
    const back = again.deals.find(({ id }) => id === dealId);
    if (back !== undefined) return { kind: "running", deal: back, sight: again };
    return isCredible(sight, dealId) && isCredible(again, dealId) ? { kind: "ended", shown: undefined } : UNCLEAR;
  }

  async #readNow(accessId: number, begun: Moment): Promise<DealSight> {
    const deals = await this.#reader.runningDeals(accessId);
    const before = new Set(this.#everSeen.get(accessId));
    this.expect(accessId, deals);
    return { deals, begun, before };
  }
}

const UNCLEAR: Whereabouts = { kind: "unclear" };

/** A list that is suddenly empty is as good as unread, unless this deal was the only one. */
function isCredible({ deals, before }: DealSight, dealId: number): boolean {
  return deals.length > 0 || [...before].every((id) => id === dealId);
}
