// What a webhook changes of a running deal, and what it leaves: each section by itself, a field of it with its neighbours.
import { describe, expect, it } from "vitest";
import { harness, type Json } from "../harness.js";

const DCA = {
  enabled: true,
  max: 4,
  active: 3,
  volume: "10",
  percent: "2",
  multiplierVolume: "1.5",
  multiplierPrice: "1.2",
};
const CLOSE = { enabled: true, event: "percentage", value: "0.5" };
const STOP = { enabled: true, event: "percentage", value: "3", delay: 5 };

/** The settings of a deal opened with all of the above, before and after an update. */
function updated(update: object) {
  const h = harness({ hookUpdate: "deal" });
  const botId = h.create();
  const send = (body: object) => {
    const reply = h.hook({ botId, strategy: "long", pairs: ["BTCUSDT"], ...body });
    expect(reply.json.code).toBe(0);
    h.clock.pass(10_000);
    const [deal] = h.service.deals();
    if (deal === undefined) throw new Error("no deal");
    return deal.market.settings;
  };
  const before = send({ open: { orderVolume: "20" }, dca: DCA, close: CLOSE, stop: STOP });
  return { before, after: send(update) };
}

const SAFETY = {
  ...{ enabled: true, max: 4, active: 3, volume: "10", percent: "2", volumeScale: "1.5", stepScale: "1.2" },
  volumeBase: "safety",
};
const TAKE_PROFIT = { enabled: true, event: "percentage", value: "0.5" };
const STOPPED = { enabled: true, event: "percentage", value: "3", delay: 5 };

describe("an update of a running deal", () => {
  it.each([
    {
      dca: { volume: "11" },
      safety: { ...SAFETY, volume: "11", active: 4 },
      because: "all orders stand where it doesn't say",
    },
    { dca: { max: 2 }, safety: { ...SAFETY, max: 2, active: 2 }, because: "no more at once than there are" },
    { dca: { max: 7 }, safety: { ...SAFETY, max: 7, active: 7 }, because: "and all of more" },
    { dca: { active: 1 }, safety: { ...SAFETY, active: 1 }, because: "some, where it says so" },
    { dca: { max: 6, active: 2 }, safety: { ...SAFETY, max: 6, active: 2 }, because: "both are stated" },
    { dca: { percent: "3" }, safety: { ...SAFETY, percent: "3", active: 4 }, because: "another step" },
    {
      dca: { multiplierVolume: "1" },
      safety: { ...SAFETY, volumeScale: null, active: 4 },
      because: "a factor of 1 is none",
    },
    { dca: { multiplierPrice: "1" }, safety: { ...SAFETY, stepScale: null, active: 4 }, because: "of steps, too" },
    {
      dca: { enabled: false },
      safety: { ...SAFETY, enabled: false, active: 4 },
      because: "switched off, the rest stays",
    },
  ])("of dca $dca: $because", ({ dca, safety }) => {
    const { before, after } = updated({ dca });
    expect(before.safety).toEqual(SAFETY);
    expect(after).toEqual({ ...before, safety });
  });

  it.each([
    { close: { enabled: false }, takeProfit: { ...TAKE_PROFIT, enabled: false } },
    { close: { event: "percentage", value: "0.8" }, takeProfit: { ...TAKE_PROFIT, value: "0.8" } },
    { close: { event: "pnl", value: "7" }, takeProfit: { enabled: true, event: "pnl", value: "7" } },
  ])("of close $close", ({ close, takeProfit }) => {
    const { before, after } = updated({ close });
    expect(before.takeProfit).toEqual(TAKE_PROFIT);
    expect(after).toEqual({ ...before, takeProfit });
  });

  it.each([
    { stop: { enabled: false }, expected: { ...STOPPED, enabled: false } },
    { stop: { event: "percentage", value: "4" }, expected: { ...STOPPED, value: "4" } },
    { stop: { event: "pnl", value: "9", delay: 1 }, expected: { enabled: true, event: "pnl", value: "9", delay: 1 } },
  ])("of stop $stop", ({ stop, expected }) => {
    const { before, after } = updated({ stop });
    expect(before.stop).toEqual(STOPPED);
    expect(after).toEqual({ ...before, stop: expected });
  });
});

it("a close that is accepted and does nothing is in the bot's log, and its deal goes on", () => {
  const h = harness({ hookClose: "ignored" });
  const botId = h.create();
  h.command("start-new-deal", { botId });
  expect(h.hook({ botId, closePosition: true }, { path: "/close-deal" }).json.code).toBe(0);
  h.clock.pass(10_000);
  const messages = h.call("GET", "logs", { botId }).json.data.map(({ message }: Json) => message);
  expect(messages).toEqual(["Webhook is accepted, and ignored", "Deal 50001 is opened at 64000", "Bot is created"]);
  expect(h.deals()).toHaveLength(1);
});
