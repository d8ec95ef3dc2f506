// botform validate: every problem of every file, without network or credentials.
import { counted } from "../../model/text/counted.js";
import { command, shown } from "../command.js";
import { configurationArgument, configured, forms, list, option } from "../options.js";

export const validate = command({
  name: "validate",
  summary: "Check the configuration. Needs no network and no credentials.",
  group: "daily",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      ...configured(),
      option("--strict", "exit 6 if a policy would deny its plan, as botform policy check does"),
      forms("text", "json", "sarif", "junit", "github"),
    ),
  examples: [
    "botform validate",
    "botform validate fleet/ --strict",
    "botform validate --format json | jq .diagnostics",
    "botform validate --format sarif > botform.sarif",
    "botform validate --format github",
  ],
  async run(host, { format, strict, ...chosen }) {
    if (format !== "text" && format !== "json")
      return (await import("../terminal/problem-report.js")).problemReport(host, chosen, strict);
    const { countsOf, endOf, validateConfiguration } = await import("../../app/files/validate.js");
    const validated = validateConfiguration(host, chosen);
    return { ...validated, counts: countsOf(validated), exitCode: endOf(validated, strict) };
  },
  exitCode: ({ exitCode }) => exitCode,
  diagnostics: (result) => ("facts" in result ? [] : result.diagnostics),
  async say({ err, errColour }, result) {
    if ("facts" in result) return err(`${result.summary}\n`);
    const { findings, counts } = result;
    if (counts.errors > 0) {
      err(`${errColour.bad("Invalid:")} ${counted(counts.errors, "error")}, ${counted(counts.warnings, "warning")}.\n`);
    } else if (findings.length > 0) {
      const { findingsText } = await import("../../render/text/policy-text.js");
      err(`${findingsText(findings, errColour)}\n\n`);
    }
  },
  show(result, { format }, { colour }) {
    if ("facts" in result) return shown("problems", result.facts);
    const { findings, accounts, counts } = result;
    if (format === "json") return shown("findings", findings);
    if (counts.errors > 0) return "";
    const bots = accounts.map(({ desired }) => `${desired.account}: ${counted(desired.bots.length, "bot")}`).join(", ");
    const denials = counts.denials === 0 ? "" : `; ${counted(counts.denials, "policy denial")}`;
    return `${colour.good("Valid:")} ${bots}; ${counted(counts.warnings, "warning")}${denials}.\n`;
  },
});
