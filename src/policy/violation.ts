// A violation: what a rule reports of one bot or of the account, before severity, place and waiver are added.
import Big from "big.js";
import type { Desired } from "../model/bot/desired.js";
import type { FieldName } from "../model/bot/field.js";
import { ACTIONS } from "../model/plan/actions.js";
import type { Plan } from "../model/plan/plan.js";
import type { FindingKind } from "../model/policy/finding.js";
import type { PolicyFacts, PolicyParameters } from "../model/policy/policy.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import { namesText } from "../model/text/named.js";
import type { WebhookMessage } from "../model/webhook/webhook.js";
import type { Subject } from "./subjects.js";

/** What is wrong with one bot, or with no bot in particular. */
export interface Flaw {
  readonly field?: FieldName;
  /** The settings that its figure comes from, where it is of several: the first that the plan changes is named in place of `field`. */
  readonly from?: readonly FieldName[];
  readonly summary: string;
  readonly figure?: string;
  readonly limit?: string;
  readonly remedy: string;
  /** A breach unless stated. */
  readonly kind?: Exclude<FindingKind, "waiver-expired">;
  /** Never more than a warning. */
  readonly onlyWarns?: true;
  /** Of a rule that is only likely: here the configuration has said that it is so. */
  readonly isCertain?: true;
  /** How far a figure is from its limit, where it can be compared. */
  readonly excess?: Big;
}

export interface Violation extends Flaw {
  readonly subject?: Subject;
}

/** Everything that a rule may look at. */
export interface RuleContext {
  /** The plan; without one the configuration alone is evaluated. */
  readonly plan?: Plan | undefined;
  /** The account is evaluated as it is, and not what a plan does to it. */
  readonly isWhole: boolean;
  readonly desired: Desired | undefined;
  readonly account: string;
  readonly assumptions: Assumptions;
  readonly facts: PolicyFacts;
  /** By address, for each bot that has any. */
  readonly webhooks: ReadonlyMap<string, readonly WebhookMessage[]>;
  /** The policy's name, and whether a configuration asked for it. */
  readonly name: string;
  readonly isConfigured: boolean;
  /** Whether the policy checks this pair of bots. */
  readonly governs: (one: Subject, other: Subject) => boolean;
  readonly parameters: PolicyParameters;
}

/** Reports what is wrong with one bot. */
export type BotRule = (subject: Subject, context: RuleContext) => readonly Flaw[];
/** Reports what is wrong with all bots in scope together. */
export type FleetRule = (subjects: readonly Subject[], context: RuleContext) => readonly Violation[];

export const NONE: readonly Flaw[] = [];

/** The rule's violations of each of these bots. What a plan leaves as it was, or makes better, denies nothing. */
export function ofEach(rule: BotRule, subjects: readonly Subject[], context: RuleContext): readonly Violation[] {
  const violations: Violation[] = [];
  for (const subject of subjects) {
    const flaws = rule(subject, context);
    const before = flaws.length === 0 ? undefined : beforePlan(subject);
    const earlier = before === undefined ? NONE : rule(before, context);
    for (const flaw of flaws)
      violations.push({
        ...{ subject, ...flaw, ...changedField(flaw, subject) },
        ...(earlier.some((old) => isNoWorse(flaw, old)) && { kind: "standing" }),
      });
  }
  return violations;
}

/** Whoever reads the finding wants to be led to what this plan changes; of a new bot that is everything. */
function changedField({ from = [] }: Flaw, { steps }: Subject): Pick<Flaw, "field"> {
  const changed = new Set(
    steps.flatMap(({ action, changes }) => (action === "update" ? changes : [])).map((one) => one.field),
  );
  const field = from.find((one) => changed.has(one));
  return field === undefined ? {} : { field };
}

/**
 * New bots that keep to the rule as declared, and that the service may make otherwise by what it fills in. That denies nothing:
 * apply evaluates policies once more on the bot as it was made, before it turns it on.
 */
