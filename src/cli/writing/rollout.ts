// botform rollout: shows what a roll-out would do, asks, and keeps what a person has decided.
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { declinedBy, refuseUnasked } from "../../app/gate/gate.js";
import {
  decideRollout,
  type LedgerPlace,
  lastRollout,
  refuseSecond,
  rolloutStatus,
  rolloutToDecide,
  startRollout,
} from "../../app/rollout/decide.js";
import { promoteShown, refuseBlocked } from "../../app/rollout/promote.js";
import { type Review, type RolloutOptions, reviewRest, reviewRollout } from "../../app/rollout/review.js";
import type { Overrules } from "../../model/rollout/overrules.js";
import { isOver } from "../../model/rollout/record.js";
import type { ShownRollout } from "../../model/rollout/shown.js";
import { rendered } from "../../render/forms.js";
import type { ResultOf } from "../../render/result-kinds.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";
import { personHere } from "../terminal/person.js";

interface Person {
  readonly by?: string;
  readonly reason?: string;
}

interface StartOptions extends RolloutOptions, Person {
  readonly yes?: boolean;
  readonly format: "text" | "json";
}

/** Of what is left, where one is under way. */
export async function reviewNow(context: Context, options: RolloutOptions): Promise<Review> {
  const record = await lastRollout(options);
  return record === undefined || isOver(record.state)
    ? reviewRollout(context, options)
    : reviewRest(context, options, record);
}

export async function startCommand(context: Context, options: StartOptions): Promise<ExitCode> {
  const { by = personHere(context.env) } = options;
  refuseUnasked(
    context,
    options,
    "Review the output of botform rollout plan, then run botform rollout start with --yes.",
  );
  refuseSecond(await lastRollout(options));
  const review = await reviewRollout(context, options);
  await showReview(context, options, review);
  if (review.isIdle && review.exitCode === EXIT.done) {
    context.say({ kind: "note", text: "there is nothing to roll out, so nothing has begun" });
    return options.format === "json" ? showNow(context, options, "rollout start", null) : EXIT.done;
  }
  refuseBlocked(review);
  await consent(context, options, "Begin this roll-out?");
  return showNow(context, options, "rollout start", await startRollout(context, options, review, by));
}

export async function promoteCommand(context: Context, options: StartOptions): Promise<ExitCode> {
  const { by = personHere(context.env), reason } = options;
  refuseUnasked(
    context,
    options,
    "Review the output of botform rollout plan, then run botform rollout promote with --yes.",
  );
  const seen = await rolloutToDecide(options, "promote");
  const review = await reviewRest(context, options, seen);
  await showReview(context, options, review);
  refuseBlocked(review);
  const { overrules } = review.facts;
  await consent(context, options, promotionQuestion(overrules, options));
  await promoteShown(options, { seen, review }, by, reason);
  return showNow(context, options, "rollout promote", await rolloutStatus(options), { overrules: overrules ?? null });
}

/** As text what is overruled was just shown; as a document nothing was. */
function promotionQuestion(overrules: Overrules | undefined, { format }: Pick<StartOptions, "format">): string {
  if (overrules === undefined) return "Go on with this?";
  if (format === "text") return "Overrule this, and go on?";
  const { why, gates } = overrules;
  const gateTexts = gates.map(({ gate, state, text }) => `${gate}: ${state}: ${clean(text)}`);
  return `This overrules: ${[...(why === null ? [] : [clean(why)]), ...gateTexts].join("; ")}. Go on?`;
}

export async function decideNow(
  context: Context,
  does: "pause" | "resume" | "abort",
  { by = personHere(context.env), reason, ...place }: LedgerPlace & Person,
): Promise<{ readonly rollout: ShownRollout | null }> {
  const seen = await rolloutToDecide(place, does);
  return { rollout: await decideRollout(place, { does, by, reason, seen }) };
}

async function consent(context: Context, { yes }: StartOptions, question: string): Promise<void> {
  if (yes === true) return;
  const declined = await declinedBy(context, { question: `\n${question} Type "yes" to go ahead: `, answer: "yes" });
  if (declined !== undefined) throw new AppError(`${declined}; nothing was recorded`, { exitCode: EXIT.failed });
}

/** As a document the status says it all. */
async function showReview(context: Context, { format }: StartOptions, { facts, diagnostics, exitCode }: Review) {
  if (format !== "text") return;
  if (diagnostics.length > 0) context.say({ kind: "diagnostics", diagnostics });
  const { colour, formatVersion } = context;
  context.out(
    await rendered("rollout plan", "text", facts, { command: "rollout plan", exitCode, formatVersion, colour }),
  );
}

async function showNow(
  context: Context,
  { format }: StartOptions,
  command: string,
  rollout: ShownRollout | null,
  beside: Pick<ResultOf<"rollout status">, "overrules"> = {},
): Promise<ExitCode> {
  const { colour, formatVersion } = context;
  const text = await rendered(
    "rollout status",
    format,
    { rollout, ...beside },
    { command, exitCode: EXIT.done, formatVersion, colour },
  );
  context.out(format === "text" ? `\n${text}` : text);
  return EXIT.done;
}
