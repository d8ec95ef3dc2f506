// Evaluates policies, and the rules that always hold, on a plan or on a configuration alone: a pure function to findings.

import type Big from "big.js";
import type { ObservedBot } from "../model/bot/bot.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import { byText } from "../model/order.js";
import type { Plan } from "../model/plan/plan.js";
import { type Finding, isDenied } from "../model/policy/finding.js";
import type { Policy, PolicyFacts } from "../model/policy/policy.js";
import { codeOf, type RuleName, ruleRow, WAIVER_EXPIRED } from "../model/policy/policy-rules.js";
import { defined } from "../model/record.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Origin, Position } from "../model/text/diagnostic.js";
import type { WebhookMessage } from "../model/webhook/webhook.js";
import type { MarketData } from "../risk/market-data.js";
import { accountExposure } from "./account-rules.js";
import { stopsThatCantBe } from "./bot-rules.js";
import { isOfMessage, openSubjects, originIn, type Sending, sentSubjects } from "./message-subjects.js";
import { OF_ALL, OF_FIGURES, OF_NEIGHBOURS, OF_ONE } from "./rules.js";
import { endOf, entriesOf, type GoverningPolicy, isAbout, waiverFor } from "./scope.js";
import { openViolations, planOf, sentViolations } from "./sending.js";
import { declaredSubjects, type PlacedDeal, plannedSubjects, type Subject } from "./subjects.js";
import { NONE, ofEach, ofOpen, type RuleContext, type Violation } from "./violation.js";

/** What policies are evaluated on. Without a plan it is the configuration alone, and rules about plans report nothing. */
export interface PolicyInput {
  readonly plan?: Plan;
  /** Without a plan: the webhook that is about to be sent. Then nothing else is evaluated. */
  readonly sends?: Sending;
  readonly desired: Desired | undefined;
  readonly account: string;
  /** Every live bot that the plan was computed from. */
  readonly live?: readonly ObservedBot[];
  /** Running deals. They show the access of live bots where the list doesn't, and include deals of replaced bots. */
  readonly deals?: readonly PlacedDeal[];
  /** With a plan that does nothing: evaluates the account as it is, each live bot as if a plan created it. Says which declared bot each one is, by id. */
  readonly whole?: ReadonlyMap<number, DesiredBot>;
  /** What figures rest on where the plan holds none. */
  readonly marketData?: MarketData;
  readonly assumptions: Assumptions;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
  readonly webhooks?: ReadonlyMap<string, readonly WebhookMessage[]>;
  /** Where something stands in the files. */
  readonly place?: (origin: Origin) => Position | undefined;
}

/** Findings in an order that doesn't depend on the order of bots or policies. */
export function evaluate(input: PolicyInput): readonly Finding[] {
  const { account, policies, facts } = input;
  const mine = policies.filter(({ scope }) => isAbout(scope, account));
  const all = subjectsOf(input);
  const findings = entriesOf(mine, all).flatMap((entry) =>
    entry.policy.severity === "off" ? [] : evaluateEntry(entry, input),
  );
  const old = mine.flatMap((policy) => expired(policy, facts.now, input)).map((finding) => ({ finding }));
  return [...findings, ...old].sort(byGravity).map(({ finding }) => finding);
}

function subjectsOf(input: PolicyInput): readonly Subject[] {
  const { sends, live, desired, assumptions, webhooks = new Map() } = input;
  const plan = sends !== undefined && live !== undefined ? planOf(input, []) : input.plan;
  const bots =
    plan !== undefined
      ? plannedSubjects(plan, input)
      : desired === undefined
        ? []
        : declaredSubjects(desired, assumptions);
  return sends === undefined ? [...bots, ...openSubjects(bots, webhooks, input)] : sentSubjects(bots, sends, input);
}

function evaluateEntry(entry: GoverningPolicy, input: PolicyInput): Weighed[] {
  const { policy, isConfigured, subjects, governs } = entry;
  const context: RuleContext = {
    ...input,
    ...{ isWhole: input.whole !== undefined, webhooks: input.webhooks ?? new Map(), isConfigured, governs },
    ...{ name: policy.name, parameters: policy.parameters },
  };
  const violations =
    input.sends === undefined
      ? violationsOf(policy, subjects, context)
      : sentViolations(policy.rule, subjects, context);
  return violations.flatMap((violation) => {
    const finding = findingOf(violation, entry, input);
    return finding === undefined ? [] : [{ finding, excess: violation.excess }];
  });
}

function violationsOf(
  { rule, severity }: Policy,
  subjects: readonly Subject[],
  context: RuleContext,
): readonly Violation[] {
  const bots = subjects.some(isOfMessage) ? subjects.filter((subject) => !isOfMessage(subject)) : subjects;
  // Undeclared bots that no step touches matter only to rules about neighbours.
  const own = bots.filter(
    ({ declared, planned, touched }) => declared !== undefined || planned !== undefined || touched,
  );
  if (rule === "max-wallet-exposure" && context.parameters.of === "account") return accountExposure(own, context);
  if (!isAsked(rule, context, own)) return NONE;
  const [check, ofAll] = [OF_ONE[rule], OF_ALL[rule]];
  if (check === undefined) return ofAll?.(rule in OF_NEIGHBOURS ? bots : own, context) ?? NONE;
  // What a built-in warning finds in a bot that no step touches is said by nobody, unless a webhook's deal has the same flaw.
  const isHeard = (subject: Subject) => subject.touched || context.webhooks.has(subject.address);
  const found = ofEach(check, !context.isConfigured && severity === "warn" ? own.filter(isHeard) : own, context);
  return [
    ...found,
    ...(context.isConfigured && rule in OF_FIGURES ? ofOpen(check, own, context) : NONE),
    ...(rule === "require-stop" ? stopsThatCantBe(own) : openViolations(rule, subjects, context, found)),
  ];
}

