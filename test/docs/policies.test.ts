// docs/reference/policies.md: its table is the table of rules (UPDATE_GOLDEN=1 rewrites it), and its example loads.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { compileExpression } from "../../src/model/policy/expression.js";
import { RULE_NAMES, ruleRow } from "../../src/model/policy/policy-rules.js";
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

test("the decision about rules that always apply names each", () => {
  const file = "docs/decisions/033-rules-that-always-deny.md";
  const text = readFileSync(file, "utf8");
  const lost = RULE_NAMES.filter((name) => ruleRow(name).always !== undefined && !text.includes(`\`${name}\``));
  expect(lost.map((name) => `${name} always applies: name it in ${file}`)).toEqual([]);
});

test("the example of the page loads", () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(readFileSync(PAGE, "utf8")) ?? [];
  const config = load(`${ACCOUNT}bots:\n${botYaml("sol-dip")}${example}`);
  expect(config.diagnostics).toEqual([]);
  expect(config.policies).toHaveLength(5);
});

test.each([
  { martingaleScale: undefined, found: false, because: "a new bot lacks what nobody declared" },
  { martingaleScale: null, found: false, because: "it is off" },
  { martingaleScale: "1.5", found: false, because: "the limit itself is allowed" },
  { martingaleScale: "1.51", found: true, because: "it is above the limit" },
])(
  "the page's own rule finds martingaleScale $martingaleScale: $found, since $because",
  ({ martingaleScale, found }) => {
    const [, when = ""] = /rule: custom\n +when: (.+)\n/.exec(readFileSync(PAGE, "utf8")) ?? [];
    const compiled = compileExpression(when);
    if (!compiled.ok) throw new Error(compiled.problem);
    const after = martingaleScale === undefined ? {} : { martingaleScale };
    expect(compiled.run({ plan: {}, bot: { after } })).toEqual({ ok: true, value: found });
  },
);

test.each([PAGE, "docs/how-to/write-policies.md"])(
  "every rule of your own in %s works on a bot without optional fields",
  (file) => {
    const blocks = [...readFileSync(file, "utf8").matchAll(/```yaml\n(.*?)```/gs)].map(([, text = ""]) => parse(text));
    const rules = blocks.flatMap(({ policies = {} }: { policies?: Record<string, { when?: string }> }) =>
      Object.values(policies),
    );
    const whens = rules.flatMap(({ when }) => when ?? []);
    expect(whens.length).toBeGreaterThan(0);
    for (const when of whens) {
      const compiled = compileExpression(when);
      if (!compiled.ok) throw new Error(compiled.problem);
      expect(compiled.run({ plan: {}, bot: { after: {} } }), when).toEqual({ ok: true, value: false });
    }
  },
);
