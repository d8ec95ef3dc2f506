// Which pairs and bots a filter takes: a part of a name, the whole of it, none, and the order.
import { afterAll, beforeAll, expect, it } from "vitest";
import { programHost } from "../../../../src/app/host.js";
import { listBots, listPairs } from "../../../../src/app/live/bots.js";
import { demoEnv } from "../../../support/command.js";
import { type Hostile, hostile, success } from "../../../support/hostile.js";
import { wireBot } from "../../service/wirebot.js";

const PAIRS = ["USDT-ETH", "USDT-BTC", "USDC-BTC", "USDT-1000Pepe"];
const deal = (id: number, botId: number, accessId: number) => ({
  ...{ id, botId, accessId, pairTitle: "USDT-BTC", status: "ACTIVE", botSnapshot: wireBot({ id: botId }) },
});
const DEALS: Readonly<Record<string, readonly unknown[]>> = {
  "1": [deal(1, 9, 1), deal(2, 9, 1)],
  "2": [deal(3, 4, 2)],
};

let server: Hostile;
beforeAll(async () => {
  const accesses = [1, 2].map((accessId) => ({ accessId, title: `Access ${accessId}`, exchange: "X_FUTURES" }));
  const bots = [9, 4, 7].map((id) => wireBot({ id, title: `Bot ${id}` }));
  const answerTo = (head: string): unknown => {
    if (head.includes("pair")) return PAIRS;
    if (head.includes("active-deals")) return DEALS[/accessId=(\d)/.exec(head)?.[1] ?? ""];
    const botId = /detail\?botId=(\d)/.exec(head)?.[1];
    if (botId !== undefined)
      return [wireBot({ id: Number(botId), title: `Bot ${botId}`, accessId: botId === "7" ? 2 : 1 })];
    return head.includes("/all") ? bots : accesses;
  };
  server = await hostile((socket, head) => socket.write(success(answerTo(head))));
});
afterAll(() => server.close());

const asked = () => [programHost(demoEnv(server.url)), { account: "demo", concurrency: 4 }] as const;

it.each([
  { filter: undefined, expected: ["USDC-BTC", "USDT-1000Pepe", "USDT-BTC", "USDT-ETH"], because: "all, by name" },
  {
    filter: "",
    expected: ["USDC-BTC", "USDT-1000Pepe", "USDT-BTC", "USDT-ETH"],
    because: "every name has nothing in it",
  },
  { filter: "btc", expected: ["USDC-BTC", "USDT-BTC"], because: "a part, in any case" },
  { filter: "*btc", expected: ["USDC-BTC", "USDT-BTC"], because: "with a * its end" },
  { filter: "btc*", expected: [], because: "with a * no name begins so" },
  { filter: "usdt*e", expected: ["USDT-1000Pepe"], because: "from the first character to the last" },
  { filter: "USDT-BTC*", expected: ["USDT-BTC"], because: "a * stands for nothing, too" },
  { filter: "*", expected: ["USDC-BTC", "USDT-1000Pepe", "USDT-BTC", "USDT-ETH"], because: "anything" },
  { filter: "USDT.BTC*", expected: [], because: "a point is a point" },
])("the filter $filter takes $expected: $because", async ({ filter, expected }) => {
  const [host, options] = asked();
  const found = await listPairs(host, { ...options, ...(filter !== undefined && { filter }) });
  expect([found.pairs, found.known]).toEqual([expected, 4]);
});

it.each([
  {
    more: {},
    expected: ["4 on 2, 1 deal", "7 on null, 0 deal", "9 on 1, 2 deal"],
    because: "by id, placed by their deals",
  },
  { more: { access: "Access 2" }, expected: ["7 on 2, 0 deal"], because: "with an access each bot is read by itself" },
  {
    more: { access: "#1" },
    expected: ["4 on 1, 1 deal", "9 on 1, 2 deal"],
    because: "its own word outweighs its deal's",
  },
  {
    more: { details: true },
    expected: ["4 on 1, 1 deal", "7 on 2, 0 deal", "9 on 1, 2 deal"],
    because: "all in detail",
  },
])("bots of $more are $expected: $because", async ({ more, expected }) => {
  const [host, options] = asked();
  const { bots } = await listBots(host, { ...options, ...more });
  expect(bots.map(({ bot, runningDeals }) => `${bot.id} on ${bot.accessId}, ${runningDeals} deal`)).toEqual(expected);
});
