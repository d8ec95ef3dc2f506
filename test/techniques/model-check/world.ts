// A configuration of the model: how many runners, what there is before, what may go wrong; and all that can happen in it.
import { type Habits, SHIPPED } from "./rules.js";
import { runnerSteps } from "./runner.js";
import { type Service, serviceSteps } from "./service.js";
import type { Bot, Budget, State, Step } from "./state.js";

export interface Configuration extends Service, Habits {
  readonly runners: number;
  /** Bots of the title that there are before. */
  readonly bots: readonly Bot[];
  readonly budget: Budget;
}

export const NO_FAULTS: Budget = { ambiguous: 0, misses: 0, restarts: 0, alterations: 0, switches: 0 };

/**
 * One shipped runner with a bot to create, and what the promises rest on:
 * - a later bot has a higher id (`ids`);
 * - a list may drop any row, but no more lists do than the budget says (`badList`, `misses`);
 * - a new bot is off (`newBots`);
 * - a bot read by id is shown as it is;
 * - a title is a bot's for good, and bots don't vanish;
 * - all runners have one configuration, without `botId`.
 * Nothing rests on time: lists and details may be of any age when a write leaves, and what was sent may be carried out at
 * any later moment. Nothing rests on the journal: a run that begins knows nothing of those before.
 */
export const PLAIN: Configuration = {
  runners: 1,
  bots: [],
  budget: NO_FAULTS,
  rules: SHIPPED,
  wanted: "on",
  remembers: true,
  badList: "drops",
  ids: "growing",
  newBots: "off",
};

export type Changes = Partial<Omit<Configuration, "budget">> & { readonly budget?: Partial<Budget> };

/** The plain configuration with these changes. */
export function configure({ budget, ...changes }: Changes): Configuration {
  return { ...PLAIN, ...changes, budget: { ...NO_FAULTS, ...budget } };
}

export function startOf({ runners, bots, budget }: Configuration): State {
  return {
    bots,
    strayCreates: 0,
    commands: [],
    runners: Array.from({ length: runners }, () => ({ at: "plan" })),
    left: budget,
    creators: 0,
    doubtful: 0,
  };
}

/** All that can happen next: the service first, then each runner, what goes wrong after what goes well. */
export function steps(state: State, configuration: Configuration): Step[] {
  const ofRunners = state.runners.flatMap((_, index) => runnerSteps(state, index, configuration, configuration));
  return [...serviceSteps(state, configuration), ...ofRunners];
}
