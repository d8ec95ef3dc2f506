// The bot list as ready JSON, kept until something changes, and as late as the listLag quirk wants it.

import type { Quirks } from "../quirks/quirks.js";
import type { BotRecord } from "../store/records.js";
import type { Account, BotWatcher } from "../store/store.js";
import { showBot } from "./bot-view.js";

/** One account's rows in the order of creation. */
interface Rows {
  readonly rows: Map<number, { readonly exchange: string; readonly json: string }>;
  /** The finished list of each exchange; emptied by every change. */
  readonly lists: Map<string, string>;
}

/** Watches the store, so that a list costs one join after a change and nothing otherwise. */
export class BotList implements BotWatcher {
  readonly #quirks: Quirks;
  readonly #accounts: ReadonlyMap<string, Rows & { readonly userId: number }>;
  /** Changes that the lagging list doesn't show yet, oldest first. */
  #waiting: { readonly bot: BotRecord; readonly at: number }[] = [];

  constructor(accounts: readonly Account[], quirks: Quirks) {
    this.#quirks = quirks;
    this.#accounts = new Map(accounts.map(({ name, userId }) => [name, { userId, rows: new Map(), lists: new Map() }]));
  }

  changed(bot: BotRecord, at: number): void {
    if (bot.ghost === true && this.#quirks.ghostBot === "hidden") return;
    if (this.#quirks.listLag > 0) this.#waiting.push({ bot, at });
    else this.#show(bot);
  }

  /** Shows everything that has happened so far, whatever the lag: what a seed or a state file holds is old. */
  catchUp(): void {
    for (const { bot } of this.#waiting) this.#show(bot);
    this.#waiting = [];
  }

  /** JSON text of an account's bots of one exchange. @param now milliseconds since the epoch */
  json(account: Account, exchange: string, now: number): string {
    this.#showUntil(now - this.#quirks.listLag);
    const own = this.#accounts.get(account.name);
    if (own === undefined) return "[]";
    const ready = own.lists.get(exchange);
    if (ready !== undefined) return ready;
    const parts: string[] = [];
    for (const row of own.rows.values()) if (row.exchange === exchange) parts.push(row.json);
    const list = `[${parts.join(",")}]`;
    own.lists.set(exchange, list);
    return list;
  }

  #showUntil(moment: number): void {
    let count = 0;
    for (const { bot, at } of this.#waiting) {
      if (at > moment) break;
      this.#show(bot);
      count += 1;
    }
    if (count > 0) this.#waiting.splice(0, count);
  }

  #show(bot: BotRecord): void {
    const own = this.#accounts.get(bot.account);
    if (own === undefined) return;
    const json = JSON.stringify(showBot(bot, own.userId, "list", this.#quirks));
    own.rows.set(bot.id, { exchange: bot.exchange, json });
    own.lists.clear();
  }
}
