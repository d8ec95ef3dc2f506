// botform resolve: looks again at what is unknown of earlier runs, says what became of it, and keeps that in the journal.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { record } from "../../app/journal.js";
import { type Opened, openAccount } from "../../app/panic-connection.js";
import { resolve } from "../../app/undo.js";
import { DiskError } from "../../model/ports.js";
import type { PastRun } from "../../reconcile/journal/history.js";
import { isInDoubt, type Resolution } from "../../reconcile/undo/resolve.js";
import { resultJson } from "../../render/machine/json.js";
import { stepName } from "../../render/plan-facts.js";
import { clean } from "../../render/sanitize.js";
import { VERDICTS } from "../../render/text/history-text.js";
import { mark } from "../../render/text/plan-text.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";
import { abandonable } from "../terminal/interrupt.js";
import { readProgress } from "../terminal/progress.js";
import { type HistoryOptions, ofAccount, pickRun, readFolder } from "./history.js";

export interface ResolveOptions extends HistoryOptions, CredentialOptions {
  /** Without it every run of the account that leaves something in doubt. */
  readonly id?: string | undefined;
  readonly config?: string;
  readonly concurrency: number;
}

interface LookedAt {
  readonly run: PastRun;
  readonly found: readonly Resolution[];
}

export async function resolveCommand(context: Context, options: ResolveOptions): Promise<ExitCode> {
  const { id, journal } = options;
  const told = await readFolder(journal);
  const chosen = id === undefined ? undefined : pickRun(told, { ...options, id });
  const opened = openAccount(context, { ...options, account: chosen?.begin.account ?? options.account });
  const { origin } = new URL(opened.endpoint.apiUrl);
  const own = ofAccount(told.runs, opened.account).filter(
    ({ begin, steps }) => begin.origin === origin && steps.some(isInDoubt),
  );
  if (chosen !== undefined) refuseElsewhere(chosen, opened);
  const subjects = chosen === undefined ? own : own.filter((run) => run === chosen);

  const all: LookedAt[] = [];
  for (const run of subjects) {
    const found = await lookAt(context, run, opened, told.runs, options.concurrency);
    await keep(context, journal, run, found);
    if (options.format === "text") context.out(lookedText({ run, found }, context));
    all.push({ run, found });
  }
  const steps = all.flatMap(({ found }) => found);
  const open = steps.filter(({ settled }) => !settled).length;
  const exitCode = open === 0 ? EXIT.done : EXIT.unknown;
  if (options.format === "json") {
    const runs = all.map(({ run, found }) => ({ id: run.begin.id, account: run.begin.account, steps: found }));
    context.out(resultJson({ command: "resolve", exitCode }, { runs, open }));
  } else {
    context.out(`${summary(opened.account, chosen, steps.length, open)}\n`);
  }
  return exitCode;
}

function summary(account: string, chosen: PastRun | undefined, looked: number, open: number): string {
  const where = chosen === undefined ? `of the account ${account}` : `of ${chosen.begin.id}`;
  if (looked === 0) return clean(`nothing ${where} is in doubt`);
  return `${looked - open} settled, ${open} open. botform plan shows what is left to do.`;
}

/** The same account name may stand for another service by now. Throws AppError. */
export function refuseElsewhere({ begin }: PastRun, { endpoint, account }: Opened): void {
  const { origin } = new URL(endpoint.apiUrl);
  if (begin.origin === origin) return;
  throw new AppError(`${begin.id} was made on ${begin.origin}; the account ${account} is on ${origin} now`);
}

async function lookAt(
  context: Context,
  run: PastRun,
  { endpoint, account }: Opened,
  runs: readonly PastRun[],
  concurrency: number,
): Promise<readonly Resolution[]> {
  const progress = readProgress(context, account);
  try {
    const tuning = { runs, concurrency, onRequest: progress.onRequest, onPause: progress.onPause };
    return await abandonable(() => resolve(run, endpoint, tuning));
  } finally {
    progress.done();
  }
}

/** What was found out is worth saying whether it can be kept or not. */
async function keep(context: Context, folder: string, run: PastRun, found: readonly Resolution[]): Promise<void> {
  try {
    await record(folder, run, found);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    context.err(
      `${context.errColour.change("note:")} the journal can't be written (${clean(error.code)}): this is not kept\n`,
    );
  }
}

function lookedText({ run, found }: LookedAt, { colour }: Context): string {
  const { id, command, account } = run.begin;
  const lines = found.map((step) => {
    const open = step.verdict === "no-effect" ? "open" : VERDICTS[step.verdict];
    const word = step.settled ? colour.good(VERDICTS[step.verdict]) : colour.bad(open);
    return `  ${mark(step.action, colour)} ${clean(step.address)}  ${stepName(step.action, step.dealId)}: ${word}: ${clean(step.detail)}`;
  });
  return `${[colour.bold(clean(`${command} ${id} on the account ${account}`)), ...lines].join("\n")}\n\n`;
}
