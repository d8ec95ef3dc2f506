// A plan's replay that tests of text, comment and page lay out, with names that are hostile.
import type { Replayed, ReplayedBot, ReplayFigures } from "../../../src/model/risk/plan-replay.js";
import { NASTY } from "./facts.js";

const HOUR = 3_600_000;
export const OPENED = Date.UTC(2025, 0, 2, 13, 20);

const NOW: ReplayFigures = {
  ...{ deals: 44, net: "137.2198", open: "-28.08", result: "109.1398", drawdown: "111.92", margin: "206.0001" },
  ...{ longestDeal: 264 * HOUR, liquidations: 1 },
};
const AFTER: ReplayFigures = {
  ...{ deals: 45, net: "100.65", open: "-19.08", result: "81.57", drawdown: "56.32", margin: "206.00009" },
  ...{ longestDeal: 85 * HOUR, liquidations: 0 },
};
const CHANGE = {
  ...{ deals: 1, net: "-36.5698", open: "9", result: "-27.5698", drawdown: "-55.6", margin: "-0.00001" },
  ...{ longestDeal: -179 * HOUR, liquidations: -1 },
};
const SIDES = { now: NOW, after: AFTER, change: CHANGE };

export const BOT: ReplayedBot = {
  ...{
    address: `demo/${NASTY}`,
    pairTitle: "USDT-BTC",
    quote: "USDT",
    state: { now: "on", after: "on" },
    asIfOn: false,
  },
  ...SIDES,
  deals: {
    ...{ same: 10, otherEnd: 1, onlyNow: 20, onlyAfter: 0 },
    first: [
      {
        opened: OPENED,
        now: { closed: OPENED + HOUR, reason: "liquidated", net: "-12.5" },
        after: { closed: null, reason: null, net: null },
      },
      { opened: OPENED + HOUR, now: { closed: OPENED + 2 * HOUR, reason: "take-profit", net: "3.214" }, after: null },
    ],
  },
};

export const REPLAY: Replayed = {
  ...{ replayed: true, from: Date.UTC(2025, 0, 1), to: Date.UTC(2025, 1, 1), moments: 1_744, interval: HOUR },
  prices: [{ pair: "USDT-BTC", source: "btc.csv", candles: 1_744, notes: [] }],
  bots: [BOT],
  wallets: [
    {
      ...{ quote: "USDT", balance: null, balanceFrom: null, bots: { now: 1, after: 2 }, ...SIDES },
      affected: ["demo/other"],
    },
  ],
  leftOut: [
    { address: "demo/eth", why: "no prices of USDT-ETH were given" },
    { address: `demo/${NASTY}2`, why: "no prices of USDT-ETH were given" },
  ],
  ...{ caveats: [`Mind ${NASTY}.`], assumptions: ["Fees are paid."] },
};

/** One side without deals. */
export function oneSided(bot: Partial<ReplayedBot> = {}): ReplayedBot {
  return {
    ...BOT,
    address: "demo/new",
    state: { now: "absent", after: "on" },
    now: null,
    change: AFTER,
    deals: null,
    ...bot,
  };
}
