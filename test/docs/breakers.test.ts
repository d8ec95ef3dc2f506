// docs/reference/breakers.md: its table is the table of rules (UPDATE_GOLDEN=1 rewrites it), and its example loads.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BREAKER_RULE_NAMES, BREAKER_RULES } from "../../src/model/policy/breaker.js";
import { ACCOUNT, botYaml, load } from "../unit/config/fleet.js";

const PAGE = "docs/reference/breakers.md";
const TABLE = /(<!-- breaker rules -->\n)[\s\S]*?(<!-- \/breaker rules -->)/;

test("the table of rules is generated", () => {
  const rows = BREAKER_RULE_NAMES.map((name) => {
    const { parameters, figure } = BREAKER_RULES[name];
    return `| \`${name}\` | ${parameters.map((one) => `\`${one}\``).join(", ")} | ${figure} |`;
  });
  const table = ["| rule | needs | its figure |", "| --- | --- | --- |", ...rows].join("\n");
  const page = readFileSync(PAGE, "utf8");
  const made = page.replace(TABLE, (_whole, before: string, after: string) => `${before}\n${table}\n\n${after}`);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(PAGE, made);
  expect(readFileSync(PAGE, "utf8")).toBe(made);
});

test("the example of the page loads, and has every rule", () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(readFileSync(PAGE, "utf8")) ?? [];
  const config = load(`${ACCOUNT}bots:\n${botYaml("sol-dip")}${example}`);
  expect(config.diagnostics).toEqual([]);
  const rules = config.accounts.flatMap(({ breakers = [] }) => breakers.map(({ rule }) => rule));
  expect(rules.toSorted()).toEqual(BREAKER_RULE_NAMES.toSorted());
});
