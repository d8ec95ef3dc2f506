// What an emulator holds when no seed is given: one documented key, two accesses, no bots, flat prices.
import type { Seed } from "./seed.js";

export const DEFAULT_EXCHANGE = "SERVICE_FUTURES";

export const DEFAULT_PRICES: Readonly<Record<string, string>> = {
  "USDT-BTC": "64000",
  "USDT-ETH": "3200",
  "USDT-SOL": "150",
  "USDT-BNB": "580",
  "USDT-XRP": "0.55",
  "USDT-ADA": "0.45",
  "USDT-DOGE": "0.12",
  "USDT-LTC": "80",
  "USDT-DOT": "6.5",
  "USDT-AVAX": "28",
  "BUSD-BTC": "64000",
  "BUSD-ETH": "3200",
};

/** Used when a seed names no pairs. */
export const DEFAULT_PAIRS: readonly string[] = Object.keys(DEFAULT_PRICES);

export const DEFAULT_SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "10000", BUSD: "1000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Second futures" },
      ],
    },
  ],
};
