// One runner's turn in a state of the model: what it can read there, and how its next steps are told.
import type { SomeFields } from "../../../src/model/bot/field.js";
import { viewOf } from "./planning.js";
import type { Habits } from "./rules.js";
import { nameOf, type Reading, readings, type Service } from "./service.js";
import type { Bot, Outcome, Runner, State, Step } from "./state.js";

/** A runner that stands at that place. */
export type At<Place extends Runner["at"]> = Extract<Runner, { readonly at: Place }>;

/** What a step changes besides where its runner stands. */
export type Changes = Partial<Omit<State, "runners">>;

export class Turn {
  readonly state: State;
  readonly habits: Habits;
  readonly #index: number;
  readonly #service: Service;

  constructor(state: State, index: number, habits: Habits, service: Service) {
    this.state = state;
    this.habits = habits;
    this.#index = index;
    this.#service = service;
  }

  get runner(): Runner {
    const runner = this.state.runners[this.#index];
    if (runner === undefined) throw new RangeError(`no runner ${this.#index}`);
    return runner;
  }

  /** What follows from each way in which the list may read. */
  afterList<Result>(decide: (reading: Reading) => Result): Result[] {
    return readings(this.state, this.#service).map(decide);
  }

  /** The bot read by id: always as it is, since the promises rest on that. */
  live(botId: number): Bot {
    const bot = this.state.bots.find(({ id }) => id === botId);
    if (bot === undefined) throw new RangeError(`no bot ${botId}`);
    return bot;
  }

  /** Rule 6: whether the bot that was read back differs from what was asked for, as the shipped code sees it. */
  isWrong(target: SomeFields, live: Bot): boolean {
    const mismatches = this.habits.rules.readBack?.(target, viewOf(live).fields) ?? [];
    return mismatches.length > 0;
  }

  to(says: string, runner: Runner, changes: Changes = {}): Step {
    const runners = this.state.runners.with(this.#index, runner);
    return { says: `${nameOf(this.#index)}: ${says}`, next: { ...this.state, ...changes, runners } };
  }

  end(outcome: Outcome, says: string, changes: Changes = {}): Step {
    return { ...this.to(`${says}; ends: ${outcome}`, { at: "end" }, changes), ends: outcome };
  }

  /** I6 is checked here. @param last the bot as this run read it last */
  success(says: string, last: Bot | undefined, changes: Changes = {}): Step {
    const step = this.end("success", says, changes);
    const isAsWanted = last !== undefined && !last.altered && (last.on || this.habits.wanted === "unmanaged");
    return isAsWanted ? step : { ...step, breach: "I6: success, and the bot was not read as wanted" };
  }
}
