// What a run reads of bots by their ids: a write rests on the newest reading, whichever step has asked for it.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { ServiceReader } from "../../model/ports.js";

export class Readings {
  /** Notes each bot that it reads. */
  readonly reader: ServiceReader;
  readonly #all: ObservedBot[] = [];

  /** @param onRead told of each bot, before whoever asked for it */
  constructor(reader: ServiceReader, onRead: (bot: ObservedBot) => void) {
    const bot = async (id: number) => {
      const read = await reader.bot(id);
      this.#all.push(read);
      onRead(read);
      return read;
    };
    this.reader = { ...reader, bot };
  }

  /** From now on: tells what has come meanwhile. Of two readings under way together nobody knows which is the newer one. */
  watch(): () => readonly ObservedBot[] {
    const from = this.#all.length;
    return () => this.#all.slice(from);
  }
}
