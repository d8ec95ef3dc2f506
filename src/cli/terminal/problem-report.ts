// The problems of a configuration for other programs: SARIF, JUnit XML, workflow commands.
import { isAbsolute, relative, resolve } from "node:path";
import type { ConfigOptions } from "../../app/configuration.js";
import { AppError, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { CODES } from "../../app/explain.js";
import { filesOf, type Validated, validateConfiguration } from "../../app/validate.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { type Places, type Problem, type ProblemFacts, problemsOf } from "../../render/machine/problem.js";
import type { Context } from "./context.js";

export interface ProblemReport {
  readonly exitCode: ExitCode;
  readonly facts: ProblemFacts;
  /** One line for a reader. */
  readonly summary: string;
}

/** There is one, too, where there is no configuration to look at. */
export function problemReport(context: Context, options: ConfigOptions): ProblemReport {
  const { problems, exitCode, accounts = [], failure } = read(context, options);
  const bots = accounts.flatMap(({ desired }) =>
    desired.bots.flatMap(({ address, origin }) => (origin === undefined ? [] : [{ address, file: origin.file }])),
  );
  const about = { rows: CODES, places: placesOf(context.env, process.cwd()), version: BOTFORM_VERSION, exitCode };
  const facts = { problems, files: filesOf(options), bots, ...about, ...(failure !== undefined && { failure }) };
  return { exitCode, facts, summary: failure === undefined ? countsOf(problems) : `botform: ${failure}` };
}

interface ProblemReading {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;
  readonly accounts?: Validated["accounts"];
  readonly failure?: string;
}

function read(context: Context, options: ConfigOptions): ProblemReading {
  try {
    const { diagnostics, findings, accounts } = validateConfiguration(context, options);
    const exitCode = hasErrors(diagnostics) ? EXIT.invalid : EXIT.done;
    return { problems: problemsOf(diagnostics, findings), exitCode, accounts };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, diagnostics, exitCode } = error;
    return { problems: problemsOf(diagnostics, []), exitCode, failure: oneLine(message) };
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

function countsOf(problems: readonly Problem[]): string {
  const count = (level: Problem["level"]) => problems.filter((problem) => problem.level === level).length;
  return `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}, ${counted(count("note"), "note")}.`;
}
