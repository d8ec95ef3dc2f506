// Past runs as text: the runs in a table, one run step by step, and what became of unknown steps.

import { OUTCOME_KINDS } from "../../model/plan/outcome.js";
import {
  type HistoryFacts,
  type ResolvedStep,
  type ResolveFacts,
  type ResolveVerdict,
  type RunDetails,
  type RunFacts,
  type StepFacts,
  type WriteFacts,
  whyUnreadable,
} from "../../model/plan/past-run.js";
import { isLater } from "../../model/plan/plan-deal.js";
import { revisionText } from "../../model/revision.js";
import { counted } from "../../model/text/counted.js";
import { stepName } from "../plan-facts.js";
import { clean } from "../sanitize.js";
import { kindWord } from "./accounts-text.js";
import type { Paint } from "./paint.js";
import { mark } from "./plan-bots.js";
import { quoted, remarkLines, showValue, utc } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

/** What a later look says, in words. */
const VERDICTS: Readonly<Record<ResolveVerdict, string>> = {
  "took-effect": "took effect",
  "no-effect": "had no effect",
  unclear: "unclear",
};

/** Every run, and which there are that can't be told. */
export function historyText({ runs, unreadable, journal, account }: HistoryFacts, colour: Paint): string {
  const whose = account === undefined ? "" : ` of the account ${account}`;
  const text = runs.length === 0 ? `${clean(`there are no runs${whose} in ${journal}`)}\n` : runsText(runs, colour);
  if (unreadable.length === 0) return text;
  const lost = clean(`not shown here: ${unreadable.map(whyUnreadable).join(", ")}`);
  return `${text}${wrappedOnTerminal(lost, colour)}\n`;
}

