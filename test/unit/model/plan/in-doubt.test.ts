// What is in doubt, in words: what was sent, and to which bot.
import { expect, it } from "vitest";
import { aboutOf, doubtText, SENT } from "../../../../src/model/plan/in-doubt.js";

it("is about a switch, settings or a deal", () => {
  expect(Object.fromEntries(SENT.map((sends) => [sends, aboutOf(sends)]))).toEqual({
    ...{ "turn-on": "switch", "turn-off": "switch", create: "settings", update: "settings" },
    ...{ "start-deal": "deal", "open-webhook": "deal", "take-profit": "deal" },
    ...{ "complete-deal": "deal", "cancel-deal": "deal" },
  });
});

it.each([
  [{ sends: "turn-on" }, "a turn-on"],
  [{ sends: "turn-on", botId: 7 }, "a turn-on of bot 7"],
  [{ sends: "start-deal", botId: 7 }, "a start of a deal of bot 7"],
  [{ sends: "create", botId: 0 }, "a create"],
  [{ sends: "update", botId: 7 }, "an update of bot 7"],
  [{ sends: "turn-off" }, "a turn-off"],
  [{ sends: "take-profit", botId: 7, dealId: 3 }, "a new take profit of deal 3 of bot 7"],
  [{ sends: "complete-deal" }, "a completion of a deal"],
  [{ sends: "cancel-deal", botId: 7, dealId: 3 }, "a cancel of deal 3 of bot 7"],
  [{ sends: "open-webhook" }, "a webhook that opens a deal"],
  [{ sends: "open-webhook", botId: 0 }, "a webhook that opens a deal without a bot"],
] as const)("%j is %s", (doubt, text) => {
  expect(doubtText(doubt)).toBe(text);
});
