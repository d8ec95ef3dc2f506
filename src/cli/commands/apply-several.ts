// botform apply for several accounts: all plans are shown, one question is asked, and what may be applied is, side by side.

import { type AccountEnd, type Ended, ended, failedEnd, type Planned, planEach } from "../../app/accounts.js";
import { both, type CarryOutOptions, carryOutUntil, excessOf, type Subject } from "../../app/carry-out.js";
import type { ChosenAccounts } from "../../app/configuration.js";
import { AppError, explain, interruption, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode, exitOfReport, mostSerious } from "../../app/exit.js";
import type { PlanOptions } from "../../app/planning.js";
import { refusalNow, refusalOf } from "../../app/policy-gate.js";
import { lookAgain } from "../../app/stale.js";
import { counted } from "../../model/text/counted.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { accountsJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { accountHeading, accountsSummary } from "../../render/text/accounts-text.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { reportText } from "../../render/text/report-text.js";
import type { Context } from "../terminal/context.js";
import type { EventLog } from "../terminal/events.js";
import { abandonable, interruptible } from "../terminal/interrupt.js";
import { applyProgress, readProgress, sayPause } from "../terminal/progress.js";
import { printPlans } from "./plan-several.js";

export interface ApplySeveralOptions extends PlanOptions, CarryOutOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean;
}

/** An account with something to carry out. */
interface Ready extends Subject {
  readonly account: string;
}

/** What keeps an account from being applied, beside what its plan says. */
interface Left extends AccountEnd {
  readonly because?: readonly Diagnostic[];
}

export async function applySeveral(
  context: Context,
  options: ApplySeveralOptions,
  chosen: ChosenAccounts,
  events: EventLog,
): Promise<ExitCode> {
  const isText = options.format === "text";
  const { colour } = context;
  const planned = await planEach(context, options, chosen);
  for (const one of planned) if ("value" in one) events.plan(one.value.made);
  if (isText) printPlans(context, chosen, planned);
  const judged = planned.map((one) => judge(options, one));
  const over: AccountEnd[] = [];
  const leave = (accounts: readonly Left[]) => {
    if (isText) sayLeft(context, accounts);
    over.push(...accounts.map(({ because: _said, ...end }) => end));
  };
  leave(judged.flatMap((one) => ("made" in one ? [] : [one])));
  let ready = judged.flatMap((one) => ("made" in one ? [one] : []));
  if (options.yes !== true && ready.length > 0) {
    const refused = (await saysYes(context, ready))
      ? await overtaken(context, options, chosen, ready)
      : ready.map(declined);
    leave(refused.filter((one, index) => refused.findIndex(({ account }) => account === one.account) === index));
    ready = ready.filter(({ account }) => !refused.some((one) => one.account === account));
  }
  const carriedOut = await carryOutEach(context, options, ready, events);
  leave(carriedOut.filter(({ report }) => report === undefined));
  over.push(...carriedOut.filter(({ report }) => report !== undefined));

  const order = planned.map(({ account }) => account);
  const ends = over.toSorted((left, right) => order.indexOf(left.account) - order.indexOf(right.account));
  const exitCode = mostSerious(ends.map((end) => end.exitCode));
  for (const end of ends) events.account(end.account, end);
  if (!isText) {
    context.out(accountsJson("apply", exitCode, ends));
    return exitCode;
  }
  for (const { account, report } of ends)
    if (report !== undefined) context.out(`\n${accountHeading(account, colour)}${reportText(report, colour)}`);
  context.out(`\n${colour.bold(accountsSummary(ends))}`);
  return exitCode;
}

/** What of an account is to be carried out, or why nothing is. */
function judge(options: ApplySeveralOptions, one: Ended<Planned>): Ready | Left {
  if (!("value" in one)) return failedEnd(one);
  const { made, endpoint } = one.value;
  const ready = { account: one.account, made, endpoint };
  if (hasErrors(made.diagnostics)) return left(ready, EXIT.invalid, "the plan has errors");
  if (made.steps.length === 0) return { account: one.account, exitCode: EXIT.done, plan: made };
  const denied = refusalOf(made);
  if (denied !== undefined) return left(ready, EXIT.blocked, denied);
  const excess = excessOf(options, made);
  return excess === undefined ? ready : left(ready, EXIT.blocked, excess);
}

