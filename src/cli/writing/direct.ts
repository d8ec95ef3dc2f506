// Commands about named bots and deals: shows the plan, asks, carries it out through the gate, and reports.

import type { Endpoint } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { applyAll } from "../../app/gate/apply.js";
import { type GateOptions, refuseUnasked } from "../../app/gate/gate.js";
import type { FoundBot } from "../../app/live/targets.js";
import {
  type BotsOnPlan,
  type DealPlan,
  type DirectOptions as PlanOptions,
  percentOf,
  planBotsOn,
  planEnd,
  planStart,
  planTakeProfit,
} from "../../app/planning/direct.js";
import { policySourceFor } from "../../app/planning/policies.js";
import type { Desired } from "../../model/bot/desired.js";
import { ACTIONS } from "../../model/plan/actions.js";
import { counted } from "../../model/text/counted.js";
import type { BeginEntry } from "../../reconcile/ledger/journal-format.js";
import { accountsJson } from "../../render/machine/json.js";
import { reportText } from "../../render/text/accounts-text.js";
import { wrappedOnTerminal } from "../../render/text/wrap.js";
import type { Context } from "../terminal/context.js";
import { botFacts, dealFacts, NOTICES, noticeText } from "./notices.js";
import { printBroken, stoppedPrinter } from "./stopped.js";

export interface DirectOptions extends PlanOptions {
  readonly yes?: boolean;
  readonly journal: string;
  readonly format: "text" | "json";
  /** Seconds until what isn't observed is unknown. */
  readonly timeout: number;
}

export async function dealsStartCommand(
  context: Context,
  options: DirectOptions & { readonly bot: string },
): Promise<ExitCode> {
  refuseUnasked(context, options, SAY_YES);
  return carryOutDirect(context, options, ofDeal(context, await planStart(context, options)));
}

export async function dealsTakeProfitCommand(
  context: Context,
  options: DirectOptions & { readonly deal: string; readonly percent: string; readonly immediately?: boolean },
): Promise<ExitCode> {
  percentOf(options.percent);
  refuseUnasked(context, options, SAY_YES);
  return carryOutDirect(context, options, ofDeal(context, await planTakeProfit(context, options)));
}

export async function dealsCompleteCommand(
  context: Context,
  options: DirectOptions & { readonly deal: string },
): Promise<ExitCode> {
  refuseUnasked(context, options, SAY_YES);
  return carryOutDirect(context, options, ofDeal(context, await planEnd(context, options, "complete-deal")));
}

/** A position that nobody manages takes more than a yes: the flag that names it, or the deal's id at the prompt. */
export async function dealsCancelCommand(
  context: Context,
  options: DirectOptions & { readonly deal: string; readonly leavePosition?: boolean },
): Promise<ExitCode> {
  if (options.yes === true && options.leavePosition !== true)
    throw new AppError(
      "cancelling leaves the deal's position on the exchange, and nobody manages it; nothing was read or written\nIf you want that, add --leave-position.",
      { exitCode: EXIT.blocked },
    );
  refuseUnasked(context, options, SAY_YES);
  return carryOutDirect(context, options, ofDeal(context, await planEnd(context, options, "cancel-deal")));
}

export async function botsOnCommand(
  context: Context,
  options: DirectOptions & { readonly bots: readonly string[] },
): Promise<ExitCode> {
  refuseUnasked(context, options, SAY_YES);
  return carryOutDirect(context, options, ofBots(context, await planBotsOn(context, options)));
}

