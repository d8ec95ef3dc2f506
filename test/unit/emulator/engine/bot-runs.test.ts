// What a bot that is switched or started in vain says in its log, and what it does all the same.
import { expect, it } from "vitest";
import { harness, type Json } from "../harness.js";

const logs = (h: ReturnType<typeof harness>, botId: number): string[] =>
  h
    .call("GET", "logs", { botId })
    .json.data.map((entry: Json) => entry.message)
    .toReversed();

it("a switch to what it is already does nothing, and neither does a start beside a deal", () => {
  const h = harness({ startOnEnabled: "ignore" });
  const botId = h.create();
  for (const path of ["deactivate", "activate", "activate", "start-new-deal", "deactivate", "start-new-deal"])
    h.command(path, { botId });
  expect(logs(h, botId)).toEqual([
    ...["Bot is created", "Bot is already off", "Bot is turned on", "Deal 50001 is opened at 64000"],
    ...["Bot is already on", "Deal is not started: the bot is on or in a deal"],
    ...["Bot is turned off", "Deal is not started: the bot is on or in a deal"],
  ]);
  expect(h.deals().map(({ id }) => id)).toEqual([50_001]);
});

it("a start of a bot that is on and in no deal does nothing either", () => {
  const h = harness({ startOnEnabled: "ignore" });
  const botId = h.create({ indicatorGroup: "TRENDS", indicatorName: "EMA", indicatorInterval: "5MIN" });
  h.on(botId);
  h.command("start-new-deal", { botId });
  expect(logs(h, botId)).toEqual([
    ...["Bot is created", "Bot is turned on", "Waiting for a signal of TRENDS"],
    "Deal is not started: the bot is on or in a deal",
  ]);
  expect(h.deals()).toEqual([]);
});

it.each([
  { deactivateOff: "keeps-deal", running: 1 },
  { deactivateOff: "drops-deal", running: 0 },
] as const)("turned off once more, with $deactivateOff it has $running deals", ({ deactivateOff, running }) => {
  const h = harness({ deactivateOff });
  const botId = h.create();
  for (const path of ["activate", "deactivate"]) h.command(path, { botId });
  expect(h.deals()).toHaveLength(1);
  h.command("deactivate", { botId });
  expect(h.deals()).toHaveLength(running);
});
