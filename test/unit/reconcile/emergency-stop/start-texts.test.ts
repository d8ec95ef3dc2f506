// What is said of starts of deals that an emergency stop watches, word for word.
import { expect, it } from "vitest";
import type { StartInDoubt } from "../../../../src/model/bot/observed.js";
import { lateText, leftText, openedText, startsText } from "../../../../src/reconcile/emergency-stop/start-texts.js";
import { deal } from "../fleet.js";

const start = (botId: number | undefined, isWebhook = false): StartInDoubt => ({
  sentAt: 1,
  until: 2,
  botId,
  isWebhook,
});

it.each<[readonly StartInDoubt[], number, string]>([
  [
    [start(7)],
    1_000,
    "a start of a deal of bot 7 may still take effect, so botform watches for 1 s (Ctrl-C ends the watch); a deal that opens isn't ended",
  ],
  [
    [start(7, true), start(undefined, true)],
    1_001,
    "a webhook that opens a deal of bot 7, a webhook that opens a deal without a bot may still take effect, so botform watches for 2 s (Ctrl-C ends the watch); a deal that opens isn't ended",
  ],
  [
    [1, 2, 3, 4, 5].map((id) => start(id)),
    185_000,
    "a start of a deal of bot 1, a start of a deal of bot 2, a start of a deal of bot 3 … and 2 more may still take effect, so botform watches for 185 s (Ctrl-C ends the watch); a deal that opens isn't ended",
  ],
])("%j are watched for %d ms: %s", (starts, restMs, text) => {
  expect(startsText(starts, restMs)).toBe(text);
});

it("names a deal that opens, a start that nobody watches any more, and a bot that comes on late", () => {
  expect([openedText(deal(52, 7), "main"), leftText(start(7)), leftText(start(undefined, true)), lateText(7)]).toEqual([
    "deal 52 of bot 7 has opened on USDT-BTC meanwhile, and goes on; to end it: botform deals complete 52 --account main",
    "a start of a deal of bot 7 was sent before, and may still take effect: the watch was stopped early",
    "a webhook that opens a deal without a bot was sent before, and may still take effect: the watch was stopped early",
    "a run that began meanwhile has turned bot 7 on, and that may still take effect: run botform bots off again",
  ]);
});
