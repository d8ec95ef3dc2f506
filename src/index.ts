// botform as a library: validate a configuration, plan it against the live bots, apply the plan, and what comes after; or the client alone.

export type { Attempt } from "./app/attempt.js";
export { type ArmOptions, armBreakers, listBreakers } from "./app/breaker/arm.js";
export { type CheckOptions, checkBreakers, type TripOptions, trip } from "./app/breaker/check.js";
export { type BreakerSource, breakersOf } from "./app/breaker/readings.js";
export { type DriftOptions, type Drifts, drift } from "./app/drift/drift.js";
export { type TurnedOff, type TurnOffOptions, turnOff } from "./app/emergency-stop.js";
export type { Endpoint, Tuning } from "./app/endpoint.js";
export { AppError } from "./app/error.js";
export type { ExitCode } from "./app/exit.js";
export { explained } from "./app/explain.js";
export {
  type AccountOptions,
  type ChosenAccounts,
  type ConfigOptions,
  chooseAccounts,
} from "./app/files/configuration.js";
export { type FormattedFiles, fmt } from "./app/files/fmt.js";
export { type RenderOptions, render, renderYaml } from "./app/files/render.js";
export { checkPolicies, listPolicies, type Validated, validateConfiguration } from "./app/files/validate.js";
export { type AppliedAccount, type ApplyResult, apply, applyAll, applyPlanned } from "./app/gate/apply.js";
export {
  type AnswerOptions,
  type ApprovalPlace,
  approve,
  approvedPlan,
  askedPlan,
  askFor,
  openApproved,
  type PlanChoice,
  reject,
  waiting,
} from "./app/gate/approvals.js";
export {
  type Candidate,
  type Checks,
  type GateEntry,
  type GateOptions,
  passGate,
  passPlans,
  type Stopped,
} from "./app/gate/gate.js";
export { type Host, type Notice, programHost, type ReadWatch, type RunWatch } from "./app/host.js";
export { listRuns, showRun } from "./app/ledger/history.js";
export { history, type JournalOptions, record } from "./app/ledger/ledger.js";
export { openLive, type ReadingOptions } from "./app/live/account.js";
export { accountInformation, listAccesses, listBots, listPairs, openLog, showBot } from "./app/live/bots.js";
export { type BotsOffResult, botsOff } from "./app/live/bots-off.js";
export { activeDeals, driftedDeals, endedDeals, openDeals } from "./app/live/deals.js";
export { report } from "./app/live/report.js";
export type { MoneyOptions } from "./app/money/figures.js";
export { type RiskOptions, risk } from "./app/money/risk.js";
export { type SimulateOptions, type Simulations, simulate, type Watching } from "./app/money/simulate.js";
export { type ConfigurationDiff, diffConfigurations, diffLive, type LiveDiff } from "./app/planning/diff.js";
export { type Planned, type PlannedNow, planAccounts } from "./app/planning/plan.js";
export { observe, plan } from "./app/planning/plan-account.js";
export type { PolicyOptions } from "./app/planning/policies.js";
export { openSaved, writeSaved } from "./app/planning/saved.js";
export { planBack, type ResolvedRuns, resolve, resolveRuns, undo } from "./app/planning/undo.js";
export { pull, pullAccounts } from "./app/pull/pull.js";
export type { PullOptions, PullResult } from "./app/pull/result.js";
export { type ResultsOptions, results } from "./app/results/results.js";
export { type ExportOptions, exportWebhooks } from "./app/webhook/export.js";
export { type SendOptions, type SendPorts, type SentWebhook, sendWebhook } from "./app/webhook/send.js";
export { listWebhooks, webhookAddress, webhookMessage } from "./app/webhook/show.js";
export { type ResolvedConnection as Connection, resolveConnection } from "./config/connection.js";
export { type LoadedConfig, loadConfig as validate } from "./config/load.js";
export type { AccountInformation, AccountPosition, AssetBalance } from "./model/bot/account.js";
export type { Access, ObservedBot, Status } from "./model/bot/bot.js";
export type { AccessReference, Desired, DesiredBot } from "./model/bot/desired.js";
export type { PlacedBot } from "./model/bot/difference.js";
export { FIELDS, type FieldName, type Fields, type FieldValue, type SomeFields } from "./model/bot/field.js";
export type { LiveBot } from "./model/bot/live-bot.js";
export type { Moment } from "./model/bot/moment.js";
export type { Observed } from "./model/bot/observed.js";
export type { Deal, DealPosition, DealResult, RunningDeal, TakeProfitOrder } from "./model/deal/deal.js";
export { type AssetTotal, totalsOf as dealTotals } from "./model/deal/deal-totals.js";
export type { Action } from "./model/plan/actions.js";
export type { ApplyReport, Outcome, OutcomeKind, Stop } from "./model/plan/outcome.js";
export type { FieldChange, Plan, PlannedBot, Step, UndeclaredBot } from "./model/plan/plan.js";
export type { KeptField, PlannedDeal, StepDeal } from "./model/plan/plan-deal.js";
export type { Answer, ApprovalState, AskedFacts, AskedPlan, WaitingPlans } from "./model/planfile/approval.js";
export {
  type Here,
  openPlan,
  type SavedPlan,
  type SealOptions,
  sealPlan as savePlan,
} from "./model/planfile/planfile.js";
export type { Opener } from "./model/planfile/sealing.js";
export type { Breaker, BreakerReading } from "./model/policy/breaker.js";
export type { Finding, FindingKind, FindingSeverity } from "./model/policy/finding.js";
export type { Policy, PolicyFacts, PolicyScope, Waiver } from "./model/policy/policy.js";
export { DiskError, ServiceError, type ServiceErrorKind, type WriteAnswer } from "./model/ports.js";
export type { Assumptions, StatedAssumptions, TierTable } from "./model/risk/assumptions.js";
export type { AccountRisk, BotGrid, BotMoney, BotRisk, Money, UnknownRisk } from "./model/risk/risk.js";
export type { Diagnostic, Position, Severity } from "./model/text/diagnostic.js";
export type { ApplyEvent, ApplyOptions } from "./reconcile/apply/run-options.js";
export type { EmergencyStopReport } from "./reconcile/emergency-stop/emergency-stop.js";
export type { History, PastKind, PastRun, PastStep, PastWrite, UnreadableRun } from "./reconcile/ledger/history.js";
export type { LiveAccount } from "./reconcile/plan/access.js";
export type { PlanOptions } from "./reconcile/plan/planner.js";
export type { Resolution } from "./reconcile/undo/resolve.js";
export { accountRisk } from "./risk/account-risk.js";
export { assumptionsOf } from "./risk/assumptions.js";
export { botGrid } from "./risk/bot-grid.js";
export { botRisk } from "./risk/bot-risk.js";
export { type FoundPrice, type MarketData, NO_MARKET_DATA } from "./risk/market-data.js";
export { liveBot as canonicalBot } from "./service/canonical.js";
export { observedAccount as canonicalAccount } from "./service/canonical-account.js";
export { observedDeal as canonicalDeal } from "./service/canonical-deal.js";
export { type Client, type ClientOptions, createClient } from "./service/client.js";
export type { RequestLimits } from "./service/pace.js";
export type { RetryPolicy } from "./service/retry.js";
export type { Parameters } from "./service/transport.js";
export type { WireAccess, WireAccount, WireBot, WireDeal, WireLog } from "./service/wire.js";
export { lintWebhook } from "./webhook/lint.js";
