// Holds webhooks to the rules: the deal that a message opens or changes is judged as a bot is.
import Big from "big.js";
import type { FieldName } from "../model/bot/field.js";
import type { Step } from "../model/plan/plan.js";
import type { RuleName } from "../model/policy/policy-rules.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotRisk, isKnown, type UnknownRisk } from "../model/risk/risk.js";
import { settingAt, type WebhookMessage } from "../model/webhook/webhook.js";
import { type BotRule, type Breach, type FleetRule, NONE, numberOf, ofEach, type Scene, unknown } from "./breach.js";
import { customRule } from "./custom.js";
import { fieldsSaid } from "./deal-fields.js";
import { GRID_RULES } from "./grid-rules.js";
import { isOfMessage, type MessageSubject } from "./message-subjects.js";
import { OF_ALL, OF_NEIGHBOURS, OF_ONE } from "./rules.js";
import type { Subject } from "./subjects.js";

const OF_TIME: ReadonlySet<RuleName> = new Set(["change-windows", "blackout-windows", "kill-switch"]);

/**
 * The rule, where it looks at one bot: of an account's exposure a message says nothing, nor does anybody know what a volume
 * beside a multiplier does in one.
 */
function botRule(rule: RuleName, { parameters }: Scene): BotRule | undefined {
  return parameters.of === "account" || rule === "martingale-volume" ? undefined : OF_ONE[rule];
}

/** What is said of the deals of declared open webhooks, but for what their bots are told already. */
export function openBreaches(rule: RuleName, subjects: readonly Subject[], scene: Scene, said: readonly Breach[]) {
  const check = botRule(rule, scene);
  if (check === undefined || OF_UPDATES.has(rule)) return NONE;
  const keyOf = ({ subject, figure, summary }: Breach) => `${subject?.address} ${figure ?? summary}`;
  const known = new Set(said.map(keyOf));
  return subjects
    .filter(isOfMessage)
    .flatMap((deal) => asked(check, deal, scene))
    .filter((breach) => !known.has(keyOf(breach)))
    .map(named);
}

/** Rules about what a plan changes, and one that looks at messages by itself. */
const OF_UPDATES: ReadonlySet<RuleName> = new Set(["max-change-percent", "freeze-active-deals", "require-stop"]);

/** What is said of a webhook about to be sent: rules of time always, then those about what it opens or changes. */
export function sentBreaches(rule: RuleName, subjects: readonly Subject[], scene: Scene): readonly Breach[] {
  const deals = subjects.filter(isOfMessage);
  const [first] = deals;
  if (first === undefined) return NONE;
  if (OF_TIME.has(rule)) return OF_ALL[rule]?.(deals, scene) ?? NONE;
  const others = subjects.filter((subject) => !isOfMessage(subject));
  const sent: Scene = { ...scene, webhooks: new Map([[first.address, [first.message]]]) };
  const found = deals.flatMap((deal) => SENT[first.message.action](rule, deal, { scene: sent, others }));
  return rule === "require-stop" ? found.slice(0, 1) : found.map(named);
}

type Sent = (
  rule: RuleName,
  deal: MessageSubject,
  around: { readonly scene: Scene; readonly others: readonly Subject[] },
) => readonly Breach[];

const opened: Sent = (rule, deal, { scene, others }) => {
  const neighbour = OF_NEIGHBOURS[rule];
  if (neighbour !== undefined) return beside(neighbour, deal, others, scene);
  if (rule === "custom") return customRule([deal], { ...scene, plan: planOf(scene, deal.steps) });
  const check = botRule(rule, scene);
  return check === undefined ? NONE : asked(check, deal, scene);
};

/** A running deal's pair, leverage and first order are what they are: an update is held to the rules about what it says. */
const updated: Sent = (rule, deal, { scene }) => {
  const check = botRule(rule, scene);
  const said = fieldsSaid(deal.message);
  const isAbout = rule === "require-stop" || CONCERNS[rule]?.some((field) => said.has(field)) === true;
  return check !== undefined && isAbout ? asked(check, deal, scene) : NONE;
};

