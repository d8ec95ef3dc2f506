// The facts of a plan that every form shows: its bots with their steps, problems and highlights. Text, comment and page only lay them out.
import Big from "big.js";
import { groupBy } from "../model/order.js";
import { ACTIONS, type Action, SUMMARY_ORDER } from "../model/plan/actions.js";
import { limitsText, overText } from "../model/plan/limits.js";
import {
  countSteps,
  denialsOf,
  type FieldChange,
  type Plan,
  type PlannedBot,
  type Step,
  stepsByAddress,
  type UndeclaredBot,
} from "../model/plan/plan.js";
import type { PlanCode } from "../model/plan/plan-codes.js";
import type { BotMoney } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { namesText } from "../model/text/named.js";
import { type Highlight, type HighlightGroup, highlightGroups } from "./highlight.js";
import { keptTexts, OTHER_HOST, planHighlights } from "./highlights.js";
import { growth } from "./money-facts.js";
import { showValue } from "./text/value.js";

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
  /** What readers fear for and it is known to leave alone, in sentences; "" where nothing is known, or nothing is live. */
  readonly assured: string;
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
  /** Settings as they are and shall be; of a new bot all but its title, read over and not compared. */
  readonly rows: readonly FieldChange[];
}

/** @param refused why apply would refuse it, whatever the plan says itself */
export function outlineOf(plan: Plan, refused?: string): PlanOutline {
  const counts = countSteps(plan);
  const highlights = planHighlights(plan);
  const stake = (address: string) => mostOf(plan.money?.bots[address]);
  return {
    plan,
    host: hostOf(plan),
    counts: SUMMARY_ORDER.filter((action) => counts[action] > 0).map((action) => [action, counts[action]]),
    change: changeText(plan),
    lead: changeText(plan, true),
    updates: updateTexts(plan.steps.filter(({ action }) => action === "update")) ?? [],
    besides: besidesOf(plan),
    unplanned: unplannedText(plan),
    blocked: blockedBy(plan, refused),
    assured: assuredText(plan),
    notKnown: notKnown(plan),
    limits: limitsText(plan),
    highlights,
    groups: highlightGroups(highlights, stake),
    bots: botsByGrowth(plan),
  };
}

/** Nothing where no deal runs on a bot that changes, none is held, and every bot is declared. */
export function besidesOf({ bots, steps, undeclared, undeclaredRule, held = [] }: Plan): readonly string[] {
  const deals = Object.values(bots).flatMap(({ deals: own = [] }) => own);
  const kept = deals.filter(({ keeps }) => keeps.length > 0).length;
  const areTouched = steps.some(({ deal }) => deal !== undefined);
  const running = `${counted(deals.length, "running deal")} of these bots ${deals.length === 1 ? "goes" : "go"} on`;
  const own =
    kept === 0
      ? ""
      : `, ${kept === deals.length ? "" : `${kept} of them `}with the settings that ${kept === 1 ? "it has" : "they have"} now`;
  return [
    ...(deals.length === 0 || areTouched ? [] : [`${running}${own}.`]),
    ...(held.length === 0
      ? []
      : [
          `Held: ${namesText(
            held.map(({ address }) => nameOf(address)),
            MOST_BOTS,
          )}.`,
        ]),
    ...(undeclared.length === 0 ? [] : [undeclaredSentence(undeclared, undeclaredRule)]),
  ];
}

/** Those that are on are named first. */
function undeclaredSentence(bots: Plan["undeclared"], rule: Plan["undeclaredRule"]): string {
  const isOff = (bot: UndeclaredBot) => rule === "turn-off" && bot.on && bot.protected !== true;
  const on = bots.filter(({ on: one }) => one);
  const names = [...on, ...bots.filter((bot) => !bot.on)].map(({ id, title }) => `${id} "${title}"`);
  const off = bots.filter(isOff).length;
  const fate =
    off === 0
      ? `${bots.length === 1 ? "stays as it is" : "they stay as they are"}`
      : `${off} of them ${off === 1 ? "is" : "are"} turned off`;
  return `${counted(bots.length, "live bot")} not in the configuration (${namesText(names, MOST_BOTS)}; ${on.length} on): ${fate}.`;
}

