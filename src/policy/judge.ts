// Judges a plan, or a configuration alone, by policies and by what always holds: a pure function to findings.

import type { ObservedBot } from "../model/bot/bot.js";
import type { Desired } from "../model/bot/desired.js";
import { byText } from "../model/order.js";
import type { Plan } from "../model/plan/plan.js";
import { type Finding, isDenied } from "../model/policy/finding.js";
import type { Policy, PolicyFacts } from "../model/policy/policy.js";
import { codeOf, type RuleName, ruleRow, WAIVER_EXPIRED } from "../model/policy/policy-rules.js";
import { defined } from "../model/record.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Origin, Position } from "../model/text/diagnostic.js";
import type { WebhookMessage } from "../model/webhook/webhook.js";
import type { Known } from "../risk/known.js";
import { accountExposure } from "./account-rules.js";
import { stopsThatCantBe } from "./bot-rules.js";
import { type Breach, NONE, ofEach, type Scene } from "./breach.js";
import { isOfMessage, openSubjects, type Sending, saidAt, sentSubjects } from "./message-subjects.js";
import { OF_ALL, OF_NEIGHBOURS, OF_ONE } from "./rules.js";
import { type Entry, endOf, entriesOf, isAbout, waiverFor } from "./scope.js";
import { openBreaches, planOf, sentBreaches } from "./sending.js";
import { declaredSubjects, type PlacedDeal, plannedSubjects, type Subject } from "./subjects.js";

/** What is judged. Without a plan it is the configuration alone, and rules about plans say nothing. */
export interface Case {
  readonly plan?: Plan;
  /** Without a plan: the webhook that is about to be sent. Then nothing else is judged. */
  readonly sends?: Sending;
  readonly desired: Desired | undefined;
  readonly account: string;
  /** Every live bot that the plan was computed from. */
  readonly live?: readonly ObservedBot[];
  /** Running deals: they place live bots of which the list doesn't say the access, and are those of replaced bots. */
  readonly deals?: readonly PlacedDeal[];
  /** With a plan that does nothing: the account as it stands is judged, each live bot as if a plan made it. */
  readonly whole?: true;
  /** What figures rest on where the plan holds none. */
  readonly known?: Known;
  readonly assumptions: Assumptions;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
  readonly webhooks?: ReadonlyMap<string, readonly WebhookMessage[]>;
  /** Where something stands in the files. */
  readonly place?: (origin: Origin) => Position | undefined;
}

/** In an order that neither the order of bots nor of policies changes. */
export function judge(given: Case): readonly Finding[] {
  const { account, policies, facts } = given;
  const mine = policies.filter(({ scope }) => isAbout(scope, account));
  const all = subjectsOf(given);
  const findings = entriesOf(mine, all).flatMap((entry) =>
    entry.policy.severity === "off" ? [] : found(entry, given),
  );
  return [...findings, ...mine.flatMap((policy) => expired(policy, facts.now, given))].sort(byGravity);
}

function subjectsOf(given: Case): readonly Subject[] {
  const { sends, live, desired, assumptions, webhooks = new Map() } = given;
  const plan = sends !== undefined && live !== undefined ? planOf(given, []) : given.plan;
  const bots =
    plan !== undefined
      ? plannedSubjects(plan, given)
      : desired === undefined
        ? []
        : declaredSubjects(desired, assumptions);
  return sends === undefined ? [...bots, ...openSubjects(bots, webhooks, given)] : sentSubjects(bots, sends, given);
}

function found(entry: Entry, given: Case): Finding[] {
  const { policy, isConfigured, subjects, governs } = entry;
  const scene: Scene = {
    ...given,
    ...{ isWhole: given.whole === true, webhooks: given.webhooks ?? new Map(), isConfigured, governs },
    ...{ name: policy.name, parameters: policy.parameters },
  };
  const breaches =
    given.sends === undefined ? breachesOf(policy.rule, subjects, scene) : sentBreaches(policy.rule, subjects, scene);
  return breaches.flatMap((breach) => findingOf(breach, entry, given) ?? []);
}

