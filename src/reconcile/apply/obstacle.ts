// Rule 11: why a step isn't begun: the run is over, or the step depends on one that failed or is unknown.
import type { Action } from "../../model/plan/actions.js";
import type { Stop } from "../../model/plan/outcome.js";
import type { Step } from "../../model/plan/plan.js";
import type { RunBots } from "./run-bots.js";
import type { StepResult } from "./run-options.js";
import type { StepRecords } from "./step-records.js";
import { notStarted } from "./step-results.js";

/** What a step may depend on. */
interface UnderWay {
  readonly stop: Stop | undefined;
  readonly records: StepRecords;
  readonly bots: Pick<RunBots, "of" | "idOf">;
  steps(action: Action): readonly Step[];
}

/** How the step ends without having begun; undefined where nothing is against it. */
export function obstacleTo(run: UnderWay, step: Step): StepResult | undefined {
  if (run.stop !== undefined) return notStarted(run.stop);
  const cause = run.records.causeFor(step);
  const waits = cause ?? replacedLeftOn(run, step);
  return waits === undefined ? undefined : { kind: "skipped", ...waits, rule: 11 };
}

/** A bot that this one replaces, and whose turn-off was not applied. */
function replacedLeftOn(run: UnderWay, step: Step): Pick<StepResult, "detail" | "next"> | undefined {
  const { replaces = [] } = run.bots.of(step);
  const left = run
    .steps("turn-off")
    .find((off) => replaces.includes(run.bots.idOf(off)) && !run.records.applied(off.address, "turn-off"));
  return left && { detail: `depends on the turn-off of ${left.address}, which it replaces`, next: "see that step" };
}
