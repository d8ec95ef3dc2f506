// Evaluates webhooks: the deal that a message opens or changes is checked like a bot.
import Big from "big.js";
import type { FieldName } from "../model/bot/field.js";
import type { Step } from "../model/plan/plan.js";
import type { RuleName } from "../model/policy/policy-rules.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotRisk, isKnown, type UnknownRisk } from "../model/risk/risk.js";
import { settingAt, type WebhookMessage } from "../model/webhook/webhook.js";
import type { BOT_RULES } from "./bot-rules.js";
import { customRule } from "./custom.js";
import { fieldsIn } from "./deal-fields.js";
import { GRID_RULES } from "./grid-rules.js";
import { isOfMessage, type MessageSubject } from "./message-subjects.js";
import type { MISTAKES } from "./mistakes.js";
import { ORDER_RULES } from "./order-rules.js";
import { OF_ALL, OF_NEIGHBOURS, OF_ONE } from "./rules.js";
import type { Subject } from "./subjects.js";
import {
  type BotRule,
  type FleetRule,
  NONE,
  numberOf,
  ofEach,
  type RuleContext,
  unknown,
  type Violation,
} from "./violation.js";

const OF_TIME: ReadonlySet<RuleName> = new Set(["change-windows", "blackout-windows", "kill-switch"]);

/**
 * The check of one bot. Two rules have none for messages: a message doesn't show an account's exposure, and nobody knows what
 * a message's volume does beside a multiplier.
 */
function botRule(rule: RuleName, { parameters }: RuleContext): BotRule | undefined {
  return parameters.of === "account" || rule === "martingale-volume" ? undefined : OF_ONE[rule];
}

/** Violations of the deals that declared open webhooks open, without those already reported for their bots. */
export function openViolations(
  rule: RuleName,
  subjects: readonly Subject[],
  context: RuleContext,
  found: readonly Violation[],
) {
  const check = botRule(rule, context);
  if (check === undefined || OF_UPDATES.has(rule)) return NONE;
  const keyOf = ({ subject, figure, summary }: Violation) => `${subject?.address} ${figure ?? summary}`;
  const known = new Set(found.map(keyOf));
  return subjects
    .filter(isOfMessage)
    .flatMap((deal) => asked(check, deal, context))
    .filter((violation) => !known.has(keyOf(violation)))
    .map(named);
}

/** Rules about what a plan changes, and one that looks at messages by itself. */
const OF_UPDATES: ReadonlySet<RuleName> = new Set(["max-change-percent", "freeze-active-deals", "require-stop"]);

/** Violations of a webhook that is about to be sent: rules about time first, then those about the deals that it opens or changes. */
export function sentViolations(
  rule: RuleName,
  subjects: readonly Subject[],
  context: RuleContext,
): readonly Violation[] {
  const deals = subjects.filter(isOfMessage);
  const [first] = deals;
  if (first === undefined) return NONE;
  if (OF_TIME.has(rule)) return OF_ALL[rule]?.(deals, context) ?? NONE;
  const others = subjects.filter((subject) => !isOfMessage(subject));
  const sent: RuleContext = { ...context, webhooks: new Map([[first.address, [first.message]]]) };
  const found = deals.flatMap((deal) => SENT[first.message.action](rule, deal, { context: sent, others }));
  return rule === "require-stop" ? found.slice(0, 1) : found.map(named);
}

type Sent = (
  rule: RuleName,
  deal: MessageSubject,
  around: { readonly context: RuleContext; readonly others: readonly Subject[] },
) => readonly Violation[];

const opened: Sent = (rule, deal, { context, others }) => {
  const neighbour = OF_NEIGHBOURS[rule];
  if (neighbour !== undefined) return beside(neighbour, deal, others, context);
  if (rule === "custom") return customRule([deal], { ...context, plan: planOf(context, deal.steps) });
  const check = botRule(rule, context);
  return check === undefined ? NONE : asked(check, deal, context);
};

/** A running deal's pair, leverage and first order can't change, so an update is checked only by rules about what it states. */
const updated: Sent = (rule, deal, { context }) => {
  const check = botRule(rule, context);
  const stated = fieldsIn(deal.message);
  const isAbout = rule === "require-stop" || CONCERNS[rule]?.some((field) => stated.has(field)) === true;
  return check !== undefined && isAbout ? asked(check, deal, context) : NONE;
};

/** An averaging order adds to the grid. */
const averaged: Sent = (rule, deal, { context }) => {
  const check = botRule(rule, context);
  if (check === undefined || !ON_TOP.has(rule)) return NONE;
  if (!NEEDS_PRICE.has(rule))
    return ofEach(check, [{ ...deal, risk: () => onTop(deal, context.assumptions) }], context);
  if (!context.isConfigured) return NONE;
  const remedy = "If you want it anyway, send it under a waiver.";
  return [{ subject: deal, ...unknown("the liquidation after an averaging order", remedy) }];
};