/** A rule about plans needs a plan that does more than turn off the bots in scope; a configuration or an account alone has none. */
function isAsked(rule: RuleName, { plan, isWhole, parameters }: RuleContext, subjects: readonly Subject[]): boolean {
  if (isWhole && parameters.each === "plan") return false;
  if (ruleRow(rule).looksAt !== "plan") return true;
  if (isWhole) return false;
  return plan !== undefined && subjects.some(({ steps }) => steps.some(({ action }) => action !== "turn-off"));
}

function findingOf(
  violation: Violation,
  { policy, isConfigured }: GoverningPolicy,
  input: PolicyInput,
): Finding | undefined {
  const { subject, onlyWarns, isCertain, field, summary, figure, limit, remedy } = violation;
  const isStanding = subject !== undefined && !subject.touched;
  // An untouched bot is reported only for what is known to be wrong.
  if (isStanding && violation.kind === "unknown") return undefined;
  // A built-in warning about an untouched bot would be repeated in every plan.
  if (isStanding && !isConfigured && (policy.severity === "warn" || onlyWarns === true)) return undefined;
  const kind = isStanding ? "standing" : (violation.kind ?? "breach");
  const isSure = isCertain === true && !isConfigured;
  const own = kind === "unknown" ? policy.onUnknown : isSure ? "deny" : policy.severity;
  const mild = onlyWarns === true || kind === "standing" || kind === "unenforceable";
  const waiver = waiverFor(policy, subject?.address, input.facts.now);
  return defined({
    code: codeOf(policy.rule),
    severity: own === "deny" && !mild ? "deny" : "warn",
    kind,
    policy: isConfigured ? policy.name : undefined,
    address: subject?.address,
    ...{ field, summary, figure, limit, remedy },
    position: placeOf(subject, field, input),
    botPosition: botPlaceOf(subject, field, input),
    policyPosition: isConfigured ? input.place?.({ ...policy.origin, key: true }) : undefined,
    waived: waiver && { reason: waiver.reason, until: waiver.until },
  });
}

function placeOf(
  subject: Subject | undefined,
  field: Violation["field"],
  { place, desired }: PolicyInput,
): Position | undefined {
  const stated = subject !== undefined && isOfMessage(subject) ? originIn(subject.message, field) : undefined;
  const own = field === undefined ? undefined : subject?.declared?.fieldOrigins?.[field];
  const origin = stated ?? (subject === undefined ? desired?.origin : (own ?? subject.declared?.origin));
  return origin === undefined ? undefined : place?.(origin);
}

/** undefined where the bot states the field itself, or an account's overrides come after whatever it states. */
function botPlaceOf(
  subject: Subject | undefined,
  field: Violation["field"],
  { place }: PolicyInput,
): Position | undefined {
  if (subject === undefined || isOfMessage(subject)) return undefined;
  const { origin, fieldOrigins } = subject.declared ?? {};
  const own = field === undefined ? undefined : fieldOrigins?.[field];
  if (origin === undefined || own === undefined || own.path[0] === "accounts") return undefined;
  const isInside = own.file === origin.file && origin.path.every((key, index) => own.path[index] === key);
  return isInside ? undefined : place?.(origin);
}

function expired({ name, rule, severity, waivers }: Policy, now: number, { place }: PolicyInput): Finding[] {
  if (severity === "off") return [];
  return waivers
    .filter((waiver) => endOf(waiver) <= now)
    .map(({ bots, reason, until, origin }) =>
      defined({
        ...{ code: WAIVER_EXPIRED, severity: "warn", kind: "waiver-expired", policy: name },
        summary: `the waiver of ${rule} for ${bots?.join(", ") ?? "every bot"} ended on ${until} (${reason})`,
        remedy: "Remove it, or agree on a new one.",
        position: place?.(origin),
      }),
    );
}

/** A finding, and how far its figure is beyond the limit, where that can be said. */
interface Weighed {
  readonly finding: Finding;
  readonly excess?: Big | undefined;
}

/** Denials first, then by code, policy, how far it is beyond the limit, bot and words. */
function byGravity(left: Weighed, right: Weighed): number {
  const heads = ({ finding }: Weighed) => [isDenied(finding) ? "0" : "1", finding.code, finding.policy ?? ""];
  const tails = ({ finding }: Weighed) => [finding.address ?? "", finding.summary];
  return inOrder(heads(left), heads(right)) || byExcess(left, right) || inOrder(tails(left), tails(right));
}

function byExcess({ excess: one }: Weighed, { excess: other }: Weighed): number {
  return one === undefined || other === undefined
    ? Number(one === undefined) - Number(other === undefined)
    : other.cmp(one);
}

function inOrder(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return byText(a[at] ?? "", b[at] ?? "");
}
