// Deals as ready JSON, made anew only when the deal or its mark price has changed.
import type Big from "big.js";
import { showDeal } from "./deal-view.js";
import type { Quirks } from "./quirks.js";
import type { DealRecord } from "./records.js";

export class DealTexts {
  readonly #quirks: Quirks;
  /** Records never change, so the record itself is the key. */
  readonly #texts = new WeakMap<DealRecord, { readonly mark: Big; readonly json: string }>();

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** JSON text of a list of deals. @param markOf price now, or the price at which a deal was closed */
  json(deals: Iterable<DealRecord>, userId: number, markOf: (deal: DealRecord) => Big): string {
    const parts: string[] = [];
    for (const deal of deals) parts.push(this.#text(deal, userId, markOf(deal)));
    return `[${parts.join(",")}]`;
  }

  #text(deal: DealRecord, userId: number, mark: Big): string {
    const ready = this.#texts.get(deal);
    if (ready?.mark.eq(mark)) return ready.json;
    const json = JSON.stringify(showDeal(deal, userId, mark, this.#quirks));
    this.#texts.set(deal, { mark, json });
    return json;
  }
}
