// Plans that wait for a person as text: the list, the answers to one, and an answer that was just given.
import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import {
  type Answer,
  type AskedPlan,
  decisionOf,
  shortDigest,
  type WaitingPlans,
} from "../../model/planfile/approval.js";
import type { SavedPlan } from "../../model/planfile/planfile.js";
import { revisionText } from "../../model/revision.js";
import { spanText } from "../../model/text/span.js";
import { clean } from "../sanitize.js";
import { shortMoneyLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { planSummary } from "./plan-text.js";
import { remainingText } from "./saved-text.js";
import { utc } from "./value.js";
import { wrapped } from "./wrap.js";

/** @param same what a further command needs in order to find the same configuration and ledger @param now milliseconds since the epoch */
export function waitingText(
  { plans, unusable, damaged, same }: WaitingPlans & { readonly same: string },
  colour: Paint,
  now: number,
): string {
  const rows = plans.length === 0 ? ["No plan waits for a person.\n"] : plans.map((one) => planRow(one, colour, now));
  const useless = unusable.map(
    ({ digest, problem }) => `${colour.bad(shortDigest(digest))}  can't be used: ${clean(problem.summary)}\n`,
  );
  const lost =
    damaged === undefined
      ? []
      : [`${colour.bad("Part of the ledger is lost")}, so no plan is approved: ${clean(damaged)}\n${LEDGER_REPAIR}\n`];
  return [...lost, ...rows, ...useless, ...nextRows(plans, same)].join("\n");
}

function planRow({ digest, saved, answers, state }: AskedPlan, colour: Paint, now: number): string {
  const { plan, createdAt, expiresAt } = saved;
  const age = `made ${spanText(now - Date.parse(createdAt))} ago, ${remainingText(Date.parse(expiresAt) - now)}`;
  const decision = decisionOf(answers);
  const word = decision === undefined ? state : `${state} by ${clean(decision.by)}`;
  const money = plan.money === undefined ? [] : shortMoneyLines(plan.money);
  return [
    `${colour.bold(shortDigest(digest))}  ${state === "approved" ? colour.good(word) : colour.change(word)}; ${age}`,
    `  ${planSummary(plan)}`,
    ...(plan.revision === undefined ? [] : [wrapped(`  made from ${revisionText(plan.revision)}`, colour)]),
    ...money.map((line) => wrapped(line, colour)),
    "",
  ].join("\n");
}

/** What to type next, of the first of each kind. */
function nextRows(plans: readonly AskedPlan[], same: string): readonly string[] {
  const of = (state: AskedPlan["state"]) => plans.find((one) => one.state === state)?.digest;
  const [waits, approved] = [of("waiting"), of("approved")];
  const rows = [
    ...(waits === undefined
      ? []
      : [`To look at a plan and approve it:  botform approve ${shortDigest(waits)}${same}\n`]),
    ...(approved === undefined
      ? []
      : [`To carry one out that is approved: botform apply --approved ${shortDigest(approved)}${same}\n`]),
  ];
  return rows.length === 0 ? [] : [rows.join("")];
}

/** Below the particulars of a plan; empty where nobody has answered. */
export function answersText(answers: readonly Answer[], colour: Paint): string {
  return answers.map((one) => `  ${one.answer.padEnd(11)}  ${particulars(one, colour)}\n`).join("");
}

function particulars({ by, at, reason, answer }: Answer, colour: Paint): string {
  const who = `by ${clean(by)}, ${utc(new Date(at).toISOString())}`;
  return `${answer === "approved" ? colour.good(who) : colour.bad(who)}${reason === undefined ? "" : `: ${clean(reason)}`}`;
}

export function answerText(answer: Answer, { account, expiresAt }: SavedPlan, colour: Paint): string {
  const whom = `the plan ${shortDigest(answer.digest)} of the account ${clean(account)}, by ${clean(answer.by)}`;
  const why = answer.reason === undefined ? "" : `: ${clean(answer.reason)}`;
  return answer.answer === "approved"
    ? `${colour.good("Approved:")} ${whom}${why}. It is valid until ${clean(expiresAt)}.\n`
    : `${colour.bad("Rejected:")} ${whom}${why}. It is never carried out.\n`;
}
