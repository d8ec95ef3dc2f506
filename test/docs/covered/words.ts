// What the coverage table says in words: which commands reach an operation, and where a parameter's value comes from.
import type { OperationName } from "../../../src/service/operations.js";

/** The interface's names of the operations. */
export const CALLED: Readonly<Record<string, OperationName>> = {
  "Futures access list": "accessList",
  "List bots": "listBots",
  "Bot details": "botDetails",
  "Bot logs": "botLogs",
  "Turn on bot": "turnOn",
  "Turn off bot": "turnOff",
  "Create bot": "createBot",
  "Update bot": "updateBot",
  "Active deals": "activeDeals",
  "Deals history": "dealsHistory",
  "Start new deal": "startDeal",
  "Change take profit": "changeTakeProfit",
  "Complete deal": "completeDeal",
  "Cancel deal": "cancelDeal",
  "Account information with positions": "accountInformation",
  "Futures currency pair list": "pairList",
};

/** Commands that send it; the test asks each for its help. */
export const COMMANDS_OF: Readonly<Record<OperationName, readonly string[]>> = {
  accessList: ["accesses", "plan", "bots list"],
  listBots: ["bots list", "plan", "pull"],
  botDetails: ["bots show", "plan", "apply"],
  botLogs: ["bots logs"],
  turnOn: ["apply", "bots on"],
  turnOff: ["apply", "bots off"],
  createBot: ["apply"],
  updateBot: ["apply", "undo"],
  activeDeals: ["deals active", "deals drift", "plan"],
  dealsHistory: ["deals history"],
  startDeal: ["deals start"],
  changeTakeProfit: ["deals take-profit", "apply"],
  completeDeal: ["deals complete"],
  cancelDeal: ["deals cancel"],
  accountInformation: ["account"],
  pairList: ["pairs", "plan"],
};

/** Of parameters that are no settings of a bot; those bear their own name in the configuration. */
export const VALUES_OF: Readonly<Record<string, string>> = {
  botId: "`BOT`: an address or an id; in a plan the bot itself",
  accessId: "a bot's `access`; of deals every access, or `--access`",
  exchange: "`accounts.NAME.exchange`; the access's own when reading",
  limit: "`--limit`",
  dealId: "`DEAL`; in a plan the running deal",
  immediately: "1, or 0 with `deals take-profit --no-immediately`",
  newPercentOfTp: "`PERCENT`; in a plan `percentTakeProfit`",
};
