// botform validate: every problem of every file, without network or credentials.

import { type ConfigOptions, load } from "../../app/configuration.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { isDenied } from "../../model/policy/finding.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { resultJson } from "../../render/machine/json.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { findingsText } from "../../render/text/policy-text.js";
import type { Context } from "../terminal/context.js";
import { configurationFindings } from "./policy.js";
import type { ReportForm } from "./validate-report.js";

export interface ValidateOptions extends ConfigOptions {
  readonly format: "text" | "json" | ReportForm;
}

export async function validate(context: Context, { format, ...options }: ValidateOptions): Promise<ExitCode> {
  if (format !== "text" && format !== "json") {
    const { validateReport } = await import("./validate-report.js");
    return validateReport(context, { ...options, format });
  }
  const config = load(options);
  const { accounts, diagnostics } = config;
  const findings = configurationFindings(context, config);
  const exitCode = hasErrors(diagnostics) ? EXIT.invalid : EXIT.done;
  if (format === "json") {
    context.out(resultJson({ command: "validate", exitCode, diagnostics, findings }));
    return exitCode;
  }
  if (diagnostics.length > 0) context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = counted(diagnostics.length - errors, "warning");
  if (errors > 0) {
    context.err(`${context.errColour.bad("Invalid:")} ${counted(errors, "error")}, ${warnings}.\n`);
  } else {
    const bots = accounts.map(({ desired }) => `${desired.account}: ${counted(desired.bots.length, "bot")}`).join(", ");
    const denied = findings.filter(isDenied).length;
    const word = denied === 0 ? "" : `, and policy denies ${counted(denied, "thing")} in it`;
    if (findings.length > 0) context.err(`${findingsText(findings, context.errColour)}\n\n`);
    context.out(`${context.colour.good("Valid:")} ${bots}; ${warnings}${word}.\n`);
  }
  return exitCode;
}
