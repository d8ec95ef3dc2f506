// Every result that botform shows, and the forms it can be shown in. A command names its result and the form:
//
//   context.out(await rendered("history", options.format, { runs, unreadable, journal }, { command, exitCode, colour }));
//
// A result goes in as finished data; no renderer asks for anything or prints. A new form is a line in FORMS, a new result one in
// Results (result-kinds.ts), too. What a command says beside its result (progress, questions, hints on standard error) is its own
// business.

import { driftTotals } from "../model/bot/drift.js";
import { unrealisedOf } from "../model/deal/deal-totals.js";
import { diagnosticJson, type Head, resultJson } from "./machine/json.js";
import {
  accessJson,
  botJson,
  dealJson,
  policyJson,
  serviceJson,
  shownBotJson,
  simulationJson,
  waitingJson,
} from "./machine/live-json.js";
import { makingAt, plansDiff, plansHtml, plansJson, plansMarkdown, plansText } from "./plan-forms.js";
import type { ResultKind, ResultOf, Results } from "./result-kinds.js";
import { accessesText, accountText, pairsText } from "./text/account-text.js";
import { acknowledgedListText, acknowledgedText, unacknowledgedText } from "./text/acknowledged-text.js";
import { waitingText } from "./text/approvals-text.js";
import { botsText, botText, logsText, offText } from "./text/bots-text.js";
import { armedText, breakerCheckText, breakerListText } from "./text/breaker-text.js";
import { activeDealsText, dealDriftText, dealHistoryText } from "./text/deals-text.js";
import { configurationDiffText, liveDiffText } from "./text/diff-text.js";
import { driftText } from "./text/drift-text.js";
import { explainText, indexText } from "./text/explain-text.js";
import { fleetText } from "./text/fleet-text.js";
import { historyText, resolveText, runText } from "./text/history-text.js";
import { addedText, holdsText, removedText } from "./text/hold-text.js";
import { brokenText, locksText } from "./text/lock-text.js";
import { newsJson, newsText } from "./text/news-text.js";
import type { Paint } from "./text/paint.js";
import { findingsText, policiesText } from "./text/policy-text.js";
import { provenanceText } from "./text/provenance-text.js";
import { reportsText, reportText } from "./text/report-text.js";
import { resultsText } from "./text/results-text.js";
import { pushedText, revisionNewsJson, revisionNewsText, revisionsText } from "./text/revision-text.js";
import { riskText } from "./text/risk-text.js";
import { rolloutPlanText } from "./text/rollout-plan-text.js";
import { rolloutNewsText, rolloutText } from "./text/rollout-text.js";
import { scenariosText } from "./text/scenario-text.js";
import { serviceCheckText, serviceText } from "./text/service-text.js";
import { simulationText } from "./text/simulate-text.js";
import { webhookListText } from "./text/webhook-text.js";

/** How a result is to be shown: colours of text, the envelope of a document, and the moment in milliseconds that a page names. */
export interface Setting extends Head {
  readonly colour: Paint;
  readonly now?: number;
}

/** Ends in a line feed, where there is anything. */
type Renderer<R> = (result: R, setting: Setting) => string | Promise<string>;

