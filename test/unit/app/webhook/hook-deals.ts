// Deals as a watch of webhooks reads them.
import type { Deal } from "../../../../src/model/deal/deal.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { ANSWERS } from "../../../../src/service/wire.js";

export interface Facts {
  readonly amount?: string;
  readonly price?: string;
  readonly filled?: string;
  readonly pairTitle?: string;
  readonly status?: string;
  /** Without a take-profit order. */
  readonly bare?: boolean;
}

export function deal(id: number, { amount = "0.5", price = "101", filled = "", ...facts }: Facts = {}): Deal {
  const { pairTitle = "USDT-BTC", status = "ACTIVE", bare = false } = facts;
  const bot = {
    id: 7,
    userId: 1,
    title: "B",
    pairTitle: "USDT-BTC",
    accessId: 1,
    strategy: "LONG",
    leverage: 5,
    status: "DISABLED",
    settings: { percent_take_profit: "1" },
    exchange: "SERVICE_FUTURES",
  };
  const [wire] = ANSWERS.deals.parse([
    {
      id,
      userId: 1,
      pairTitle,
      botId: 7,
      accessId: 1,
      status,
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
      tpOrder: bare
        ? {}
        : {
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
