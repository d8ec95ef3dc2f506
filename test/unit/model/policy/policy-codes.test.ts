// What explain says of a policy's code: a rule's parameters in words, what it needs, and how severe it is.
import { describe, expect, it } from "vitest";
import { POLICY_CODES, parametersText } from "../../../../src/model/policy/policy-codes.js";
import { codeOf, RULE_NAMES, ruleRow, WAIVER_EXPIRED } from "../../../../src/model/policy/policy-rules.js";

it.each([
  ["max-leverage", "limit (times)"],
  ["max-bot-margin", "limit (in the quote asset)"],
  ["max-wallet-exposure", "limit (percent), of?"],
  ["max-safety-orders", "limit (a whole number)"],
  ["max-martingale", "limit (a factor)"],
  ["max-change-percent", "fields, limit (percent)"],
  ["kill-switch", "file?, env?"],
  ["custom", "when, message?, each?"],
  ["require-stop", "none"],
] as const)("%s takes: %s", (name, words) => expect(parametersText(ruleRow(name))).toBe(words));

describe("the row of a code", () => {
  it("stands for each rule, and for a waiver that has expired", () => {
    expect(Object.keys(POLICY_CODES)).toEqual([...RULE_NAMES.map(codeOf), WAIVER_EXPIRED]);
    expect(codeOf("max-leverage")).toBe("policy/max-leverage");
  });

  it("tells parameters, needs and severity after the rule's help", () => {
    const { title, help } = ruleRow("min-cover");
    expect(POLICY_CODES["policy/min-cover"]).toEqual({
      severity: "error",
      title,
      help: `${help} Parameters: limit (percent). It needs the bot's grid. Default severity: deny.`,
    });
  });

  it("says of a rule that nobody has to configure that it always applies", () => {
    const always = " It always applies, even if you don't configure it. It is ";
    const { help } = ruleRow("deep-grid");
    expect(POLICY_CODES["policy/deep-grid"]).toMatchObject({
      severity: "warning",
      help: `${help} Parameters: none. It needs nothing. Default severity: warn.${always}likely: few deals come back from there.`,
    });
    const told = RULE_NAMES.filter((name) => POLICY_CODES[codeOf(name)]?.help.includes(always));
    expect(told).toEqual(RULE_NAMES.filter((name) => ruleRow(name).always !== undefined));
  });

  it("of an expired waiver is a warning", () => {
    expect(POLICY_CODES[WAIVER_EXPIRED]).toMatchObject({ severity: "warning", title: "A waiver has expired" });
  });
});
