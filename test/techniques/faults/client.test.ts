// Answers that are wrong, or odd, byte by byte: what test/unit/service/client.test.ts doesn't have yet.
import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import { ServiceError } from "../../../src/model/ports.js";
import { type Client, type ClientOptions, createClient } from "../../../src/service/client.js";
import { serviceReader } from "../../../src/service/ports.js";
import { answer, type Hostile, hostile, success } from "../../support/hostile.js";
import { wireBot } from "../../unit/service/wirebot.js";
import { ENDPOINT_FAULTS } from "./endpoint-faults.js";
import { chunkBytes } from "./wire.js";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function against(
  respond: (socket: Socket, head: string, count: number) => unknown,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; server: Hostile; slept: number[] }> {
  const server = await hostile(respond);
  const slept: number[] = [];
  const client = createClient({
    apiUrl: server.url,
    apiKey: "canary-key",
    apiSecret: "canary-secret",
    allow: "all",
    deadlineMs: 5_000,
    sleep: async (ms) => void slept.push(ms),
    ...options,
  });
  open.push(client, server);
  return { client, server, slept };
}

const BODY = '{"isSuccess":true,"errorMessage":"","data":{"botId":7}}';
const HALF = BODY.slice(0, BODY.length / 2);
const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const UNTIL_CLOSE = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";

/** What a create comes to; the server ends the connection after these bytes. */
const ANSWERS: readonly (readonly [because: string, bytes: string, kind: "accepted" | "ambiguous"])[] = [
  ["a whole chunked answer is one", `${CHUNKED}${chunkBytes(BODY)}0\r\n\r\n`, "accepted"],
  ["a chunk for each byte is one", `${CHUNKED}${[...BODY].map(chunkBytes).join("")}0\r\n\r\n`, "accepted"],
  ["a chunked answer without its last chunk is none", `${CHUNKED}${chunkBytes(BODY)}`, "ambiguous"],
  ["a chunked answer cut in a chunk is none", `${CHUNKED}${chunkBytes(BODY).slice(0, 30)}`, "ambiguous"],
  ["a chunk size that is none", `${CHUNKED}zz\r\n${BODY}\r\n0\r\n\r\n`, "ambiguous"],
  ["an answer that the connection's end ends is one", UNTIL_CLOSE + BODY, "accepted"],
  ["half of one is none", UNTIL_CLOSE + HALF, "ambiguous"],
  ["HTTP/1.0 is HTTP", `HTTP/1.0 200 OK\r\n\r\n${BODY}`, "accepted"],
  ["a length that cuts the body", `HTTP/1.1 200 OK\r\ncontent-length: ${HALF.length}\r\n\r\n${BODY}`, "ambiguous"],
  ["a length that is none", `HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n${BODY}`, "ambiguous"],
  ["two lengths", `HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`, "ambiguous"],
  [
    "a length and chunks",
    `HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n${BODY}`,
    "ambiguous",
  ],
  ["headers without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}\r\n\r\n${BODY}`, "ambiguous"],
  ["half a header", "HTTP/1.1 200 OK\r\ncontent-le", "ambiguous"],
  ["a status that is none", `HTTP/1.1 2x0 OK\r\n\r\n${BODY}`, "ambiguous"],
  ["a control character in a header", `HTTP/1.1 200 OK\r\nx: \u0000\r\ncontent-length: 5\r\n\r\n${BODY}`, "ambiguous"],
  ["early hints, then the answer", `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${success({ botId: 7 })}`, "accepted"],
  ["early hints, then nothing", "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n", "ambiguous"],
  ["Continue, unasked", `HTTP/1.1 100 Continue\r\n\r\n${success({ botId: 7 })}`, "ambiguous"],
  [
    "another protocol, unasked",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    "ambiguous",
  ],
  ["No Content", "HTTP/1.1 204 No Content\r\n\r\n", "ambiguous"],
  ["Reset Content", "HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n", "ambiguous"],
  ["Not Modified", "HTTP/1.1 304 Not Modified\r\n\r\n", "ambiguous"],
  ["a byte order mark before the JSON", answer(200, `\ufeff${BODY}`), "ambiguous"],
  ["two documents in one body", answer(200, BODY + BODY), "ambiguous"],
  ["an envelope in an envelope", answer(200, JSON.stringify({ data: JSON.parse(BODY) })), "ambiguous"],
  ["isSuccess as text", answer(200, BODY.replace("true", '"true"')), "ambiguous"],
  ["isSuccess as a number", answer(200, BODY.replace("true", "1")), "ambiguous"],
  ["a bot id as text", answer(200, BODY.replace("7", '"7"')), "ambiguous"],
  ["a bot id beyond 2^53", answer(200, BODY.replace("7", "9007199254740993")), "ambiguous"],
  ["a bot id that is no whole number", answer(200, BODY.replace("7", "7.5")), "ambiguous"],
  ["a bot id below zero", answer(200, BODY.replace("7", "-7")), "ambiguous"],
  ["success in a redirect", answer(302, BODY, { location: "/elsewhere" }), "ambiguous"],
  ["success in a failure's status", answer(404, BODY), "ambiguous"],
  ["compressed, which botform didn't ask for", answer(200, BODY, { "content-encoding": "gzip" }), "ambiguous"],
];

describe("a create whose answer is odd", () => {
  it.each(ANSWERS)("%s", async (_because, bytes, kind) => {
    const { client, server } = await against((socket) => socket.end(bytes, "latin1"));
    const answered = await client.createBot([["title", "A"]]);
    expect(answered.kind).toBe(kind);
    expect(server.received).toHaveLength(1);
    expect(JSON.stringify(answered)).not.toMatch(/canary|title=A/);
  });

  it("larger than the cap: ambiguous", async () => {
    const { client } = await against((socket) => socket.write(success("x".repeat(5_000))), { maxBytes: 1_000 });
    expect((await client.createBot([])).kind).toBe("ambiguous");
  });
});

describe("a connection", () => {
  it("that brings a second answer: it is not taken for the next request's", async () => {
    const { client } = await against((socket, head) =>
      socket.write(
        head.includes("/pair-list") ? success(["USDT-BTC"]) + success({ botId: 666 }) : success({ botId: 7 }),
      ),
    );
    await client.pairList();
    expect(await client.createBot([])).toMatchObject({ kind: "accepted", botId: 7 });
  });

  it("that brings a second answer later: it is not taken for the next request's", async () => {
    const { client } = await against((socket, head) => {
      if (head.startsWith("POST")) return socket.write(success({ botId: 7 }));
      return socket.write(success(["USDT-BTC"]), () => setImmediate(() => socket.write(success({ botId: 666 }))));
    });
    await client.pairList();
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await client.createBot([])).toMatchObject({ kind: "accepted", botId: 7 });
  });

  it("that the server ends after each answer: the next request takes another", async () => {
    const { client, server } = await against((socket, head) =>
      socket.end(head.startsWith("POST") ? success({ botId: 7 }) : success(["USDT-BTC"])),
    );
    for (let count = 0; count < 5; count += 1) await client.pairList();
    expect((await client.createBot([])).kind).toBe("accepted");
    expect(server.received).toHaveLength(6);
  });

  it("that ends a moment after each answer, without a word: no write meets its end", async () => {
    const { client, server } = await against((socket) =>
      socket.write(success({ botId: 7 }), () => setImmediate(() => socket.end())),
    );
    for (let count = 0; count < 20; count += 1) {
      expect((await client.createBot([])).kind).toBe("accepted");
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.received).toHaveLength(20);
  });

  it("gives no cookie back", async () => {
    const { client, server } = await against((socket) =>
      socket.write(answer(200, '{"isSuccess":true,"data":["USDT-BTC"]}', { "set-cookie": "session=1" })),
    );
    await client.pairList();
    await client.pairList();
    expect(server.received.join()).not.toMatch(/cookie/i);
  });
});

