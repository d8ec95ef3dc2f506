// botform plan: what apply would do, and nothing done.
import { type Endpoint, plan } from "../library.js";
import { hasErrors } from "../model/diagnostic.js";
import type { Plan } from "../model/plan.js";
import { diagnosticsText } from "../render/diagnostics-text.js";
import { type JsonResult, resultJson } from "../render/json.js";
import { planText } from "../render/plan-text.js";
import { clean } from "../render/sanitize.js";
import { choose } from "./configuration.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit.js";
import { UserError } from "./failure.js";
import { abandonable } from "./interrupt.js";
import { readProgress } from "./progress.js";
import { refuseUnknownStrays, selection } from "./selection.js";

export interface PlanOptions {
  readonly config?: string;
  readonly account?: string;
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly concurrency: number;
}

export interface PlanCommandOptions extends PlanOptions {
  readonly format: "text" | "json" | "diff";
  readonly detailedExitcode?: boolean;
  /** The plan file to write. */
  readonly out?: string;
  /** Minutes that the plan file holds. */
  readonly expires?: number;
}

const DEFAULT_HOLD_MINUTES = 30;

export async function planCommand(context: Context, options: PlanCommandOptions): Promise<ExitCode> {
  if (options.expires !== undefined && options.out === undefined)
    throw new UserError("--expires says how long a saved plan holds\nName the file to save it to with --out.");
  const { made, endpoint } = await computePlan(context, options);
  const hasFailed = hasErrors(made.diagnostics);
  const pending = options.detailedExitcode === true && made.steps.length > 0;
  const exitCode = hasFailed ? EXIT.invalid : pending ? EXIT.changesPending : EXIT.done;
  if (options.out === undefined) {
    await FORMS[options.format](context, { command: "plan", exitCode, plan: made });
    return exitCode;
  }
  const file = options.out;
  if (hasFailed) {
    const error = "the plan has errors, so no plan file was written";
    await FORMS[options.format](context, { command: "plan", exitCode, plan: made, error });
    context.err(`\n${context.errColour.bad("Not saved:")} ${error}.\n`);
    return exitCode;
  }
  const { writeSaved } = await import("./saved.js");
  const facts = await writeSaved(file, made, endpoint, options.expires ?? DEFAULT_HOLD_MINUTES);
  await FORMS[options.format](context, { command: "plan", exitCode, plan: made, saved: { file, ...facts } });
  const from = options.config === undefined ? "" : ` -c ${shellWord(options.config)}`;
  context.err(
    `\n${context.errColour.good("Saved")} as ${clean(file)}; it holds until ${facts.expiresAt}. To carry it out:\n  botform apply ${shellWord(file)}${from}\n`,
  );
  return exitCode;
}

type Planned = JsonResult & { readonly plan: Plan };

const FORMS: Readonly<Record<PlanCommandOptions["format"], (context: Context, result: Planned) => Promise<void>>> = {
  text: async (context, { plan: made }) => context.out(planText(made, context.colour)),
  json: async (context, result) => context.out(resultJson(result)),
  async diff(context, { plan: made }) {
    const { planDiff } = await import("../render/plan-diff.js");
    context.out(planDiff(made));
    if (made.diagnostics.length > 0) context.err(diagnosticsText(made.diagnostics, context.errColour));
  },
};

/** A path as a shell takes it. */
function shellWord(text: string): string {
  const safe = clean(text);
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** The plan of the chosen account, its diagnostics placed in the files, and what opens the account. */
export async function computePlan(context: Context, options: PlanOptions): Promise<{ made: Plan; endpoint: Endpoint }> {
  const { config, account, endpoint } = choose(context.env, options);
  context.conceal?.([endpoint.apiKey, endpoint.apiSecret]);
  const includes = selection(account.desired, options);
  const progress = readProgress(context, account.desired.account);
  try {
    const tuning = { concurrency: options.concurrency, onRequest: progress.onRequest };
    const made = await abandonable(() => plan(account.desired, endpoint, { includes, ...tuning }));
    refuseUnknownStrays(options.target ?? [], made);
    // The configuration's own warnings are part of what a reviewer has to see.
    return { made: { ...made, diagnostics: config.locate([...config.diagnostics, ...made.diagnostics]) }, endpoint };
  } finally {
    progress.done();
  }
}
