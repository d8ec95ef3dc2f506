// The facts of a plan that every form shows: its bots with their steps, problems and highlights. Text, comment and page only lay them out.
import Big from "big.js";
import { type Action, SUMMARY_ORDER } from "../model/plan/actions.js";
import {
  countSteps,
  denialsOf,
  type FieldChange,
  type Plan,
  type PlannedBot,
  type Step,
  stepsByAddress,
} from "../model/plan/plan.js";
import { type Finding, isDenied } from "../model/policy/finding.js";
import { codeOf } from "../model/policy/policy-rules.js";
import {
  type AccountRisk,
  type BotMoney,
  type BotRisk,
  isKnown,
  type Unknown,
  type UnknownRisk,
} from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { type Diagnostic, hasErrors, type Position } from "../model/text/diagnostic.js";
import { growth, liquidationWords } from "./money-facts.js";
import { clean } from "./sanitize.js";
import { amount } from "./text/money-figures.js";
import { ruleText, STANDING } from "./text/policy-text.js";
import { showValue } from "./text/value.js";

export interface PlanOutline {
  readonly plan: Plan;
  readonly host: PlanHost | undefined;
  /** In the order of summaries; only actions that there are. */
  readonly counts: readonly (readonly [action: Action, count: number])[];
  /** Why it can't be applied, in a sentence. */
  readonly blocked: string | undefined;
  /** The worst first. */
  readonly highlights: readonly Highlight[];
  /** Those that put most more at risk stand first; as the plan has them where nothing is known of money. */
  readonly bots: readonly BotOutline[];
}

export interface BotOutline {
  readonly bot: PlannedBot;
  /** Its title as it is; of a new one, as it will be. */
  readonly title: string;
  /** `new bot` or `bot 7`. */
  readonly which: string;
  readonly steps: readonly StepOutline[];
  readonly money: BotMoney | undefined;
  /** `deal 7 (USDT-BTC) keeps leverage 5 (the bot: 7)`, a text for each running deal that keeps other settings; clean. */
  readonly kept: readonly string[];
}

export interface StepOutline {
  readonly step: Step;
  /** `update`, or `take-profit of deal 7`. */
  readonly name: string;
  /** Settings as they are and shall be; of a new bot all but its title, read over and not compared. */
  readonly rows: readonly FieldChange[];
}

export function outlineOf(plan: Plan): PlanOutline {
  const counts = countSteps(plan);
  return {
    plan,
    host: hostOf(plan),
    counts: SUMMARY_ORDER.filter((action) => counts[action] > 0).map((action) => [action, counts[action]]),
    blocked: blockedBy(plan),
    highlights: planHighlights(plan),
    bots: botsByGrowth(plan),
  };
}

/** Where the account is; a host that isn't the last run's stands before all else. */
export interface PlanHost {
  readonly isNew: boolean;
  readonly text: string;
}

export function hostOf({ origin, diagnostics }: Plan): PlanHost | undefined {
  const moved = diagnostics.find(({ code }) => code === OTHER_HOST);
  if (moved !== undefined) return { isNew: true, text: moved.summary };
  return origin === undefined ? undefined : { isNew: false, text: `at ${origin}` };
}

const OTHER_HOST = "plan/other-host";

export function botsByGrowth(plan: Plan): readonly BotOutline[] {
  const bots = botsOf(plan).map((bot) => ({ bot, by: bot.money === undefined ? new Big(0) : growth(bot.money) }));
  return bots.toSorted((left, right) => right.by.cmp(left.by)).map(({ bot }) => bot);
}

/** The bots that a step touches, as the plan has them. */
export function botsOf(plan: Plan): readonly BotOutline[] {
  const steps = stepsByAddress(plan);
  return Object.values(plan.bots).map((bot) => ({
    bot,
    title: bot.observed?.fields.title ?? bot.title,
    which: bot.observed === null ? "new bot" : `bot ${bot.observed.id}`,
    steps: (steps.get(bot.address) ?? []).map(stepOutline),
    money: plan.money?.bots[bot.address],
    kept: keptTexts(bot),
  }));
}

function stepOutline(step: Step): StepOutline {
  const { action, deal, changes } = step;
  const { takeProfit } = deal ?? {};
  const rows = takeProfit === undefined ? changes : [{ field: "percentTakeProfit" as const, ...takeProfit }];
  const isNew = action === "create";
  return { step, name: stepName(action, deal?.id), rows: isNew ? rows.filter(({ field }) => field !== "title") : rows };
}

