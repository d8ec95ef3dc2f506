// The facts of a plan that every form shows: its bots with their steps, problems and highlights. Text, comment and page only lay them out.

import Big from "big.js";
import type { PlaceOf, VariantOf } from "../model/bot/provenance.js";
import { type Action, SUMMARY_ORDER } from "../model/plan/actions.js";
import { limitsText, overText } from "../model/plan/limits.js";
import {
  countSteps,
  denialsOf,
  type FieldChange,
  isIdle,
  isUndo,
  type Plan,
  type PlannedBot,
  type Step,
  stepsByAddress,
  trippedOf,
} from "../model/plan/plan.js";
import type { PlanCode } from "../model/plan/plan-codes.js";
import { trippedText } from "../model/policy/breaker.js";
import { revisionText } from "../model/revision.js";
import type { PlanReplay } from "../model/risk/plan-replay.js";
import { type BotMoney, type BotRisk, isKnown } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { shownGrade } from "./grade-text.js";
import { type Highlight, type HighlightGroup, highlightGroups } from "./highlight.js";
import { keptTexts, OTHER_HOST, planHighlights } from "./highlights.js";
import { growth } from "./money-facts.js";
import { besidesOf, changeText, DENIED, denialsText, unplannedText, updateTexts } from "./plan-sentences.js";
import { variantTexts } from "./variant-changes.js";

export interface PlanOutline {
  readonly plan: Plan;
  readonly host: PlanHost | undefined;
  /** In the order of summaries; only actions that there are. */
  readonly counts: readonly (readonly [action: Action, count: number])[];
  /** What changes, with the new values, in a sentence. */
  readonly change: string;
  /** The same without what each of a few bots gets, which stands in lines of its own then: `btc: leverage 5 → 20`. */
  readonly lead: string;
  readonly updates: readonly string[];
  /** What becomes of the deals that run, and of live bots that nobody declared, in sentences. */
  readonly besides: readonly string[];
  /** The declared bots that couldn't be planned, in a sentence; undefined where there is none. */
  readonly unplanned: string | undefined;
  /** Why it can't be applied, in a sentence. */
  readonly blocked: string | undefined;
  /** The same above a list of what the policies deny. */
  readonly blockedAbove: string | undefined;
  /** What readers fear for and it is known to leave alone, in sentences; "" where nothing is known, or nothing is live. */
  readonly assured: string;
  /** Its grade in words, with the reasons; undefined where that says nothing more. */
  readonly grade: string | undefined;
  /** What it couldn't see. */
  readonly notKnown: readonly string[];
  /** The limits of an apply, where they aren't the default. */
  readonly limits: string | undefined;
  /** The worst first. */
  readonly highlights: readonly Highlight[];
  /** The same in a line for each that bots have in common. */
  readonly groups: readonly HighlightGroup[];
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
  /** `deal 7 (USDT-BTC) keeps leverage 5 (the bot's is 7)`, for the running deals that keep other settings; clean. */
  readonly kept: readonly string[];
}

export interface StepOutline {
  readonly step: Step;
  /** `update`, or `take-profit of deal 7`. */
  readonly name: string;
  /** undefined of an update: what it changes is all that there is to say of it. */
  readonly reason: string | undefined;
  /** What a bot that is turned on trades: its title may say nothing of it. */
  readonly trades?: string;
  /** Settings as they are and shall be; of a new bot all but its title, read over and not compared. */
  readonly rows: readonly FieldChange[];
}

/** What is known of a plan beside it. */
export interface Beside {
  /** Why apply would refuse it, if something beside the plan is the reason. */
  readonly refused?: string | undefined;
  /** Where the configuration states what it changes. */
  readonly placeOf?: PlaceOf | undefined;
  /** Its bots on past candles, before and after it, where that was asked for. */
  readonly replay?: PlanReplay | undefined;
  /** Which of its settings a variant of an experiment states. */
  readonly variantOf?: VariantOf | undefined;
}

export function outlineOf(plan: Plan, { refused, placeOf, variantOf }: Beside = {}): PlanOutline {
  const counts = countSteps(plan);
  const highlights = planHighlights(plan, placeOf);
  const stake = (address: string) => mostOf(plan.money?.bots[address]);
  return {
    plan,
    host: hostOf(plan),
    counts: SUMMARY_ORDER.filter((action) => counts[action] > 0).map((action) => [action, counts[action]]),
    change: changeText(plan),
    lead: changeText(plan, true),
    updates: updateTexts(plan.steps.filter(({ action }) => action === "update")) ?? [],
    besides: [...besidesOf(plan), ...variantTexts(plan, variantOf).map((text) => `Set by an experiment: ${text}.`)],
    unplanned: unplannedText(plan),
    blocked: blockedOf(plan, refused),
    blockedAbove: blockedBy(plan, denialsOf(plan).length === 0 ? undefined : DENIED, refused),
    assured: assuredText(plan),
    grade: shownGrade(plan),
    notKnown: notKnown(plan),
    limits: limitsText(plan),
    highlights,
    groups: highlightGroups(highlights, stake),
    bots: botsByGrowth(plan),
  };
}

/** What a bot may tie up after the plan; nothing where that isn't known. */
function mostOf(money: BotMoney | undefined): Big {
  return new Big(money?.most.after?.position ?? 0);
}

