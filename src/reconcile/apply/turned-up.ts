// Rule 22 within a run: a bot that has turned up since the plan was made, and that may be the one to create under another title.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { Step } from "../../model/plan/plan.js";
import { titleOf } from "../plan/look-alikes.js";
import { longestTitle, sincePlanned } from "../plan/since-planned.js";
import type { Run } from "./run.js";
import type { StepResult } from "./run-options.js";

/** Why the create is held back; undefined where it isn't. A list that a wait has made fresh is looked at anew. Throws ServiceError. */
export async function heldByLookAlike(
  run: Run,
  step: Step,
  list: readonly ObservedBot[],
): Promise<StepResult | undefined> {
  const { listed } = run.unplanned;
  const known = run.unplanned.stoodFor(step.address);
  // Most often there is none, or they are the run's own.
  if (listed.size === 0 && known.length === 0) return undefined;
  const appeared = [...listed.values()].filter(({ id }) => !run.bots.made.has(id));
  if (appeared.length === 0 && known.length === 0) return undefined;
  const others = run.bots.all().filter(({ address }) => address !== step.address);
  const earlier = titlesSent(run.earlier, step);
  const since = { planned: run.bots.of(step), others, appeared, known, earlier, longest: longestTitle(list) };
  const found = await sincePlanned(since, run.ports.reader);
  return found && heldBack(found);
}

/** The titles under which earlier runs have sent creates of the same key. */
function titlesSent(earlier: readonly OpenIntent[], { address }: Step): readonly string[] {
  const creates = earlier.filter((one) => one.sends === "create" && one.address === address);
  return creates.flatMap(({ makes }) => makes?.title ?? []);
}

function heldBack(live: ObservedBot): StepResult {
  const title = JSON.stringify(titleOf(live));
  return {
    kind: "failed",
    detail: `bot ${live.id} ${title} has turned up since the plan was made, and may be this bot under another title; nothing was sent`,
    next: `if it is this bot, add previousTitles: [${title}] or botId: ${live.id}; if a second one is meant, add twin: ${title}; then run apply again`,
    rule: 22,
    stale: true,
  };
}
