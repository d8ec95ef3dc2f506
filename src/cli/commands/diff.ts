// botform diff: what differs between two configurations, or between two live accounts of one.

import { type Chosen, type ConfigOptions, choose, load } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { ended, observe, refuseSharedKey } from "../../app/plan.js";
import { compareConfigurations } from "../../authoring/compare.js";
import { unscaling } from "../../authoring/unscale.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import { compareLive } from "../../model/bot/difference.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import type { LiveAccount } from "../../reconcile/plan/access.js";
import { type ResultKind, type ResultOf, rendered } from "../../render/forms.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";
import { abandonable } from "../terminal/interrupt.js";
import { readProgress } from "../terminal/progress.js";

export interface DiffOptions extends ConfigOptions, CredentialOptions {
  /** Paths of two configurations. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Names of two accounts of one configuration. */
  readonly from?: string;
  readonly to?: string;
  readonly config?: string;
  readonly unscaled?: boolean;
  readonly concurrency: number;
  readonly format: "text" | "json";
  readonly detailedExitcode?: boolean;
}

export async function diffCommand(context: Context, options: DiffOptions): Promise<ExitCode> {
  const { before, after, from, to } = options;
  if (before !== undefined && after !== undefined && from === undefined && to === undefined) {
    if (options.config !== undefined || options.unscaled === true)
      throw new AppError("--config and --unscaled go with --from and --to, not with two configurations");
    return diffConfigurations(context, before, after, options);
  }
  if (before === undefined && from !== undefined && to !== undefined) {
    if (from === to) throw new AppError(`--from and --to both name ${from}\nName two accounts.`);
    return diffLive(context, from, to, options);
  }
  throw new AppError(
    "diff takes two configurations, or two accounts\nWrite botform diff OLD NEW, or botform diff --from ACCOUNT --to ACCOUNT.",
  );
}

async function diffConfigurations(
  context: Context,
  before: string,
  after: string,
  options: DiffOptions,
): Promise<ExitCode> {
  const [old, now] = [load({ ...options, config: before }), load({ ...options, config: after })];
  const diagnostics = [...old.diagnostics, ...now.diagnostics];
  const broken = [before, after].filter((_, index) => hasErrors((index === 0 ? old : now).diagnostics));
  if (broken.length > 0) throw new AppError(`${broken.join(" and ")}: the configuration has errors`, { diagnostics });
  const accounts = compareConfigurations(old.accounts, now.accounts);
  const differs = accounts.some(({ kind }) => kind !== "equal");
  const exitCode = exitCodeOf(differs, options);
  return put(context, options, "diff of configurations", accounts, { exitCode, diagnostics });
}

async function diffLive(context: Context, from: string, to: string, options: DiffOptions): Promise<ExitCode> {
  const [ours, theirs] = [
    choose(context.env, { ...options, account: from }),
    choose(context.env, { ...options, account: to }),
  ];
  for (const { endpoint } of [ours, theirs]) context.conceal([endpoint.apiKey, endpoint.apiSecret]);
  refuseSharedKey(
    [ours, theirs].map(({ account, endpoint }) => ({ account: nameOf(account), endpoint })),
    "Give each account a key of its own.",
  );
  const [left, right] = await read(context, [ours, theirs], options.concurrency);
  const unscaled = options.unscaled === true;
  const judge = unscaled ? unscaling(ours.account, theirs.account) : undefined;
  const difference = compareLive(left.bots, right.bots, judge);
  const differs = difference.changed.length + difference.onlyOn.length + difference.ambiguous.length > 0;
  const exitCode = exitCodeOf(differs, options);
  const { diagnostics } = ours.config;
  const facts = { ...difference, from, to, unscaled };
  return put(context, options, "diff of accounts", facts, { exitCode, diagnostics });
}

/** Both live accounts. Throws AppError where an alias stands for no access: its bots would seem to be missing. */
async function read(
  context: Context,
  [ours, theirs]: readonly [Chosen, Chosen],
  concurrency: number,
): Promise<readonly [LiveAccount, LiveAccount]> {
  const progress = readProgress(context, `${nameOf(ours.account)} and ${nameOf(theirs.account)}`);
  const one = async ({ account, endpoint }: Chosen): Promise<LiveAccount> => {
    const end = await ended(nameOf(account), () =>
      observe(account.desired, endpoint, { concurrency, onRequest: progress.onRequest, onPause: progress.onPause }),
    );
    if ("value" in end) return end.value;
    // Of two accounts it has to be said which one couldn't be read.
    throw new AppError(`${end.account}: ${end.failure.message}`, end.failure);
  };
  try {
    const live = await abandonable(() => Promise.all([one(ours), one(theirs)]));
    const problems = live.flatMap(({ diagnostics }) => diagnostics);
    if (hasErrors(problems)) throw unreadable(ours.config, problems);
    return live;
  } finally {
    progress.done();
  }
}

function unreadable(config: LoadedConfig, problems: readonly Diagnostic[]): AppError {
  return new AppError("not every access can be read, so nothing is compared", {
    diagnostics: config.locate(problems),
  });
}

function nameOf({ desired }: ConfiguredAccount): string {
  return desired.account;
}

function exitCodeOf(differs: boolean, { detailedExitcode }: DiffOptions): ExitCode {
  return differs && detailedExitcode === true ? EXIT.changesPending : EXIT.done;
}

/** Problems stand in the document; beside a text they are for standard error. */
async function put<Kind extends ResultKind>(
  context: Context,
  { format }: DiffOptions,
  kind: Kind,
  result: ResultOf<Kind>,
  end: { readonly exitCode: ExitCode; readonly diagnostics: readonly Diagnostic[] },
): Promise<ExitCode> {
  const { colour, errColour } = context;
  if (format === "text" && end.diagnostics.length > 0) context.err(`${diagnosticsText(end.diagnostics, errColour)}\n`);
  context.out(await rendered(kind, format, result, { ...end, command: "diff", colour }));
  return end.exitCode;
}
