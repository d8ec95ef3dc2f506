// botform drift: which live bots are otherwise than the configuration, said and posted to a webhook, and nothing written.

import { type AccountOptions, type ChosenAccounts, chooseAccounts, endpointOf } from "../../app/configuration.js";
import { readDrift } from "../../app/drift.js";
import { oneLine } from "../../app/error.js";
import { EXIT, type ExitCode, mostSerious } from "../../app/exit.js";
import { ended, refuseSharedKey } from "../../app/plan.js";
import { refuseUnknownStrays, selection } from "../../app/selection.js";
import { type DriftEnd, hasDrifted } from "../../model/bot/drift.js";
import type { Plan } from "../../model/plan/plan.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { rendered } from "../../render/forms.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { driftNotice } from "../../render/text/drift-text.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";
import { abandonable } from "../terminal/interrupt.js";
import { type Notified, type NotifyOptions, noticeTarget, notify } from "../terminal/notify.js";
import { readProgress } from "../terminal/progress.js";

export interface DriftOptions extends AccountOptions, CredentialOptions, NotifyOptions {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  /** Of each account. */
  readonly concurrency: number;
  readonly format: "text" | "json";
}

export interface End extends DriftEnd {
  readonly exitCode: ExitCode;
  readonly made?: Plan;
}

export async function driftCommand(context: Context, options: DriftOptions): Promise<ExitCode> {
  const address = noticeTarget(context, options);
  const chosen = chooseAccounts(options);
  const ends = await readEach(context, options, chosen);
  const found = mostSerious(ends.map(({ exitCode }) => exitCode));
  const isNews = options.notifyAlways === true || ends.some(({ drift }) => drift !== undefined && hasDrifted(drift));
  // Nobody who reads waits for a webhook that doesn't answer; the one document has to.
  if (options.format === "text") await put(context, chosen, options, { exitCode: found, ends });
  const posted =
    address !== undefined && isNews
      ? await abandonable(() => notify(context, address, driftNotice(found, ends)))
      : undefined;
  const isMissed = posted?.delivered === false && options.notifyRequired === true;
  const exitCode = isMissed ? mostSerious([found, EXIT.failed]) : found;
  if (options.format === "json") await put(context, chosen, options, { exitCode, ends, posted, isMissed });
  return exitCode;
}

/** All accounts at once, in the order of their names; one that can't be read stops no other. Throws AppError as planAccounts. */
async function readEach(
  context: Context,
  options: DriftOptions,
  { config, accounts }: ChosenAccounts,
): Promise<readonly End[]> {
  const includes = selection(
    accounts.map(({ desired }) => desired),
    options,
  );
  const opened = await Promise.all(
    accounts.map((account) =>
      ended(account.desired.account, () => ({ account, endpoint: endpointOf(config, account, context.env, options) })),
    ),
  );
  const ready = opened.flatMap((one) =>
    "value" in one ? [{ account: one.account, endpoint: one.value.endpoint }] : [],
  );
  context.conceal(ready.flatMap(({ endpoint }) => [endpoint.apiKey, endpoint.apiSecret]));
  refuseSharedKey(ready, "Give each account a key of its own, or choose one of them with --account.");
  const progress = readProgress(context, accounts.map(({ desired }) => desired.account).join(", "));
  const tuning = {
    includes,
    concurrency: options.concurrency,
    onRequest: progress.onRequest,
    onPause: progress.onPause,
  };
  const one = async (account: (typeof opened)[number]): Promise<End> => {
    const read =
      "value" in account
        ? await ended(account.account, () => readDrift(config, account.value.account, account.value.endpoint, tuning))
        : account;
    if ("value" in read) {
      const { drift, made } = read.value;
      const code = hasErrors(drift.diagnostics) ? EXIT.invalid : hasDrifted(drift) ? EXIT.changesPending : EXIT.done;
      return { account: read.account, exitCode: code, drift, made };
    }
    const { exitCode, diagnostics, message } = read.failure;
    return { account: read.account, exitCode, diagnostics, error: oneLine(message) };
  };
  try {
    const ends = await abandonable(() => Promise.all(opened.map(one)));
    // An account that couldn't be read may have the bot that is meant.
    const plans = ends.flatMap(({ made }) => made ?? []);
    if (plans.length === ends.length) refuseUnknownStrays(options.target ?? [], plans);
    return ends;
  } finally {
    progress.done();
  }
}

interface Shown {
  readonly exitCode: ExitCode;
  readonly ends: readonly End[];
  readonly posted?: Notified | undefined;
  readonly isMissed?: boolean;
}

/** Problems of the configuration stand in the document; a text stands below them. */
async function put(context: Context, { config }: ChosenAccounts, options: DriftOptions, shown: Shown): Promise<void> {
  const { exitCode, ends, posted, isMissed } = shown;
  const { diagnostics } = config;
  if (options.format === "text" && diagnostics.length > 0)
    context.out(`${diagnosticsText(diagnostics, context.colour)}\n`);
  const result = {
    ends: ends.map(({ made: _made, ...end }) => end),
    ...(posted !== undefined && { notified: posted }),
  };
  const error = isMissed ? { error: "the webhook was not notified" } : {};
  const setting = { command: "drift", exitCode, diagnostics, ...error, colour: context.colour };
  context.out(await rendered("drift", options.format, result, setting));
}
