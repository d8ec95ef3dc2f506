// What of a webhook's effect shows in the deals, and how long it is looked for.
import { describe, expect, it } from "vitest";
import { effectShown, isWatched, observe, type Watched } from "../../../../src/app/webhook/watch.js";
import type { Deal } from "../../../../src/model/deal/deal.js";
import { ServiceError } from "../../../../src/model/ports.js";
import type { WebhookAction } from "../../../../src/model/webhook/webhook.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { ANSWERS } from "../../../../src/service/wire.js";
import { VirtualClock } from "../../../support/clock.js";

interface Facts {
  readonly amount?: string;
  readonly price?: string;
  readonly filled?: string;
}

function deal(id: number, { amount = "0.5", price = "101", filled = "" }: Facts = {}): Deal {
  const bot = {
    id: 7,
    userId: 1,
    title: "B",
    pairTitle: "USDT-BTC",
    accessId: 1,
    strategy: "LONG",
    leverage: 5,
    status: "DISABLED",
    settings: {},
    exchange: "SERVICE_FUTURES",
  };
  const [wire] = ANSWERS.deals.parse([
    {
      id,
      userId: 1,
      pairTitle: "USDT-BTC",
      botId: 7,
      accessId: 1,
      status: "ACTIVE",
      botSnapshot: bot,
      position: {
        type: "isolated",
        side: "LONG",
        leverage: "5",
        amount,
        entryPrice: "100",
        markPrice: "100",
        liqPrice: "80",
        pnl: "0",
        initMargin: "",
        maintMargin: "",
        posInitMargin: "",
        openOrdInitMargin: "",
      },
      tpOrder: {
        "1": {
          type: "l",
          number: "1",
          status: "1",
          price,
          qty: amount,
          qty_filled: filled,
          fee: "",
          fee_asset: "",
          pnl: "",
          time: "1700000000000",
        },
      },
      result: null,
      updated: { date: "2026-01-01 00:00:00.000000", timezone_type: 3, timezone: "UTC" },
      exchange: "SERVICE_FUTURES",
    },
  ]);
  if (wire === undefined) throw new Error("no deal");
  return observedDeal(wire);
}

describe("the effect", () => {
  it.each<readonly [WebhookAction, readonly Deal[], readonly Deal[], RegExp | undefined, string]>([
    ["open", [], [deal(1)], /deal 1 opened on USDT-BTC/, "a new deal"],
    ["open", [deal(1)], [deal(1)], undefined, "it ran before"],
    ["open", [deal(1)], [deal(1), deal(2)], /deal 2/, "a second one"],
    ["open", [deal(1)], [], undefined, "one ended: no open"],
    ["close", [deal(1)], [], /deal 1 on USDT-BTC ended/, "it is gone"],
    ["close", [deal(1)], [deal(1)], undefined, "it runs on"],
    ["close", [], [deal(2)], undefined, "nothing ran"],
    ["close", [deal(1)], [deal(2)], /deal 1/, "the bot opened the next one at once"],
    ["average", [deal(1)], [deal(1, { amount: "0.75" })], /grew to 0.75/, "more of it"],
    ["average", [deal(1, { amount: "-0.5" })], [deal(1, { amount: "-0.75" })], /grew to -0.75/, "a short's amount"],
    ["average", [deal(1)], [deal(1, { amount: "0.25" })], undefined, "less of it"],
    ["average", [deal(1)], [deal(2, { amount: "9" })], undefined, "another deal"],
    ["update", [deal(1)], [deal(1, { price: "105" })], /take profit of deal 1 changed/, "another price"],
    ["update", [deal(1)], [deal(1, { filled: "0.1" })], undefined, "filling is no update"],
  ])("%s: %#", (action, before, now, says) => {
    const seen = effectShown(action, before, now);
    if (says === undefined) expect(seen).toBeUndefined();
    else expect(seen).toMatch(says);
  });
});

describe("the deals that are meant", () => {
  it.each<readonly [Partial<Watched>, boolean, string]>([
    [{}, true, "bot, pair and side"],
    [{ botId: 8 }, false, "another bot's"],
    [{ botId: undefined }, true, "a Ghost's, by pair and side"],
    [{ pairs: ["ETHUSDT"] }, false, "left over from the bot's pair before"],
    [{ side: "short" }, false, "the other direction"],
    [{ pairs: [], side: "" }, true, "nothing said rules nothing out"],
  ])("%j: %s (%s)", (other, expected) => {
    const watched = { botId: 7, pairs: ["BTCUSDT"], side: "long", access: 1, ...other };
    expect(isWatched(deal(1), watched)).toBe(expected);
  });
});

describe("looking", () => {
  const clock = () => new VirtualClock();

  it("ends with the first sight of it", async () => {
    let looks = 0;
    const look = async () => (++looks < 4 ? [] : [deal(9)]);
    const found = await observe("open", [], look, {
      clock: clock(),
      timeoutMs: 45_000,
      signal: new AbortController().signal,
    });
    expect(found).toEqual({ kind: "seen", says: "deal 9 opened on USDT-BTC" });
    expect(looks).toBe(4);
  });

  it("ends in time, looking once more at the end", async () => {
    let looks = 0;
    const look = async () => {
      looks += 1;
      return [];
    };
    const found = await observe("open", [], look, {
      clock: clock(),
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    });
    expect(found).toEqual({ kind: "unseen", says: "no effect showed in the deals within 5 s" });
    expect(looks).toBe(6);
  });

  it("says that nothing could be read, which is something else than nothing", async () => {
    const look = async () => {
      throw new ServiceError("http", "down");
    };
    const found = await observe("open", [], look, {
      clock: clock(),
      timeoutMs: 3_000,
      signal: new AbortController().signal,
    });
    expect(found).toEqual({ kind: "unseen", says: "the deals couldn't be read (4 times)" });
  });

  it("ends when it is interrupted", async () => {
    const controller = new AbortController();
    controller.abort();
    const found = await observe("open", [], async () => [], {
      clock: clock(),
      timeoutMs: 60_000,
      signal: controller.signal,
    });
    expect(found.says).toBe("the watch was interrupted");
  });
});
