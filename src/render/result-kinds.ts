// What each kind of result that botform shows is made of. What it looks like stands in forms.ts.

import type { AcknowledgedFacts, AcknowledgedListFacts, UnacknowledgedFacts } from "../model/bot/acknowledged.js";
import type { AccountDifference } from "../model/bot/difference.js";
import type { DriftResult } from "../model/bot/drift.js";
import type { HoldAddedFacts, HoldListFacts, HoldRemovedFacts } from "../model/bot/hold-facts.js";
import type {
  AccessFacts,
  AccountFacts,
  ActiveDealsFacts,
  BotListFacts,
  DealDriftFacts,
  EndedDealsFacts,
  LogFacts,
  PairFacts,
  ShownBot,
} from "../model/bot/live-facts.js";
import type { AccountProvenance } from "../model/bot/provenance.js";
import type { FleetState } from "../model/fleet-state.js";
import type { LockFacts } from "../model/lock.js";
import type { Reported } from "../model/look.js";
import type { HistoryFacts, ResolveFacts, RunDetails } from "../model/plan/past-run.js";
import type { WaitingPlans } from "../model/planfile/approval.js";
import type { ArmedFacts, BreakerCheckFacts, BreakerListFacts } from "../model/policy/breaker-facts.js";
import type { Finding } from "../model/policy/finding.js";
import type { PolicyListFacts } from "../model/policy/policy-list.js";
import type { ResultsFacts } from "../model/results.js";
import type { PushedFacts, ReportedRevision, RevisionListFacts } from "../model/revision.js";
import type { ReportedAccount, ReportView } from "../model/risk/ladder.js";
import type { RiskFacts } from "../model/risk/risk-facts.js";
import type { SimulationFacts } from "../model/risk/simulation.js";
import type { RolloutPlanFacts } from "../model/rollout/facts.js";
import type { Overrules } from "../model/rollout/overrules.js";
import type { ReportedRollout, ShownRollout } from "../model/rollout/shown.js";
import type { ScenarioResult } from "../model/scenario/result.js";
import type { ServiceCheckFacts, ServiceFacts } from "../model/service-questions.js";
import type { Explained, Index } from "../model/text/explained.js";
import type { WebhookRow } from "../model/webhook/webhook.js";
import type { ProblemFacts } from "./machine/problem.js";
import type { PlanFacts } from "./plan-forms.js";
import type { OffFacts } from "./text/bots-text.js";
import type { LiveDiffFacts } from "./text/diff-text.js";

/** What each kind of result is made of. Most bear the name of the command that shows them. */
export interface Results {
  readonly accesses: AccessFacts;
  readonly account: AccountFacts;
  /** The plans that wait; `same` is what a command to type next needs. */
  readonly approve: WaitingPlans & { readonly same: string };
  readonly "bots list": BotListFacts;
  readonly "bots logs": LogFacts;
  readonly "bots off": OffFacts;
  readonly "breaker arm": ArmedFacts;
  readonly "breaker check": BreakerCheckFacts;
  readonly "breaker list": BreakerListFacts;
  readonly "bots show": ShownBot;
  readonly "deals active": ActiveDealsFacts;
  readonly "deals drift": DealDriftFacts;
  readonly "deals history": EndedDealsFacts;
  readonly "diff of accounts": LiveDiffFacts;
  readonly "diff of configurations": readonly AccountDifference[];
  readonly drift: { readonly results: readonly DriftResult[]; readonly notified?: object };
  readonly "drift acknowledge": AcknowledgedFacts;
  readonly "drift acknowledged": AcknowledgedListFacts;
  readonly "drift unacknowledge": UnacknowledgedFacts;
  readonly explain: readonly Explained[];
  readonly "explain all": Index;
  readonly findings: readonly Finding[];
  /** `same` is what a command to type next needs. */
  readonly "fleet status": FleetState & { readonly same: string };
  readonly history: HistoryFacts;
  readonly "history show": RunDetails;
  readonly "fleet push": PushedFacts;
  readonly "fleet revisions": RevisionListFacts;
  readonly "hold add": HoldAddedFacts;
  readonly "hold list": HoldListFacts;
  readonly "hold remove": HoldRemovedFacts;
  readonly "lock break": LockFacts;
  readonly "lock show": LockFacts;
  readonly pairs: PairFacts;
  /** Of one account or of several, in the order in which they are shown. */
  readonly plan: PlanFacts;
  readonly "policy list": PolicyListFacts;
  readonly problems: ProblemFacts;
  /** One of what botform reconcile reports. */
  readonly reconcile: Reported;
  readonly render: readonly AccountProvenance[];
  readonly report: ReportView;
  /** Of several accounts. */
  readonly reports: readonly ReportedAccount[];
  readonly resolve: ResolveFacts;
  readonly results: ResultsFacts;
  /** One of what is reported of where the configuration comes from. */
  readonly revision: ReportedRevision;
  readonly risk: RiskFacts;
  readonly "rollout news": ReportedRollout;
  readonly "rollout plan": RolloutPlanFacts;
  /** null where there was none. Of a promotion with what it has overruled, null where that was nothing. */
  readonly "rollout status": { readonly rollout: ShownRollout | null; readonly overrules?: Overrules | null };
  readonly "service check": ServiceCheckFacts;
  readonly "service show": ServiceFacts;
  readonly simulate: readonly SimulationFacts[];
  readonly test: readonly ScenarioResult[];
  readonly "webhook list": readonly WebhookRow[];
}

export type ResultKind = keyof Results;
export type ResultOf<Kind extends ResultKind> = Results[Kind];