function left({ account, made }: Ready, exitCode: ExitCode, why: string, because: readonly Diagnostic[] = []): Left {
  const diagnostics = [...because, ...made.diagnostics];
  return { account, exitCode, plan: made, diagnostics, because, error: `${why}; nothing was written` };
}

const declined = (ready: Ready): Left => left(ready, EXIT.failed, "declined");

/** Why accounts that were planned are left alone; what couldn't be planned was said in the place of its plan. */
function sayLeft(context: Context, accounts: readonly Left[]): void {
  const { errColour } = context;
  const told = accounts.filter(({ plan }) => plan !== undefined);
  for (const error of new Set(told.flatMap((one) => one.error ?? []))) {
    const same = told.filter((one) => one.error === error);
    const problems = same.flatMap(({ because = [] }) => because);
    const shown = problems.length === 0 ? "" : `${diagnosticsText(problems, errColour)}\n`;
    const names = same.map(({ account }) => clean(account)).join(", ");
    const what = same.some(({ exitCode }) => exitCode === EXIT.unknown) ? "Broken off on" : "Not applied on";
    context.err(`\n${shown}${errColour.bad(`${what} ${names}:`)} ${clean(error)}.\n`);
  }
}

async function saysYes(context: Context, ready: readonly Ready[]): Promise<boolean> {
  const count = ready.reduce((sum, { made }) => sum + made.steps.length, 0);
  const names = ready.map(({ account }) => account).join(", ");
  const where = `${ready.length === 1 ? "account" : "accounts"} ${names}`;
  const answer = await context.ask?.(`\nCarry out ${counted(count, "step")} on the ${where}? Only "yes" is a yes: `);
  if (answer === undefined) throw interruption();
  return answer.trim() === "yes";
}

const OVERTAKEN = "the live bots differ from the plan, so plan again";

/** Those whose bots have changed while it was asked, that policies deny by now, or that can't be read any more. */
async function overtaken(
  context: Context,
  options: ApplySeveralOptions,
  { config, accounts }: ChosenAccounts,
  ready: readonly Ready[],
): Promise<Left[]> {
  const progress = readProgress(context, `${ready.length} accounts`);
  const tuning = { concurrency: options.concurrency, onRequest: progress.onRequest, onPause: progress.onPause };
  const look = async (one: Ready): Promise<Left[]> => {
    const looked = await ended(one.account, () => lookAgain(one.made, one.endpoint, tuning));
    if (!("value" in looked)) return [left(one, looked.failure.exitCode, oneLine(looked.failure.message))];
    if (looked.value.length > 0) return [left(one, EXIT.stale, OVERTAKEN, looked.value)];
    const account = accounts.find(({ desired }) => desired.account === one.account);
    const judged = { config, account, envs: context.envs };
    const { made, endpoint } = one;
    const late = await ended(one.account, () => refusalNow(context, options.concurrency, made, judged, endpoint));
    if (!("value" in late)) return [left(one, late.failure.exitCode, oneLine(late.failure.message))];
    return late.value === undefined ? [] : [left(one, EXIT.blocked, late.value)];
  };
  try {
    return (await abandonable(() => Promise.all(ready.map(look)))).flat();
  } finally {
    progress.done();
  }
}

/** All at once, and one interrupt for all: each finishes the call that is under way. */
async function carryOutEach(
  context: Context,
  options: ApplySeveralOptions,
  ready: readonly Ready[],
  events: EventLog,
): Promise<AccountEnd[]> {
  if (ready.length === 0) return [];
  context.err("\n");
  const progress = applyProgress(
    context,
    ready.map(({ account, made }) => ({ account, total: made.steps.length })),
  );
  const one = async (subject: Ready, signal: AbortSignal): Promise<AccountEnd> => {
    const { account, made: plan } = subject;
    try {
      const onEvent = both(events.of(plan), progress.of(account));
      const report = await carryOutUntil(signal, options, subject, { onEvent, onPause: sayPause(context, account) });
      return { account, exitCode: exitOfReport(report), plan, report };
    } catch (error) {
      const { message, exitCode } = explain(error);
      // A fault of our own, somewhere in the middle: nobody knows what was sent.
      const known = error instanceof AppError ? exitCode : EXIT.unknown;
      return { account, exitCode: known, plan, error: oneLine(message) };
    }
  };
  try {
    return await interruptible(context, (signal) =>
      events.watching(signal, () => Promise.all(ready.map((subject) => one(subject, signal)))),
    );
  } finally {
    progress.done();
  }
}