/** One line for each run. */
export function runsText(runs: readonly RunFacts[], colour: Paint): string {
  const rows = runs.map((run) => [clean(run.id), clean(run.account), run.command, utc(run.beganAt)]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = runs.map((run, index) => {
    const cells = rows[index]?.map((cell, column) => cell.padEnd(widths[column] ?? 0)) ?? [];
    return `${cells.join("  ")}  ${howEnded(run, colour)}\n`;
  });
  return wrappedOnTerminal(lines.join(""), colour);
}

function howEnded({ endedAt, stop, counts, inDoubt }: RunFacts, colour: Paint): string {
  const shown = OUTCOME_KINDS.filter((kind) => counts[kind] > 0).map((kind) => {
    const text = `${counts[kind]} ${kindWord(kind)}`;
    if (kind !== "unknown") return kind === "failed" ? colour.bad(text) : text;
    const settled = counts.unknown - inDoubt;
    return `${colour.bad(text)}${settled === 0 ? "" : ` (${inDoubt === 0 ? "settled since" : `${settled} settled since`})`}`;
  });
  const end =
    endedAt === undefined ? [colour.bad("crashed, or still running")] : stop === undefined ? [] : [clean(stop)];
  return [...end, shown.join(", ") || "no steps"].join(": ");
}

/** Everything of one run, ending in a line feed. */
export function runText(run: RunDetails, colour: Paint): string {
  const { planId, revision, endedAt, stop, damaged } = run;
  const ended = endedAt === undefined ? colour.bad("not recorded: it crashed, or is still running") : utc(endedAt);
  const rows: readonly (readonly [string, string])[] = [
    ["service", clean(run.origin)],
    ["began", `${utc(run.beganAt)} by botform ${clean(run.tool)}`],
    ["ended", stop === undefined ? ended : `${ended}, ${clean(stop)}`],
    ...(planId === undefined ? [] : [["saved plan", clean(planId)] as const]),
    ...(revision === undefined ? [] : [["made from", clean(revisionText(revision))] as const]),
    ["steps", howEnded({ ...run, endedAt: endedAt ?? "" }, colour)],
  ];
  const head = colour.bold(`${run.command} ${clean(run.id)} on the account ${clean(run.account)}`);
  const lost = [
    ...(damaged > 0 ? [`${counted(damaged, "line")} of its journal can't be read and was left out`] : []),
    ...(run.torn ? ["the last line of its journal was cut off in the middle"] : []),
  ];
  const blocks = [
    [head, ...rows.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`)].join("\n"),
    ...run.steps.map((step) => stepText(step, colour)),
    ...remarkLines({ ...run, notes: [...run.notes, ...lost] }, colour),
    ...(endedAt === undefined ? [leftOver(run, colour)] : []),
    ...(endedAt === undefined && run.inDoubt === 0 ? ["To see what is left to do: botform plan"] : []),
    ...(run.inDoubt > 0 ? [`To find out what became of the unknown steps: botform resolve ${clean(run.id)}`] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function stepText(step: StepFacts, colour: Paint): string {
  const { kind, detail, rule, next, resolved, endedAt } = step;
  const which = `${quoted(step.title)}${step.botId === undefined ? "" : ` · bot ${step.botId}`}`;
  const word = kind === "failed" || kind === "unknown" ? colour.bad(kindWord(kind)) : kindWord(kind);
  const why = [word, ...(detail === undefined ? [] : [clean(detail)])].join(": ");
  return [
    `${mark(step.action, colour)} ${colour.bold(clean(step.address))}  ${which}`,
    `    ${stepName(step.action, step.dealId)}: ${why}${rule === undefined ? "" : ` (rule ${rule})`}`,
    ...(next === undefined ? [] : [`      next: ${clean(next)}`]),
    ...changeLines(step),
    ...step.writes.map((write, index) => `      ${writeText(write, index, colour)}`),
    ...(endedAt === undefined ? [] : [`      ${time(endedAt)}  ended`]),
    ...(resolved === undefined
      ? []
      : [`      checked again ${utc(resolved.at)}: ${VERDICTS[resolved.verdict]}: ${clean(resolved.detail)}`]),
  ].join("\n");
}

function changeLines({ action, changes, takeProfit }: StepFacts): string[] {
  if (takeProfit !== undefined) {
    const when = isLater(takeProfit) ? ", not immediately" : "";
    return [`      percentTakeProfit  ${clean(takeProfit.before)} → ${clean(takeProfit.after)}${when}`];
  }
  if (action !== "update") return [];
  return changes.map(
    ({ field, before, after }) => `      ${field}  ${showValue(before ?? null)} → ${showValue(after)}`,
  );
}

function writeText({ sends, sentAt, answer, answeredAt, message }: WriteFacts, index: number, colour: Paint): string {
  const sent = `${time(sentAt)}  ${clean(sends)} sent${index === 0 ? "" : ` (attempt ${index + 1})`}`;
  if (answer === undefined) return `${sent}, ${colour.bad("no answer recorded")}`;
  const at = answeredAt === undefined ? "" : `${time(answeredAt)} `;
  return `${sent}, ${at}${clean(answer)}${message === undefined ? "" : `: ${clean(message)}`}`;
}

/** What a run that never ended leaves open. */
function leftOver({ steps }: RunDetails, colour: Paint): string {
  const unknown = steps.filter(({ inDoubt, endedAt }) => inDoubt && endedAt === undefined);
  const never = steps.filter(({ kind, endedAt }) => kind === "not-started" && endedAt === undefined);
  const line = (step: StepFacts, why: string) => `  ${clean(step.address)} ${stepName(step.action, step.dealId)}${why}`;
  const sent = ({ writes }: StepFacts) => {
    const last = writes.at(-1);
    if (last === undefined) return "";
    const heard = last.answer === undefined ? "no answer was recorded" : `answered ${clean(last.answer)}`;
    return `: sent at ${time(last.sentAt)}, ${heard}, and nothing was recorded after that`;
  };
  return [
    ...(unknown.length === 0 ? [] : [colour.bold("unknown:"), ...unknown.map((step) => line(step, sent(step)))]),
    ...(never.length === 0 ? [] : [colour.bold("never started:"), ...never.map((step) => line(step, ""))]),
    ...(unknown.length + never.length === 0
      ? ["The outcome of every step is known; only the end of the run wasn't recorded."]
      : []),
  ].join("\n");
}

/** `18:00:00.123`. */
function time(iso: string): string {
  return iso.slice(11, 23);
}

/** What later looks came to, run by run, and the sum. */
export function resolveText({ account, asked, runs, open }: ResolveFacts, colour: Paint): string {
  const blocks = runs.map(({ id, command, account: own, steps }) => {
    const lines = steps.map((step) => resolvedLine(step, colour));
    return `${[colour.bold(clean(`${command} ${id} on the account ${own}`)), ...lines].join("\n")}\n\n`;
  });
  const count = runs.flatMap(({ steps }) => steps).length;
  const where = asked === undefined ? `of the account ${account}` : `of the run ${asked}`;
  const sum = `${count - open} settled, ${open} open. botform plan shows what is left to do.`;
  return `${blocks.join("")}${count === 0 ? clean(`nothing ${where} is in doubt`) : sum}\n`;
}

function resolvedLine({ action, address, dealId, verdict, settled, detail }: ResolvedStep, colour: Paint): string {
  const open = verdict === "no-effect" ? "open" : VERDICTS[verdict];
  const word = settled ? colour.good(VERDICTS[verdict]) : colour.bad(open);
  return `  ${mark(action, colour)} ${clean(address)}  ${stepName(action, dealId)}: ${word}: ${clean(detail)}`;
}
