// What others call botform's settings and words, and that each alias leads to something that can be explained.
import { expect, it } from "vitest";
import { INDEX } from "../../../../src/app/explain.js";
import { missingSetting, ownNames, simplified } from "../../../../src/model/text/aliases.js";

it.each([
  ["tp", ["percentTakeProfit"]],
  ["Take Profit", ["percentTakeProfit"]],
  ["SAFETY_ORDERS", ["countOrderMax"]],
  ["margin", ["marginMode", "initial margin"]],
  ["worst case", ["position at most"]],
  ["leverage", []],
  ["constructor", []],
])("%s means %j", (word, names) => {
  expect(ownNames(word)).toEqual(names);
});

it("what no bot has is named as such", () => {
  expect(missingSetting("stop-loss")).toMatch(/^A bot has no stop loss\./);
  expect(missingSetting("sl")).toBe(missingSetting("stopLoss"));
  expect(missingSetting("trailingStop")).toBe("A bot has no trailing take profit.");
  expect(missingSetting("title")).toBeUndefined();
});

it("each alias leads to a setting, a key or a word, and is none itself", () => {
  const own = [...INDEX.fields, ...INDEX.keys, ...INDEX.words];
  const aliases = ["tp", "pair", "side", "lev", "step", "so", "panic", "freeze", "orphan", "ladder", "need", "cycles"];
  expect(aliases.flatMap(ownNames).filter((name) => !own.includes(name))).toEqual([]);
  // A webhook has a parameter side, the glossary a side, a step, an account, a bot and a policy.
  expect(own.filter((name) => ownNames(name).length > 0).sort()).toEqual(["account", "bot", "policy", "side", "step"]);
  expect(simplified("Max Safety-Orders_1")).toBe("maxsafetyorders1");
});
