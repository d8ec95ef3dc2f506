// What is in doubt, in words: what was sent, and to which bot.
import { expect, it } from "vitest";
import { doubtText } from "../../../../src/model/plan/in-doubt.js";

it.each([
  [{ sends: "turn-on" }, "a turn-on"],
  [{ sends: "turn-on", botId: 7 }, "a turn-on of bot 7"],
  [{ sends: "start-deal", botId: 7 }, "a start of a deal of bot 7"],
  [{ sends: "open-webhook" }, "a webhook that opens a deal"],
  [{ sends: "open-webhook", botId: 0 }, "a webhook that opens a deal without a bot"],
] as const)("%j is %s", (doubt, text) => {
  expect(doubtText(doubt)).toBe(text);
});