/** `update`, `take-profit of deal 7`, or `complete-deal 7`. */
export function stepName(action: Action, dealId: number | undefined): string {
  if (dealId === undefined) return action;
  return action.endsWith("-deal") ? `${action} ${dealId}` : `${action} of deal ${dealId}`;
}

/** `deal 7 (USDT-BTC) keeps leverage 5 (the bot: 7), …`, a text for each running deal that keeps other settings; clean. */
export function keptTexts({ deals = [] }: PlannedBot): readonly string[] {
  return deals
    .filter(({ keeps }) => keeps.length > 0)
    .map(({ id, pairTitle, keeps }) => {
      const settings = keeps.map(
        ({ field, kept, after }) => `${field} ${showValue(kept)} (the bot's is ${showValue(after)})`,
      );
      return `deal ${id} (${clean(pairTitle)}) keeps ${settings.join(", ")}`;
    });
}

function blockedBy(plan: Plan): string | undefined {
  if (hasErrors(plan.diagnostics)) return "This plan has errors and can't be applied.";
  const denials = denialsOf(plan).length;
  return denials === 0 ? undefined : `Apply is blocked by ${counted(denials, "finding")}.`;
}

/** A warning, as every form shows it. */
export interface Highlight {
  readonly weight: "bad" | "warning" | "note";
  /** Address of the bot, or what else it is about. */
  readonly subject?: string | undefined;
  readonly text: string;
  /** The field where the text doesn't name it. */
  readonly field?: string | undefined;
  /** What to do about it. */
  readonly remedy?: string | undefined;
  /** What would make it known. */
  readonly knownBy?: string | undefined;
  /** Code, and the policy with its place. */
  readonly rule?: string | undefined;
  /** file:line. */
  readonly place?: string | undefined;
}

const RANK: Readonly<Record<Highlight["weight"], number>> = { bad: 0, warning: 1, note: 2 };

function planHighlights(plan: Plan): readonly Highlight[] {
  const { money, findings } = plan;
  const known = money === undefined ? [] : Object.entries(money.bots);
  return sorted([
    ...plan.diagnostics.map(ofDiagnostic),
    ...(findings ?? []).map(ofFinding),
    ...(money === undefined
      ? [
          ofUnknown({
            what: "the figures in money: this plan has none",
            needs: "make the plan with botform plan",
          }),
        ]
      : [
          ...ofFunds(money.after, findings),
          // Findings report the same with the line and the rule; a plan without findings still has its figures.
          ...(findings === undefined ? known.flatMap(([address, { after }]) => ofBot(address, after)) : []),
          ...money.unknown.map(ofUnknown),
        ]),
    ...Object.values(plan.bots).flatMap((bot) =>
      keptTexts(bot).map((text): Highlight => {
        const kept = `${text} until it ends; this plan doesn't change it`;
        return { weight: "warning", subject: bot.address, text: kept };
      }),
    ),
    ...plan.steps.flatMap((step) =>
      warningsOf(plan, step).map((text): Highlight => ({ weight: "warning", subject: step.address, text })),
    ),
    ...plan.undeclared.map((bot): Highlight => {
      const deals = bot.dealIds.length === 0 ? "" : `, ${counted(bot.dealIds.length, "running deal")}`;
      const fate =
        plan.undeclaredRule === "turn-off" && bot.on && bot.protected !== true ? "is turned off" : "stays as it is";
      const twin = bot.duplicateOf === undefined ? "" : `, with the same title as ${bot.duplicateOf}`;
      return {
        weight: bot.on ? "warning" : "note",
        subject: `bot ${bot.id} "${bot.title}"`,
        text: `is live and not in the configuration (${bot.on ? "on" : "off"}${deals}${twin}); it ${fate}`,
      };
    }),
  ]);
}

/** What a running deal keeps is said setting by setting already. */
function warningsOf({ bots }: Plan, { address, action, warnings }: Step): readonly string[] {
  const isReported = bots[address]?.deals?.some(({ keeps }) => keeps.length > 0) ?? false;
  return action === "update" && isReported ? [] : warnings;
}

