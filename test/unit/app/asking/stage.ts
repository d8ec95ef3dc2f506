// A service in virtual time, an account at it without a configuration, and botform asking what it does.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { checkService } from "../../../../src/app/asking/check.js";
import type { CheckOptions } from "../../../../src/app/asking/check-options.js";
import type { Host } from "../../../../src/app/host.js";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import { completeQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import { VirtualClock } from "../../../support/clock.js";
import { listening } from "../room.js";

const BOT: SeedBot = {
  accessId: 1,
  title: "Own",
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: 5,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "64",
};

/** What a check may change. */
const FIT: Partial<SeedBot> = { title: "ASK 1", volumeSafetyOrder: "25", countOrderMax: 6, martingaleScale: "1.2" };

/** What it may have besides. */
const WHOLE: Partial<SeedBot> = {
  ...{ indicatorGroup: "DIVER", indicatorName: "EMA cross", indicatorInterval: "5MIN" },
  ...{ priceLevel: "BOTH", priceLevelDown: "50000", priceLevelUp: "90000" },
};

interface StageOptions {
  /** Whether the bot that may be changed has an indicator and price limits. */
  readonly isWhole?: boolean;
  readonly isOn?: boolean;
  readonly balance?: string;
  /** By how much the service's clock is ahead of ours. */
  readonly aheadMs?: number;
}

/** Five bots, the second of them on, in a deal; the first is fit to be changed. */
export async function stage(
  quirks: Partial<Quirks>,
  place: { fresh(name: string): string },
  { isWhole = false, isOn = true, balance, aheadMs = 0 }: StageOptions = {},
) {
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    clock: { now: () => clock.now() + aheadMs },
    quirks,
    seed: {
      accounts: [
        {
          name: "main",
          apiKey: "key",
          apiSecret: "secret",
          accesses: [{ accessId: 1, title: "Main" }],
          ...(balance !== undefined && { balance: { USDT: balance } }),
          bots: Array.from({ length: 5 }, (_none, index) => ({
            ...BOT,
            id: 1001 + index,
            title: `Own ${index + 1}`,
            ...(index === 0 && { ...FIT, ...(isWhole && WHOLE) }),
            enabled: isOn && index === 1,
          })),
        },
      ],
    },
  });
  const journal = join(place.fresh("journal"), randomUUID());
  const env = { BOTFORM_MAIN_API_URL: emulator.url, BOTFORM_MAIN_API_KEY: "key", BOTFORM_MAIN_API_SECRET: "secret" };
  const options: CheckOptions = {
    account: "main",
    config: place.fresh("none.yaml"),
    journal,
    yes: true,
    refusals: 100,
    concurrency: 1,
    clock,
  };
  /** The account's key, at another address where one is given. */
  const envAt = (url: string) => ({ ...env, BOTFORM_MAIN_API_URL: url });
  return {
    clock,
    emulator,
    envAt,
    ledgerAt: (url = emulator.url) => ledgerOf({ folder: journal }, "main", { apiUrl: url }),
    check: (more: Partial<CheckOptions> = {}, host: Host = listening(env).host) =>
      checkService(host, { ...options, ...more }),
    env,
    options,
  };
}

/** What the answers should be, by the quirks that are set. */
export function truth(quirks: Partial<Quirks>): Readonly<Record<string, string | number>> {
  const all = completeQuirks(quirks);
  const { nonceWindow, noncePostWindow, nonceLead } = all;
  // An empty name is refused with every other empty value.
  const indicatorOff = all.parameters === "strict" ? "refuse" : all.indicatorOff;
  return {
    ...all,
    indicatorOff,
    nonceLead: Math.min(nonceLead, nonceWindow),
    noncePostWindow: noncePostWindow || nonceWindow,
  };
}
