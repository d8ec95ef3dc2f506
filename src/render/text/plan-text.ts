// The plan as a person reads it on a terminal: the summary first, then each bot with what changes and why; and a saved plan's particulars.

import { ACTIONS, type Action, SUMMARY_ORDER } from "../../model/plan/actions.js";
import { excessText, limitsText } from "../../model/plan/limits.js";
import { countSteps, denialsOf, type Plan } from "../../model/plan/plan.js";
import type { SavedFacts } from "../../model/planfile/planfile.js";
import { counted } from "../../model/text/counted.js";
import { type BotOutline, botsOf, hostOf, type StepOutline } from "../plan-facts.js";
import { clean } from "../sanitize.js";
import { undeclaredSettingTexts } from "../undeclared-settings.js";
import { diagnosticsText } from "./diagnostics-text.js";
import { accountMoneyText, botMoneyLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { findingsText } from "./policy-text.js";
import { changeLines, packedLines, quoted, showValue, titled } from "./value.js";

/** One line: how many steps of which kind, and what stays as it is. */
export function planSummary(plan: Plan): string {
  const errors = plan.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = plan.diagnostics.length - errors;
  const { held = [], lifted = [] } = plan;
  const counts = [...stepCounts(countSteps(plan)), ...(lifted.length > 0 ? [`${lifted.length} protect to lift`] : [])];
  const rest = [
    `${plan.unchanged} unchanged`,
    ...(held.length > 0 ? [`${held.length} held`] : []),
    ...(plan.undeclared.length > 0 ? [`${plan.undeclared.length} undeclared`] : []),
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(denialsOf(plan).length > 0 ? ["denied by policy"] : []),
    ...(excessText(plan) === undefined ? [] : ["over a limit"]),
  ];
  return `${clean(plan.account)}: ${counts.join(", ") || (errors > 0 ? "no plan" : "no changes")} · ${rest.join(" · ")}`;
}

/** `2 to create`, for each action that there is. */
export function stepCounts(counts: Readonly<Record<Action, number>>): string[] {
  const some = SUMMARY_ORDER.filter((action) => counts[action] > 0);
  return some.map((action) => `${counts[action]} ${ACTIONS[action].words.summary}`);
}

/** The whole plan, ending in a line feed. @param refused why apply would refuse it, if something beside the plan is the reason */
export function planText(plan: Plan, colour: Paint, refused?: string): string {
  const { money, findings = [], undeclared, diagnostics } = plan;
  const blocks = [
    headText(plan, colour),
    ...botsOf(plan).map((bot) => botText(bot, colour)),
    ...(money !== undefined && plan.steps.length > 0 ? [accountMoneyText(money, colour)] : []),
    ...(findings.length > 0 ? [findingsText(findings, colour)] : []),
    ...limitLines(plan, colour, refused),
    ...(undeclared.length > 0 ? [undeclaredText(plan, colour)] : []),
    ...undeclaredSettingsText(plan.undeclaredSettings, colour),
    ...(diagnostics.length > 0 ? [diagnosticsText(diagnostics, colour).trimEnd()] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** What apply may do with the plan, where that isn't the default, and that it won't. */
function limitLines(plan: Plan, colour: Paint, refused = excessText(plan)): string[] {
  const limits = limitsText(plan);
  const lines = [
    ...(limits === undefined ? [] : [`${colour.bold("Limits:")} ${clean(limits)}.`]),
    ...(refused === undefined ? [] : [`${colour.bad("Apply would refuse it:")} ${clean(refused)}.`]),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function headText(plan: Plan, colour: Paint): string {
  const [summary, host] = [colour.bold(planSummary(plan)), hostOf(plan)];
  if (host === undefined) return summary;
  return host.isNew ? `${colour.bad(`! ${clean(host.text)}`)}\n${summary}` : `${summary}\n  ${clean(host.text)}`;
}

function botText({ bot, title, which, steps, money, kept }: BotOutline, colour: Paint): string {
  const symbols = steps.map(({ step }) => mark(step.action, colour)).join(" ");
  return [
    `${symbols} ${colour.bold(clean(bot.address))}  ${quoted(title)} · ${which} · ${clean(bot.accessTitle)}`,
    ...steps.flatMap((one) => stepLines(one, colour)),
    ...(money === undefined ? [] : botMoneyLines(money, colour)),
    ...kept.map((text) => colour.change(`    ! ${text}`)),
  ].join("\n");
}

function stepLines({ step: { action, reason, warnings }, name, rows }: StepOutline, colour: Paint): string[] {
  const settings = rows.map(({ field, before, after }) => ({
    name: field,
    before: showValue(before ?? null),
    after: showValue(after),
  }));
  return [
    `    ${name}: ${clean(reason)}`,
    ...(action === "create" ? packedLines(settings) : changeLines(settings, colour)),
    ...warnings.map((warning) => colour.change(`    ! ${clean(warning)}`)),
  ];
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
  const fate = plan.undeclaredRule === "turn-off" ? turnedOffWords(plan) : "they stay as they are";
  const rows = plan.undeclared.map((bot) => {
    const deals =
      bot.dealIds.length === 0 ? "" : `, ${counted(bot.dealIds.length, "running deal")} (${bot.dealIds.join(", ")})`;
    const duplicate = bot.duplicateOf === undefined ? "" : `, with the same title as ${clean(bot.duplicateOf)}`;
    const held = bot.protected === true ? ", protected" : "";
    return `  ${bot.id} ${quoted(bot.title)}  ${bot.on ? colour.good("on") : "off"} (${clean(bot.status)})${deals}${duplicate}${held}`;
  });
  return [colour.bold(`Live but not in the configuration; ${fate}:`), ...rows].join("\n");
}

/** A line for each setting; those that the configuration wants off, and that no step can be sure to switch off, by themselves. */
export function undeclaredSettingsText(settings: Plan["undeclaredSettings"] = [], colour: Paint): string[] {
  const [kept, left] = [settings.filter(({ wanted }) => wanted === undefined), settings.filter(({ wanted }) => wanted)];
  return [
    ...titled(colour.bold("Set on the service and not declared; they stay as they are:"), undeclaredSettingTexts(kept)),
    ...titled(colour.bold(UNSURE_OFF), undeclaredSettingTexts(left)),
  ];
}

const UNSURE_OFF =
  "Set on the service and not declared; undeclaredSettings is off, but the API has no certain way to switch these off, so no step tries. Switch them off on the service, or declare null to have apply try it:";

/** The particulars in a few lines, ending in a line feed. `now` in milliseconds since the epoch. */
export function savedText(facts: SavedFacts, steps: number, now: number, colour: Paint): string {
  const rows = [
    ["account", `${clean(facts.account)} on ${clean(facts.origin)}`],
    ["made", `${clean(facts.createdAt)} by botform ${clean(facts.toolVersion)}`],
    ["valid until", `${clean(facts.expiresAt)} (${remaining(Date.parse(facts.expiresAt) - now)})`],
    ["steps", String(steps)],
    ["verified", verifiedText(facts.verified, colour)],
  ];
  const head = colour.bold(`Saved plan ${clean(facts.id)}`);
  return `${[head, ...rows.map(([name, value]) => `  ${name?.padEnd(11)}  ${value}`)].join("\n")}\n`;
}

function verifiedText(verified: boolean | null, colour: Paint): string {
  if (verified === null) return "not yet: anybody can write such a file; apply checks that it is authentic";
  return verified ? colour.good("yes, for this configuration and key") : colour.bad("NO, see the error");
}

/** `another 12 minutes`, `another 3 hours`, `over for 2 days`: whole units, rounded down. */
function remaining(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? ([1, "second"] as const);
  const span = counted(Math.floor(seconds / size), unit);
  return ms > 0 ? `${span} left` : `expired ${span} ago`;
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;