/** The warnings about an account as it stands. @param unknowns bots that are on and whose figures are unknown */
export function accountHighlights(
  findings: readonly Finding[],
  totals: AccountRisk,
  unknowns: readonly (readonly [subject: string, risk: UnknownRisk])[],
  unknown: readonly Unknown[],
  diagnostics: readonly Diagnostic[] = [],
): readonly Highlight[] {
  return sorted([
    ...diagnostics.map(ofDiagnostic),
    ...findings.map(ofFinding),
    ...ofFunds(totals, findings),
    ...unknowns.flatMap(([subject, risk]) => ofBot(subject, risk)),
    ...unknown.map(ofUnknown),
  ]);
}

function sorted(highlights: readonly Highlight[]): readonly Highlight[] {
  return highlights.toSorted((left, right) => RANK[left.weight] - RANK[right.weight]);
}

function ofDiagnostic({ severity, code, summary, remedy, address, position }: Diagnostic): Highlight {
  const weight = severity === "error" || code === OTHER_HOST ? "bad" : "warning";
  return { weight, subject: address, text: summary, remedy, rule: code, place: placeOf(position) };
}

function ofFinding(finding: Finding): Highlight {
  const { kind, waived, address, field, summary, remedy, position } = finding;
  const weight = isDenied(finding) ? "bad" : waived === undefined ? "warning" : "note";
  const left = kind === "standing" ? ` (${STANDING})` : "";
  const letOff = waived === undefined ? "" : `; waived until ${waived.until}: ${waived.reason}`;
  return {
    weight,
    subject: address,
    field: field === undefined || summary.includes(field) ? undefined : field,
    text: `${summary}${left}${letOff}`,
    remedy,
    rule: ruleText(finding),
    place: placeOf(position),
  };
}

function placeOf(position: Position | undefined): string | undefined {
  return position === undefined ? undefined : `${position.file}:${position.line}`;
}

/** What can't be afforded is worth a word by itself; a finding that says so, and that nobody waived, is that word. */
function ofFunds({ quotes }: AccountRisk, findings: readonly Finding[] = []): readonly Highlight[] {
  const isReported = ({ code, kind, waived }: Finding) =>
    code === codeOf("affordable") && kind !== "unknown" && waived === undefined;
  if (findings.some(isReported)) return [];
  return quotes
    .filter(({ isAffordable }) => isAffordable === false)
    .map(({ quote, need, usable, feeReserve }) => ({
      weight: "bad",
      subject: quote,
      text: `the bots that are on need ${amount(need)}, plus ${amount(feeReserve)} for fees, but only ${amount(usable ?? "0")} is free: not every order can be placed`,
      remedy: "use smaller volumes, fewer safety orders or fewer bots; or add balance",
    }));
}

function ofBot(subject: string, risk: BotRisk | UnknownRisk): readonly Highlight[] {
  if (!isKnown(risk))
    return [
      { weight: "warning", subject, text: "its figures are unknown", remedy: `declare ${risk.lacks.join(", ")}` },
    ];
  const inside: Highlight = {
    weight: risk.on ? "bad" : "warning",
    subject,
    text: `${liquidationWords(risk).text}: they never fill`,
    remedy: "lower the leverage, the cover (fewer or closer safety orders) or the volumes",
  };
  const belowZero: Highlight = {
    weight: "bad",
    subject,
    text: `${counted(risk.belowZero, "safety order")} would be at a price of 0 or less`,
    remedy: "use fewer safety orders, or a smaller step",
  };
  return [...(risk.liquidation.kind === "inside" ? [inside] : []), ...(risk.belowZero > 0 ? [belowZero] : [])];
}

function ofUnknown({ what, needs }: Unknown): Highlight {
  return { weight: "note", subject: "Unknown", text: what, knownBy: needs };
}

/** One of each rule before the second of any: thirty bots may break one rule, and a single one another. */
export function varied(highlights: readonly Highlight[]): readonly Highlight[] {
  const rules = new Set<string>();
  const isNew = ({ rule }: Highlight) => rule === undefined || (!rules.has(rule) && rules.add(rule).size > 0);
  const first = new Set(highlights.filter(isNew));
  return [...first, ...highlights.filter((one) => !first.has(one))];
}

export const WEIGHTS: Readonly<Record<Highlight["weight"], string>> = {
  bad: "Serious",
  warning: "Warning",
  note: "Note",
};
