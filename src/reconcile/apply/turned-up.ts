// Rule 22 within a run: a bot that has turned up since it began, and that may be the one to create under another title.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import { type PlannedBot, type Step, titlesOf } from "../../model/plan/plan.js";
import { folded, mayBeStoredAs } from "../../model/text/folded.js";
import { readThose } from "../plan/lists.js";
import { titleOf, tradeOf } from "../plan/look-alikes.js";
import type { Run } from "./run.js";
import type { StepResult } from "./run-options.js";

/** Why the create is held back; undefined where it isn't. A list that a wait has made fresh is looked at anew. Throws ServiceError. */
export async function heldByLookAlike(
  run: Run,
  step: Step,
  list: readonly ObservedBot[],
): Promise<StepResult | undefined> {
  const appeared = list.filter((row) => run.list.hasAppeared(row.id));
  // Most often none has, or they are the run's own.
  if (appeared.length === 0) return undefined;
  const planned = run.bot(step);
  const creates = run.steps("create");
  const made = new Set(creates.map(({ address }) => run.idOf(address)));
  const foreign = appeared.filter((row) => !made.has(row.id));
  if (foreign.length === 0) return undefined;
  const longest = list.reduce((most, live) => Math.max(most, titleOf(live).length), 0);
  const isOf = (titles: readonly string[], live: ObservedBot) =>
    titles.some((title) => mayBeStoredAs(folded(title), folded(titleOf(live)), longest));
  const others = creates.filter((other) => other !== step).flatMap((other) => titlesOf(run.bot(other)));
  const news = foreign.filter((row) => !isOf(others, row));
  const earlier = titlesSent(run.earlier, step);
  const ids = news.map(({ id }) => id);
  const found = (await readThose(ids, run.ports.reader))
    .filter(({ accessId }) => (accessId ?? planned.accessId) === planned.accessId)
    .find((live) => isOf([planned.title, ...earlier], live) || mayBe(planned, live));
  return found && heldBack(found);
}

/** The titles under which earlier runs have sent creates of the same key. */
function titlesSent(earlier: readonly OpenIntent[], { address }: Step): readonly string[] {
  const creates = earlier.filter((one) => one.sends === "create" && one.address === address);
  return creates.flatMap(({ makes }) => makes?.title ?? []);
}

/** It trades the same, and is on or has the same settings. */
function mayBe({ target }: PlannedBot, live: ObservedBot): boolean {
  const trade = tradeOf(target);
  if (trade === undefined || trade !== tradeOf(live.fields)) return false;
  return live.status.on || changedFields(target, live.fields).every(({ field }) => field === "title");
}

function heldBack(live: ObservedBot): StepResult {
  const title = JSON.stringify(titleOf(live));
  return {
    kind: "failed",
    detail: `bot ${live.id} ${title} has turned up since the run began, and may be this bot under another title; nothing was sent`,
    next: `if it is this bot, add previousTitles: [${title}] or botId: ${live.id}; if a second one is meant, add twin: ${title}; then run apply again`,
    rule: 22,
    stale: true,
  };
}
