// What a line expects, what it is compared with, and what is said of a line that can't be read.
import { describe, expect, it } from "vitest";
import { figureText, isMet, readExpectation } from "../../../../src/model/scenario/expectation.js";

function read(text: string) {
  const reading = readExpectation(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.expectation;
}

describe("a line", () => {
  it.each([
    ["liquidations == 0", { figure: "liquidations", operator: "==", limit: "0" }],
    ["margin<=2500.50", { figure: "margin", operator: "<=", limit: "2500.5" }],
    ["drawdown of btc-* < 20 %", { figure: "drawdown", of: "btc-*", operator: "<", limit: "20", ofBalance: true }],
    ["longestDeal <= 1d12h", { figure: "longestDeal", operator: "<=", limit: "129600000" }],
    ["result > -5", { figure: "result", operator: ">", limit: "-5" }],
  ])("%s", (text, wanted) => expect(read(text)).toEqual({ text, ...wanted }));

  it.each([
    ["deal == 1", /there is no figure deal/],
    ["deals", /no expectation/],
    ["deals = 1", /= doesn't compare/],
    ["deals <= 3 %", /no percentage/],
    ["deals >= 1.5", /never reached/],
    ["deals >= -1", /never reached/],
    ["longestDeal < 5", /can be compared/],
    ["margin < 1,5", /can be compared/],
    ["margin < five", /can be compared/],
  ])("%s is refused", (text, problem) => {
    const reading = readExpectation(text);
    expect(reading.ok ? "" : reading.problem).toMatch(problem);
  });
});

it.each([
  ["margin <= 2500", "2500", true],
  ["margin < 2500", "2500", false],
  ["margin <= 25 %", "2500.00000001", false],
  ["net == 0.3", "0.3", true],
  ["net != 0.3", "0.30000001", true],
  ["net >= 0.3", "0.29999999", false],
  ["net > 0.3", "0.30000001", true],
])("%s with %s is %s, exactly", (text, figure, met) => expect(isMet(read(text), figure, "10000")).toBe(met));

it.each([
  ["longestDeal", "5410495", "1h30m10s"],
  ["deals", "3", "3"],
  ["net", "-12.345", "-12.35"],
  ["net", "0.00004", "0.00004"],
  ["net", "0", "0.00"],
] as const)("%s %s reads %s", (name, value, text) => expect(figureText(name, value)).toBe(text));
