// Carries out what a command about named bots or deals has said: through the gate, with its journal, and reports.
import { applyAll } from "../../app/apply.js";
import type { ConfigOptions } from "../../app/configuration.js";
import type { Endpoint } from "../../app/endpoint.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { GateOptions } from "../../app/gate.js";
import { judgedFor } from "../../app/policies.js";
import type { TargetOptions } from "../../app/targets.js";
import type { Plan } from "../../model/plan/plan.js";
import type { BeginEntry } from "../../reconcile/journal/journal-format.js";
import { resultJson } from "../../render/machine/json.js";
import { reportText } from "../../render/text/accounts-text.js";
import type { Context } from "../terminal/context.js";
import { sayBroken, stoppedSayer } from "./ends.js";

export interface DirectOptions extends TargetOptions, ConfigOptions {
  readonly yes?: boolean;
  readonly journal: string;
  readonly format: "text" | "json";
  readonly concurrency: number;
  /** Seconds until what isn't observed is unknown. */
  readonly timeout: number;
}

/** What is to be done, and what was said of it. */
export interface Direct {
  readonly command: BeginEntry["command"];
  readonly made: Plan;
  readonly endpoint: Endpoint;
  /** As text, ending in a line feed. */
  readonly said: string;
  /** The same for a document. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly consent: NonNullable<GateOptions["consent"]>;
}

/** What a command about named bots or deals says where nobody can be asked. */
export const SAY_YES = "Say --yes to have it done without being asked.";
const NOT_DONE = "Not done";

export async function carryOutDirect(context: Context, options: DirectOptions, direct: Direct): Promise<ExitCode> {
  const { command, made, endpoint, said, body, consent } = direct;
  const isText = options.format === "text";
  // A document stands alone on standard output; who is asked has to read what for.
  if (isText) context.out(said);
  else if (options.yes !== true) context.err(said);
  const { account } = made;
  const judged = judgedFor(context, options, account);
  const ends = await applyAll(context, [{ account, made, endpoint, judged, isJudged: false }], {
    ...options,
    command,
    commandTimeout: options.timeout,
    isUnlimited: true,
    consent,
    overtaken: "it is not as it was shown any more",
    ...(isText && { onStopped: stoppedSayer(context, NOT_DONE, true) }),
  });
  const [end = { account, exitCode: EXIT.done, plan: made }] = ends;
  const { exitCode, report } = end;
  if (!isText) {
    context.out(resultJson({ command, ...end }, body));
    return exitCode;
  }
  sayBroken(
    context,
    NOT_DONE,
    true,
    ends.filter(({ begun }) => begun),
  );
  if (report !== undefined && report.outcomes.length > 0) context.out(`\n${reportText(report, context.colour)}`);
  return exitCode;
}
