// The bots of one run: those of its plan, with what it has created of them so far.

import type { ObservedBot } from "../../model/bot/bot.js";
import type { FieldName } from "../../model/bot/field.js";
import type { Plan, PlannedBot, Step } from "../../model/plan/plan.js";

/** A bot that this run has created, with what the service has filled in. */
interface Created {
  readonly live: ObservedBot;
  readonly filled: readonly FieldName[];
}

export class RunBots {
  /** Ids of the bots that this run has created. */
  readonly made = new Set<number>();
  readonly #planned: Plan["bots"];
  /** By address, the bots that this run has created, as they were read back. */
  readonly #created = new Map<string, Created>();
  /** Ids of bots by address, those created in this run included. */
  readonly #ids = new Map<string, number>();

  constructor({ bots }: Plan) {
    this.#planned = bots;
    for (const { address, observed } of Object.values(bots)) if (observed !== null) this.#ids.set(address, observed.id);
  }

  /** The step's bot. */
  of(step: Step): PlannedBot {
    const bot = this.#planned[step.address];
    if (bot === undefined) throw new Error(`the plan has a step for ${step.address} but no such bot`);
    return this.#asCreated(bot);
  }

  /** The bots of the plan. One that this run has created is meant as it was read back, in every field: so policies have seen it. */
  all(): readonly PlannedBot[] {
    return Object.values(this.#planned).map((bot) => this.#asCreated(bot));
  }

  #asCreated(bot: PlannedBot): PlannedBot {
    const created = this.#created.get(bot.address);
    return created === undefined ? bot : { ...bot, target: created.live.fields };
  }

  /** Of a bot that this run has created, how it was read back. */
  createdAs(address: string): Created | undefined {
    return this.#created.get(address);
  }

  /** The id of the step's bot. Throws for a bot that hasn't been created. */
  idOf(step: Step): number {
    const id = this.#ids.get(step.address);
    if (id === undefined) throw new Error(`${step.action} of ${step.address} has no bot to act on`);
    return id;
  }

  /** The id of the bot at the address; undefined if there is none yet. */
  idAt(address: string): number | undefined {
    return this.#ids.get(address);
  }

  /** From now on the bot is to stay as it was read back. */
  settle({ address }: Step, created: Created): void {
    this.#created.set(address, created);
  }

  /** Takes a bot as the one this create step made. */
  adopt(step: Step, botId: number): void {
    this.#ids.set(step.address, botId);
    this.made.add(botId);
  }
}
