// Laws of policies over random fleets: turn-offs alone always pass, off is silent, order never matters.
import fc from "fast-check";
import { expect, test } from "vitest";
import { denialsOf } from "../../../src/model/plan/plan.js";
import { RULE_NAMES, ruleRow } from "../../../src/model/policy/policy-rules.js";
import { amount } from "../../support/lane.js";
import { found } from "./input.js";

const PARAMETERS: Readonly<Record<string, string>> = {
  limit: "limit: 1",
  pairs: "pairs: [USDT-E*]",
  quotes: "quotes: [USDC]",
  marginMode: "marginMode: CROSS",
  pattern: "pattern: 'X*'",
  fields: "fields: [leverage]",
  windows: "windows: [{ days: [sat], timeZone: UTC }]",
  when: "when: 'true'",
};
const policy = (rule: (typeof RULE_NAMES)[number], severity: string) => {
  const needed = ruleRow(rule)
    .required.map((name) => `, ${PARAMETERS[name]}`)
    .join("");
  return `  ${rule}: { rule: ${rule}, severity: ${severity}${needed}${rule === "kill-switch" ? ", env: BOTFORM_STOP" : ""} }`;
};
const bots = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e"),
    pair: fc.constantFrom("USDT-BTC", "USDT-ETH"),
    strategy: fc.constantFrom("LONG", "SHORT"),
    leverage: fc.integer({ min: 1, max: 50 }),
    grid: fc.constantFrom(
      "countOrderMax: 4",
      "countOrderMax: 5, martingaleScale: 1.5, volumeSafetyOrder: 9",
      "percentTakeProfit: 0.01",
    ),
  }),
  { selector: ({ key }) => key, minLength: 1 },
);
const written = (list: readonly { key: string; pair: string; strategy: string; leverage: number; grid: string }[]) =>
  list.map(
    ({ key, pair, strategy, leverage, grid }) =>
      `  ${key}: { title: ${key}, pairTitle: ${pair}, strategy: ${strategy}, leverage: ${leverage}, ${grid} }`,
  );
const setting = { engaged: { "kill-switch": "BOTFORM_STOP is set" }, balance: "10" };
const RUNS = { numRuns: amount({ fast: 10, all: 40 }) };

test("the order of bots and policies changes nothing", () => {
  fc.assert(
    fc.property(bots, fc.shuffledSubarray([...RULE_NAMES]), (list, rules) => {
      const one = `policies:\n${rules.map((rule) => policy(rule, "deny")).join("\n")}\nbots:\n${written(list).join("\n")}\n`;
      const other = `policies:\n${[...rules]
        .reverse()
        .map((rule) => policy(rule, "deny"))
        .join("\n")}\nbots:\n${written([...list].reverse()).join("\n")}\n`;
      const unplaced = (yaml: string) =>
        found(rules.length === 0 ? yaml.replace("policies:\n", "") : yaml, setting).map(
          ({ position: _p, policyPosition: _q, botPosition: _r, ...rest }) => rest,
        );
      expect(unplaced(other)).toEqual(unplaced(one));
    }),
    RUNS,
  );
});

test("a policy that is off says nothing", () => {
  fc.assert(
    fc.property(bots, (list) => {
      const yaml = `policies:\n${RULE_NAMES.map((rule) => policy(rule, "off")).join("\n")}\nbots:\n${written(list).join("\n")}\n`;
      expect(found(yaml, setting)).toEqual([]);
    }),
    RUNS,
  );
});

test("a plan of turn-offs alone is denied by nothing, and one step more is", () => {
  fc.assert(
    fc.property(bots, (list) => {
      const yaml = `policies:\n${RULE_NAMES.map((rule) => policy(rule, "deny")).join("\n")}\nbots:\n${written(list).join("\n")}\n`;
      const steps = list.map(({ key }) => ({
        address: `main/${key}`,
        action: "turn-off" as const,
        reason: "",
        changes: [],
        warnings: [],
      }));
      const findings = found(yaml, { ...setting, plan: (plan) => ({ ...plan, steps }) });
      expect(denialsOf({ steps, findings })).toEqual([]);
      const all = found(yaml, setting);
      expect(
        denialsOf({
          steps: [...steps, { address: "main/a", action: "create" as const, reason: "", changes: [], warnings: [] }],
          findings: all,
        }),
      ).not.toEqual([]);
    }),
    RUNS,
  );
});
