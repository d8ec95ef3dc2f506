// All 16 operations over real sockets, by clients shaped like those in the wild, against the documented shapes.
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { OPERATIONS, type OperationName } from "../../../../src/service/operations.js";
import { ANSWERS } from "../../../../src/service/wire.js";
import { EXCHANGE, type Json, manualClock, PLAIN_BOT, START } from "../harness.js";
import { DEMO, type Parameters, phpCall, phpQuery, pythonCall, send, signedHeaders } from "../plain-client.js";
import {
  ACCOUNT_POSITION,
  ACCOUNT_TOTALS,
  ASSET_TEXTS,
  allOf,
  BOT,
  DEAL,
  LISTED_BOT,
  ORDER,
  POSITION,
  RESULT,
  SETTINGS,
  typesOf,
} from "../shapes.js";

let emulator: RunningEmulator;
let clock: ReturnType<typeof manualClock>;

beforeEach(async () => {
  clock = manualClock();
  emulator = await startEmulator({ clock });
});

afterEach(() => emulator.close());

const CLIENTS = { php: phpCall, python: pythonCall };

async function data(client: typeof phpCall, name: OperationName, parameters: Parameters = {}): Promise<Json> {
  const { method, path, answer } = OPERATIONS[name];
  const reply = await client(emulator.url, DEMO, method, path, parameters, clock.now());
  expect(reply.headers["content-type"]).toBe("application/json; charset=UTF-8");
  const json: Json = JSON.parse(reply.text);
  expect(json).toEqual({ isSuccess: true, errorMessage: "", data: json.data });
  expect(reply.status).toBe(200);
  expect(ANSWERS[answer].safeParse(json.data).success, `${name}: ${reply.text}`).toBe(true);
  return json.data;
}

describe.each(Object.entries(CLIENTS))("every operation as the %s client calls it", (_name, client) => {
  it("walks the whole way", async () => {
    expect(await data(client, "accessList")).toEqual([
      { accessId: 101, title: "Main futures", exchange: EXCHANGE },
      { accessId: 102, title: "Second futures", exchange: EXCHANGE },
    ]);
    const pairs = await data(client, "pairList");
    expect(pairs).toHaveLength(12);
    expect(pairs).toContain("BUSD-BTC");
    const { botId } = await data(client, "createBot", { ...PLAIN_BOT, title: "Ünï *~ bot" });
    expect(botId).toBe(1001);
    const [listed] = await data(client, "listBots", { exchange: EXCHANGE });
    expect(Object.keys(listed).toSorted()).toEqual(LISTED_BOT.toSorted());
    expect(listed.title).toBe("Ünï *~ bot");
    const details = await data(client, "botDetails", { botId });
    expect(details).toHaveLength(1);
    expect(typesOf(details[0])).toEqual({
      ...allOf(BOT, "string"),
      ...allOf(["id", "userId", "accessId", "leverage"], "number"),
      ...allOf(["settings", "updated"], "object"),
    });
    expect(typesOf(details[0].settings)).toEqual(allOf(SETTINGS, "string"));
    expect(details[0].updated).toEqual({ date: "2026-01-15 12:00:00.000000", timezone_type: 3, timezone: "UTC" });
    expect(details[0].status).toBe("DISABLED");
    const updated = await data(client, "updateBot", { botId, martingaleScale: "1.5", pairTitle: "USDT-BTC" });
    expect(Object.keys(updated).toSorted()).toEqual(BOT.toSorted());
    expect([updated.status, updated.settings.martingale, updated.settings.martingale_scale]).toEqual([0, "1", "1.5"]);
    expect(await data(client, "turnOn", { botId })).toBe("Command was sent");
    expect(await data(client, "activeDeals", { accessId: 101, exchange: EXCHANGE })).toEqual([]);
    clock.pass(300);
    const [deal] = await data(client, "activeDeals", { accessId: 101, exchange: EXCHANGE });
    expectDeal(deal, "ACTIVE");
    expect(deal.tpOrder["1"]).toMatchObject({ type: "l", number: "1", status: "1", price: "64768", qty_filled: "" });
    expect(await data(client, "changeTakeProfit", { dealId: deal.id, immediately: true, newPercentOfTp: "2.5" })).toBe(
      "Command was sent",
    );
    clock.pass(300);
    const [changed] = await data(client, "activeDeals", { accessId: 101, exchange: EXCHANGE });
    expect(changed.tpOrder).toMatchObject({ "2": { number: "2", price: "65600" } });
    expectAccount(await data(client, "accountInformation"));
    expect(await data(client, "completeDeal", { dealId: deal.id })).toBe("Command was sent");
    clock.pass(300);
    const [done] = await data(client, "dealsHistory", { accessId: 101, exchange: EXCHANGE });
    expectDeal(done, "COMPLETED");
    expect(done.id).toBe(deal.id);
    const [next] = await data(client, "activeDeals", { accessId: 101, exchange: EXCHANGE });
    expect(next.id).toBe(deal.id + 1);
    expect(await data(client, "turnOff", { botId })).toBe("Command was sent");
    expect(await data(client, "cancelDeal", { dealId: next.id })).toBe("Command was sent");
    clock.pass(300);
    expect(await data(client, "activeDeals", { accessId: 101, exchange: EXCHANGE })).toEqual([]);
    expect(await data(client, "startDeal", { botId })).toBe("Command was sent");
    const logs = await data(client, "botLogs", { botId, limit: 2 });
    expect(logs).toEqual([
      { message: "Deal 50002 is canceled; its position stays on the exchange", datetime: "2026-01-15 12:00:01" },
      { message: "Bot is turned off", datetime: "2026-01-15 12:00:01" },
    ]);
    expect(emulator.service.requests).toMatchObject({ accessList: 1, createBot: 1, activeDeals: 5, botLogs: 1 });
    expect(emulator.service.writes.map((write) => write.operation)).toEqual([
      "createBot",
      "updateBot",
      "turnOn",
      "changeTakeProfit",
      "completeDeal",
      "turnOff",
      "cancelDeal",
      "startDeal",
    ]);
    expect(emulator.service.writes[2]).toEqual({
      operation: "turnOn",
      account: "demo",
      parameters: { botId: "1001" },
      time: START,
      effect: "turn-on of bot 1001 queued",
    });
  });
});

