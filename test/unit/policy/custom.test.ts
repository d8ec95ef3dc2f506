// Rules of the user's own: whom they are asked about, what they see, and what their messages say.
import { describe, expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { brief, found } from "./input.js";

const BOTS = `bots:
  a: { title: A, pairTitle: USDT-BTC, leverage: 4 }
  b: { title: ${"B".repeat(240)}, pairTitle: USDT-ETH }
`;
const SAME = [
  live(2, "B".repeat(240), { on: true, fields: { marginMode: "ISO", leverage: "3", pairTitle: "USDT-ETH" } }),
];
const rule = (when: string, more = "") => `policies:\n  mine: { rule: custom, when: '${when}'${more} }\n${BOTS}`;
const summaries = (yaml: string) => found(yaml, { live: SAME }).map(({ summary }) => summary);

describe("a message", () => {
  test.each([
    [", message: 'leverage {bot.after.leverage} of {bot.title}'", "leverage 4 of A", "says what its places hold"],
    [
      ", message: '{bot.nothing} {bot.after} {plan.steps} {}'",
      "{bot.nothing} {bot.after} {plan.steps} {}",
      "leaves the others as they are",
    ],
    [
      ", message: '{bot.after.constructor} {bot.toString}'",
      "{bot.after.constructor} {bot.toString}",
      "reaches nothing that isn't data",
    ],
    [", message: '{bot.isNew} {bot.on} {plan.observedBots}'", "true true 1", "may say whether, and how many"],
    ["", 'mine: bot.address == "main/a"', "is the rule's name and expression, where it has none"],
  ])("%s: %s, %s", (more, expected, _because) => {
    expect(summaries(rule('bot.address == "main/a"', more))).toEqual([expected]);
  });

  test("shows 200 characters of a value, and no more", () => {
    const yaml = rule('bot.address == "main/b"', ", message: '<{bot.title}>'");
    expect(found(yaml).map(({ summary }) => summary)).toEqual([`<${"B".repeat(200)}>`]);
  });
});

describe("an expression", () => {
  test.each([
    ["true", "", ["deny custom main/a"], "is asked about bots that the plan touches"],
    ["true", ", each: plan", ["deny custom"], "or once about the plan"],
    ["!bot.isNew", "", [], "knows a bot that is new"],
    ['bot.access == "primary"', "", ["deny custom main/a"], "the alias of its access"],
    ['bot.actions == ["create", "turn-on"]', "", ["deny custom main/a"], "what the plan does to it"],
    ["has(bot.before.leverage)", "", [], "that a new one had nothing before"],
    ["size(bot.deals) == 0", "", ["deny custom main/a"], "its deals"],
    ["has(plan.findings)", ", each: plan", [], "and not what other policies say"],
  ])("%s%s: %j, %s", (when, more, expected, _because) => {
    const lines = brief(found(rule(when, more), { live: SAME }));
    expect(lines.filter((line) => line.includes("custom"))).toEqual(expected);
  });

  test.each([
    ['bot.after.pairTitle == "USDT-BTC"', "", ["deny custom main/a"], "is asked about each bot as if it were new"],
    [
      "cmp(bot.after.martingaleScale, 1) > 0",
      "",
      ["deny custom main/a unknown", "deny custom main/b unknown"],
      "as it is",
    ],
    ["true", ", each: plan", [], "isn't asked about plans"],
    ["bot.isNew", "", [], "nor whether there is a bot"],
    ['"create" in bot.actions', "", [], "nor what is done to it"],
    ["size(plan.steps) < 9", "", [], "nor what a plan holds"],
    ['bot["on"]', "", [], "nor for what is hidden in brackets"],
  ])("without a plan %s%s: %j, it %s", (when, more, expected, _because) => {
    const yaml = rule(when, more);
    expect(brief(found(yaml, { planned: false })).filter((line) => line.includes("custom"))).toEqual(expected);
  });
});
