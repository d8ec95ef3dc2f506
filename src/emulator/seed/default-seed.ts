// What an emulator holds when no seed is given: one documented key and hook, two accesses, no bots.
import type { Seed } from "./seed.js";

export const DEFAULT_SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      hook: { accountId: 7001, token: "demo-hook-token" },
      balance: { USDT: "10000", BUSD: "1000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Second futures" },
      ],
    },
  ],
};
