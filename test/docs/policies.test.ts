// docs/reference/policies.md: its table is the table of rules (UPDATE_GOLDEN=1 rewrites it), and its example loads.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACCOUNT, botYaml, load } from "../unit/config/fleet.js";
import { rulesTable } from "./rules-table.js";

const PAGE = "docs/reference/policies.md";
const TABLE = /(<!-- rules -->\n)[\s\S]*?(<!-- \/rules -->)/;

test("the table of rules is generated", () => {
  const page = readFileSync(PAGE, "utf8");
  const made = page.replace(TABLE, (_whole, before: string, after: string) => `${before}\n${rulesTable()}\n\n${after}`);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(PAGE, made);
  expect(readFileSync(PAGE, "utf8")).toBe(made);
});

test("the example of the page loads", () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(readFileSync(PAGE, "utf8")) ?? [];
  const config = load(`${ACCOUNT}bots:\n${botYaml("x")}${example}`);
  expect(config.diagnostics).toEqual([]);
  expect(config.policies).toHaveLength(5);
});