function expectDeal(deal: Json, status: string): void {
  expect(Object.keys(deal).toSorted()).toEqual(DEAL.toSorted());
  expect(deal.status).toBe(status);
  expect(typesOf(deal.position)).toEqual(allOf(POSITION, "string"));
  expect(Object.keys(deal.botSnapshot).toSorted()).toEqual(BOT.toSorted());
  expect(Object.keys(deal.botSnapshot.settings).toSorted()).toEqual(SETTINGS.toSorted());
  for (const order of Object.values<Json>(deal.tpOrder)) expect(typesOf(order)).toEqual(allOf(ORDER, "string"));
  if (status === "ACTIVE") expect(deal.result).toBeNull();
  else expect(typesOf(deal.result)).toEqual(allOf(RESULT, "string"));
}

function expectAccount(account: Json): void {
  expect(typesOf(account)).toEqual({
    ...allOf(ACCOUNT_TOTALS, "string"),
    leverage: "null",
    assets: "array",
    positions: "object",
  });
  expect(typesOf(account.assets[0])).toEqual({
    ...allOf(ASSET_TEXTS, "string"),
    marginAvailable: "boolean",
    updateTime: "number",
  });
  expect(account.assets.map((asset: Json) => [asset.asset, asset.walletBalance])).toEqual([
    ["USDT", "9999.968"],
    ["BUSD", "1000"],
  ]);
  const position = account.positions["USDT-BTC_BUY"];
  expect(typesOf(position)).toEqual(allOf(ACCOUNT_POSITION, "string"));
  expect(position).toMatchObject({
    positionSide: "LONG",
    symbol: "BTCUSDT",
    ourSymbol: "USDT-BTC",
    amount: "0.001",
    entryPrice: "64000",
    positionMargin: "12.8",
    marginType: "cross",
  });
}

