// botform approve and botform reject: list the plans that wait, show one as botform show does, ask, and record the answer.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { ConfigOptions } from "../../app/files/configuration.js";
import { approve, askedPlan, isAuthentic, refuseEnded, reject, waiting } from "../../app/gate/approvals.js";
import { declinedBy } from "../../app/gate/gate.js";
import { configurationOf, serviceIfKnown } from "../../app/ledger/account-ledger.js";
import { factsOf } from "../../app/planning/saved.js";
import { type Answer, type AskedPlan, answerFacts, shortDigest } from "../../model/planfile/approval.js";
import { askAgainCommand } from "../../render/ask-again.js";
import { rendered } from "../../render/forms.js";
import { accountsJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { answersText, answerText } from "../../render/text/approvals-text.js";
import { planText } from "../../render/text/plan-text.js";
import { savedText } from "../../render/text/saved-text.js";
import type { Context } from "../terminal/context.js";
import { personHere } from "../terminal/person.js";
import { ledgerOption, sameOptions, shellWord } from "../terminal/shell-word.js";

interface AnswerCommandOptions extends ConfigOptions {
  readonly journal: string;
  readonly by?: string;
  readonly format: "text" | "json";
  readonly envFrom?: string;
}

export interface ApproveCommandOptions extends AnswerCommandOptions {
  readonly digest?: string;
  readonly account?: readonly string[];
  readonly reason?: string;
  readonly yes?: boolean;
  /** Each bot by itself. */
  readonly verbose?: boolean;
}

export async function approveCommand(context: Context, options: ApproveCommandOptions): Promise<ExitCode> {
  const { digest, format, reason, by = personHere(context.env) } = options;
  if (digest === undefined) return list(context, options);
  const asked = await askedPlan({ journal: options.journal, digest });
  const opener = await serviceIfKnown(context, configurationOf(options), asked.saved.account);
  const facts = { file: asked.file, digest: asked.digest, ...factsOf(asked.saved, isAuthentic(asked, opener)) };
  const { plan } = asked.saved;
  if (format === "text") {
    const particulars = savedText(facts, plan.steps.length, Date.now(), context.colour);
    context.out(
      `${particulars}${answersText(asked.answers, context.colour)}\n${planText(plan, context.colour, options)}`,
    );
  }
  refuseEnded(asked, opener);
  const question = `\nApprove exactly this plan, ${shortDigest(asked.digest)}, on the account ${clean(plan.account)}? Type "yes" to go ahead: `;
  const declined = options.yes === true ? undefined : await declinedBy(context, { question, answer: "yes" });
  if (declined !== undefined) throw new AppError(`${declined}; the plan still waits`, { exitCode: EXIT.failed });
  const answered = await approve({ ...options, digest: asked.digest, by, reason }, opener);
  return show(context, options, { command: "approve", facts, answered });
}

export async function rejectCommand(
  context: Context,
  options: AnswerCommandOptions & { readonly digest: string; readonly reason: string },
): Promise<ExitCode> {
  const { by = personHere(context.env) } = options;
  const answered = await reject({ ...options, by });
  const facts = { file: answered.file, digest: answered.digest, ...factsOf(answered.saved, null) };
  return show(context, options, { command: "reject", facts, answered });
}

async function list(
  context: Context,
  { journal, account, format, ...typed }: ApproveCommandOptions,
): Promise<ExitCode> {
  const found = await waiting({ journal, ...(account !== undefined && { account }) });
  const exitCode = found.damaged === undefined ? EXIT.done : EXIT.failed;
  const { colour, formatVersion } = context;
  const same = `${sameOptions(typed)}${ledgerOption({ ...typed, journal })}`;
  context.out(
    await rendered("approve", format, { ...found, same }, { command: "approve", exitCode, formatVersion, colour }),
  );
  return exitCode;
}

interface Shown {
  readonly command: "approve" | "reject";
  readonly facts: ReturnType<typeof factsOf> & { readonly file: string; readonly digest: string };
  readonly answered: AskedPlan & { readonly answer: Answer };
}

function show(context: Context, options: AnswerCommandOptions, { command, facts, answered }: Shown): ExitCode {
  const { saved, answers, state, answer } = answered;
  const { formatVersion, colour } = context;
  if (options.format === "json") {
    const more = { state, answers: answers.map(answerFacts) };
    const part = { account: saved.account, exitCode: EXIT.done, saved: facts, plan: saved.plan, more };
    context.out(accountsJson({ command, exitCode: EXIT.done, formatVersion }, [part]));
    return EXIT.done;
  }
  context.out(`${command === "approve" ? "\n" : ""}${answerText(answer, saved, colour)}`);
  const same = `${sameOptions(options)}${ledgerOption(options)}`;
  if (command === "reject") {
    // Nobody can take an answer back, so whoever wants another one needs another plan.
    context.tell("To be asked about it again:\n");
    context.err(`  ${clean(askAgainCommand(saved.plan))}${same}\n`);
    return EXIT.done;
  }
  if (state !== "approved") return EXIT.done;
  context.tell("To carry it out:\n");
  context.err(`  botform apply --approved ${shellWord(shortDigest(answer.digest))}${same}\n`);
  return EXIT.done;
}
