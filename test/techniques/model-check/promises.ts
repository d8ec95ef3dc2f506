// The promises as they can be seen in a state of the model; I2 and I6 are checked in the steps that may break them.
import { type Bot, botsKey, type State } from "./state.js";
import { type Configuration, NO_FAULTS, startOf, steps } from "./world.js";

/** The most runs that another one needs to make things right: where new bots are on, the first leaves its bot off (rule 7). */
const RUNS = { off: 1, on: 2 } as const;

export class Promises {
  readonly #configuration: Configuration;
  /** Whether another run converges, by the bots that it finds. */
  readonly #converging = new Map<string, boolean>();

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** The promise that this state breaks, if any. */
  broken(state: State): string | undefined {
    if (state.bots.filter(({ on }) => on).length > 1) return "I1: two bots on";
    return this.#copies(state) ?? this.#convergence(state);
  }

  /** I1: which copies there may be. */
  #copies({ bots, creators, doubtful, left }: State): string | undefined {
    const { bots: before, runners, budget } = this.#configuration;
    if (bots.length > before.length + creators) return "copies: one of a run that saw a bot, or that sent twice";
    // Who begins when there is a bot already has to be misled twice: by the list of its plan, and by that of its look.
    const misled = Math.floor((budget.misses - left.misses) / 2);
    const most = (before.length > 0 ? before.length : runners) + doubtful + misled;
    return bots.length > most ? "copies: more than runners at once and ambiguous creators together" : undefined;
  }

  /** I5: all that is under way is lost, and every runner dies; then a run without faults makes it right, or asks a human. */
  #convergence({ bots }: State): string | undefined {
    const key = botsKey(bots);
    const converges = this.#converging.get(key) ?? this.#converges(bots, RUNS[this.#configuration.newBots]);
    this.#converging.set(key, converges);
    return converges ? undefined : `I5: another run doesn't make it right: ${key}`;
  }

  #converges(before: readonly Bot[], runs: number): boolean {
    const { wanted } = this.#configuration;
    const { bots, ends } = runOnce({ ...this.#configuration, runners: 1, bots: before, budget: NO_FAULTS });
    if (ends === "human") return true;
    const running = bots.filter(({ on }) => on);
    const isRight = running.every(({ altered }) => !altered) && (wanted === "unmanaged" || running.length === 1);
    if (ends === "success" && bots.length > 0 && isRight) return true;
    return runs > 1 && this.#converges(bots, runs - 1);
  }
}

/** One run without faults: whatever it sends is carried out before it looks. */
function runOnce(configuration: Configuration): { readonly bots: readonly Bot[]; readonly ends: string | undefined } {
  let state = startOf(configuration);
  for (let ends: string | undefined; ; ) {
    const [step] = steps(state, configuration);
    if (step === undefined) return { bots: state.bots, ends };
    state = step.next;
    ends = step.ends;
  }
}
