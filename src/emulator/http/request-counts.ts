// Counts of requests by operation, all at nothing.
import type { OperationName } from "../../service/operations.js";

export function noRequests(): Record<OperationName, number> {
  const none = {
    accessList: 0,
    listBots: 0,
    botDetails: 0,
    botLogs: 0,
    turnOn: 0,
    turnOff: 0,
    createBot: 0,
    updateBot: 0,
  };
  const deals = { activeDeals: 0, dealsHistory: 0, startDeal: 0, changeTakeProfit: 0, completeDeal: 0, cancelDeal: 0 };
  return { ...none, ...deals, accountInformation: 0, pairList: 0 };
}