/** Of a plan that does something to live bots. */
export function assuredText({ assured, steps, observedBots }: Plan): string {
  if (assured === undefined || steps.length === 0 || observedBots === 0) return "";
  const { everyBotDeclared, noDealTouched, changesNothingByHand } = assured;
  return [
    ...(everyBotDeclared === true ? ["Every live bot is declared."] : []),
    ...(noDealTouched === true ? ["No running deal is touched."] : []),
    ...(changesNothingByHand === true ? ["Nothing that it changes was changed by hand."] : []),
  ].join(" ");
}

/** A list that may be cut comes first: it puts in doubt whatever isn't in it. */
function notKnown({ diagnostics, money, steps }: Plan): readonly string[] {
  const unread = UNREAD.flatMap((code) => diagnostics.filter((one) => one.code === code));
  const unpriced = money === undefined && steps.length > 0 ? ["the figures in money"] : [];
  return [...unread.map(({ summary }) => summary), ...unpriced, ...(money?.unknown ?? []).map(({ what }) => what)];
}

const UNREAD_LEDGER = "plan/unread-ledger" satisfies PlanCode;
const UNREAD = ["plan/cut-list", UNREAD_LEDGER, "plan/unlisted-bot"] as const satisfies readonly PlanCode[];

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

/** Where the account is, if that is as before, and which revision of the configuration the plan is made from. */
export function originText(plan: Plan): string {
  const host = hostOf(plan);
  const from = plan.revision === undefined ? [] : [revisionText(plan.revision)];
  return [...(host?.isNew === false ? [host.text] : []), ...from].join(", ");
}

export function botsByGrowth(plan: Plan): readonly BotOutline[] {
  const bots = botsOf(plan).map((bot) => ({ bot, by: bot.money === undefined ? new Big(0) : growth(bot.money) }));
  return bots.toSorted((left, right) => right.by.cmp(left.by)).map(({ bot }) => bot);
}

/** That nothing known stands in the way of an apply; undefined where something does, or there is nothing to apply. */
export function freeText({ plan, blocked }: Pick<PlanOutline, "plan" | "blocked">): string | undefined {
  // Without the ledger nothing is written, whatever the plan says.
  const isUnread = plan.diagnostics.some(({ code }) => code === UNREAD_LEDGER);
  if (blocked !== undefined || isUnread || isIdle(plan) || isUndo(plan)) return undefined;
  return `No ${plan.findings === undefined ? "error or limit" : "error, policy or limit"} blocks the apply.`;
}

/** The bots that a step touches, as the plan has them. */
export function botsOf(plan: Plan): readonly BotOutline[] {
  const steps = stepsByAddress(plan);
  return Object.values(plan.bots).map((bot) => ({
    bot,
    title: bot.observed?.fields.title ?? bot.title,
    which: bot.observed === null ? "new bot" : `bot ${bot.observed.id}`,
    steps: (steps.get(bot.address) ?? []).map((step) => stepOutline(step, bot, plan.money?.bots[bot.address])),
    money: plan.money?.bots[bot.address],
    kept: keptTexts([bot]),
  }));
}

function stepOutline(step: Step, bot: PlannedBot, money: BotMoney | undefined): StepOutline {
  const { action, deal, changes } = step;
  const { takeProfit } = deal ?? {};
  const { before = "", after = "" } = takeProfit ?? {};
  const rows = takeProfit === undefined ? changes : [{ field: "percentTakeProfit" as const, before, after }];
  const why = action === "update" && rows.length > 0 ? undefined : step.reason;
  // A title may say nothing of what is about to trade; a new bot's settings are listed.
  const trades = action === "turn-on" && bot.observed !== null && money !== undefined && isKnown(money.after);
  const own = action === "create" ? rows.filter(({ field }) => field !== "title") : rows;
  const shown = trades ? { trades: tradesText(money.after) } : {};
  return { step, name: stepName(action, deal?.id), reason: why, ...shown, rows: own };
}

/** Why a step is planned, and what is about to trade; undefined where there is nothing to say. */
export function whyOf({ reason, trades }: StepOutline): string | undefined {
  return trades === undefined ? reason : `${reason ?? ""} · ${trades}`;
}

function tradesText({ pair, side, leverage }: BotRisk): string {
  return `${pair} ${side}, leverage ${leverage}`;
}

/** `update`, `take-profit of deal 7`, or `complete-deal 7`. */
export function stepName(action: Action, dealId: number | undefined): string {
  if (dealId === undefined) return action;
  return action.endsWith("-deal") ? `${action} ${dealId}` : `${action} of deal ${dealId}`;
}

/** Why it can't be applied, in a sentence; undefined where nothing is known to stand in its way. */
export function blockedOf(plan: Plan, refused?: string): string | undefined {
  return blockedBy(plan, denialsText(denialsOf(plan)), refused);
}

function blockedBy(plan: Plan, denied: string | undefined, refused?: string): string | undefined {
  const errors = plan.diagnostics.filter(({ severity }) => severity === "error").length;
  // What else refuses it may be the denials again.
  const besides = errors > 0 || denied !== undefined ? overText(plan) : (refused ?? overText(plan));
  const breakers = trippedOf(plan);
  const tripped = breakers.length === 0 ? undefined : trippedText(breakers);
  const why = [errors > 0 ? counted(errors, "error") : undefined, denied, tripped, besides].filter(
    (one) => one !== undefined,
  );
  if (why.length === 0) return undefined;
  return `${errors > 0 ? "This plan can't be applied" : "Apply is blocked"}: ${why.join("; and ")}.`;
}