/** An averaging order comes on top of the grid. */
const averaged: Sent = (rule, deal, { scene }) => {
  const check = botRule(rule, scene);
  if (check === undefined || !ON_TOP.has(rule)) return NONE;
  if (!NEEDS_PRICE.has(rule)) return ofEach(check, [{ ...deal, risk: () => onTop(deal, scene.assumptions) }], scene);
  if (!scene.isConfigured) return NONE;
  const remedy = "Send it under a waiver, if it is meant.";
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
const CONCERNS: Readonly<Partial<Record<RuleName, readonly FieldName[]>>> = {
  "max-martingale": ["martingaleScale"],
  "max-safety-orders": ["countOrderMax"],
  "min-take-profit": ["percentTakeProfit"],
  "take-profit-above-fees": ["percentTakeProfit"],
  ...Object.fromEntries(Object.keys(GRID_RULES).map((rule) => [rule, OF_GRID])),
  "safety-volume": OF_GRID,
  "grid-below-zero": OF_GRID,
  "deep-grid": OF_GRID,
};
const NEEDS_PRICE: ReadonlySet<RuleName> = new Set(["liquidation-outside-grid", "min-liquidation-distance"]);
const ON_TOP: ReadonlySet<RuleName> = new Set([
  ...NEEDS_PRICE,
  ...(["max-bot-margin", "max-bot-notional", "max-wallet-exposure"] as const),
]);

function asked(check: BotRule, deal: MessageSubject, scene: Scene): readonly Breach[] {
  return ofEach(check, [{ ...deal, risk: deal.grid }], scene);
}

function onTop({ grid, message }: MessageSubject, { volumeMeaning }: Assumptions): BotRisk | UnknownRisk {
  const risk = grid();
  const amount = numberOf(String(settingAt(message, "amount") ?? ""));
  if (!isKnown(risk)) return risk;
  if (amount === undefined) return { kind: "unknown", lacks: ["amount"] };
  const added = volumeMeaning === "margin" ? amount.times(risk.leverage) : amount;
  const worstCase = added.plus(risk.worstCase);
  const share = risk.walletExposure === null ? null : new Big(risk.walletExposure).div(risk.worstCase);
  return {
    ...risk,
    worstCase: worstCase.toFixed(),
    margin: worstCase.div(risk.leverage).toFixed(),
    walletExposure: share?.times(worstCase).toFixed() ?? null,
  };
}

/** Against the other bots; of a deal that opens who knows where, on each access in turn. */
function beside(rule: FleetRule, deal: MessageSubject, others: readonly Subject[], scene: Scene): readonly Breach[] {
  const against = (one: MessageSubject) => {
    const real = (subject: Subject) => (subject === one ? deal : subject);
    const governs: Scene["governs"] = (left, right) => scene.governs(real(left), real(right));
    return rule([...others, one], { ...scene, governs }).filter(({ subject }) => subject === one);
  };
  if (deal.access !== undefined) return against(deal);
  const accesses = [...new Set(others.flatMap(({ access }) => access ?? []))];
  return accesses
    .flatMap((access) => against({ ...deal, access }))
    .map((breach) => ({
      ...breach,
      kind: "unknown",
      summary: `${breach.summary}, if both are on one access: where the deal opens isn't known`,
    }));
}

/** What expressions see where there is no plan (docs/reference/policies.md). */
export function planOf(
  { account, desired }: Pick<Scene, "account" | "desired">,
  steps: readonly Step[],
): NonNullable<Scene["plan"]> {
  return {
    ...{ formatVersion: 1, account, exchange: desired?.exchange ?? "", configDigest: desired?.digest ?? "" },
    ...{ steps, bots: {}, unchanged: 0, observedBots: 0, undeclared: [], undeclaredRule: "ignore", diagnostics: [] },
  };
}

function named(breach: Breach): Breach {
  const { subject, summary } = breach;
  if (subject === undefined || !isOfMessage(subject)) return breach;
  return { ...breach, summary: `webhook ${subject.message.action}: ${summary}` };
}