describe("HTTP", () => {
  const target = "/bot-futures/pair-list";
  const signed = () => signedHeaders(DEMO, target, "", clock.now());

  it.each([
    ["nothing", "application/x-www-form-urlencoded", ""],
    ["a quoted empty string", "application/json", '""'],
    ["nothing as JSON", "application/json", ""],
    ["an empty object", "application/json", "{}"],
    ["an empty list", "application/json", "[]"],
    ["nothing of any type", "", ""],
  ])("takes %s for no body", async (_name, type, body) => {
    const path = "/bot-futures/account-information";
    const headers = { ...signedHeaders(DEMO, path, "", clock.now()), ...(type !== "" && { "content-type": type }) };
    const reply = await send(emulator.url, { method: "POST", target: path, headers, body });
    expect([reply.status, JSON.parse(reply.text).isSuccess]).toEqual([200, true]);
  });

  it("reads a form body for what the query lacks, and the query wins", async () => {
    const path = "/bot-futures/update";
    emulator.service.addBot("demo", withoutExchange(PLAIN_BOT));
    const query = "botId=1001&title=Query";
    const headers = {
      ...signedHeaders(DEMO, path, query, clock.now()),
      "content-type": "application/x-www-form-urlencoded",
    };
    const body = "title=Body&leverage=9";
    const reply = await send(emulator.url, { method: "POST", target: `${path}?${query}`, headers, body });
    expect(JSON.parse(reply.text).data).toMatchObject({ title: "Query", leverage: 9 });
  });

  it.each(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST"])(
    "answers %s on a GET path with 405",
    async (method) => {
      const reply = await send(emulator.url, { method, target, headers: signed() });
      expect([reply.status, reply.headers["allow"]]).toEqual([405, "GET"]);
    },
  );

  it.each([
    "/",
    "/bot-futures",
    "/bot-futures/pair-list/",
    "/bot-futures/%zz",
    "/crazy/hook/1",
    "/crazy/hooks/1:t",
    "/bot-futures/PAIR-LIST",
  ])("answers %s with 404", async (path) => {
    const reply = await send(emulator.url, { method: "GET", target: path, headers: signed() });
    expect([reply.status, JSON.parse(reply.text).isSuccess]).toEqual([404, false]);
  });

  it("takes header names in any case and a lone trailing question mark", async () => {
    const headers = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toLowerCase(), value]));
    const reply = await send(emulator.url, { method: "GET", target: `${target}?`, headers });
    expect(reply.status).toBe(200);
  });

  it("refuses a big body with 413 and goes on serving", async () => {
    const path = "/bot-futures/account-information";
    const headers = signedHeaders(DEMO, path, "", clock.now());
    const big = await send(emulator.url, { method: "POST", target: path, headers, body: "x".repeat(70_000) });
    expect([big.status, big.headers["connection"], JSON.parse(big.text)]).toEqual([
      ...[413, "close", { isSuccess: false, errorMessage: "The body is too large.", data: null }],
    ]);
    expect((await send(emulator.url, { method: "GET", target, headers: signed() })).status).toBe(200);
  });

  it.each([
    [65_536, 400],
    [65_537, 413],
  ])("takes a body of 64 KiB and no byte more: of %i bytes it answers %i", async (size, status) => {
    const path = "/bot-futures/create";
    const headers = { ...signedHeaders(DEMO, path, "", clock.now()), "content-type": "application/json" };
    const body = `{"title":"${"x".repeat(size - '{"title":""}'.length)}"}`;
    expect((await send(emulator.url, { method: "POST", target: path, headers, body })).status).toBe(status);
  });

  it.each([
    [16 * 1024 * 1024, "413"],
    [16 * 1024 * 1024 + 1, "cut off"],
  ])("reads on what is too large, up to 16 MiB: whoever sends %i bytes is %s", async (size, end) => {
    const path = "/bot-futures/account-information";
    const headers = signedHeaders(DEMO, path, "", clock.now());
    const sent = send(emulator.url, { method: "POST", target: path, headers, body: "x".repeat(size) });
    expect(
      await sent.then(
        ({ status }) => String(status),
        () => "cut off",
      ),
    ).toBe(end);
  });

  it("answers with 500 when it fails itself, and goes on serving", async () => {
    const broken = await startEmulator({ clock });
    broken.service.onChange(() => {
      throw new Error("of a listener");
    });
    const path = "/bot-futures/create";
    const query = phpQuery(PLAIN_BOT);
    const headers = signedHeaders(DEMO, path, query, clock.now());
    const failed = await send(broken.url, { method: "POST", target: `${path}?${query}`, headers });
    expect([failed.status, JSON.parse(failed.text).errorMessage]).toEqual([500, "The emulator failed."]);
    expect((await send(broken.url, { method: "GET", target, headers: signed() })).status).toBe(200);
    await broken.close();
  });

  it("says how many bytes an answer has", async () => {
    emulator.service.addBot("demo", { ...withoutExchange(PLAIN_BOT), title: "Ünï" });
    const path = "/bot-futures/all";
    const query = `exchange=${EXCHANGE}`;
    const headers = signedHeaders(DEMO, path, query, clock.now());
    const reply = await send(emulator.url, { method: "GET", target: `${path}?${query}`, headers });
    expect(reply.headers["content-length"]).toBe(String(Buffer.byteLength(reply.text)));
    expect(JSON.parse(reply.text).data[0].title).toBe("Ünï");
  });

  it("keeps its state in a file, and goes on from there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "emulator-"));
    const stateFile = join(folder, "state.json");
    const first = await startEmulator({ clock, stateFile });
    first.service.addBot("demo", { ...withoutExchange(PLAIN_BOT), title: "Kept" });
    await first.close();
    const second = await startEmulator({ clock, stateFile });
    expect(second.service.bots().map(({ values }) => values.title)).toEqual(["Kept"]);
    await second.close();
    await rm(folder, { recursive: true });
  });

  it("keeps one connection alive over many requests", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let count = 0; count < 5; count += 1) {
      await new Promise<void>((resolve, reject) => {
        const outgoing = request(`${emulator.url}${target}`, { agent, headers: signed() }, (incoming) => {
          ports.add(incoming.socket.localPort);
          incoming.resume().on("end", resolve);
        });
        outgoing.on("error", reject).end();
      });
    }
    agent.destroy();
    expect(ports.size).toBe(1);
  });

  it("survives bytes that are no HTTP", async () => {
    const { port } = new URL(emulator.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write("\u0000\u0001 nonsense\r\n\r\n"));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect((await send(emulator.url, { method: "GET", target, headers: signed() })).status).toBe(200);
  });

  it("listens on the loopback and says where", () => {
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("waits before it handles a request", async () => {
    const slow = await startEmulator({ clock, latencyMs: 40 });
    const before = performance.now();
    const reply = await send(slow.url, { method: "GET", target, headers: signed() });
    expect(reply.status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(39);
    await slow.close();
  });

  it("rejects when its port is taken", async () => {
    const port = Number(new URL(emulator.url).port);
    await expect(startEmulator({ clock, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

function withoutExchange<T extends { exchange: string }>(bot: T): Omit<T, "exchange"> {
  const { exchange: _exchange, ...rest } = bot;
  return rest;
}