function breachesOf(rule: RuleName, subjects: readonly Subject[], scene: Scene): readonly Breach[] {
  const bots = subjects.filter((subject) => !isOfMessage(subject));
  // What is nobody's is looked at where it stands in the way of somebody's.
  const own = bots.filter(
    ({ declared, planned, touched }) => declared !== undefined || planned !== undefined || touched,
  );
  if (rule === "max-wallet-exposure" && scene.parameters.of === "account") return accountExposure(own, scene);
  if (!isAsked(rule, scene, own)) return NONE;
  const [check, ofAll] = [OF_ONE[rule], OF_ALL[rule]];
  if (check === undefined) return ofAll?.(rule in OF_NEIGHBOURS ? bots : own, scene) ?? NONE;
  const said = ofEach(check, own, scene);
  return [...said, ...(rule === "require-stop" ? stopsThatCantBe(own) : openBreaches(rule, subjects, scene, said))];
}

/** A rule about plans says nothing of a configuration or an account alone, nor where nothing is done to those in scope. */
function isAsked(rule: RuleName, { plan, isWhole, parameters }: Scene, subjects: readonly Subject[]): boolean {
  if (isWhole && parameters.each === "plan") return false;
  if (ruleRow(rule).looksAt !== "plan") return true;
  if (isWhole) return false;
  return plan !== undefined && subjects.some(({ steps }) => steps.some(({ action }) => action !== "turn-off"));
}

function findingOf(breach: Breach, { policy, isConfigured }: Entry, given: Case): Finding | undefined {
  const { subject, onlyWarns, field, summary, figure, limit, remedy } = breach;
  const isStanding = subject !== undefined && !subject.touched;
  // Of a bot that stays as it is, only what is known to be wrong is worth a word.
  if (isStanding && breach.kind === "unknown") return undefined;
  // Every plan would repeat what nobody asked for.
  if (isStanding && !isConfigured && policy.severity === "warn") return undefined;
  const kind = isStanding ? "standing" : (breach.kind ?? "breach");
  const own = kind === "unknown" ? policy.onUnknown : policy.severity;
  const mild = onlyWarns === true || kind === "standing" || kind === "unenforceable";
  const waiver = waiverFor(policy, subject?.address, given.facts.now);
  return defined({
    code: codeOf(policy.rule),
    severity: own === "deny" && !mild ? "deny" : "warn",
    kind,
    policy: isConfigured ? policy.name : undefined,
    address: subject?.address,
    ...{ field, summary, figure, limit, remedy },
    position: placeOf(subject, field, given),
    policyPosition: isConfigured ? given.place?.({ ...policy.origin, key: true }) : undefined,
    waived: waiver && { reason: waiver.reason, until: waiver.until },
  });
}

function placeOf(subject: Subject | undefined, field: Breach["field"], { place, desired }: Case): Position | undefined {
  const said = subject !== undefined && isOfMessage(subject) ? saidAt(subject.message, field) : undefined;
  const own = field === undefined ? undefined : subject?.declared?.fieldOrigins?.[field];
  const origin = said ?? (subject === undefined ? desired?.origin : (own ?? subject.declared?.origin));
  return origin === undefined ? undefined : place?.(origin);
}

function expired({ name, rule, severity, waivers }: Policy, now: number, { place }: Case): Finding[] {
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

/** What denies first, then by code, policy, bot and words. */
function byGravity(left: Finding, right: Finding): number {
  const keys = (finding: Finding) => {
    const { code, policy = "", address = "", summary } = finding;
    return [isDenied(finding) ? "0" : "1", code, policy, address, summary];
  };
  const [a, b] = [keys(left), keys(right)];
  const at = a.findIndex((key, index) => key !== b[index]);
  return byText(a[at] ?? "", b[at] ?? "");
}
