// Indexes bots by title: live ones by title and id, configured ones by access and title, current and previous.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";

/** A configured bot with the live access that its alias stands for. */
export interface Placed {
  readonly bot: DesiredBot;
  readonly access: Access;
}

/** By access, then by title; null stands for what isn't known. */
type ByTitle<T> = Map<number | null, Map<string | null, T[]>>;

export class Titles {
  readonly #live: ByTitle<ObservedBot> = new Map();
  readonly #anywhere = new Map<string | null, ObservedBot[]>();
  readonly #byId = new Map<number, ObservedBot>();
  readonly #declared: ByTitle<DesiredBot> = new Map();
  readonly #former: ByTitle<DesiredBot> = new Map();

  constructor(placed: readonly Placed[], bots: readonly ObservedBot[]) {
    for (const live of bots.toSorted((a, b) => a.id - b.id)) {
      this.#byId.set(live.id, live);
      add(on(this.#live, live.accessId), live.fields.title, live);
      add(this.#anywhere, live.fields.title, live);
    }
    for (const { bot, access } of placed) {
      add(on(this.#declared, access.id), bot.fields.title, bot);
      for (const title of bot.previousTitles) add(on(this.#former, access.id), title, bot);
    }
  }

  byId(id: number): ObservedBot | undefined {
    return this.#byId.get(id);
  }

  /** Live bots on the access with the title, lowest id first. */
  live(access: Access, title: string): readonly ObservedBot[] {
    return this.#live.get(access.id)?.get(title) ?? [];
  }

  /** Live bots with the title on other accesses, as far as no configured bot has it there; lowest id first. */
  elsewhere(access: Access, title: string): readonly ObservedBot[] {
    const anywhere = this.#anywhere.get(title) ?? [];
    return anywhere.filter((live) => live.accessId !== access.id && this.declared(live.accessId, title).length === 0);
  }

  /** Configured bots with the title on that access; more than one is a mistake. */
  declared(accessId: number | null, title: string | null): readonly DesiredBot[] {
    return this.#declared.get(accessId)?.get(title) ?? [];
  }

  /** Configured bots on the access that had the title before. */
  formerly(access: Access, title: string): readonly DesiredBot[] {
    return this.#former.get(access.id)?.get(title) ?? [];
  }
}

function on<T>(all: ByTitle<T>, access: number | null): Map<string | null, T[]> {
  const known = all.get(access);
  if (known !== undefined) return known;
  const made = new Map<string | null, T[]>();
  all.set(access, made);
  return made;
}

function add<T>(map: Map<string | null, T[]>, at: string | null, value: T): void {
  const group = map.get(at);
  if (group === undefined) map.set(at, [value]);
  else group.push(value);
}
