// What a roll-out would do, on a terminal: each wave with its accounts, changes and money, the gates between, and what follows where one fails.

import { isIdle } from "../../model/plan/plan.js";
import type { PlannedPart, PlannedWave, RolloutPlanFacts } from "../../model/rollout/facts.js";
import type { Overrules } from "../../model/rollout/overrules.js";
import { durationText, type Gates } from "../../model/rollout/rollout.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { blockedOf } from "../plan-facts.js";
import { changeText } from "../plan-sentences.js";
import { clean } from "../sanitize.js";
import { diagnosticsText } from "./diagnostics-text.js";
import { gateLines } from "./gate-lines.js";
import { shortMoneyLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { planSummary, planText } from "./plan-text.js";
import { wrapped } from "./wrap.js";

/** Of a wave; --verbose and JSON have all. */
const MOST_PARTS = 5;

/** Ends in a line feed. */
export function rolloutPlanText(
  { waves, verbose = false, overrules, ...rest }: RolloutPlanFacts,
  colour: Paint,
): string {
  const blocks = waves.map((wave, index) => waveText(wave, index, waves.length, verbose, colour));
  const way = overrules === undefined ? [] : [overrulesText(overrules, colour)];
  const texts = [...blocks, gatesText(rest), failureText(waves, rest), ...way];
  const problems = diagnosticsText(problemsOf(waves), colour);
  return `${texts.map((text) => wrapped(text, colour)).join("\n\n")}\n${problems === "" ? "" : `\n${problems}`}`;
}

function waveText(wave: PlannedWave, index: number, count: number, verbose: boolean, colour: Paint): string {
  const { name, parts, bakeMs } = wave;
  const bots = parts.reduce((sum, part) => sum + part.bots.length, 0);
  const head = `${colour.bold(`Wave ${index + 1} of ${count}, ${clean(name)}`)}: ${counted(bots, "bot")} on ${counted(parts.length, "account")}${bakeText(bakeMs, index === count - 1)}`;
  const changing = parts.filter((part) => !isQuiet(part));
  const quiet = parts.length - changing.length;
  const shown = verbose ? changing : changing.slice(0, MOST_PARTS);
  const more = changing.length - shown.length;
  return [
    head,
    ...shown.map((part) => partText(part, verbose, colour)),
    ...(more > 0
      ? [
          `  … and ${counted(more, "more account")}: ${namesText(
            changing.slice(MOST_PARTS).map(({ account }) => clean(account)),
            MOST_PARTS,
          )}; --verbose shows all`,
        ]
      : []),
    ...(quiet > 0 ? [colour.faint(`  nothing to do on ${counted(quiet, "account")}`)] : []),
  ].join("\n");
}

function bakeText(bakeMs: number, isLast: boolean): string {
  if (bakeMs > 0) return `, then watched for ${durationText(bakeMs)}`;
  return isLast ? "" : ", and the next one follows at once if the gates hold";
}

function isQuiet({ plan, error, isDone }: PlannedPart): boolean {
  if (isDone === true) return true;
  return error === undefined && plan !== undefined && isIdle(plan) && blockedOf(plan) === undefined;
}

function partText({ account, plan, error = "" }: PlannedPart, verbose: boolean, colour: Paint): string {
  if (plan === undefined) return `  ${clean(account)}: ${colour.bad(`no plan: ${clean(error)}`)}`;
  if (verbose)
    return planText(plan, colour, { verbose, isOneOfSeveral: true })
      .trimEnd()
      .replace(/^(?=.)/gm, "  ");
  const blocked = blockedOf(plan);
  const problems = plan.diagnostics.filter(({ severity }) => severity === "error");
  return [
    `  ${planSummary(plan)}`,
    `    ${clean(changeText(plan))}`,
    ...(plan.money === undefined ? [] : shortMoneyLines(plan.money).map((line) => `  ${line}`)),
    ...(blocked === undefined ? [] : [colour.bad(`    ${clean(blocked)}`)]),
    ...problems.map(({ summary }) => colour.bad(`    ${clean(summary)}`)),
  ].join("\n");
}

/** Why accounts have no plan, each account once; as botform plan shows it. */
function problemsOf(waves: readonly PlannedWave[]): readonly Diagnostic[] {
  const parts = waves.flatMap((wave) => wave.parts);
  return [...new Map(parts.map(({ account, diagnostics = [] }) => [account, diagnostics])).values()].flat();
}

/** What must hold, in words. */
function gatesText({ gates, waitMs }: Pick<RolloutPlanFacts, "gates" | "waitMs">): string {
  const rules = ["every step was verified", "no breaker has tripped", ...ruleTexts(gates)];
  return `A wave passes while: ${rules.join("; ")}. What isn't known, or isn't there yet, is waited for ${durationText(waitMs)}; then the roll-out pauses.`;
}

function ruleTexts({ drift, loss, marginUsed, endedDeals }: Gates): readonly string[] {
  return [
    ...(drift ? ["no bot of the waves so far differs from the configuration"] : []),
    ...(loss === undefined ? [] : [`they have lost at most ${loss} since the wave began, in each quote asset`]),
    ...(marginUsed === undefined ? [] : [`at most ${marginUsed} % of each wallet is margin`]),
    ...(endedDeals === undefined ? [] : [`at least ${counted(endedDeals, "deal")} ended since the wave began`]),
  ];
}

/** What becomes of the waves before the one that fails. */
function failureText(waves: readonly PlannedWave[], { onFailure }: Pick<RolloutPlanFacts, "onFailure">): string {
  const lines = waves.map(({ name }, index) => {
    const before = waves.slice(0, index).flatMap(({ parts }) => parts.flatMap(({ bots }) => bots));
    const earlier = waves.slice(0, index).map((wave) => clean(wave.name));
    const those =
      before.length === 0
        ? "its own bots"
        : `the ${counted(before.length, "bot")} of ${index === 1 ? "wave" : "waves"} ${namesText(earlier, 3)} and its own`;
    return onFailure === "undo"
      ? `  If wave ${clean(name)} fails, ${those} go back: the runs are undone, newest first, as botform undo would; running deals stay open.`
      : `  If wave ${clean(name)} fails, the roll-out pauses, and ${those} stay as they are.`;
  });
  return lines.join("\n");
}

/** What is in the way, as the ledger has it: nobody has looked at the gates for this. */
function overrulesText({ wave, why, gates, gatesSeenAt }: Overrules, colour: Paint): string {
  return [
    colour.bold(`botform rollout promote overrules in wave ${clean(wave)}:`),
    ...(why === null ? [] : [`  paused: ${clean(why)}`]),
    ...gateLines(gates, gatesSeenAt, colour).map((line) => `  ${line}`),
  ].join("\n");
}
