// The bot named Ghost: nobody made it, deals of webhooks without a botId run under it (wire facts, section 7).
import type { BotRecord } from "../store/records.js";
import type { Values } from "../store/settings.js";
import type { Account } from "../store/store.js";

/** What nothing in a webhook says: a leverage of 10 (section 5), and averaging and take profit off by their values. */
const GHOST: Values = {
  title: "Ghost",
  pairTitle: "",
  strategy: "",
  leverage: "10",
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1",
  percentSafetyOrder: "1",
  volumeFirstOrder: "0",
  volumeSafetyOrder: "0",
  countOrderMax: "0",
  martingaleScale: "",
  dynamicStepScale: "",
  cycleLimitScale: "",
  indicatorGroup: "NOTHING",
  indicatorName: "",
  indicatorInterval: "",
  priceLevel: "NOTHING",
  priceLevelUp: "0",
  priceLevelDown: "0",
};

/** It shows the pair and direction of the first deal it ran; each deal's snapshot has its own. */
export function ghostBot(
  account: Account,
  id: number,
  deal: { readonly pairTitle: string; readonly strategy: string },
  enabled: boolean,
  at: number,
): BotRecord {
  const access = account.accesses.find(({ accessId }) => accessId === account.hook?.accessId);
  return {
    id,
    account: account.name,
    accessId: access?.accessId ?? 0,
    exchange: access?.exchange ?? "",
    enabled,
    values: { ...GHOST, ...deal },
    lastScales: { martingaleScale: "", dynamicStepScale: "", cycleLimitScale: "" },
    cycles: 0,
    updated: at,
    ghost: true,
  };
}
