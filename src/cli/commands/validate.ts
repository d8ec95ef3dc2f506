// botform validate: every problem of every file, without network or credentials.
import { EXIT } from "../../app/exit.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { command, shown } from "../command.js";
import { argument, configured, forms, list } from "../options.js";

export const validate = command({
  name: "validate",
  summary: "Check the configuration. Needs no network and no credentials.",
  group: "daily",
  arguments: () => list(argument("[path]", "a file, or a folder of YAML files")),
  options: () => list(...configured(), forms("text", "json", "sarif", "junit", "github")),
  examples: [
    "botform validate",
    "botform validate fleet/",
    "botform validate --format json | jq .diagnostics",
    "botform validate --format sarif > botform.sarif",
    "botform validate --format github",
  ],
  async run(host, { path, format, ...options }) {
    const chosen = { ...options, config: path ?? options.config };
    if (format !== "text" && format !== "json")
      return (await import("../terminal/problem-report.js")).problemReport(host, chosen);
    const [{ validateConfiguration }, { isDenied }] = await Promise.all([
      import("../../app/validate.js"),
      import("../../model/policy/finding.js"),
    ]);
    const validated = validateConfiguration(host, chosen);
    return { ...validated, denied: validated.findings.filter(isDenied).length };
  },
  exitCode: (result) =>
    "exitCode" in result ? result.exitCode : hasErrors(result.diagnostics) ? EXIT.invalid : EXIT.done,
  diagnostics: (result) => ("exitCode" in result ? [] : result.diagnostics),
  async say({ err, errColour }, result) {
    if ("exitCode" in result) return err(`${result.summary}\n`);
    const { diagnostics, findings } = result;
    if (hasErrors(diagnostics)) {
      const errors = counted(diagnostics.filter(({ severity }) => severity === "error").length, "error");
      err(`${errColour.bad("Invalid:")} ${errors}, ${warningsOf(diagnostics)}.\n`);
    } else if (findings.length > 0) {
      const { findingsText } = await import("../../render/text/policy-text.js");
      err(`${findingsText(findings, errColour)}\n\n`);
    }
  },
  show(result, { format }, { colour }) {
    if ("exitCode" in result) return shown("problems", result.facts);
    const { diagnostics, findings, accounts, denied } = result;
    if (format === "json") return shown("findings", findings);
    if (hasErrors(diagnostics)) return "";
    const bots = accounts.map(({ desired }) => `${desired.account}: ${counted(desired.bots.length, "bot")}`).join(", ");
    const word = denied === 0 ? "" : `; ${counted(denied, "policy denial")}`;
    return `${colour.good("Valid:")} ${bots}; ${warningsOf(diagnostics)}${word}.\n`;
  },
});

function warningsOf(diagnostics: Parameters<typeof hasErrors>[0]): string {
  return counted(diagnostics.filter(({ severity }) => severity === "warning").length, "warning");
}
