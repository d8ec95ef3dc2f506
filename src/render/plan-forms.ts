// The plans of one account or of several in every form: text, document, patch, page and comment.

import type { VariantMember } from "../model/bot/desired.js";
import type { Plan } from "../model/plan/plan.js";
import type { LadderPair } from "../model/risk/ladder.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { Making } from "./html/page.js";
import type { FailedView, PlanView } from "./html/plan-page.js";
import { type AccountResult, accountsJson, type FormatVersion } from "./machine/json.js";
import { planReplayJson } from "./machine/replay-json.js";
import type { MarkdownForm, MarkdownView } from "./markdown/markdown.js";
import { type Next, nextOf, nextText, type Typed } from "./next.js";
import type { Beside } from "./plan-facts.js";
import { accountFailure, accountHeading, accountsSummary, accountsTable } from "./text/accounts-text.js";
import { diagnosticsText } from "./text/diagnostics-text.js";
import type { Paint } from "./text/paint.js";
import { planText } from "./text/plan-text.js";
import { findingsText } from "./text/policy-text.js";
import { variantsJson } from "./variant-changes.js";

/** What became of planning one account. */
export interface PlanResult extends AccountResult, Beside {
  /** Of the plan's diagnostics those that aren't of the configuration; shown where several accounts share one. */
  readonly own?: readonly Diagnostic[];
  /** The price ladders of these bots by address; worked out only where they are drawn. */
  readonly ladders?: (addresses: readonly string[]) => Readonly<Record<string, LadderPair>>;
  /** The bots of the account that take part in experiments; only documents list them. */
  readonly members?: readonly VariantMember[];
  /** Why there is no plan, in lines. */
  readonly failure?: string;
}

export interface PlanFacts {
  readonly results: readonly PlanResult[];
  /** Of the configuration; several accounts' plans stand below them. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly comment?: MarkdownForm;
  /** How the plans were asked for; without it no form says what to type next. */
  readonly typed?: Typed;
  /** As text: each bot by itself. */
  readonly verbose?: boolean;
}

interface Setting {
  readonly command: string;
  readonly exitCode: number;
  readonly formatVersion?: FormatVersion;
  readonly colour: Paint;
  readonly now?: number;
}

/** The plans, of several the sums, and what to type next where something is in the way. */
export function plansText(facts: PlanFacts, colour: Paint): string {
  const { results, typed } = facts;
  const sums = results.length > 1 ? `\n${colour.bold(accountsSummary(results))}` : "";
  const next = nextOf(results, typed);
  return `${planBlocks(facts, colour)}${sums}${next !== undefined && isShown(next, typed) ? `\n${nextText(next, colour)}` : ""}`;
}

/** What is in the way, and limits that have to be given to apply, too. */
export function isShown({ isBlocked }: Next, typed: Typed | undefined): boolean {
  return isBlocked || (typed?.file === undefined && Object.keys(typed?.limits ?? {}).length > 0);
}

/** Of several accounts first a table, then every plan under its heading; what the configuration itself has to say stands before them once. */
export function planBlocks({ results, diagnostics = [], verbose = false }: PlanFacts, colour: Paint): string {
  const [only, second] = results;
  if (only?.plan !== undefined && second === undefined)
    return planText(only.plan, colour, { ...besideOf(only), verbose });
  const above = diagnostics.length > 0 ? `${diagnosticsText(diagnostics, colour)}\n` : "";
  const isOneOfSeveral = second !== undefined;
  const sums = isOneOfSeveral ? `${accountsTable(results, colour)}\n` : "";
  const blocks = results.map((end) => {
    const { account, plan, own } = end;
    const text =
      plan === undefined
        ? failureText(end, colour)
        : planText(own === undefined ? plan : { ...plan, diagnostics: own }, colour, {
            ...besideOf(end),
            verbose,
            isOneOfSeveral,
          });
    return `${accountHeading(account, colour)}${text}`;
  });
  return `${above}${sums}${blocks.join("\n")}`;
}

const besideOf = ({ refused, placeOf, variantOf, replay }: PlanResult): Beside => ({
  refused,
  placeOf,
  variantOf,
  replay,
});

function failureText({ failure = "", diagnostics = [] }: PlanResult, colour: Paint): string {
  return accountFailure("Not planned", { message: failure, diagnostics }, colour);
}

export function plansJson({ results }: PlanFacts, { colour: _colour, now: _now, ...head }: Setting): string {
  return accountsJson(
    head,
    results.map(
      ({
        own: _own,
        ladders: _ladders,
        failure: _failure,
        placeOf: _placeOf,
        variantOf,
        members = [],
        refused,
        replay,
        ...result
      }) => ({
        ...(refused !== undefined && { error: refused }),
        ...result,
        more: {
          ...(result.plan !== undefined &&
            members.length > 0 && { variants: variantsJson(members, result.plan, variantOf) }),
          ...(replay !== undefined && { replay: planReplayJson(replay) }),
        },
      }),
    ),
  );
}

/** One patch after another; what is no patch is `besidesDiff`. */
export async function plansDiff({ results }: PlanFacts): Promise<string> {
  const { planDiff } = await import("./text/plan-diff.js");
  return results.map(({ plan }) => (plan === undefined ? "" : planDiff(plan))).join("");
}

/** What a patch doesn't say, for standard error: why an apply would be blocked, too. */
export function besidesDiff({ results }: PlanFacts, colour: Paint): string {
  const blocks = results.map((end) => {
    const text = end.plan === undefined ? failureText(end, colour) : problemsText(end.plan, colour);
    return text === "" || results.length === 1 ? text : `${accountHeading(end.account, colour)}${text}`;
  });
  return blocks.join("");
}

function problemsText({ diagnostics, findings = [] }: Plan, colour: Paint): string {
  const text = findingsText(findings, colour);
  return `${diagnosticsText(diagnostics, colour)}${text === "" ? "" : `${text}\n`}`;
}

export async function plansHtml({ results, typed }: PlanFacts, { now }: Setting): Promise<string> {
  const [{ planPage, plansPage }, { drawnAddresses }] = await Promise.all([
    import("./html/plan-page.js"),
    import("./html/steps.js"),
  ]);
  const views = results.map((end): PlanView | FailedView => {
    const { account, plan, error = "", ladders } = end;
    return plan === undefined
      ? { account, failure: error }
      : { plan, ladders: ladders?.(drawnAddresses(plan)) ?? {}, ...besideOf(end) };
  });
  const [only, second] = views;
  const isOne = only !== undefined && "plan" in only && second === undefined;
  const next = nextOf(results, typed);
  return isOne ? planPage(only, makingAt(now), next) : plansPage(views, makingAt(now), next);
}

export async function plansMarkdown({ results, comment = {}, typed }: PlanFacts): Promise<string> {
  const { planMarkdown } = await import("./markdown/markdown.js");
  const views = results.map((end): MarkdownView => {
    const { account, plan, error = "" } = end;
    return plan === undefined ? { account, failure: error } : { plan, ...besideOf(end) };
  });
  return planMarkdown(views, { ...comment, next: nextOf(results, typed) });
}

/** @param now milliseconds since the epoch */
export function makingAt(now = Date.now()): Making {
  return { at: new Date(now).toISOString(), toolVersion: BOTFORM_VERSION };
}