/** What is to be done, and what was said of it. */
interface Direct extends Pick<DealPlan, "made" | "isStopped"> {
  readonly command: BeginEntry["command"];
  readonly endpoint: Endpoint;
  /** As text, ending in a line feed. */
  readonly text: string;
  /** The same for a document. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly consent: NonNullable<GateOptions["consent"]>;
}

const SET_BACK = "The account has activeDeals: take-profit, so the next apply sets it back to the configured value.";

function ofDeal({ colour }: Context, plan: DealPlan): Direct {
  const { action, target, bot, deal, takeProfit, isThere, made, isStopped } = plan;
  const { account, endpoint, desired } = target;
  const usual = NOTICES[action](deal, bot, takeProfit);
  const sets = action === "take-profit" && desired?.activeDeals === "take-profit";
  const warnings = sets ? [...usual.warnings, SET_BACK] : usual.warnings;
  const notice = isThere
    ? { ...usual, effects: [`It is already at ${takeProfit?.after} %: nothing to do.`], warnings: otherSettings(plan) }
    : { ...usual, warnings };
  const facts = [...botFacts(bot), ...(deal === undefined ? [] : dealFacts(deal))];
  const { effects } = notice;
  return {
    command: ACTIONS[action].command,
    made,
    endpoint,
    isStopped,
    text: noticeText(account, notice, facts, colour),
    body: {
      account,
      bot: { ...bot.live, access: bot.access },
      deal: deal ?? null,
      effects,
      warnings: notice.warnings,
    },
    consent: consentFor(plan, notice.what),
  };
}

/** Where only the order stands at what is asked for. */
function otherSettings({ deal, takeProfit }: DealPlan): readonly string[] {
  const setting = deal?.settings.percentTakeProfit ?? "off";
  return setting === takeProfit?.after
    ? []
    : [`Its order is at that price already, but its settings still have ${setting} %.`];
}

function consentFor({ action, deal }: DealPlan, what: string): Direct["consent"] {
  if (action === "cancel-deal" && deal !== undefined) {
    const question = `\nTo cancel it and leave its position unmanaged, type the deal's id: `;
    return { question, answer: String(deal.id) };
  }
  return { question: `\nShall botform ${what}? Type "yes" to go ahead: `, answer: "yes" };
}

function ofBots({ colour }: Context, { target, found, made, isStopped }: BotsOnPlan): Direct {
  const { account, endpoint, desired } = target;
  const off = found.filter(({ live }) => !live.status.on);
  const isNone = off.length === 0;
  const what = isNone ? "nothing to turn on" : `turn ${counted(off.length, "bot")} on`;
  const opens = "A bot that is on opens deals with real money, perhaps at once.";
  const warnings = found.flatMap((bot) => warningsOf(bot, desired));
  const notice = { what, effects: [isNone ? "They are on already." : opens], warnings };
  return {
    command: "bots on",
    made,
    endpoint,
    isStopped,
    text: noticeText(account, notice, found.flatMap(botFacts), colour),
    body: { account, bots: found.map(({ live, access, address }) => ({ address, ...live, access })) },
    consent: { question: `\nTurn ${counted(off.length, "bot")} on? Type "yes" to go ahead: `, answer: "yes" },
  };
}

function warningsOf({ address, live, copies = [], deals }: FoundBot, desired: Desired | undefined): string[] {
  const isUnwanted = desired?.bots.some((bot) => bot.address === address && bot.enabled === false) === true;
  return [
    ...(isUnwanted ? [`The configuration has enabled: false for ${address}: the next apply turns it off again.`] : []),
    ...(copies.length > 0
      ? [`Other bots have the same title as bot #${live.id}: ${copies.join(", ")}; at most one of them may be on.`]
      : []),
    ...(deals.length > 0 ? [`Bot #${live.id} is in a deal: ${deals.map(({ id }) => id).join(", ")}.`] : []),
  ];
}

/** What a command about named bots or deals says where nobody can be asked. */
const SAY_YES = "Add --yes to do it without being asked.";
const NOT_DONE = "Not done";

async function carryOutDirect(context: Context, options: DirectOptions, direct: Direct): Promise<ExitCode> {
  const { command, made, endpoint, isStopped, text, body, consent } = direct;
  const isText = options.format === "text";
  const { diagnostics } = made;
  if (diagnostics.length > 0) context.say({ kind: "diagnostics", diagnostics });
  // A document stands alone on standard output; who is asked has to read what for.
  if (isText) context.out(wrappedOnTerminal(text, context.colour));
  else if (options.yes !== true) context.tell(text);
  const { account } = made;
  const policySource = policySourceFor(context, options, account);
  const results = await applyAll(context, [{ account, made, endpoint, policySource, hasFindings: false, isStopped }], {
    ...options,
    command,
    commandTimeout: options.timeout,
    isUnlimited: true,
    consent,
    staleText: "it has changed since it was shown",
    ...(isText && { onStopped: stoppedPrinter(context, NOT_DONE, true) }),
  });
  const [end = { account, exitCode: EXIT.done, plan: made }] = results;
  const { exitCode, report } = end;
  if (!isText) {
    const { formatVersion } = context;
    const { begun: _begun, ...part } = end;
    context.out(accountsJson({ command, exitCode, formatVersion }, [{ ...part, more: body }]));
    return exitCode;
  }
  printBroken(
    context,
    NOT_DONE,
    true,
    results.filter(({ begun }) => begun),
  );
  if (report !== undefined && report.outcomes.length > 0) context.out(`\n${reportText(report, context.colour)}`);
  return exitCode;
}
