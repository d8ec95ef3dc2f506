// The truth: every bot of the service in every version it ever had, and who made it so.

import type { Service } from "../../../src/emulator/service.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import type { Send } from "./ledger.js";
import { type Opening, Openings } from "./openings.js";

/** Who brought something about: it was there, a human, the service by itself (a quirk), or a run. */
export type Cause = { readonly by: "start" | "hand" | "service" } | { readonly by: "run"; readonly send: Send };

export interface Version {
  readonly from: number;
  readonly bot: BotRecord;
  /** Since when, and by whom, it is on. Meaningless while it is off. */
  readonly on: Claim;
  /** Since when, and by whom, it has its title. */
  readonly title: Claim;
  /** Who made the bot. */
  readonly made: Cause;
}

export interface Claim {
  readonly at: number;
  readonly cause: Cause;
  /** What it took the place of. */
  readonly over?: Claim | undefined;
}

interface Queued {
  readonly due: number;
  readonly on: boolean;
  readonly send: Send;
}

export class History {
  readonly #service: Service;
  readonly #versions = new Map<number, Version[]>();
  readonly #queued = new Map<number, Queued[]>();
  readonly #onChange: (version: Version, before: Version | undefined) => void;
  readonly #onOpening: (opening: Opening) => void;
  readonly openings = new Openings();
  #changed = true;

  constructor(
    service: Service,
    now: number,
    onChange: (version: Version, before: Version | undefined) => void,
    onOpening: (opening: Opening) => void,
  ) {
    this.#service = service;
    this.#onChange = onChange;
    this.#onOpening = onOpening;
    service.onChange(() => {
      this.#changed = true;
    });
    this.look({ by: "start" }, now);
  }

  /** Remembers that a switch will take effect, so that it is known whose it was. */
  queue(botId: number, queued: Queued): void {
    const waiting = this.#queued.get(botId);
    if (waiting === undefined) this.#queued.set(botId, [queued]);
    else waiting.push(queued);
  }

  /** Takes down what has changed since the last look. */
  look(cause: Cause, now: number): void {
    if (!this.#changed) return;
    for (const bot of this.#service.bots()) {
      const versions = this.#versions.get(bot.id);
      const before = versions?.at(-1);
      if (before?.bot === bot) continue;
      const version = this.#version(bot, before, cause, now);
      if (versions === undefined) this.#versions.set(bot.id, [version]);
      else versions.push(version);
      if (cause.by !== "start") this.#onChange(version, before);
    }
    this.#changed = false;
    for (const opening of this.openings.look(this.#service.deals())) this.#onOpening(opening);
  }

  /** Every bot as it is now, oldest first. */
  now(): Version[] {
    return [...this.#versions.values()].flatMap((versions) => versions.at(-1) ?? []);
  }

  /** Whether the bot was ever, between two moments, as `wanted` asks. */
  ever(botId: number, since: number, until: number, wanted: (bot: BotRecord) => boolean): boolean {
    const versions = this.#versions.get(botId) ?? [];
    return versions.some((version, at) => {
      const next = versions[at + 1]?.from ?? Number.POSITIVE_INFINITY;
      return version.from <= until && next >= since && wanted(version.bot);
    });
  }

  /** Whether the bot became another at that moment, or came into being; a service may ignore what it is asked for. */
  changedAt(botId: number, at: number): boolean {
    const versions = this.#versions.get(botId) ?? [];
    return versions.some(({ from, bot }, index) => {
      const before = versions[index - 1]?.bot;
      const isSame = JSON.stringify(before?.values) === JSON.stringify(bot.values) && before?.enabled === bot.enabled;
      return from === at && !isSame;
    });
  }

  /** Whether an update of that moment had been taken back at a later one: the bot's settings were what they had been before. */
  wasTakenBack(botId: number, at: number, until: number): boolean {
    const versions = this.#versions.get(botId) ?? [];
    const before = versions.findLast(({ from }) => from < at);
    const last = versions.findLast(({ from }) => from <= until);
    return (
      last !== undefined && last.from > at && JSON.stringify(last.bot.values) === JSON.stringify(before?.bot.values)
    );
  }

  #version(bot: BotRecord, before: Version | undefined, cause: Cause, now: number): Version {
    const here: Claim = { at: now, cause };
    const switchedOn = bot.enabled && before?.bot.enabled !== true;
    const isSame = before !== undefined && before.bot.values.title === bot.values.title;
    return {
      from: now,
      bot,
      on: switchedOn ? { at: now, cause: this.#whoSwitched(bot, cause, now) } : (before?.on ?? here),
      title: isSame ? before.title : { ...here, over: before?.title },
      made: before?.made ?? cause,
    };
  }

  /** A switch that no hand made was queued by a run, or the service made it on its own with a create or an update. */
  #whoSwitched(bot: BotRecord, cause: Cause, now: number): Cause {
    if (cause.by === "hand" || cause.by === "start") return cause;
    const due = this.#queued.get(bot.id)?.findLast((queued) => queued.on === bot.enabled && queued.due <= now);
    return due === undefined || (cause.by === "run" && cause.send.operation !== "turnOn")
      ? { by: "service" }
      : { by: "run", send: due.send };
  }
}
