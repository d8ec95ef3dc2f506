// The reports of validate for other programs: SARIF, JUnit XML, workflow commands.
import { isAbsolute, relative, resolve } from "node:path";
import { type ConfigOptions, configurationPath, load } from "../../app/configuration.js";
import { AppError, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { LoadedConfig } from "../../config/load.js";
import { readSources } from "../../config/yaml/source.js";
import type { Finding } from "../../model/policy/finding.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { rendered } from "../../render/forms.js";
import { type Places, type Problem, problemsOf } from "../../render/machine/problem.js";
import type { Context } from "../terminal/context.js";
import { CODES } from "./explain.js";
import { configurationFindings } from "./policy.js";

export const REPORTS = ["sarif", "junit", "github"] as const;
export type ReportForm = (typeof REPORTS)[number];

interface Looked {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;
  readonly config?: LoadedConfig;
  readonly failure?: string;
}

/** Prints the report; one is printed, too, where there is no configuration to look at. */
export async function validateReport(
  context: Context,
  options: ConfigOptions & { readonly format: ReportForm },
): Promise<ExitCode> {
  const looked = look(context, options);
  const places = placesOf(context.env, process.cwd());
  const { problems, exitCode, config, failure } = looked;
  const path = options.format === "junit" ? configurationPath(options.config) : undefined;
  const files = path === undefined ? [] : readSources(path).sources.map(({ file }) => file);
  const facts = { problems, files, bots: botsOf(config), rows: CODES, places, version: BOTFORM_VERSION, exitCode };
  const result = { ...facts, ...(failure !== undefined && { failure }) };
  context.out(
    await rendered("problems", options.format, result, { command: "validate", exitCode, colour: context.colour }),
  );
  context.err(`${summaryOf(looked)}\n`);
  return looked.exitCode;
}

function look(context: Context, options: ConfigOptions): Looked {
  try {
    const config = load(options);
    const findings: readonly Finding[] = configurationFindings(context, config);
    const exitCode = hasErrors(config.diagnostics) ? EXIT.invalid : EXIT.done;
    return { problems: problemsOf(config.diagnostics, findings), exitCode, config };
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

function botsOf(config: LoadedConfig | undefined): { readonly address: string; readonly file: string }[] {
  return (config?.accounts ?? []).flatMap(({ desired }) =>
    desired.bots.flatMap(({ address, origin }) => (origin === undefined ? [] : [{ address, file: origin.file }])),
  );
}

function summaryOf({ problems, failure }: Looked): string {
  if (failure !== undefined) return `botform: ${failure}`;
  const count = (level: Problem["level"]) => problems.filter((problem) => problem.level === level).length;
  return `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}, ${counted(count("note"), "note")}.`;
}
