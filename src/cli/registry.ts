// Every command of the command line, in the order of its help.
import { type Declared, parent } from "./command.js";
import { accesses } from "./commands/accesses.js";
import { account } from "./commands/account.js";
import { apply } from "./commands/apply.js";
import { approve } from "./commands/approve.js";
import { botsList } from "./commands/bots/list.js";
import { botsLogs } from "./commands/bots/logs.js";
import { botsOff } from "./commands/bots/off.js";
import { botsOn } from "./commands/bots/on.js";
import { botsShow } from "./commands/bots/show.js";
import { breakerArm } from "./commands/breaker/arm.js";
import { breakerCheck } from "./commands/breaker/check.js";
import { breakerList } from "./commands/breaker/list.js";
import { complete } from "./commands/complete.js";
import { completion } from "./commands/completion.js";
import { dealsActive } from "./commands/deals/active.js";
import { dealsCancel } from "./commands/deals/cancel.js";
import { dealsComplete } from "./commands/deals/complete.js";
import { dealsDrift } from "./commands/deals/drift.js";
import { dealsHistory } from "./commands/deals/history.js";
import { dealsStart } from "./commands/deals/start.js";
import { dealsTakeProfit } from "./commands/deals/take-profit.js";
import { demo } from "./commands/demo.js";
import { diff } from "./commands/diff.js";
import { driftAcknowledge } from "./commands/drift/acknowledge.js";
import { driftAcknowledged } from "./commands/drift/acknowledged.js";
import { drift } from "./commands/drift/drift.js";
import { driftUnacknowledge } from "./commands/drift/unacknowledge.js";
import { emulatorEdit } from "./commands/emulator/edit.js";
import { emulator } from "./commands/emulator/emulator.js";
import { emulatorPrice } from "./commands/emulator/price.js";
import { emulatorSignal } from "./commands/emulator/signal.js";
import { emulatorState } from "./commands/emulator/state.js";
import { emulatorStep } from "./commands/emulator/step.js";
import { explain } from "./commands/explain.js";
import { fleetPush } from "./commands/fleet/push.js";
import { fleetRevisions } from "./commands/fleet/revisions.js";
import { fleetServe } from "./commands/fleet/serve.js";
import { fleetStatus } from "./commands/fleet/status.js";
import { fleetWorker } from "./commands/fleet/worker.js";
import { fmt } from "./commands/fmt.js";
import { forget } from "./commands/forget.js";
import { help } from "./commands/help.js";
import { history } from "./commands/history.js";
import { historyShow } from "./commands/history-show.js";
import { holdAdd } from "./commands/hold/add.js";
import { holdList } from "./commands/hold/list.js";
import { holdRemove } from "./commands/hold/remove.js";
import { init } from "./commands/init.js";
import { lockBreak } from "./commands/lock/break.js";
import { lockShow } from "./commands/lock/show.js";
import { mcp } from "./commands/mcp.js";
import { pairs } from "./commands/pairs.js";
import { plan } from "./commands/plan.js";
import { policyCheck } from "./commands/policy/check.js";
import { policyList } from "./commands/policy/list.js";
import { pull } from "./commands/pull.js";
import { reconcile } from "./commands/reconcile.js";
import { reject } from "./commands/reject.js";
import { render } from "./commands/render.js";
import { report } from "./commands/report.js";
import { resolve } from "./commands/resolve.js";
import { results } from "./commands/results.js";
import { risk } from "./commands/risk.js";
import { rolloutAbort } from "./commands/rollout/abort.js";
import { rolloutPause } from "./commands/rollout/pause.js";
import { rolloutPlan } from "./commands/rollout/plan.js";
import { rolloutPromote } from "./commands/rollout/promote.js";
import { rolloutResume } from "./commands/rollout/resume.js";
import { rolloutStart } from "./commands/rollout/start.js";
import { rolloutStatus } from "./commands/rollout/status.js";
import { schema } from "./commands/schema.js";
import { serviceCheck } from "./commands/service/check.js";
import { serviceShow } from "./commands/service/show.js";
import { show } from "./commands/show.js";
import { simulate } from "./commands/simulate.js";
import { stateCheck } from "./commands/state/check.js";
import { stateInit } from "./commands/state/init.js";
import { stateExport, stateImport } from "./commands/state/move.js";
import { statePrune } from "./commands/state/prune.js";
import { test } from "./commands/test.js";
import { undo } from "./commands/undo.js";
import { validate } from "./commands/validate.js";
import { version } from "./commands/version.js";
import { webhookBody } from "./commands/webhook/body.js";
import { webhookExport } from "./commands/webhook/export.js";
import { webhookLint } from "./commands/webhook/lint.js";
import { webhookList } from "./commands/webhook/list.js";
import { webhookSend } from "./commands/webhook/send.js";
import { webhookUrl } from "./commands/webhook/url.js";

export const COMMANDS: readonly Declared[] = [
  ...[init, validate, plan, apply, pull, drift, reconcile],
  parent("fleet", "daily", "Look after the accounts of one configuration, on one machine or many, and watch them."),
  ...[fleetServe, fleetStatus, fleetWorker, fleetPush, fleetRevisions],
  ...[driftAcknowledge, driftAcknowledged, driftUnacknowledge],
  ...[test, render, diff, fmt, schema, explain],
  parent("policy", "configuration", "The rules that plans are checked against."),
  ...[policyList, policyCheck],
  ...[show, approve, reject, mcp, history, historyShow, resolve, undo, forget],
  parent("lock", "past", "The locks that let only one run write at a time."),
  ...[lockShow, lockBreak],
  parent("state", "past", "A ledger in a database, which several machines share."),
  ...[stateInit, stateCheck, stateImport, stateExport, statePrune],
  parent("hold", "account", "Keep bots off and untouched, for a reason, until you remove the hold."),
  ...[holdAdd, holdList, holdRemove],
  parent("breaker", "account", "Limits of the live account at which bots are turned off and held."),
  ...[breakerCheck, breakerList, breakerArm],
  parent("rollout", "daily", "Apply a change wave by wave, and look in between whether to go on."),
  ...[rolloutPlan, rolloutStart, rolloutStatus, rolloutPromote, rolloutPause, rolloutResume, rolloutAbort],
  parent("bots", "account", "Look at live bots, and act on them directly."),
  ...[botsList, botsShow, botsLogs, botsOn, botsOff],
  parent("deals", "account", "Look at deals, and act on them directly."),
  ...[dealsActive, dealsHistory, dealsDrift, dealsStart, dealsTakeProfit, dealsComplete, dealsCancel],
  ...[account, accesses, pairs, report, results],
  parent("service", "account", "Find out how the service behaves where its documentation is silent."),
  ...[serviceCheck, serviceShow],
  ...[risk, simulate],
  parent(
    "webhook",
    "webhooks",
    "Webhooks as code: what an alert sends to open, update, average and close a bot's deals.",
  ),
  ...[webhookList, webhookUrl, webhookBody, webhookLint, webhookSend, webhookExport],
  ...[demo, emulator, emulatorStep, emulatorSignal, emulatorPrice, emulatorEdit, emulatorState],
  ...[completion, complete, version, help],
];
