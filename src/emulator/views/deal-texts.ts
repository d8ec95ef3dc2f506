// Deals as ready JSON, made anew only when the deal or what the market says of it has changed.

import type { DealRecord } from "../store/records.js";
import { type DealMark, type DealViewParts, showDeal } from "./deal-view.js";

export class DealTexts {
  readonly #parts: DealViewParts;
  /** Records never change, so the record itself is the key. */
  readonly #texts = new WeakMap<DealRecord, { readonly now: DealMark; readonly json: string }>();

  constructor(parts: DealViewParts) {
    this.#parts = parts;
  }

  /** JSON text of a list of deals. */
  json(deals: Iterable<DealRecord>, userId: number, markOf: (deal: DealRecord) => DealMark): string {
    const parts: string[] = [];
    for (const deal of deals) parts.push(this.#text(deal, userId, markOf(deal)));
    return `[${parts.join(",")}]`;
  }

  #text(deal: DealRecord, userId: number, now: DealMark): string {
    const ready = this.#texts.get(deal);
    if (ready?.now.mark === now.mark && ready.now.liquidation === now.liquidation) return ready.json;
    const json = JSON.stringify(showDeal(deal, userId, now, this.#parts));
    this.#texts.set(deal, { now, json });
    return json;
  }
}