const SENT: Readonly<Record<WebhookMessage["action"], Sent>> = {
  open: opened,
  update: updated,
  average: averaged,
  close: () => NONE,
};

const OF_GRID: readonly FieldName[] = [
  "countOrderMax",
  "volumeSafetyOrder",
  "percentSafetyOrder",
  "martingaleScale",
  "dynamicStepScale",
];
/** Rules that look at one bot: the settings of an update that each is about. An update can't change what the others look at. */
type OfOneBot = keyof typeof BOT_RULES | keyof typeof MISTAKES;
const CONCERNS: Readonly<Record<OfOneBot, readonly FieldName[]> & Partial<Record<RuleName, readonly FieldName[]>>> = {
  ...Object.fromEntries(Object.keys(GRID_RULES).map((rule) => [rule, OF_GRID])),
  ...Object.fromEntries(Object.keys(ORDER_RULES).map((rule) => [rule, OF_GRID])),

  "max-martingale": ["martingaleScale"],
  "max-safety-orders": ["countOrderMax"],
  "min-take-profit": ["percentTakeProfit"],
  "take-profit-above-fees": ["percentTakeProfit"],
  "safety-volume": OF_GRID,
  "grid-below-zero": OF_GRID,
  "deep-grid": OF_GRID,
  "martingale-volume": [],
  "max-leverage": [],
  "pairs-allow": [],
  "pairs-deny": [],
  "quotes-allow": [],
  "margin-mode": [],
  "require-price-level": [],
  "require-cycle-limit": [],
  "title-pattern": [],
  "max-change-percent": [],
  "freeze-active-deals": [],
  "require-stop": [],
  "price-level-with-fomo": [],
  "price-levels": [],
};
const NEEDS_PRICE: ReadonlySet<RuleName> = new Set(["liquidation-outside-grid", "min-liquidation-distance"]);
const ON_TOP: ReadonlySet<RuleName> = new Set([
  ...NEEDS_PRICE,
  ...(["max-bot-margin", "max-bot-notional", "max-wallet-exposure"] as const),
]);

function asked(check: BotRule, deal: MessageSubject, context: RuleContext): readonly Violation[] {
  return ofEach(check, [{ ...deal, risk: deal.grid }], context);
}

function onTop({ grid, message }: MessageSubject, { volumeMeaning }: Assumptions): BotRisk | UnknownRisk {
  const risk = grid();
  const amount = numberOf(String(settingAt(message, "amount") ?? ""));
  if (!isKnown(risk)) return risk;
  if (amount === undefined) return { kind: "unknown", lacks: ["amount"] };
  const added = volumeMeaning === "margin" ? amount.times(risk.leverage) : amount;
  const position = added.plus(risk.position);
  const share = risk.walletExposure === null ? null : new Big(risk.walletExposure).div(risk.position);
  return {
    ...risk,
    position: position.toFixed(),
    margin: position.div(risk.leverage).toFixed(),
    walletExposure: share?.times(position).toFixed() ?? null,
  };
}

/** Compares the deal with other bots; if its access isn't known, on each access in turn. */
function beside(
  rule: FleetRule,
  deal: MessageSubject,
  others: readonly Subject[],
  context: RuleContext,
): readonly Violation[] {
  const against = (one: MessageSubject) => {
    const real = (subject: Subject) => (subject === one ? deal : subject);
    const governs: RuleContext["governs"] = (left, right) => context.governs(real(left), real(right));
    return rule([...others, one], { ...context, governs }).filter(({ subject }) => subject === one);
  };
  if (deal.access !== undefined) return against(deal);
  const accesses = [...new Set(others.flatMap(({ access }) => access ?? []))];
  return accesses
    .flatMap((access) => against({ ...deal, access }))
    .map((violation) => ({
      ...violation,
      kind: "unknown",
      summary: `${violation.summary}, if both are on one access; the access on which the deal opens is unknown`,
    }));
}

/** What expressions see where there is no plan (docs/reference/policies.md). */
export function planOf(
  { account, desired }: Pick<RuleContext, "account" | "desired">,
  steps: readonly Step[],
): NonNullable<RuleContext["plan"]> {
  return {
    ...{ formatVersion: 1, account, exchange: desired?.exchange ?? "", configDigest: desired?.digest ?? "" },
    ...{ steps, bots: {}, unchanged: 0, observedBots: 0, undeclared: [], undeclaredRule: "ignore", diagnostics: [] },
  };
}

function named(violation: Violation): Violation {
  const { subject, summary } = violation;
  if (subject === undefined || !isOfMessage(subject)) return violation;
  return { ...violation, summary: `webhook ${subject.message.action}: ${summary}` };
}
