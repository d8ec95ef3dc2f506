// The problems of a configuration for other programs: SARIF, JUnit XML, workflow commands.
import { isAbsolute, relative, resolve } from "node:path";
import { AppError, oneLine } from "../../app/error.js";
import type { ExitCode } from "../../app/exit.js";
import { CODES } from "../../app/explain.js";
import type { ConfigOptions } from "../../app/files/configuration.js";
import { countsOf, endOf, filesOf, type Validated, validateConfiguration } from "../../app/files/validate.js";
import { counted } from "../../model/text/counted.js";
import { type Places, type Problem, type ProblemFacts, problemsOf } from "../../render/machine/problem.js";
import type { Context } from "./context.js";

export interface ProblemReport {
  readonly exitCode: ExitCode;
  readonly facts: ProblemFacts;
  /** One line for a reader. */
  readonly summary: string;
}

/** There is one, too, where there is no configuration to look at. */
export function problemReport(context: Context, options: ConfigOptions, strict = false): ProblemReport {
  const { problems, exitCode, accounts = [], counts, failure } = read(context, options, strict);
  const bots = accounts.flatMap(({ desired }) =>
    desired.bots.flatMap(({ address, origin }) => (origin === undefined ? [] : [{ address, file: origin.file }])),
  );
  const about = { rows: CODES, places: placesOf(context.env, process.cwd()), version: BOTFORM_VERSION, exitCode };
  const facts = { problems, files: filesOf(options), bots, ...about, ...(failure !== undefined && { failure }) };
  return { exitCode, facts, summary: failure === undefined ? countsText(counts) : `botform: ${failure}` };
}

interface ProblemReading {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;
  readonly accounts?: Validated["accounts"];
  readonly counts: ReturnType<typeof countsOf>;
  readonly failure?: string;
}

function read(context: Context, options: ConfigOptions, strict: boolean): ProblemReading {
  try {
    const validated = validateConfiguration(context, options);
    const { diagnostics, findings, accounts } = validated;
    const exitCode = endOf(validated, strict);
    return { problems: problemsOf(diagnostics, findings), exitCode, accounts, counts: countsOf(validated) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, diagnostics, exitCode } = error;
    const counts = countsOf({ diagnostics, findings: [] });
    return { problems: problemsOf(diagnostics, []), exitCode, counts, failure: oneLine(message) };
  }
}

/** Services name files from the repository's folder, whatever folder the step runs in. */
function placesOf(env: Context["env"], cwd: string): Places {
  const roots = [env.GITHUB_WORKSPACE, env.CI_PROJECT_DIR];
  const root = roots.find((folder) => folder !== undefined && folder !== "" && holds(folder, cwd));
  return { cwd, root: root === undefined ? cwd : resolve(root) };
}

function holds(folder: string, inner: string): boolean {
  const path = relative(resolve(folder), inner);
  return !isAbsolute(path) && path.split(/[\\/]/)[0] !== "..";
}

function countsText({ errors, denials, warnings, notes }: ReturnType<typeof countsOf>): string {
  const denied = denials === 0 ? [] : [counted(denials, "policy denial")];
  return `${[counted(errors, "error"), ...denied, counted(warnings, "warning"), counted(notes, "note")].join(", ")}.`;
}
