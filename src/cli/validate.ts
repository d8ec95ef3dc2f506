// botform validate: every problem of every file, without network or credentials.
import { hasErrors } from "../model/diagnostic.js";
import { diagnosticsText } from "../render/diagnostics-text.js";
import { resultJson } from "../render/json.js";
import { counted } from "../render/value.js";
import { type ConfigOptions, load } from "./configuration.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit.js";

export interface ValidateOptions extends ConfigOptions {
  readonly format: "text" | "json";
}

export async function validate(context: Context, options: ValidateOptions): Promise<ExitCode> {
  const { accounts, diagnostics } = load(options);
  const exitCode = hasErrors(diagnostics) ? EXIT.invalid : EXIT.done;
  if (options.format === "json") {
    context.out(resultJson({ command: "validate", exitCode, diagnostics }));
    return exitCode;
  }
  if (diagnostics.length > 0) context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = counted(diagnostics.length - errors, "warning");
  if (errors > 0) {
    context.err(`${context.errColour.bad("Invalid:")} ${counted(errors, "error")}, ${warnings}.\n`);
  } else {
    const bots = accounts.map(({ desired }) => `${desired.account}: ${counted(desired.bots.length, "bot")}`).join(", ");
    context.out(`${context.colour.good("Valid:")} ${bots}; ${warnings}.\n`);
  }
  return exitCode;
}
