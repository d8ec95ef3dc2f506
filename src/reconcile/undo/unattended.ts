// When nobody watches an undo: what of it a person has to decide, and what may be sent all the same.
import type { LogEntry } from "../../model/bot/new-logs.js";
import { type Plan, UNDO_DIGEST } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { type Halts, haltSince } from "../ledger/halts.js";
import type { PastRun } from "../ledger/history.js";
import type { HoldOn } from "../plan/holds.js";

/** What somebody else has done since, or what the service can't take back. */
const FOR_A_PERSON: ReadonlySet<string> = new Set([
  ...["plan/changed-since", "plan/gone", "plan/no-way-back", "plan/stays-off"],
  ...["plan/not-found", "plan/not-listed", "plan/held", "plan/protected"],
]);

/** What is known beside the plan. */
export interface Since {
  readonly halts: Halts;
  readonly holdOn: HoldOn;
  /** Of each bot that it would turn on, by address; a log that can't be read isn't there. */
  readonly logs: ReadonlyMap<string, readonly LogEntry[]>;
}

/** Why an undo that nobody watches isn't carried out whole, as a clause; undefined where it may be. */
export function forAPerson(run: PastRun, made: Plan, { halts, holdOn, logs }: Since): string | undefined {
  const problem = made.diagnostics.find(({ code }) => FOR_A_PERSON.has(code));
  if (problem !== undefined) return `${problem.address ?? made.account}: ${problem.summary}`;
  for (const { address, observed } of Object.values(run.begin.plan.bots)) {
    const held = holdOn(address, observed?.id);
    if (held !== undefined) return `${address} is held: ${held.hold.reason}`;
  }
  // What only turns bots off is never in anybody's way.
  if (made.steps.every(({ action }) => action === "turn-off")) return undefined;
  const halt = haltSince(halts, run.begin.at, ["stop", "hold", "trip"]);
  if (halt !== undefined) return `since that run ${halt.why}`;
  return made.steps.flatMap(({ action, address }) =>
    action === "turn-on" ? (switchedSince(run, address, logs) ?? []) : [],
  )[0];
}

/** Rule 21 for a plan that keeps no log: its bot is turned on again only where the log tells that nothing has happened since. */
function switchedSince(run: PastRun, address: string, logs: Since["logs"]): string | undefined {
  const log = logs.get(address);
  if (log === undefined) return `${address} isn't turned on again: its log can't be read`;
  const until = Math.max(run.end?.at ?? run.begin.at, run.begin.at) + SETTLES_MS;
  const newer = log.find(({ datetime }) => !(Date.parse(`${datetime.replace(" ", "T")}Z`) <= until));
  return newer === undefined
    ? undefined
    : `${address} isn't turned on again: its log has "${newer.message}" since (${newer.datetime})`;
}

/** What the run itself did may be logged a little later, and in whole seconds. */
const SETTLES_MS = 2_000;

/** The turn-offs alone, under a digest that doesn't say that the run is undone; undefined where the plan has none. */
export function turnOffsOf({ lifted: _lifted, ...made }: Plan, run: string): Plan | undefined {
  const comeOn = new Set(made.steps.flatMap(({ action, address }) => (action === "turn-on" ? address : [])));
  const steps = made.steps.filter(({ action, address }) => action === "turn-off" && !comeOn.has(address));
  if (steps.length === 0) return undefined;
  return { ...made, steps, configDigest: `${UNDO_DIGEST}${run}/turn-offs` };
}

/** What is said of it, and what to type. */
export function askText(run: string, why: string, turnedOff: number): string {
  const done = turnedOff === 0 ? "" : `${counted(turnedOff, "bot")} that it had turned on went off; `;
  return `${done}the rest of ${run} needs a person: ${why}; botform undo ${run} shows it and asks, botform rollout resume goes on after that, botform rollout abort leaves all as it is`;
}