export function ofOpen(rule: BotRule, subjects: readonly Subject[], context: RuleContext): readonly Violation[] {
  return subjects.flatMap((subject): readonly Violation[] => {
    const { open } = subject;
    if (open === undefined || rule(subject, context).length > 0) return [];
    const { fields, most } = open;
    const worst = most === null ? undefined : rule({ ...subject, risk: () => most }, context)[0];
    if (most !== null && worst === undefined) return [];
    const names = namesText(fields);
    const what = worst?.summary ?? "whether it keeps to this rule isn't known";
    const summary = `if the service fills in ${names}: ${what}; it is checked again before it is turned on`;
    return [
      {
        subject,
        kind: "unknown",
        onlyWarns: true,
        summary,
        remedy: `Declare ${names}${fields.length > 1 ? "; null switches one off" : " (null is none)"}.`,
      },
    ];
  });
}

/** A bot that the plan changes, as it is; undefined of one that is new or comes on: that is what brings its breach about. */
function beforePlan(subject: Subject): Subject | undefined {
  const { before, planned, on, touched, steps, riskBefore: risk } = subject;
  if (!touched || before === null || risk === undefined || planned === undefined || planned.observed === null)
    return undefined;
  const was = planned.observed.status.on;
  if ((on !== false && !was) || steps.some(({ action }) => ACTIONS[action].rules.opens)) return undefined;
  return { ...subject, after: before, on: was, steps: [], touched: false, risk };
}

/** Only what is about a setting of the bot can be compared with the bot as it was. */
function isNoWorse(flaw: Flaw, old: Flaw): boolean {
  if (flaw.field === undefined || flaw.field !== old.field || flaw.kind !== undefined || old.kind !== undefined)
    return false;
  if (flaw.excess !== undefined && old.excess !== undefined) return flaw.excess.lte(old.excess);
  return flaw.figure === old.figure && flaw.limit === old.limit;
}

/** The limit. config/policies/policy.ts refuses a policy without a limit that its rule needs. */
export function limitOf({ parameters }: RuleContext): Big {
  return new Big(parameters.limit ?? "0");
}

/** A figure that has to be at most, or at least, the policy's limit. */
interface Held extends Pick<Flaw, "field" | "from" | "kind"> {
  readonly figure: Big | string;
  /** The unit behind the number; `sign` stands before it. */
  readonly unit: string;
  readonly sign?: string;
  readonly isLeast?: boolean;
  readonly summary: (figure: string, limit: string) => string;
  readonly remedy: string;
}

/** Nothing if the figure keeps to the limit. */
export function held(
  context: RuleContext,
  { figure, unit, sign = "", isLeast = false, summary, ...about }: Held,
): readonly Flaw[] {
  const [found, limit] = [new Big(figure), limitOf(context)];
  if (isLeast ? found.gte(limit) : found.lte(limit)) return NONE;
  const text = (value: Big) => `${sign}${shown(value)}${unit}`;
  const excess = isLeast ? limit.minus(found) : found.minus(limit);
  return [{ ...about, summary: summary(text(found), text(limit)), figure: text(found), limit: text(limit), excess }];
}

/** A field as a number; undefined if it is absent, off or no number. */
export function numberOf(value: string | null | undefined): Big | undefined {
  const text = typeof value === "string" ? canonicalDecimal(value) : undefined;
  return text === undefined ? undefined : new Big(text);
}

/** As a person reads it: four places at most. */
export function shown(value: Big): string {
  return value.round(4).toFixed();
}

/** A fraction in percent. */
export function inPercent(fraction: Big | string): Big {
  return new Big(fraction).times(100);
}

/** A figure that can't be worked out is reported. */
export function unknown(what: string, remedy: string): Flaw {
  return { kind: "unknown", summary: `${what} is unknown`, remedy };
}

/** The remedy for a balance that isn't known. */
export function whereBalance({ plan }: RuleContext, quote: string): string {
  if (plan === undefined) return "Plan with an API key that may read the account, so that balances are known.";
  if (plan.money === undefined) return NO_FIGURES;
  return `The balance in ${quote} couldn't be read: plan with an API key that may read the account.`;
}

/** The remedy for a plan without money. */
export const NO_FIGURES = "The plan has no figures in money: plan again, with an API key that may read the account.";
