// The states of the small model: one title, the bots that bear it, what is under way, and where each runner stands.
import type { Errand } from "./planning.js";

/** A bot of the one title. All bots are asked for with the same fields, so "altered" tells all that matters of them. */
export interface Bot {
  readonly id: number;
  readonly altered: boolean;
  readonly on: boolean;
}

/** How often each thing may still go wrong. */
export interface Budget {
  /** Creates that get no clear answer: carried out before, after or never; or refused. */
  readonly ambiguous: number;
  /** Readings of the list that don't show all bots. */
  readonly misses: number;
  /** Runs that begin anew: after a crash at any point, or after their end. They remember nothing: the journal is lost. */
  readonly restarts: number;
  /** Fields that the service alters at a create, or a hand afterwards. */
  readonly alterations: number;
  /** Bots that a hand turns on. */
  readonly switches: number;
}

export type Outcome = "success" | "failed" | "unknown" | "human";

/** What one look of rule 9 has gathered so far. */
export interface Gate {
  readonly errand: Errand;
  readonly botId: number;
  readonly isListed: boolean;
  /** Other bots that a list has shown, lowest id first. */
  readonly others: readonly number[];
  /** Those that were read by id. */
  readonly read: readonly Bot[];
}

/** Where a run stands; what it does next is what `at` says. */
export type Runner =
  | { readonly at: "plan" }
  | { readonly at: "look"; readonly errand: Errand }
  /** `rightful`: the list showed no bot, and this run has sent no create before. */
  | { readonly at: "create"; readonly errand: Errand; readonly rightful: boolean }
  /** `botId` once the service has carried it out. */
  | { readonly at: "answer"; readonly errand: Errand; readonly botId?: number }
  | { readonly at: "search"; readonly errand: Errand }
  | { readonly at: "read-back"; readonly errand: Errand; readonly botId: number }
  | { readonly at: "before-update"; readonly errand: Errand; readonly botId: number }
  | { readonly at: "update"; readonly errand: Errand; readonly botId: number }
  | { readonly at: "after-update"; readonly errand: Errand; readonly botId: number }
  /** `lists`: so many readings of the list are still to come. */
  | { readonly at: "gate-list"; readonly gate: Gate; readonly lists: number }
  | { readonly at: "gate-others"; readonly gate: Gate }
  | { readonly at: "gate-details"; readonly gate: Gate }
  /** `last`: the bot as this run read it last. */
  | { readonly at: "turn-on"; readonly botId: number; readonly last: Bot }
  | { readonly at: "observe"; readonly botId: number }
  | { readonly at: "turn-off"; readonly botId: number }
  | { readonly at: "observe-off"; readonly botId: number }
  | { readonly at: "end" };

/** A command that was sent: the service carries it out at some later moment, or never. */
export interface Command {
  readonly botId: number;
  readonly on: boolean;
}

export interface State {
  /** Lowest id first. */
  readonly bots: readonly Bot[];
  /** Creates that nobody waits for any more and that the service may still carry out. */
  readonly strayCreates: number;
  readonly commands: readonly Command[];
  readonly runners: readonly Runner[];
  readonly left: Budget;
  /** For the checks alone: runs that sent a create after a list that showed no bot. */
  readonly creators: number;
  /** For the checks alone: creates whose answer nobody has read or could read anything from. */
  readonly doubtful: number;
}

/** One thing that may happen. `breach` is the promise that it breaks. */
export interface Step {
  readonly says: string;
  readonly next: State;
  readonly breach?: string;
  /** How a run ends with it. */
  readonly ends?: Outcome;
}

/** The same text for states from which the same can happen. Runners have one configuration, so which is which doesn't matter. */
export function keyOf({ bots, strayCreates, commands, runners, left, creators, doubtful }: State): string {
  const { ambiguous, misses, restarts, alterations, switches } = left;
  const counts = [strayCreates, creators, doubtful, ambiguous, misses, restarts, alterations, switches].join(",");
  const queue = commands
    .map((command) => `${command.botId}${command.on}`)
    .sort()
    .join(",");
  return [botsKey(bots), queue, counts, ...runners.map(runnerKey).sort()].join("|");
}

export function botsKey(bots: readonly Bot[]): string {
  return bots.map(botKey).join(",");
}

export function botKey({ id, altered, on }: Bot): string {
  return `${id}${altered ? "x" : ""}${on ? "+" : ""}`;
}

function runnerKey(runner: Runner): string {
  switch (runner.at) {
    case "plan":
    case "end":
    case "look":
    case "search":
      return runner.at;
    case "create":
      return `create${runner.rightful}`;
    case "answer":
      return `answer${runner.botId ?? ""}`;
    case "before-update":
    case "update":
    case "after-update":
      return `${runner.at}${runner.botId}${runner.errand.key}`;
    case "read-back":
      return `read-back${runner.botId}`;
    case "gate-list":
      return `gate-list${runner.lists}${gateKey(runner.gate)}`;
    case "gate-others":
    case "gate-details":
      return `${runner.at}${gateKey(runner.gate)}`;
    case "turn-on":
      return `turn-on${runner.botId}${botKey(runner.last)}`;
    case "observe":
    case "turn-off":
    case "observe-off":
      return `${runner.at}${runner.botId}`;
  }
}

/** Of the other bots only whether they were on when they were read matters (rule 9). */
function gateKey({ botId, isListed, others, read }: Gate): string {
  return `${botId}${isListed}(${others.join()})(${read.map(({ id, on }) => `${id}${on ? "+" : ""}`).join()})`;
}