/** By the word that --format takes. */
const FORMS: { readonly [Kind in keyof Results]: Readonly<Record<string, Renderer<Results[Kind]>>> } = {
  accesses: {
    text: text(accessesText),
    json: json(({ account, accesses }) => ({ account, accesses: accesses.map(accessJson) })),
  },
  account: { text: text(accountText), json: json((facts) => facts) },
  approve: {
    text: (facts, { colour, now = Date.now() }) => waitingText(facts, colour, now),
    json: json(({ plans, unusable, damaged }) => ({
      plans: plans.map(waitingJson),
      unusable: unusable.map(({ digest, problem }) => ({ digest, problem: diagnosticJson(problem) })),
      ...(damaged !== undefined && { damaged }),
    })),
  },
  "bots list": {
    text: text(botsText),
    json: json(({ account, bots, inDoubt = [] }) => ({
      account,
      bots: bots.map(({ bot, ...around }) => botJson(bot, around)),
      inDoubt,
    })),
  },
  "bots logs": { text: text(logsText), json: json((facts) => facts) },
  "bots off": { text: text(offText), json: json((facts) => facts) },
  "breaker arm": { text: text(armedText), json: json((facts) => facts) },
  "breaker check": { text: text(breakerCheckText), json: json((facts) => facts) },
  "breaker list": { text: text(breakerListText), json: json((facts) => facts) },
  "bots show": { text: text(botText), json: json(shownBotJson) },
  "deals active": {
    text: text(activeDealsText),
    json: json(({ account, deals, inDoubt = [] }) => {
      return { account, deals: deals.map(dealJson), inDoubt, unrealised: unrealisedOf(deals.map(({ deal }) => deal)) };
    }),
  },
  "deals drift": {
    text: text(dealDriftText),
    json: json(({ account, runningDeals, drifted }) => {
      return {
        account,
        runningDeals,
        drifted: drifted.map(({ facts, hasBot, fields }) => ({ deal: dealJson(facts), hasBot, fields })),
      };
    }),
  },
  "deals history": {
    text: text(dealHistoryText),
    csv: async ({ deals }) => (await import("./machine/csv.js")).dealsCsv(deals),
    json: json(({ account, deals, totals }) => ({ account, deals: deals.map(dealJson), totals })),
  },
  "diff of accounts": {
    text: text(liveDiffText),
    json: json(({ from, to, unscaled, ...difference }) => {
      const differs = difference.changed.length + difference.onlyOn.length + difference.ambiguous.length > 0;
      return { differs, from, to, unscaled, ...difference };
    }),
  },
  "diff of configurations": {
    text: text(configurationDiffText),
    json: json((accounts) => ({ differs: accounts.some(({ kind }) => kind !== "equal"), accounts })),
  },
  drift: {
    text: text(({ results }, colour) => driftText(results, colour)),
    json: json(({ results, notified }) => {
      const accounts = results.map(({ drift, ...end }) => {
        const diagnostics = drift?.diagnostics ?? end.diagnostics ?? [];
        return { ...end, ...drift, diagnostics: diagnostics.map(diagnosticJson) };
      });
      return { accounts, summary: driftTotals(results), ...(notified !== undefined && { notified }) };
    }),
  },
  "drift acknowledge": { text: text(acknowledgedText), json: json((facts) => facts) },
  "drift acknowledged": { text: text(acknowledgedListText), json: json((facts) => facts) },
  "drift unacknowledge": { text: text(unacknowledgedText), json: json((facts) => facts) },
  explain: { text: text(explainText), json: json((explained) => ({ explained })) },
  "explain all": { text: text(indexText), json: json((index) => index) },
  findings: {
    text: text(
      (findings, colour) =>
        `${findings.length === 0 ? "The policies find nothing." : findingsText(findings, colour)}\n`,
    ),
    json: json((findings) => ({ findings })),
  },
  "fleet status": { text: text(fleetText), json: json(({ same: _same, ...state }) => state) },
  history: { text: text(historyText), json: json(({ runs, unreadable }) => ({ runs, unreadable })) },
  "history show": { text: text(runText), json: json((run) => ({ run })) },
  "fleet push": { text: text(pushedText), json: json((facts) => facts) },
  "fleet revisions": { text: text(revisionsText), json: json((facts) => facts) },
  "hold add": { text: text(addedText), json: json((facts) => facts) },
  "hold list": { text: text(holdsText), json: json((facts) => facts) },
  "hold remove": { text: text(removedText), json: json((facts) => facts) },
  pairs: { text: text(pairsText), json: json((facts) => facts) },
  plan: { text: text(plansText), json: plansJson, diff: plansDiff, html: plansHtml, markdown: plansMarkdown },
  "lock break": { text: text(brokenText), json: json((facts) => facts) },
  "lock show": { text: text(locksText), json: json((facts) => facts) },
  "policy list": { text: text(policiesText), json: json(policyJson) },
  problems: {
    sarif: async (facts) => (await import("./machine/sarif.js")).sarif(facts),
    junit: async (facts) => (await import("./machine/junit.js")).junit(facts),
    github: async (facts) => (await import("./machine/github.js")).github(facts),
  },
  reconcile: {
    text: text(newsText),
    json: json(({ at, drift, report, news, ...about }) => ({
      ...{ ...about, at: new Date(at).toISOString(), news: newsJson(news) },
      drift: drift === undefined ? null : { ...drift, diagnostics: drift.diagnostics.map(diagnosticJson) },
      report: report ?? null,
    })),
  },
  render: { text: text(provenanceText), json: json((accounts) => ({ accounts })) },
  report: {
    text: text(reportText),
    html: async (view, { now }) => (await import("./html/report-page.js")).reportPage(view, makingAt(now)),
    json: json(({ diagnostics: _reported, inDoubt = [], ...view }) => ({ ...view, inDoubt })),
  },
  reports: {
    text: text(reportsText),
    html: async (results, { now }) => (await import("./html/report-page.js")).reportsPage(results, makingAt(now)),
    json: json((results) => ({
      accounts: results.map(({ view, diagnostics = view?.diagnostics ?? [], ...end }) => ({
        ...end,
        ...(view !== undefined && { inDoubt: [], ...view }),
        diagnostics: diagnostics.map(diagnosticJson),
      })),
    })),
  },
  results: {
    text: text(resultsText),
    csv: async (facts) => (await import("./machine/results-csv.js")).resultsCsv(facts),
    html: async (facts, { now }) => (await import("./html/results-page.js")).resultsPage(facts, makingAt(now)),
    json: json(({ curves: _curves, variantCurves: _variantCurves, ...facts }) => facts),
  },
  resolve: {
    text: text(resolveText),
    json: json(({ runs, open }) => {
      return { runs: runs.map(({ id, account, steps }) => ({ id, account, steps })), open };
    }),
  },
  revision: {
    text: text(revisionNewsText),
    json: json(({ at, news, ...about }) => ({
      ...about,
      at: new Date(at).toISOString(),
      news: revisionNewsJson(news),
    })),
  },
  risk: { text: text(riskText), json: json(({ accounts }) => ({ accounts })) },
  "rollout news": {
    text: text(rolloutNewsText),
    json: json(({ at, news, rollout }) => ({ at: new Date(at).toISOString(), news, rollout })),
  },
  "rollout plan": {
    text: text(rolloutPlanText),
    json: json(({ waves, verbose: _verbose, overrules = null, ...facts }) => ({
      ...{ ...facts, overrules },
      waves: waves.map(({ parts, ...wave }) => ({
        ...wave,
        parts: parts.map(({ plan, diagnostics, ...part }) => ({
          ...part,
          ...(diagnostics !== undefined && { diagnostics: diagnostics.map(diagnosticJson) }),
          plan: plan === undefined ? null : { ...plan, diagnostics: plan.diagnostics.map(diagnosticJson) },
        })),
      })),
    })),
  },
  "rollout status": { text: text(({ rollout }, colour) => rolloutText(rollout, colour)), json: json((facts) => facts) },
  "service check": {
    text: text(serviceCheckText),
    json: json(({ facts, found, requests, stopped }) => {
      return { ...serviceJson(facts), found: found.map(({ name }) => name), requests, stopped: stopped ?? null };
    }),
  },
  "service show": { text: text(serviceText), json: json(serviceJson) },
  simulate: {
    text: text((simulations, colour) => simulations.map((one) => simulationText(one, colour)).join("\n")),
    csv: async (simulations) =>
      simulations.some(({ tries }) => tries.length > 0)
        ? (await import("./machine/tries-csv.js")).triesCsv(simulations)
        : (await import("./machine/csv.js")).simulationCsv(simulations),
    html: async (simulations, { now }) =>
      (await import("./html/simulation-page.js")).simulationPage(simulations, makingAt(now)),
    json: json((simulations) => ({ accounts: simulations.map(simulationJson) })),
  },
  test: {
    text: text(scenariosText),
    junit: async (results) => (await import("./machine/scenario-junit.js")).scenariosJunit(results),
    json: json((scenarios) => ({ scenarios })),
  },
  "webhook list": { text: text(webhookListText), json: json((webhooks) => ({ webhooks })) },
};

/** The result in that form. A form that the kind doesn't have is a fault of the command that offers it. */
export async function rendered<Kind extends ResultKind>(
  kind: Kind,
  form: string,
  result: ResultOf<Kind>,
  setting: Setting,
): Promise<string> {
  const renderer = FORMS[kind][form];
  if (renderer === undefined) throw new TypeError(`${kind} has no form ${form}`);
  return renderer(result, setting);
}

function text<R>(render: (result: R, colour: Paint) => string): Renderer<R> {
  return (result, { colour }) => render(result, colour);
}

/** @param body what the document holds beside its envelope */
function json<R>(body: (result: R) => object): Renderer<R> {
  return (result, { colour: _colour, now: _now, ...head }) => resultJson(head, body(result));
}
