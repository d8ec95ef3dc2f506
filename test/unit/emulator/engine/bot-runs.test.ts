// What a bot that is switched or started in vain says in its log, and what it does all the same.
import { expect, it } from "vitest";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
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

const account = {
  name: "demo",
  apiKey: "demo-key",
  apiSecret: "demo-secret",
  accesses: [{ accessId: 101, title: "A" }],
};

it("a deal that ends in the moment of its opening is followed by the next after a second", () => {
  const prices = { "USDT-SOL": "100" };
  const seed: Seed = { accounts: [account], prices, markets: { "USDT-SOL": { tick: "1" } } };
  const h = harness({ commandDelay: 0 }, seed);
  h.on(h.create({ pairTitle: "USDT-SOL", percentTakeProfit: "0.01" }));
  const ended = () => h.deals("deals-history").map(({ id }) => id);
  expect(ended()).toEqual([50_001]);
  h.clock.pass(999);
  expect(ended()).toEqual([50_001]);
  h.clock.pass(1);
  expect(ended()).toEqual([50_002, 50_001]);
});

it("why no deal is opened is logged once, however often it is tried", () => {
  const h = harness({ commandDelay: 0 }, { accounts: [{ ...account, balance: { USDT: "100" } }] });
  const [small, big] = [h.create(), h.create({ title: "B", volumeFirstOrder: "640" })];
  h.on(big);
  for (let round = 0; round < 2; round += 1) {
    h.command("start-new-deal", { botId: small });
    h.command("complete-deal", { dealId: h.deals()[0].id });
  }
  expect(logs(h, big)).toEqual([
    ...["Bot is created", "Bot is turned on"],
    "No deal is opened: 128.32 USDT of margin is needed, and not free",
  ]);
});