/** What a bot may tie up after the plan; nothing where that isn't known. */
function mostOf(money: BotMoney | undefined): Big {
  return new Big(money?.most.after?.position ?? 0);
}

/** Of a plan that does something to live bots. */
export function assuredText({ assured, steps, observedBots }: Plan): string {
  if (assured === undefined || steps.length === 0 || observedBots === 0) return "";
  const { everyBotDeclared, noDealTouched } = assured;
  return [
    ...(everyBotDeclared === true ? ["Every live bot is declared."] : []),
    ...(noDealTouched === true ? ["No running deal is touched."] : []),
  ].join(" ");
}

/** A list that may be cut comes first: it puts in doubt whatever isn't in it. */
function notKnown({ diagnostics, money, steps }: Plan): readonly string[] {
  const unread = UNREAD.flatMap((code) => diagnostics.filter((one) => one.code === code));
  const unpriced = money === undefined && steps.length > 0 ? ["the figures in money"] : [];
  return [...unread.map(({ summary }) => summary), ...unpriced, ...(money?.unknown ?? []).map(({ what }) => what)];
}

const UNREAD = ["plan/cut-list", "plan/unread-ledger", "plan/unlisted-bot"] as const satisfies readonly PlanCode[];

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
    kept: keptTexts([bot]),
  }));
}

function stepOutline(step: Step): StepOutline {
  const { action, deal, changes } = step;
  const { takeProfit } = deal ?? {};
  const { before = "", after = "" } = takeProfit ?? {};
  const rows = takeProfit === undefined ? changes : [{ field: "percentTakeProfit" as const, before, after }];
  const isNew = action === "create";
  return { step, name: stepName(action, deal?.id), rows: isNew ? rows.filter(({ field }) => field !== "title") : rows };
}

/** `update`, `take-profit of deal 7`, or `complete-deal 7`. */
export function stepName(action: Action, dealId: number | undefined): string {
  if (dealId === undefined) return action;
  return action.endsWith("-deal") ? `${action} ${dealId}` : `${action} of deal ${dealId}`;
}

/** The sentence; undefined where nothing is known to stand in its way. */
function blockedBy(plan: Plan, refused?: string): string | undefined {
  const errors = plan.diagnostics.filter(({ severity }) => severity === "error").length;
  const denials = denialsOf(plan);
  const policies = new Set(denials.map(({ policy, code }) => policy ?? code)).size;
  const found = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(denials.length > 0
      ? [`${counted(denials.length, "denial")} by ${counted(policies, "policy", "policies")}`]
      : []),
  ];
  // What else refuses it may be the denials again.
  const besides = found.length > 0 ? overText(plan) : (refused ?? overText(plan));
  const why = [...(found.length > 0 ? [found.join(", ")] : []), ...(besides === undefined ? [] : [besides])];
  if (why.length === 0) return undefined;
  return `${errors > 0 ? "This plan can't be applied" : "Apply is blocked"}: ${why.join("; and ")}.`;
}

/** Named of what a step is done to. */
const MOST_BOTS = 3;
/** Named of what updates change. */
const MOST_FIELDS = 6;
/** Updates of which each is told. */
const MOST_UPDATES = 6;
/** Named of one field, or of one bot. */
const MOST_KINDS = 3;

