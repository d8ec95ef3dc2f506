// The plan as a person reads it on a terminal: the summary first, then each bot with what changes and why.

import { ACTIONS, type Action, SUMMARY_ORDER } from "../../model/plan/actions.js";
import {
  countSteps,
  denialsOf,
  type FieldChange,
  type Plan,
  type PlannedBot,
  type Step,
  stepsByAddress,
} from "../../model/plan/plan.js";
import type { BotMoney } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { keptLines, stepName } from "./deal-lines.js";
import { diagnosticsText } from "./diagnostics-text.js";
import { accountMoneyText, botMoneyLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { findingsText } from "./policy-text.js";
import { quoted, showValue } from "./value.js";

/** Columns, the indent left out. */
const LINE_WIDTH = 94;

/** One line: how many steps of which kind, and what stays as it is. */
export function planSummary(plan: Plan): string {
  const steps = stepCounts(countSteps(plan));
  const rest = [
    `${plan.unchanged} unchanged`,
    ...(plan.undeclared.length > 0 ? [`${plan.undeclared.length} undeclared`] : []),
    ...problemCounts(plan),
    ...(denialsOf(plan).length > 0 ? ["denied by policy"] : []),
  ];
  return `${clean(plan.account)}: ${steps.length === 0 ? "no changes" : steps.join(", ")} · ${rest.join(" · ")}`;
}

/** `2 to create`, for each action that there is. */
export function stepCounts(counts: Readonly<Record<Action, number>>): string[] {
  const some = SUMMARY_ORDER.filter((action) => counts[action] > 0);
  return some.map((action) => `${counts[action]} ${ACTIONS[action].words.summary}`);
}

function problemCounts(plan: Plan): string[] {
  const errors = plan.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = plan.diagnostics.length - errors;
  return [...(errors > 0 ? [counted(errors, "error")] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])];
}

/** The whole plan, ending in a line feed. */
export function planText(plan: Plan, colour: Paint): string {
  const steps = stepsByAddress(plan);
  const blocks = [
    colour.bold(planSummary(plan)),
    ...Object.values(plan.bots).map((bot) =>
      botText(bot, steps.get(bot.address) ?? [], colour, plan.money?.bots[bot.address]),
    ),
    ...(plan.money !== undefined && plan.steps.length > 0 ? [accountMoneyText(plan.money, colour)] : []),
    ...((plan.findings ?? []).length > 0 ? [findingsText(plan.findings ?? [], colour)] : []),
    ...(plan.undeclared.length > 0 ? [undeclaredText(plan, colour)] : []),
    ...(plan.diagnostics.length > 0 ? [diagnosticsText(plan.diagnostics, colour).trimEnd()] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function botText(bot: PlannedBot, steps: readonly Step[], colour: Paint, money?: BotMoney): string {
  const symbols = steps.map((step) => mark(step.action, colour)).join(" ");
  const which = bot.observed === null ? "new bot" : `bot ${bot.observed.id}`;
  const shown = bot.observed?.fields.title ?? bot.title;
  const head = `${symbols} ${colour.bold(clean(bot.address))}  ${quoted(shown)} · ${which} · ${clean(bot.accessTitle)}`;
  const cost = money === undefined ? [] : botMoneyLines(money, colour);
  return [head, ...steps.flatMap((step) => stepLines(step, colour)), ...cost, ...keptLines(bot, colour)].join("\n");
}

function stepLines(step: Step, colour: Paint): string[] {
  const { takeProfit } = step.deal ?? {};
  return [
    `    ${stepName(step.action, step.deal?.id)}: ${clean(step.reason)}`,
    ...(takeProfit === undefined
      ? []
      : [
          `      percentTakeProfit  ${colour.faint(clean(takeProfit.before))} → ${colour.bold(clean(takeProfit.after))}`,
        ]),
    ...(step.action === "create" ? settingLines(step.changes) : changeLines(step.changes, colour)),
    ...step.warnings.map((warning) => colour.change(`    ! ${clean(warning)}`)),
  ];
}

function changeLines(changes: readonly FieldChange[], colour: Paint): string[] {
  const width = Math.max(0, ...changes.map((change) => change.field.length));
  return changes.map(
    ({ field, before, after }) =>
      `      ${field.padEnd(width)}  ${colour.faint(showValue(before ?? null))} → ${colour.bold(showValue(after))}`,
  );
}

/** A new bot's settings, several to a line: they are read over, not compared. */
function settingLines(changes: readonly FieldChange[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { field, after } of changes) {
    if (field === "title") continue;
    const setting = `${field} ${showValue(after)}`;
    const longer = line === "" ? setting : `${line} · ${setting}`;
    if (longer.length > LINE_WIDTH && line !== "") lines.push(`      ${line}`);
    line = longer.length > LINE_WIDTH ? setting : longer;
  }
  return line === "" ? lines : [...lines, `      ${line}`];
}

/** An action's symbol in its colour. */
export function mark(action: Action, colour: Paint): string {
  const { symbol, tone } = ACTIONS[action].mark;
  if (tone === "warn") return colour.change(symbol);
  return tone === "bad" ? colour.bad(symbol) : colour.good(symbol);
}

function turnedOffWords({ undeclared }: Plan): string {
  const some = undeclared.some((bot) => bot.protected === true)
    ? "those that are on and not protected"
    : "those that are on";
  return `${some} are turned off`;
}

function undeclaredText(plan: Plan, colour: Paint): string {
  const fate = plan.undeclaredRule === "turn-off" ? turnedOffWords(plan) : "nothing is done to them";
  const rows = plan.undeclared.map((bot) => {
    const deals =
      bot.dealIds.length === 0 ? "" : `, ${counted(bot.dealIds.length, "running deal")} (${bot.dealIds.join(", ")})`;
    const duplicate = bot.duplicateOf === undefined ? "" : `, a second bot with the title of ${clean(bot.duplicateOf)}`;
    const held = bot.protected === true ? ", protected" : "";
    return `  ${bot.id} ${quoted(bot.title)}  ${bot.on ? colour.good("on") : "off"} (${clean(bot.status)})${deals}${duplicate}${held}`;
  });
  return [colour.bold(`Live but not in the configuration; ${fate}:`), ...rows].join("\n");
}
