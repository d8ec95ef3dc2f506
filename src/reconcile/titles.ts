// Who bears which title: live bots by title and id, and configured ones by access and title, present and former.
import type { Access, ObservedBot } from "../model/bot.js";
import type { DesiredBot } from "../model/desired.js";

/** A configured bot with the live access that its alias stands for. */
export interface Placed {
  readonly bot: DesiredBot;
  readonly access: Access;
}

export class Titles {
  readonly #live = new Map<string, ObservedBot[]>();
  readonly #byId = new Map<number, ObservedBot>();
  readonly #declared = new Map<string, DesiredBot[]>();
  readonly #former = new Map<string, DesiredBot[]>();

  constructor(placed: readonly Placed[], bots: readonly ObservedBot[]) {
    for (const live of bots.toSorted((a, b) => a.id - b.id)) {
      this.#byId.set(live.id, live);
      add(this.#live, key(live.accessId, live.fields.title), live);
      add(this.#live, key("anywhere", live.fields.title), live);
    }
    for (const { bot, access } of placed) {
      add(this.#declared, key(access.id, bot.fields.title), bot);
      for (const title of bot.previousTitles) add(this.#former, key(access.id, title), bot);
    }
  }

  byId(id: number): ObservedBot | undefined {
    return this.#byId.get(id);
  }

  /** Live bots on the access with the title, lowest id first. */
  live(access: Access, title: string): readonly ObservedBot[] {
    return this.#live.get(key(access.id, title)) ?? [];
  }

  /** Live bots with the title on other accesses, as far as no configured bot has it there; lowest id first. */
  elsewhere(access: Access, title: string): readonly ObservedBot[] {
    const anywhere = this.#live.get(key("anywhere", title)) ?? [];
    return anywhere.filter((live) => live.accessId !== access.id && this.declared(live.accessId, title).length === 0);
  }

  /** Configured bots with the title on that access; more than one is a mistake. */
  declared(accessId: number | null, title: string | null): readonly DesiredBot[] {
    return this.#declared.get(key(accessId, title)) ?? [];
  }

  /** Configured bots on the access that had the title before. */
  formerly(access: Access, title: string): readonly DesiredBot[] {
    return this.#former.get(key(access.id, title)) ?? [];
  }
}

function key(access: number | string | null, title: string | null): string {
  return JSON.stringify([access, title]);
}

function add<T>(map: Map<string, T[]>, at: string, value: T): void {
  const group = map.get(at);
  if (group === undefined) map.set(at, [value]);
  else group.push(value);
}
