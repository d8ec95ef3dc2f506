// The rules as a table in Markdown, for docs/reference/policies.md.
import { parametersText } from "../../src/model/policy/policy-codes.js";
import { codeOf, RULE_NAMES, ruleRow } from "../../src/model/policy/policy-rules.js";

export function rulesTable(): string {
  const rows = RULE_NAMES.map((name) => {
    const row = ruleRow(name);
    const always = row.always === undefined ? "" : `always; ${row.always.sure ? "sure" : "likely"}: ${row.always.why}`;
    const cells = [`\`${codeOf(name)}\``, row.help, parametersText(row), row.looksAt, row.needs, row.severity, always];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const head = "| code | meaning | parameters | looks at | needs | severity | without configuration |";
  return [head, "|---|---|---|---|---|---|---|", ...rows].join("\n");
}
