// The market's rules in an emulator: fees, ticks and lots as the seed has them, open questions as the quirks answer them.
import Big from "big.js";
import { DEFAULT_RULES, type MarketRules } from "../../market/rules.js";
import type { Quirks } from "../quirks/quirks.js";
import type { Seed } from "../seed/seed.js";

export function marketRules(seed: Seed, quirks: Quirks): MarketRules {
  const { fees, markets = {} } = seed;
  const pairs = Object.entries(markets).map(
    ([pair, { tick = null, lot = DEFAULT_RULES.other.lot }]) => [pair, { tick, lot }] as const,
  );
  return {
    ...DEFAULT_RULES,
    ...(fees !== undefined && { makerFee: share(fees.makerPercent), takerFee: share(fees.takerPercent) }),
    volumeBase: quirks.volumeBase,
    volumeMeaning: quirks.volumeMeaning,
    pairs: Object.fromEntries(pairs),
  };
}

function share(percent: string): string {
  return new Big(percent).div(100).toFixed();
}
