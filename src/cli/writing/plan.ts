// botform plan: what apply would do, on one account or several, and nothing done.

import { basename } from "node:path";
import type { Attempt } from "../../app/attempt.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode, exitOfPlan, gradeAbove, mostSerious } from "../../app/exit.js";
import { type ChosenAccounts, chooseAccounts } from "../../app/files/configuration.js";
import { failedAccount, unsoundOf } from "../../app/gate/apply.js";
import { unsoundText, waitsForOthers } from "../../app/gate/gate.js";
import type { PlanReplayOptions } from "../../app/money/plan-replay.js";
import { membersOf, variantsOf } from "../../app/planning/members.js";
import { type Planned, type PlannedNow, type PlanOptions, planAccounts } from "../../app/planning/plan.js";
import { placesOf } from "../../app/planning/policies.js";
import type { Plan } from "../../model/plan/plan.js";
import { shortDigest } from "../../model/planfile/approval.js";
import type { Grade } from "../../model/policy/grade-rules.js";
import type { PlanReplay } from "../../model/risk/plan-replay.js";
import { counted } from "../../model/text/counted.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { rendered } from "../../render/forms.js";
import { commandLines, nextOf, nextText, type Typed } from "../../render/next.js";
import { besidesDiff, isShown, type PlanResult, planBlocks } from "../../render/plan-forms.js";
import { clean } from "../../render/sanitize.js";
import { planLadders } from "../../risk/ladder.js";
import type { Context } from "../terminal/context.js";
import { type PlanOuts, planOuts, putForms, refuseOuts, sayForms } from "../terminal/plan-out.js";
import { ledgerOption, sameOptions, typedBy } from "../terminal/shell-word.js";

export interface PlanCommandOptions extends PlanOptions, PlanReplayOptions {
  readonly format: "text" | "json" | "diff" | "html" | "markdown";
  readonly detailedExitcode?: boolean;
  /** The riskiest grade that doesn't end with 6. */
  readonly failAbove?: Grade;
  /** The files to write: see planOuts. */
  readonly out?: readonly string[];
  /** Tells its comment from others of the same pull request. */
  readonly marker?: string;
  /** Keeps it in the ledger, for a person to approve. */
  readonly ask?: boolean;
  /** Minutes that the saved plan holds. */
  readonly expires?: number;
  readonly envFrom?: string;
  /** Each bot by itself. */
  readonly verbose?: boolean;
}

const DEFAULT_HOLD_MINUTES = 30;

export async function planCommand(context: Context, options: PlanCommandOptions): Promise<ExitCode> {
  const { format } = options;
  const outs = planOuts(options.out, format);
  const { ask = false } = options;
  if (ask && outs.plan !== undefined)
    throw new AppError(
      "--ask keeps the plan in the ledger, and --out in a file; a plan is saved once\nLeave out one of them; --out html=FILE goes with --ask.",
    );
  const saving = ask ? "--ask" : outs.plan === undefined ? undefined : "--out";
  if (options.expires !== undefined && saving === undefined)
    throw new AppError(
      "--expires works only with a saved plan\nName the file to save it to with --out, or keep it in the ledger with --ask.",
    );
  await refuseOuts(outs, options);
  const chosen = chooseAccounts(options);
  const [, second] = chosen.accounts;
  if (saving !== undefined && second !== undefined) {
    const names = chosen.accounts.map(({ desired }) => desired.account).join(", ");
    throw new AppError(
      `${saving} saves the plan of one account, but several are selected (${names})\nName one with --account.`,
    );
  }
  const replaying = await replayOf(context, options, outs, chosen);
  const figuresOfSteps = format === "text" && options.out === undefined && second === undefined;
  const readsWallets = replaying !== undefined && options.balance === undefined;
  const planned = await planAccounts(context, { ...options, figuresOfSteps, readsWallets }, chosen);
  // What isn't a document has no place for the failure of its only account.
  if (second === undefined && (format !== "json" || options.out !== undefined))
    for (const one of planned) plannedOf(one);
  const unsound = unsoundOf(planned);
  const replays = await replaying?.(planned);
  const made = await Promise.all(planned.map((one) => resultOf(options, outs.plan, one, unsound)));
  const results = made.map((end) => {
    const replay = replays?.get(end.account);
    return replay === undefined ? end : { ...end, replay };
  });
  const exitCode = mostSerious(results.map((end) => end.exitCode));
  const files = [outs.html, outs.json].flatMap((file) => (file === undefined ? [] : [basename(file)]));
  const comment = { marker: options.marker, files, redacted: context.redacted };
  const { verbose = false } = options;
  const kept = results.find(({ saved }) => saved?.digest !== undefined)?.saved?.digest;
  const typed = typedBy({ ...options, ...(kept !== undefined && { approved: shortDigest(kept) }) }, outs.plan);
  const facts = { results, diagnostics: chosen.config.diagnostics, comment, verbose, typed };
  const { colour, formatVersion } = context;
  const setting = { command: "plan", exitCode, formatVersion, colour };
  await putForms(context, format, outs, (form) => rendered("plan", form, facts, setting));
  if (format === "diff") context.err(besidesDiff(facts, context.errColour));
  sayForms(context, outs);
  for (const { plan } of results) if (plan !== undefined) sayGrade(context, options.failAbove, plan);
  for (const end of results) saySaved(context, options, end, typed);
  if (format === "text" && options.out === undefined) sayHowToApply(context, results, typed);
  return exitCode;
}

