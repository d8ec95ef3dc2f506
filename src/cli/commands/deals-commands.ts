// botform deals start, take-profit, complete, cancel: one deal, or one bot, that is named, shown, asked about and acted on.

import { reading } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { refuseUnasked } from "../../app/gate.js";
import { botName, dealId, type FoundBot, findBot, findDeal, openTarget, type Target } from "../../app/targets.js";
import { fieldSpec } from "../../model/bot/field.js";
import type { Deal } from "../../model/deal/deal.js";
import { isOrderJustAt, isPlainlyAt, percentBefore, signsOf } from "../../model/deal/take-profit.js";
import { ACTIONS, type DealAction, isDealAction } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import { isPercent } from "../../model/plan/plan-deal.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { dealStep, directPlan, shownBot } from "../../reconcile/plan/direct-plan.js";
import type { Context } from "../terminal/context.js";
import { carryOutDirect, type Direct, type DirectOptions, SAY_YES } from "./deals-carry-out.js";
import { botFacts, dealFacts, SAYS, sayText } from "./deals-say.js";

export async function dealsStartCommand(
  context: Context,
  options: DirectOptions & { readonly bot: string },
): Promise<ExitCode> {
  refuseUnasked(context, options, SAY_YES);
  const name = botName(options.bot);
  const target = await openTarget(context, options, [name]);
  const bot = await reading(context, target, options.concurrency, (client) => findBot(client, target, name));
  const step = dealStep(bot.address, "start-deal");
  return carryOutDirect(context, options, direct(context, target, { bot, step }));
}

export async function dealsTakeProfitCommand(
  context: Context,
  options: DirectOptions & { readonly deal: string; readonly percent: string },
): Promise<ExitCode> {
  const after = percentOf(options.percent);
  refuseUnasked(context, options, SAY_YES);
  const { target, deal, bot } = await named(context, options);
  const signs = signsOf(deal);
  const own = bot.live.fields.percentTakeProfit;
  const before = percentBefore(deal, after, own);
  const isThere = isOrderJustAt(deal, after) || isPlainlyAt(signs, after, [before, own]);
  const step = dealStep(bot.address, "take-profit", { id: deal.id, takeProfit: { before, after } });
  return carryOutDirect(context, options, direct(context, target, { bot, deal, step, isThere }));
}

export async function dealsCompleteCommand(
  context: Context,
  options: DirectOptions & { readonly deal: string },
): Promise<ExitCode> {
  refuseUnasked(context, options, SAY_YES);
  const { target, deal, bot } = await named(context, options);
  const step = dealStep(bot.address, "complete-deal", { id: deal.id });
  return carryOutDirect(context, options, direct(context, target, { bot, deal, step }));
}

/** A position that nobody manages takes more than a yes: the flag that names it, or the deal's id at the prompt. */
export async function dealsCancelCommand(
  context: Context,
  options: DirectOptions & { readonly deal: string; readonly leavePosition?: boolean },
): Promise<ExitCode> {
  if (options.yes === true && options.leavePosition !== true) {
    throw new AppError(
      "cancelling leaves the deal's position on the exchange, and nobody manages it; nothing was read or written\nIf that is meant, add --leave-position.",
      { exitCode: EXIT.blocked },
    );
  }
  refuseUnasked(context, options, SAY_YES);
  const { target, deal, bot } = await named(context, options);
  const step = dealStep(bot.address, "cancel-deal", { id: deal.id });
  return carryOutDirect(context, options, direct(context, target, { bot, deal, step }));
}

/** Canonical decimal text. Throws AppError. */
function percentOf(text: string): string {
  const percent = canonicalDecimal(text.replace(/%$/, ""));
  if (percent !== undefined && isPercent(percent)) return percent;
  const { min, max } = fieldSpec("percentTakeProfit");
  throw new AppError(`"${text}" is no take profit\nGive a percentage from ${min} to ${max}.`);
}

async function named(context: Context, options: DirectOptions & { readonly deal: string }) {
  const id = dealId(options.deal);
  const target = await openTarget(context, options, []);
  const found = await reading(context, target, options.concurrency, (client) => findDeal(client, target, id));
  return { target, ...found };
}

interface Subject {
  readonly bot: FoundBot;
  readonly step: Step;
  readonly deal?: Deal;
  /** It is as asked for already: then there is no step. */
  readonly isThere?: boolean;
}

const SET_BACK =
  "The account says activeDeals: take-profit, so the next apply sets it to what the configuration has for the bot.";

function direct(context: Context, { account, endpoint, desired }: Target, subject: Subject): Direct {
  const { bot, step, deal, isThere = false } = subject;
  const action = actionOf(step);
  const { command } = ACTIONS[action];
  const { exchange } = bot.access;
  const steps = isThere ? [] : [step];
  const bots = isThere ? [] : [shownBot(bot)];
  const made = directPlan({ account, exchange, command, observedBots: bot.observedBots }, bots, steps);
  const percent = step.deal?.takeProfit?.after;
  const says = SAYS[action](deal, bot, percent);
  const sets = action === "take-profit" && desired?.activeDeals === "take-profit";
  const warnings = sets ? [...says.warnings, SET_BACK] : says.warnings;
  const said = isThere
    ? { ...says, effects: [`It is at ${percent} % already: nothing to do.`], warnings: otherSettings(deal, percent) }
    : { ...says, warnings };
  const facts = [...botFacts(bot), ...(deal === undefined ? [] : dealFacts(deal))];
  return {
    command,
    made,
    endpoint,
    said: sayText(account, said, facts, context.colour),
    body: {
      account,
      bot: { ...bot.live, access: bot.access },
      deal: deal ?? null,
      effects: said.effects,
      warnings: said.warnings,
    },
    consent: consentFor(action, said.what, deal),
  };
}

/** Where only the order stands at what is asked for. */
function otherSettings(deal: Deal | undefined, percent: string | undefined): readonly string[] {
  const said = deal?.settings.percentTakeProfit ?? "off";
  return said === percent ? [] : [`Its order stands there; the settings it keeps say ${said} %.`];
}

function actionOf({ action }: Step): DealAction {
  if (isDealAction(action)) return action;
  throw new Error(`${action} is no step about a deal`);
}

function consentFor(action: DealAction, what: string, deal: Deal | undefined): Direct["consent"] {
  if (action === "cancel-deal" && deal !== undefined) {
    const question = `\nTo cancel it and leave its position unmanaged, type the deal's id: `;
    return { question, answer: String(deal.id) };
  }
  return { question: `\nShall botform ${what}? Only "yes" is a yes: `, answer: "yes" };
}