describe("Retry-After", () => {
  async function waitFor(header: string): Promise<readonly number[]> {
    const { client, slept } = await against(
      (socket, _head, count) =>
        socket.write(count === 1 ? answer(503, "", { "retry-after": header }) : success(["USDT-BTC"])),
      { random: () => 0.5 },
    );
    await client.pairList();
    return slept;
  }

  it.each([
    ["soon", 125],
    ["Infinity", 125],
    ["9".repeat(400), 125],
    ["0", 0],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["99999999", 10_000],
  ])("%s: waits %i ms", async (header, ms) => {
    expect(await waitFor(header)).toEqual([ms]);
  });

  // Date.parse would take these for days long ago.
  it.each(["-5", "1.5"])("%s is neither seconds nor a date, and is left out of account", async (header) => {
    expect(await waitFor(header)).toEqual([125]);
  });
});

describe("a bot in the details", () => {
  async function details(settings: string): Promise<ObservedBot> {
    const bot = JSON.stringify(wireBot()).replace('"price_level_up":"0"', settings);
    const { client } = await against((socket) =>
      socket.write(answer(200, `{"isSuccess":true,"errorMessage":"","data":[${bot}]}`)),
    );
    return serviceReader(client, "X").bot(1);
  }

  it("that names __proto__ changes nothing else", async () => {
    await details('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}');
    expect("polluted" in {}).toBe(false);
  });

  it("shows a number in the form it came in", async () => {
    expect((await details('"price_level_up":70000.50')).fields.priceLevelUp).toBe("70000.5");
  });

  it("whose setting is nested a hundred thousand deep is a bad read, no crash", async () => {
    const deep = `"price_level_up":${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const read = await details(deep).catch((error: unknown) => error);
    expect(read instanceof ServiceError || !(read instanceof Error)).toBe(true);
  });

  // It would be rounded, and written back so (threat 8).
  it("whose setting is a number beyond 2^53 is not read as another number", async () => {
    const read = await details('"price_level_up":9007199254740993').catch(() => undefined);
    expect([undefined, "9007199254740993"]).toContain(read?.fields.priceLevelUp);
  });
});

describe("a certificate that nobody trusts", () => {
  it("is refused although the environment says not to check, and the key stays here", async () => {
    const endpoint = await ENDPOINT_FAULTS.find(({ name }) => name === "bad certificate")?.open();
    if (endpoint === undefined) throw new Error("no such fault");
    const client = createClient({ apiUrl: endpoint.apiUrl, apiKey: "k", apiSecret: "s", allow: "all" });
    open.push(client, endpoint);
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect([(await client.turnOn(1)).kind, endpoint.received()]).toEqual(["not-sent", 0]);
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });
});
