// The plan as a person reads it on a terminal: the summary first, then each bot with what changes and why.

import { ACTIONS, type Action, SUMMARY_ORDER } from "../../model/plan/actions.js";
import { limitsText, overText } from "../../model/plan/limits.js";
import {
  countSteps,
  denialsOf,
  isTurnOffsAlone,
  isUndo,
  type Plan,
  trippedOf,
  type UndeclaredBot,
} from "../../model/plan/plan.js";
import { trippedText } from "../../model/policy/breaker.js";
import { type Finding, isStanding } from "../../model/policy/finding.js";
import { counted } from "../../model/text/counted.js";
import { shownGrade } from "../grade-text.js";
import { accountGroups, type HighlightGroup } from "../highlight.js";
import { assuredText, type Beside, blockedOf, freeText, hostOf, originText } from "../plan-facts.js";
import { besidesOf, breakersText, changeText, denialsText } from "../plan-sentences.js";
import { clean } from "../sanitize.js";
import { undeclaredSettingTexts } from "../undeclared-settings.js";
import { variantTexts } from "../variant-changes.js";
import { worseGroups, worseHighlights } from "../worse.js";
import { diagnosticsText } from "./diagnostics-text.js";
import { accountMoneyText, shortMoneyLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { botTexts } from "./plan-bots.js";
import { firstOf } from "./plan-groups.js";
import { planReplayBlocks } from "./plan-replay-text.js";
import { findingsText } from "./policy-text.js";
import { groupText, quoted, titled } from "./value.js";
import { wrapped } from "./wrap.js";

/** One line: how many steps of which kind, and what stays as it is. */
export function planSummary(plan: Plan): string {
  const errors = plan.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  // What was so before is no news: the list below counts it apart.
  const isWarning = (finding: Finding) =>
    finding.severity === "warn" && finding.waived === undefined && !isStanding(finding);
  const warnings = plan.diagnostics.length - errors + (plan.findings ?? []).filter(isWarning).length;
  const { held = [], lifted = [] } = plan;
  const counts = [...stepCounts(countSteps(plan)), ...(lifted.length > 0 ? [`${lifted.length} protect to lift`] : [])];
  const rest = [
    `${plan.unchanged} unchanged`,
    ...(held.length > 0 ? [`${held.length} held`] : []),
    ...(plan.undeclared.length > 0 ? [`${plan.undeclared.length} undeclared`] : []),
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(denialsOf(plan).length > 0 ? ["denied by policy"] : []),
    ...(trippedOf(plan).length > 0 ? ["breaker tripped"] : []),
    ...(overText(plan) === undefined ? [] : ["over a limit"]),
  ];
  return `${clean(plan.account)}: ${counts.join(", ") || (errors > 0 ? "no plan" : "no changes")} · ${rest.join(" · ")}`;
}

/** `2 to create`, for each action that there is. */
export function stepCounts(counts: Readonly<Record<Action, number>>): string[] {
  const some = SUMMARY_ORDER.filter((action) => counts[action] > 0);
  return some.map((action) => `${counts[action]} ${ACTIONS[action].words.summary}`);
}

export interface PlanTextOptions extends Beside {
  /** Each bot by itself. */
  readonly verbose?: boolean | undefined;
  /** Other accounts' plans stand beside it. */
  readonly isOneOfSeveral?: boolean | undefined;
}

/** The whole plan, ending in a line feed. */
export function planText(
  plan: Plan,
  colour: Paint,
  { refused, placeOf, variantOf, replay, verbose = false, isOneOfSeveral = false }: PlanTextOptions = {},
): string {
  const { money, findings = [], undeclared, diagnostics } = plan;
  const changes = [
    headText(plan, colour, refused),
    ...limitLines(plan, colour, refused),
    ...(plan.breakers === undefined ? [] : [clean(breakersText(plan.breakers))]),
    ...worseText(worseGroups(plan, placeOf), plan, colour, isOneOfSeveral),
    ...botTexts(plan, colour, verbose),
    ...titled(colour.bold("Set by variants of experiments:"), variantTexts(plan, variantOf)),
    ...(money !== undefined && plan.steps.length > 0 ? [accountMoneyText(money, colour)] : []),
    ...(isWithoutMoney(plan) ? [NO_MONEY] : []),
  ];
  const besides = [
    ...(findings.length > 0 ? [findingsText(findings, colour, { verbose })] : []),
    ...(undeclared.length > 0 ? [undeclaredText(plan, colour, verbose)] : []),
    ...undeclaredSettingsText(plan.undeclaredSettings, colour),
  ];
  const blocks = [
    ...changes.map((text) => wrapped(text, colour)),
    ...(replay === undefined ? [] : planReplayBlocks(replay, colour, verbose)),
    ...besides.map((text) => wrapped(text, colour)),
    ...(diagnostics.length > 0 ? [diagnosticsText(diagnostics, colour).trimEnd()] : []),
  ];
  const text = blocks.join("\n\n");
  // Who has read so far doesn't see the first lines any more.
  if (text.split("\n").length > LONG) return `${text}\n\n${wrapped(endText(plan, colour, refused), colour)}\n`;
  const [head = "", ...rest] = blocks;
  return `${[[head, ...gradeLines(plan).map((line) => wrapped(line, colour))].join("\n"), ...rest].join("\n\n")}\n`;
}

/** Of an undo that may cost something, without a configuration no figures are worked out. */
function isWithoutMoney(plan: Plan): boolean {
  return plan.money === undefined && isUndo(plan) && !isTurnOffsAlone(plan);
}

const NO_MONEY =
  "Not known: what these steps cost, since there is no configuration that says what to assume (-c names one). Before you go on, botform risk --live shows what the bots may cost as they are.";

/** What a screen must show that shows nothing else: what is done, what it may cost, what refuses it. */
function endText(plan: Plan, colour: Paint, refused: string | undefined): string {
  const { money, steps } = plan;
  const costs = money === undefined || steps.length === 0 ? [] : shortMoneyLines(money);
  return [
    colour.bold(planSummary(plan)),
    ...(steps.length === 0 ? [] : [`  ${[changeText(plan), ...besidesOf(plan)].map(clean).join(" ")}`]),
    ...costs,
    ...worseHighlights(plan)
      .filter(({ weight }) => weight === "bad")
      .slice(0, MOST_SERIOUS)
      .map(({ subject, text: what }) => colour.bad(`  ! ${clean(subject ?? "")}: ${clean(what)}`)),
    ...[freeText({ plan, blocked: blockedOf(plan, refused) }) ?? []].flat().map((one) => colour.good(`  ${one}`)),
    ...gradeLines(plan),
    ...limitLines(plan, colour, refused).map((lines) => `  ${lines.replaceAll("\n", "\n  ")}`),
  ].join("\n");
}

const LONG = 24;
/** Said again at the end. */
const MOST_SERIOUS = 3;

/** What apply may do with the plan, where that isn't the default, and that it won't. */
function limitLines(plan: Plan, colour: Paint, refused = overText(plan)): string[] {
  const limits = limitsText(plan);
  const breakers = trippedOf(plan);
  const tripped = breakers.length === 0 ? undefined : trippedText(breakers);
  const reasons = [denialsText(denialsOf(plan)), tripped, refused].filter((one) => one !== undefined);
  const lines = [
    ...(limits === undefined ? [] : [`${colour.bold("Limits:")} ${clean(limits)}.`]),
    ...(reasons.length === 0 ? [] : [`${colour.bad("Apply would refuse it:")} ${clean(reasons.join("; and "))}.`]),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** What page and comment name first, too. */
function worseText(
  groups: readonly HighlightGroup[],
  { account }: Plan,
  colour: Paint,
  isOneOfSeveral: boolean,
): string[] {
  const shown = isOneOfSeveral ? accountGroups([{ account, groups }]) : groups;
  const lines = shown.map((group) => {
    const mark = group.weight === "bad" ? colour.bad("!") : colour.change("!");
    return `  ${mark} ${groupText(group)}`;
  });
  return lines.length === 0 ? [] : [[colour.bold("This makes worse:"), ...lines].join("\n")];
}

function headText(plan: Plan, colour: Paint, refused: string | undefined): string {
  const host = hostOf(plan);
  const good = [freeText({ plan, blocked: blockedOf(plan, refused) }) ?? "", assuredText(plan)].filter(
    (one) => one !== "",
  );
  return [
    ...(host?.isNew === true ? [colour.bad(`! ${clean(host.text)}`)] : []),
    colour.bold(planSummary(plan)),
    ...[originText(plan)].flatMap((text) => (text === "" ? [] : [`  ${clean(text)}`])),
    ...good.map((one) => colour.good(`  ${one}`)),
  ].join("\n");
}

function gradeLines(plan: Plan): string[] {
  const grade = shownGrade(plan);
  return grade === undefined ? [] : [`  Grade: ${clean(grade)}.`];
}

function turnedOffWords({ undeclared }: Plan): string {
  const some = undeclared.some((bot) => bot.protected === true)
    ? "those that are on and not protected"
    : "those that are on";
  return `${some} are turned off`;
}

/** Those that are on, or whose deals run, stand first; of many, the others are only counted. */
function undeclaredText(plan: Plan, colour: Paint, verbose: boolean): string {
  const fate = plan.undeclaredRule === "turn-off" ? turnedOffWords(plan) : "they stay as they are";
  const isQuiet = ({ on, dealIds }: UndeclaredBot) => !on && dealIds.length === 0;
  const sorted = [...plan.undeclared.filter((bot) => !isQuiet(bot)), ...plan.undeclared.filter(isQuiet)];
  const { first, more } = verbose ? { first: sorted, more: 0 } : firstOf(sorted, MOST_UNDECLARED);
  const on = sorted.slice(first.length).filter((bot) => bot.on).length;
  const rows = first.map((bot) => {
    const deals =
      bot.dealIds.length === 0 ? "" : `, ${counted(bot.dealIds.length, "running deal")} (${bot.dealIds.join(", ")})`;
    const duplicate = bot.duplicateOf === undefined ? "" : `, with the same title as ${clean(bot.duplicateOf)}`;
    const held = bot.protected === true ? ", protected" : "";
    return `  ${bot.id} ${quoted(bot.title)}  ${bot.on ? colour.good("on") : "off"} (${clean(bot.status)})${deals}${duplicate}${held}`;
  });
  const rest = more === 0 ? [] : [`  and ${more} more, ${on} of them on; --verbose shows each`];
  return [colour.bold(`Live but not in the configuration; ${fate}:`), ...rows, ...rest].join("\n");
}

const MOST_UNDECLARED = 12;

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
