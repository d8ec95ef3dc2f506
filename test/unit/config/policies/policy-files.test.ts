// What is said of a policy's values: the rule by its name, and what is missing as missing.
import { expect, test } from "vitest";
import { loadSources } from "../../../../src/config/load.js";

const said = (policy: string) =>
  loadSources([{ file: "p.yaml", text: `version: 1\npolicies: { p: ${policy} }\n` }]).diagnostics.map(
    ({ summary, remedy }) => `${summary} | ${remedy}`,
  );

test.each([
  [
    "{ rule: max-levrage, limit: 3 }",
    'policies.p.rule must be the name of a rule, not "max-levrage" | Did you mean max-leverage?',
  ],
  ["{ rule: 5 }", "policies.p.rule must be the name of a rule, not 5 | Write rule: max-leverage or another."],
  [
    "{ rule: max-leverage, limit: 3, waivers: [{ until: 2026-12-31 }] }",
    "reason of item 1 of policies.p.waivers is missing: it must be text | Add it. Write text.",
  ],
  [
    "{ rule: max-change-percent, fields: [levrage], limit: 3 }",
    'item 1 of policies.p.fields must be the name of a field, not "levrage" | Did you mean leverage?',
  ],
])("%s: %s", (policy, expected) => expect(said(policy)).toContain(expected));

test("a rule that is near no other is answered with the first of them", () => {
  expect(said("{ rule: bananas }").join()).toMatch(/Use one of: max-leverage, .* and \d+ more\./);
});