type Replaying = (planned: readonly Attempt<PlannedNow>[]) => Promise<ReadonlyMap<string, PlanReplay>>;

/** How the plans are replayed; undefined where that isn't asked for. Throws AppError, before anything is read from the service. */
async function replayOf(
  context: Context,
  options: PlanCommandOptions,
  outs: PlanOuts,
  { accounts }: ChosenAccounts,
): Promise<Replaying | undefined> {
  const { format, replay = [], balance, signalEvery } = options;
  if (replay.length === 0 && balance === undefined && signalEvery === undefined) return undefined;
  const isShown = format !== "diff" || [outs.html, outs.markdown, outs.json].some((file) => file !== undefined);
  if (!isShown)
    throw new AppError("--replay has no place in a patch\nUse another --format, or --out html=FILE beside it.");
  const [{ replayPrices, replayPlans }, { simulationsWatched }] = await Promise.all([
    import("../../app/money/plan-replay.js"),
    import("../terminal/simulate-progress.js"),
  ]);
  const prices = replayPrices(
    options,
    accounts.map(({ desired }) => desired),
  );
  return prices && ((planned) => replayPlans(simulationsWatched(context), options, prices, planned));
}

/** To a person; a document that goes elsewhere only says what is in its way. */
function sayHowToApply({ isTerminal, tell, errColour }: Context, results: readonly PlanResult[], typed: Typed): void {
  const next = nextOf(results, typed);
  if (isTerminal && next !== undefined && !isShown(next, typed)) tell(`\n${nextText(next, errColour)}`);
}

/** The result of one account's plan. If a file is asked for and the plan has no errors, it is written. */
async function resultOf(
  options: PlanCommandOptions,
  file: string | undefined,
  one: Attempt<PlannedNow>,
  unsound: readonly string[],
): Promise<PlanResult & { readonly exitCode: ExitCode }> {
  if (!("value" in one)) return { ...failedAccount(one), failure: one.failure.message };
  const { value } = one;
  const { made, endpoint, own } = value;
  const ladders = (addresses: readonly string[]) => planLadders(value, addresses);
  const refused = unsound.length > 0 && waitsForOthers(made) ? unsoundText(unsound) : undefined;
  const exitCode = refused === undefined ? exitOfPlan(options, made) : EXIT.invalid;
  const placeOf = placesOf(value.policySource);
  const end = {
    account: one.account,
    exitCode,
    plan: made,
    own,
    ladders,
    placeOf,
    variantOf: variantsOf(value.policySource),
    members: membersOf(value.policySource),
    ...(refused !== undefined && { refused }),
  };
  const minutes = options.expires ?? DEFAULT_HOLD_MINUTES;
  if (options.ask === true) {
    if (hasErrors(made.diagnostics)) return { ...end, error: "the plan has errors, so nobody is asked to approve it" };
    const { askFor } = await import("../../app/gate/approvals.js");
    const asked = await askFor(made, endpoint, { journal: options.journal, minutes });
    return { ...end, ...(asked !== undefined && { saved: asked }) };
  }
  if (file === undefined) return end;
  if (hasErrors(made.diagnostics)) return { ...end, error: "the plan has errors, so no plan file was written" };
  const { writeSaved } = await import("../../app/planning/saved.js");
  const saved = await writeSaved(file, made, endpoint, minutes, options.journal);
  return { ...end, saved: { file, ...saved } };
}

