// Explores every state that a configuration of the model can reach, breadth first, and checks the promises in each.
import { Promises } from "./promises.js";
import { keyOf, type Outcome, type State } from "./state.js";
import { type Configuration, startOf, steps } from "./world.js";

export interface Violation {
  readonly breach: string;
  /** A shortest way there, in words. */
  readonly trace: readonly string[];
}

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** The most bots of the title in any state. */
  readonly mostBots: number;
  /** All ways in which a run can end. */
  readonly endings: ReadonlySet<Outcome>;
  /** Absent where no promise is broken in any state. */
  readonly violation?: Violation;
}

/** A state with the way that led to it. Its runners keep their names, though its key doesn't tell them apart. */
interface Reached {
  readonly state: State;
  readonly says: string;
  readonly from: Reached | undefined;
}

/** Stops at the first broken promise. */
export function explore(configuration: Configuration): Exploration {
  const promises = new Promises(configuration);
  const start = startOf(configuration);
  const known = new Set([keyOf(start)]);
  const endings = new Set<Outcome>();
  const reached: Reached[] = [{ state: start, says: "", from: undefined }];
  let transitions = 0;
  let mostBots = start.bots.length;

  // The loop reaches what is appended while it runs.
  for (const from of reached) {
    for (const { says, next, breach, ends } of steps(from.state, configuration)) {
      transitions += 1;
      if (ends !== undefined) endings.add(ends);
      const key = keyOf(next);
      if (known.has(key) && breach === undefined) continue;
      known.add(key);
      mostBots = Math.max(mostBots, next.bots.length);
      const here = { state: next, says, from };
      const broken = breach ?? promises.broken(next);
      if (broken !== undefined) {
        return {
          states: known.size,
          transitions,
          mostBots,
          endings,
          violation: { breach: broken, trace: traceOf(here) },
        };
      }
      reached.push(here);
    }
  }
  return { states: known.size, transitions, mostBots, endings };
}

function traceOf(last: Reached): string[] {
  const says: string[] = [];
  for (let at: Reached | undefined = last; at?.from !== undefined; at = at.from) says.unshift(at.says);
  return says;
}

/** A finding as a test's failure shows it: what broke and how it came to that. */
export function told({ violation, states }: Exploration): string {
  return violation === undefined
    ? `no promise breaks in ${states} states`
    : [violation.breach, ...violation.trace].join("\n");
}
