// The list of bots as an emergency stop reads it, again and again: what any reading has shown, and whether the last one failed.
import type { ObservedBot } from "../../model/bot/bot.js";
import { ServiceError } from "../../model/ports.js";
import { attempt, readIfThere, wholeList } from "../plan/lists.js";
import type { TurnOffOptions, TurnOffPorts } from "./turn-off-options.js";

export class BotList {
  readonly #ports: Pick<TurnOffPorts, "reader" | "clock">;
  readonly #onUnanswered: TurnOffOptions["onUnanswered"];
  #hasListed = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #failure: string | undefined;
  /** Ids that any list has shown. */
  readonly #shown = new Set<number>();

  constructor(ports: Pick<TurnOffPorts, "reader" | "clock">, onUnanswered?: TurnOffOptions["onUnanswered"]) {
    this.#ports = ports;
    this.#onUnanswered = onUnanswered;
  }

  /** Milliseconds since it was last asked for. */
  get ageMs(): number {
    return this.#ports.clock.elapsed() - this.#readAt;
  }

  /** Why the last reading failed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Whether any list has shown the bot. */
  hasShown(id: number): boolean {
    return this.#shown.has(id);
  }

  async read(): Promise<readonly ObservedBot[] | ServiceError> {
    this.#readAt = this.#ports.clock.elapsed();
    const read = await attempt(wholeList(this.#ports.reader, this.#hasListed));
    if (!(read instanceof ServiceError)) for (const { id } of read) this.#shown.add(id);
    this.#failure = read instanceof ServiceError ? read.message : undefined;
    if (read instanceof ServiceError) this.#onUnanswered?.(read.message);
    else this.#hasListed ||= read.length > 0;
    return read;
  }

  /** The bot's details; undefined where it is gone. */
  async bot(id: number): Promise<ObservedBot | undefined | ServiceError> {
    const { reader } = this.#ports;
    // One that is only known may be gone; one that was listed isn't. A suddenly empty list vouches for nothing.
    const around = { bot: reader.bot, bots: () => wholeList(reader, this.#hasListed) };
    return attempt(this.#shown.has(id) ? reader.bot(id) : readIfThere(id, around));
  }
}