/** Why a plan that nothing else stands in the way of ends with 6. */
function sayGrade({ tell, errColour }: Context, failAbove: Grade | undefined, plan: Plan): void {
  const graded = gradeAbove(failAbove, plan);
  if (graded === undefined) return;
  tell(
    `\n${errColour.bad("Exit 6:")} the grade of ${clean(plan.account)} is ${graded.grade}, above --fail-above ${failAbove}.\n`,
  );
}

function saySaved({ err, tell, errColour }: Context, options: PlanCommandOptions, end: PlanResult, typed: Typed): void {
  const { plan, saved, error } = end;
  const { format, ask = false } = options;
  if (plan === undefined) return;
  if (error !== undefined) tell(`\n${errColour.bad("Not saved:")} ${error}.\n`);
  if (saved === undefined) {
    if (ask && error === undefined) tell("\nThere is nothing to do, so nobody has to approve it.\n");
    return;
  }
  const next = nextOf([end], typed);
  // As text, the plan itself ends with what is in its way.
  const isShown = next === undefined || (next.isBlocked && format === "text");
  const { restsOnLedger = [] } = saved;
  if (restsOnLedger.length > 0)
    tell(
      `\nwarning: only the ledger keeps this plan from being applied twice: the logs of ${counted(restsOnLedger.length, "bot")} that it turns on are empty, can't be read, or don't tell of switches (${restsOnLedger.map(clean).join(", ")})\n`,
    );
  if (saved.digest !== undefined) {
    const digest = shortDigest(saved.digest);
    const same = `${sameOptions(options)}${ledgerOption(options)}`;
    tell(
      `\n${errColour.good("Kept in the ledger")} as ${digest}; it is valid until ${saved.expiresAt}. To approve it:\n`,
    );
    err(`  botform approve ${digest}${same}\n`);
    if (next !== undefined && !isShown) {
      tell("Once it is approved:\n");
      err(`  ${next.command}${ledgerOption(options)}\n`);
    }
    return;
  }
  const words = `\n${errColour.good("Saved")} as ${clean(saved.file)}; it is valid until ${saved.expiresAt}.`;
  tell(`${words}${isShown ? "" : ` ${next.lead}`}\n`);
  if (!isShown) err(commandLines(next, errColour));
}

/** If a single account can't be planned, its failure is the command's. Throws AppError. */
function plannedOf<T>(one: Attempt<T>): T {
  if ("value" in one) return one.value;
  const { message, ...rest } = one.failure;
  throw new AppError(message, rest);
}

/** The plans as text, of several each under its heading. */
export function printPlans(
  { out, colour }: Context,
  diagnostics: readonly Diagnostic[],
  planned: readonly Attempt<Planned>[],
  options: Parameters<typeof typedBy>[0] & { readonly verbose?: boolean },
): void {
  const [only, second] = planned;
  if (only !== undefined && second === undefined) plannedOf(only);
  const results = planned.map((one) =>
    "value" in one
      ? {
          account: one.account,
          exitCode: 0,
          plan: one.value.made,
          own: one.value.own,
          placeOf: placesOf(one.value.policySource),
          variantOf: variantsOf(one.value.policySource),
        }
      : { ...failedAccount(one), failure: one.failure.message },
  );
  const { verbose = false } = options;
  const next = nextOf(results, typedBy(options));
  out(
    `${planBlocks({ results, diagnostics, verbose }, colour)}${next?.isBlocked === true ? `\n${nextText(next, colour)}` : ""}`,
  );
}