/** `10 of 25 live bots change: 10 to update (leverage 5 → 20)`. */
export function changeText(plan: Plan, areUpdatesListed = false): string {
  const { lifted = [], steps, bots, observedBots } = plan;
  if (steps.length === 0 && lifted.length === 0) return "Nothing changes.";
  if (steps.length === 0) return `Protection is lifted of ${counted(lifted.length, "bot")}; nothing else changes.`;
  const fresh = Object.values(bots).filter(({ observed }) => observed === null).length;
  const changed = Object.keys(bots).length - fresh;
  const live = counted(observedBots, "live bot");
  const old =
    changed === 0 ? `None of ${live} changes` : `${changed} of ${live} ${changed === 1 ? "changes" : "change"}`;
  const counts = countSteps(plan);
  const parts = SUMMARY_ORDER.filter((action) => counts[action] > 0).map((action) => {
    const own = steps.filter((step) => step.action === action);
    const updates = action === "update" ? updateTexts(own) : undefined;
    if (updates !== undefined && areUpdatesListed) return `${counts[action]} ${ACTIONS[action].words.summary}`;
    const what =
      action === "update" ? (updates?.join("; ") ?? newValues(own)) : namesText(own.map(subjectOf), MOST_BOTS);
    // Those that are created are named once.
    const isNamed = action !== "turn-on" || own.some(({ address }) => bots[address]?.observed !== null);
    return `${counts[action]} ${ACTIONS[action].words.summary}${isNamed ? ` (${what})` : ""}`;
  });
  const [head, besides] =
    observedBots === 0 ? [counted(fresh, "new bot"), ""] : [old, fresh === 0 ? "" : `, ${fresh} new`];
  return `${head}${besides}: ${parts.join(", ")}.`;
}

function nameOf(address: string): string {
  return address.replace(/^[\w.-]+\//, "");
}

function subjectOf({ address, deal }: Step): string {
  const name = nameOf(address);
  const { before, after } = deal?.takeProfit ?? {};
  const now = after === undefined ? "" : ` ${showValue(before ?? null)} → ${showValue(after)}`;
  return deal?.id === undefined ? name : `${name}, deal ${deal.id}${now === "" ? "" : `:${now}`}`;
}

/** A few bots, each with its changes, what rises most first; undefined of many, or where all get the same. */
function updateTexts(updates: readonly Step[]): readonly string[] | undefined {
  const kinds = new Set(updates.map(({ changes }) => JSON.stringify(changes)));
  if (kinds.size < 2 || updates.length > MOST_UPDATES) return undefined;
  const rise = ({ changes }: Step) => Math.max(1, ...changes.map(factorOf));
  return updates
    .toSorted((left, right) => rise(right) - rise(left))
    .map(({ address, changes }) => `${nameOf(address)}: ${namesText(changes.map(valueText), MOST_KINDS)}`);
}

function valueText({ field, before = null, after }: FieldChange): string {
  return `${field} ${showValue(before)} → ${showValue(after)}`;
}

/** `leverage 5 → 20, countOrderMax 6 → 9 of 3 bots`: what updates change, the settings of most bots first. */
function newValues(updates: readonly Step[]): string {
  const fields = [
    ...groupBy(
      updates.flatMap(({ changes }) => changes),
      ({ field }) => field,
    ),
  ];
  const sorted = fields.toSorted(([, left], [, right]) => right.length - left.length);
  const texts = sorted.map(([field, changes]) => {
    const sorted = changes.toSorted((left, right) => factorOf(right) - factorOf(left));
    const kinds = new Set(sorted.map(({ before = null, after }) => `${showValue(before)} → ${showValue(after)}`));
    const values = namesText([...kinds], MOST_KINDS);
    return `${field} ${values}${changes.length < updates.length ? ` of ${counted(changes.length, "bot")}` : ""}`;
  });
  return namesText(texts, MOST_FIELDS);
}

/** How many times its old value the new one is; 1 where that can't be told. What rises most is named first. */
function factorOf({ before, after }: FieldChange): number {
  const factor = Number(after) / Number(before);
  return Number.isFinite(factor) ? factor : 1;
}

/** Declared bots whose errors keep them from being planned. */
function unplannedText({ diagnostics, bots, account }: Plan): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const names = [...new Set(errors.flatMap(({ address = [] }) => address))].filter(
    (address) => address.startsWith(`${account}/`) && bots[address] === undefined,
  );
  if (names.length === 0) return undefined;
  const planned = Object.keys(bots).length;
  const is = names.length === 1 ? "isn't" : "aren't";
  return `${planned} of ${counted(planned + names.length, "bot")} with changes or errors ${planned === 1 ? "is" : "are"} planned: ${namesText(names, MOST_BOTS)} ${is}; these figures are without what ${names.length === 1 ? "it declares" : "they declare"}.`;
}
