// What a bot's log says of its deals: whatever happens to one, and at which price.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { harness, type Json } from "../harness.js";
import type { Parameters } from "../plain-client.js";

interface Start {
  readonly bot?: Parameters;
  readonly quirks?: Partial<Quirks>;
  readonly balance?: string;
  readonly price?: string;
}

/** A bot of an account, at a price of 100 that only moves when told to. */
function start({ bot = {}, quirks = {}, balance = "1000", price = "100" }: Start = {}) {
  const seed: Seed = {
    accounts: [
      {
        ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: balance } },
        ...{ hook: { accountId: 7001, token: "demo-hook-token" }, accesses: [{ accessId: 101, title: "A" }] },
      },
    ],
    prices: { "USDT-SOL": price },
    markets: { "USDT-SOL": { tick: "0.01", lot: "0.1" } },
  };
  const h = harness({ commandDelay: 0, ...quirks }, seed);
  const botId = h.create({ pairTitle: "USDT-SOL", volumeFirstOrder: "100", percentTakeProfit: "5", ...bot });
  return {
    ...h,
    botId,
    open: () => h.command("start-new-deal", { botId }),
    hooked: (terms: object) => h.hook({ botId, open: { orderVolume: "100" }, ...terms }),
    average: (amount: string) => h.hook({ botId, amount }, { path: "/topup-deal" }),
    price: (text: string) => h.tell("price", { pair: "USDT-SOL", price: text }),
    /** Oldest first, without the bot's creation. */
    log: (): string[] =>
      h
        .call("GET", "logs", { botId })
        .json.data.map((entry: Json) => entry.message)
        .toReversed()
        .slice(1),
  };
}

const OPENED = "Deal 50001 is opened at 100";
const stop = (delay: number) => ({ stop: { enabled: true, event: "percentage", value: "4", delay } });

describe("the end of a deal", () => {
  it.each([
    { price: "105", says: "Deal 50001 is completed take profit at 105" },
    { price: "96", says: "Deal 50001 is completed stop loss at 96" },
  ])("at $price: $says", ({ price, says }) => {
    const h = start();
    h.hooked(stop(0));
    h.price(price);
    expect(h.log()).toEqual([OPENED, says]);
  });

  it("comes when its delay is over", () => {
    const h = start();
    h.hooked({ close: { enabled: true, event: "delay", value: "60" } });
    h.clock.pass(59_999);
    expect(h.log()).toEqual([OPENED]);
    h.clock.pass(1);
    expect(h.log()).toEqual([OPENED, "Deal 50001 is completed by its delay at 100"]);
  });

  it("comes by the exchange, at the price of its liquidation", () => {
    const h = start({ bot: { marginMode: "ISO", leverage: 10 } });
    h.open();
    h.price("80");
    expect(h.log()).toEqual([OPENED, "Deal 50001 is liquidated at 90.4522613065"]);
  });

  it("comes before it began, where the first order rests", () => {
    const h = start({ bot: { typeFirstOrder: "LIMIT" }, price: "100.004" });
    h.open();
    expect(h.log()).toEqual([]);
    h.command("complete-deal", { dealId: 50_001 });
    expect(h.log()).toEqual(["Deal 50001 is withdrawn before its first order was filled"]);
    expect(h.service.deals().map(({ status }) => status)).toEqual(["CANCELED"]);
  });

  it("isn't one where it is handed to the user", () => {
    const h = start({ quirks: { deactivate: "stop" } });
    h.on(h.botId);
    h.command("deactivate", { botId: h.botId });
    expect(h.log()).toEqual([
      ...["Bot is turned on", OPENED],
      ...["Bot is turned off", "Deal 50001 is handed over to manual management"],
    ]);
  });
});

describe("what the market doesn't take", () => {
  it("is an averaging too small, or too big for what is free", () => {
    const h = start({ balance: "30" });
    h.open();
    for (const amount of ["500", "1", "20"]) h.average(amount);
    expect(h.log()).toEqual([
      OPENED,
      "Deal 50001 is not averaged: 100.25 USDT of margin is needed, and not free",
      "Deal 50001 is not averaged: the volume is too small",
      "Deal 50001 is averaged at 100",
    ]);
  });

  it("is a first order too small, of a bot and of a webhook", () => {
    const h = start({ bot: { volumeFirstOrder: "1" } });
    h.on(h.botId);
    const why = "No deal is opened: the volume is too small";
    expect(h.log()).toEqual(["Bot is turned on", why]);
    h.hooked({ open: { orderVolume: "1" } });
    expect(h.log()).toEqual(["Bot is turned on", why, why]);
  });

  it("is a safety order whose margin isn't free", () => {
    const h = start({ bot: { volumeSafetyOrder: "90", percentSafetyOrder: "10", countOrderMax: 3 }, balance: "60" });
    h.open();
    expect(h.log()).toEqual([
      OPENED,
      "Deal 50001: safety order 3 is not placed: 18 USDT of margin is needed, and not free",
    ]);
  });
});

it("a stop with a delay is touched, released, and touched again until the delay is over", () => {
  const h = start();
  h.hooked(stop(15));
  h.price("95");
  h.clock.pass(5_000);
  h.price("99");
  h.clock.pass(11_000);
  h.price("94");
  h.clock.pass(15_000);
  expect(h.log()).toEqual([
    OPENED,
    "Deal 50001: stop loss is touched at 96",
    "Deal 50001: stop loss is released at 99",
    "Deal 50001: stop loss is touched at 96",
    "Deal 50001 is completed stop loss at 94",
  ]);
});
