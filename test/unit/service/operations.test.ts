// The 16 operations as the interface states them: method, path, effect, and each parameter with its type, bounds and words.
import { expect, it } from "vitest";
import { OPERATIONS, type Operation, type Parameter, READING } from "../../../src/service/operations.js";

it("each has its method, its path, what it touches, its answer and its parameters", () => {
  const rows = Object.entries<Operation>(OPERATIONS).map(([name, { method, path, effect, answer, parameters }]) => {
    // Those of create and update have a test of their own.
    const own = name === "createBot" || name === "updateBot" ? [] : parameters.map(line);
    return [name, `${method} ${path}`, effect, answer, own.join("; ")];
  });
  const id = (name: string) => `${name} int64 required`;
  const deals = `${id("accessId")}; exchange string required`;
  const takeProfit = `${id("dealId")}; immediately boolean required; newPercentOfTp float required`;
  expect(rows).toEqual([
    ["accessList", "GET /bot-futures/access-list", "read", "accesses", ""],
    ["listBots", "GET /bot-futures/all", "read", "bots", "exchange string required"],
    ["botDetails", "GET /bot-futures/detail", "read", "botDetails", id("botId")],
    ["botLogs", "GET /bot-futures/logs", "read", "logs", `${id("botId")}; limit int64`],
    ["turnOn", "POST /bot-futures/activate", "bots", "confirmation", id("botId")],
    ["turnOff", "POST /bot-futures/deactivate", "bots", "confirmation", id("botId")],
    ["createBot", "POST /bot-futures/create", "bots", "created", ""],
    ["updateBot", "POST /bot-futures/update", "bots", "updated", ""],
    ["activeDeals", "GET /bot-futures/active-deals", "read", "deals", deals],
    ["dealsHistory", "GET /bot-futures/deals-history", "read", "deals", deals],
    ["startDeal", "POST /bot-futures/start-new-deal", "deals", "confirmation", id("botId")],
    ["changeTakeProfit", "POST /bot-futures/renew-tp-percentage", "deals", "confirmation", takeProfit],
    ["completeDeal", "POST /bot-futures/complete-deal", "deals", "confirmation", id("dealId")],
    ["cancelDeal", "POST /bot-futures/cancel-deal", "deals", "confirmation", id("dealId")],
    ["accountInformation", "POST /bot-futures/account-information", "read", "account", ""],
    ["pairList", "GET /bot-futures/pair-list", "read", "pairs", ""],
  ]);
});

it("create takes every setting, ten of them always; update takes the same, none of them always", () => {
  const settings = [
    "title string required",
    "pairTitle string required",
    "strategy string required LONG|SHORT",
    "leverage int64 required",
    "marginMode string required ISO|CROSS",
    "typeTakeProfit string required LIMIT|STOP-MARKET",
    "typeFirstOrder string required LIMIT|MARKET",
    "percentTakeProfit float required 0.01 to 99.99",
    "percentSafetyOrder float required 0.01 to 99.99",
    "volumeFirstOrder float required",
    "volumeSafetyOrder float",
    "countOrderMax int64 1 to 50",
    "martingaleScale float 1.05 to 2",
    "dynamicStepScale float 1.05 to 2",
    "cycleLimitScale int64",
    "indicatorGroup string NOTHING|FOMO|DIVER|TRENDS|TRENDS_CROSSING|OSCILLATORS",
    "indicatorName string",
    "indicatorInterval string",
    "priceLevel string NOTHING|UPPER|LOWER|BOTH",
    "priceLevelDown float",
    "priceLevelUp float",
  ];
  const { createBot, updateBot } = OPERATIONS;
  const optional = settings.map((setting) => setting.replace(" required", ""));
  expect([createBot, updateBot].map(({ parameters }) => parameters.map(line).toSorted())).toEqual([
    ["accessId int64 required", "exchange string required", ...settings].toSorted(),
    ["botId int64 required", ...optional].toSorted(),
  ]);
});

function line({ name, type, required, min, max, words }: Parameter): string {
  const bounds = min === undefined && max === undefined ? [] : [`${min} to ${max}`];
  return [name, type, ...(required ? ["required"] : []), ...bounds, ...(words ? [words.join("|")] : [])].join(" ");
}

it("every read says what it was doing when it fails", () => {
  expect(READING).toEqual({
    accessList: "reading the accesses",
    listBots: "reading the list of bots",
    botDetails: "reading a bot's details",
    botLogs: "reading a bot's log",
    activeDeals: "reading the running deals",
    dealsHistory: "reading the history of deals",
    accountInformation: "reading balances and positions",
    pairList: "reading the pairs",
  });
});
