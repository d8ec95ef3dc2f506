import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/model/ports.js";
import { type Client, type ClientOptions, createClient } from "../../../src/service/client.js";
import { answer, type Hostile, hostile, success } from "../../support/hostile.js";
import { wireBot } from "./wirebot.js";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function against(
  respond: (socket: Socket, head: string, count: number) => void,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; server: Hostile; slept: number[] }> {
  const server = await hostile(respond);
  const slept: number[] = [];
  const client = createClient({
    apiUrl: server.url,
    apiKey: "key",
    apiSecret: "canary-secret",
    allow: "all",
    deadlineMs: 20_000,
    random: () => 0.5,
    sleep: async (ms) => void slept.push(ms),
    ...options,
  });
  open.push(client, server);
  return { client, server, slept };
}

async function failure(task: Promise<unknown>): Promise<ServiceError> {
  const error = await task.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error(`expected a ServiceError, got ${String(error)}`);
  return error;
}

const pairs = success(["USDT-BTC"]);

describe("reads", () => {
  it("with rejected credentials are tried once more with the next second's nonce, two rejections a client at most", async () => {
    const { client, server, slept } = await against((socket) => socket.write(answer(401, "")));
    const sent: number[] = [];
    for (let reads = 0; reads < 3; reads += 1) {
      expect(await failure(client.pairList())).toMatchObject({
        ...{ kind: "auth", message: "reading the pairs: HTTP 401: the answer isn't in the service's format" },
      });
      sent.push(server.received.length);
    }
    expect([sent, slept]).toEqual([[2, 3, 4], [1_100]]);
  });

  it.each<readonly [string, unknown, string]>([
    ["a value", [7], "data.0"],
    ["the first of several", [{ ...wireBot({ id: 1 }), title: 5, status: [] }], "data.0.title"],
    ["an answer that is no list", "none", "data"],
  ])("name where an answer is misshapen: %s", async (_what, data, place) => {
    const { client } = await against((socket) => socket.write(success(data)));
    expect(await failure(client.listBots("X_FUTURES"))).toMatchObject({
      kind: "shape",
      message: `reading the list of bots: ${place} in the answer is not what the API documents`,
    });
  });

  it("tolerate an account whose empty maps are PHP's []", async () => {
    const totals = Object.fromEntries(
      [
        "totalInitialMargin",
        "totalMaintMargin",
        "totalMarginBalance",
        "totalPositionMargin",
        "totalOpenOrderMargin",
        "totalUnrealizedProfit",
        "totalWalletBalance",
        "totalFreeBalance",
      ].map((name) => [name, "0"]),
    );
    const { client } = await against((socket) =>
      socket.write(success({ ...totals, leverage: null, assets: [], positions: [] })),
    );
    expect((await client.accountInformation()).positions).toEqual({});
  });

  it("send the signed bytes: key, nonce in seconds, 64 hex digits, no compression", async () => {
    const { client, server } = await against((socket) => socket.write(success([wireBot()])), {
      now: () => 1_700_000_000_999,
    });
    await client.listBots("CRYPTORG FUTURES*");
    const [head = ""] = server.received;
    expect(head).toMatch(/^GET \/bot-futures\/all\?exchange=CRYPTORG\+FUTURES%2A HTTP\/1.1/);
    expect(head).toMatch(/ctg-api-nonce: 1700000000\r\n/i);
    expect(head).toMatch(/ctg-api-signature: [0-9a-f]{64}\r\n/i);
    expect(head).toMatch(/accept-encoding: identity/i);
    expect(head).not.toContain("canary-secret");
  });

  it.each(["key-canary", "secret-canary", "token-canary"])("hide %s in what the service answers", async (secret) => {
    const { client } = await against(
      (socket) => socket.write(answer(400, JSON.stringify({ isSuccess: false, errorMessage: `no ${secret} here` }))),
      { apiKey: "key-canary", apiSecret: "secret-canary", secrets: ["token-canary"] },
    );
    expect((await failure(client.pairList())).message).toBe("reading the pairs: HTTP 400: no *** here");
  });

  it("sign the same request anew with the next second, different ones with the same", async () => {
    const { client, server } = await against(
      (socket, head) => socket.write(head.includes("pair-list") ? pairs : success([])),
      { now: () => 1_800_000_000_000 },
    );
    for (const call of [client.pairList, client.accessList, client.pairList, client.pairList]) await call();
    const nonces = server.received.map((head) => /ctg-api-nonce: (\d+)/i.exec(head)?.[1]);
    expect(nonces).toEqual(["1800000000", "1800000000", "1800000001", "1800000002"]);
  });

  it("reuse a connection", async () => {
    const ports = new Set<number | undefined>();
    const { client } = await against((socket) => {
      ports.add(socket.remotePort);
      socket.write(pairs);
    });
    for (let count = 0; count < 20; count += 1) await client.pairList();
    // The second may open while the first is still being given back.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it("keep to the bound on requests under way", async () => {
    const waiting: Socket[] = [];
    let most = 0;
    const { client } = await against(
      (socket) => {
        waiting.push(socket);
        most = Math.max(most, waiting.length);
        // Answers go out only when the bound is reached, or the last requests are in.
        if (waiting.length === 3 || most === 3) for (const one of waiting.splice(0)) one.write(pairs);
      },
      { concurrency: 3, deadlineMs: 5_000 },
    );
    await Promise.all(Array.from({ length: 30 }, () => client.pairList()));
    expect(most).toBe(3);
  });

  it("are tried again after 5xx, 429 and broken connections, with jitter, and then succeed", async () => {
    const bad = [answer(500, "oops"), answer(429, "{}", { "retry-after": "3" }), ""];
    const { client, server, slept } = await against((socket, _head, count) => {
      const text = bad[count - 1];
      if (text === undefined) socket.write(pairs);
      else if (text === "") socket.destroy();
      else socket.write(text);
    });
    expect(await client.pairList()).toEqual(["USDT-BTC"]);
    expect(server.received).toHaveLength(4);
    expect(slept).toEqual([125, 3_000, 500]);
  });

  it("honour no wish to wait longer than the cap", async () => {
    const { client, slept } = await against((socket, _head, count) =>
      socket.write(count === 1 ? answer(503, "", { "retry-after": "86400" }) : pairs),
    );
    await client.pairList();
    expect(slept).toEqual([10_000]);
  });

  it("are not tried again once the run was interrupted", async () => {
    const controller = new AbortController();
    const respond = (socket: Socket) => {
      controller.abort();
      socket.write(answer(503, "", { "retry-after": "3" }));
    };
    const { client, server, slept } = await against(respond, { signal: controller.signal });
    await failure(client.pairList());
    expect([server.received.length, slept]).toEqual([1, []]);
  });

  it("are not tried again where the run is interrupted during the wait", async () => {
    const controller = new AbortController();
    const { client, server } = await against((socket) => socket.write(answer(503, "", { "retry-after": "3" })), {
      sleep: async () => controller.abort(),
      signal: controller.signal,
    });
    const { kind, message } = await failure(client.pairList());
    expect([kind, message, server.received.length]).toEqual([
      "http",
      "reading the pairs: HTTP 503: the answer isn't in the service's format",
      1,
    ]);
  });

  it("share one budget of repeats", async () => {
    const retry = { attempts: 4, baseMs: 1, capMs: 1, budget: 5 };
    const { client, server } = await against((socket) => socket.write(answer(500, "")), { retry });
    await failure(client.pairList());
    await failure(client.pairList());
    await failure(client.pairList());
    expect(server.received).toHaveLength(4 + 3 + 1);
  });

  it.each([
    { bytes: answer(200, ""), kind: "shape", because: "an empty body is no success" },
    {
      bytes: answer(200, "<html>hello</html>", { "content-type": "text/html" }),
      kind: "shape",
      because: "HTML is no success",
    },
    { bytes: answer(200, '{"ok":true}'), kind: "shape", because: "a foreign body is no success" },
    {
      bytes: answer(200, '{"isSuccess":true,"errorMessage":"","data":[1]}'),
      kind: "shape",
      because: "one odd row spoils the list",
    },
    { bytes: answer(200, '{"isSuccess":true,"data":'), kind: "shape", because: "cut JSON is no success" },
    {
      bytes: answer(200, '{"isSuccess":false,"errorMessage":"no","data":null}'),
      kind: "refused",
      because: "a refusal with status 200",
    },
    {
      bytes: answer(400, '{"isSuccess":false,"errorMessage":"no"}'),
      kind: "refused",
      because: "a refusal with status 400 and no data",
    },
    {
      bytes: answer(400, '{"isSuccess":true,"errorMessage":"","data":["USDT-BTC"]}'),
      kind: "shape",
      because: "success in a failure's status is none",
    },
    {
      bytes: answer(404, '{"name":"Not Found","message":"m","code":0,"status":404}'),
      kind: "shape",
      because: "a framework error is no envelope",
    },
    { bytes: answer(401, ""), kind: "auth", because: "401 means the credentials" },
    { bytes: answer(403, "<h1>Forbidden</h1>"), kind: "auth", because: "403 means the credentials, whatever the body" },
    {
      bytes: answer(302, "", { location: "http://127.0.0.1:1/elsewhere" }),
      kind: "shape",
      because: "a redirect is not followed",
    },
    {
      bytes: answer(200, '["USDT-BTC"]', { "content-encoding": "gzip" }),
      kind: "shape",
      because: "compression wasn't asked for",
    },
  ])("$because", async ({ bytes, kind }) => {
    const { client, server } = await against((socket) => socket.write(bytes));
    expect((await failure(client.pairList())).kind).toBe(kind);
    // Rejected credentials get a second try with the next second's nonce.
    expect(server.received).toHaveLength(kind === "auth" ? 2 : 1);
  });

  it("give up on an answer that never ends, by the total deadline", async () => {
    const { client } = await against(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
        const drip = setInterval(() => socket.write("x"), 20);
        socket.on("close", () => clearInterval(drip));
      },
      { deadlineMs: 150, retry: { attempts: 1, baseMs: 1, capMs: 1, budget: 0 } },
    );
    expect((await failure(client.pairList())).kind).toBe("timeout");
  });

  it("refuse an answer larger than the cap", async () => {
    const { client } = await against((socket) => socket.write(success(["x".repeat(5_000)])), { maxBytes: 1_000 });
    expect((await failure(client.pairList())).kind).toBe("shape");
  });

  it("refuse ids beyond 2^53, which JSON.parse would have rounded", async () => {
    const { client } = await against((socket) =>
      socket.write(answer(200, '{"isSuccess":true,"data":[{"accessId":9007199254740993,"title":"A","exchange":"X"}]}')),
    );
    expect((await failure(client.accessList())).kind).toBe("shape");
  });

  it("say unreachable where nothing listens", async () => {
    const server = await hostile(() => {});
    await server.close();
    const client = createClient({
      apiUrl: server.url,
      apiKey: "k",
      apiSecret: "s",
      allow: "read",
      sleep: async () => {},
    });
    open.push(client);
    expect((await failure(client.pairList())).kind).toBe("unreachable");
  });
});

describe("writes", () => {
  it.each([
    { bytes: success({ botId: 7 }), kind: "accepted", because: "success with an id" },
    { bytes: success({}), kind: "ambiguous", because: "success without an id may have created one" },
    {
      bytes: answer(200, '{"isSuccess":false,"errorMessage":"no","data":{}}'),
      kind: "refused",
      because: "the envelope says no",
    },
    {
      bytes: answer(422, '{"isSuccess":false,"errorMessage":"no","data":[]}'),
      kind: "refused",
      because: "the envelope says no, with a status",
    },
    {
      bytes: answer(400, '{"name":"Bad Request","message":"m","code":0,"status":400}'),
      kind: "ambiguous",
      because: "an undocumented 4xx proves nothing",
    },
    { bytes: answer(429, ""), kind: "ambiguous", because: "429 proves nothing" },
    {
      bytes: answer(500, '{"isSuccess":false,"errorMessage":"no"}'),
      kind: "ambiguous",
      because: "a 500 may come after acting",
    },
    { bytes: answer(502, "bad gateway"), kind: "ambiguous", because: "so may a proxy's error" },
    { bytes: answer(200, ""), kind: "ambiguous", because: "an empty 200 proves nothing" },
    { bytes: answer(200, "<html>"), kind: "ambiguous", because: "HTML proves nothing" },
    { bytes: answer(307, "", { location: "/elsewhere" }), kind: "ambiguous", because: "a redirect is not followed" },
    { bytes: answer(401, ""), kind: "unauthorized", because: "the credentials were rejected" },
    {
      bytes: "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{",
      kind: "ambiguous",
      because: "a truncated answer proves nothing",
    },
    { bytes: "", kind: "ambiguous", because: "a reset after sending proves nothing" },
    { bytes: "nonsense\r\n\r\n", kind: "ambiguous", because: "an answer that isn't HTTP proves nothing" },
  ])("$because: $kind, and sent once", async ({ bytes, kind }) => {
    const { client, server } = await against((socket) => (bytes === "" ? socket.destroy() : socket.end(bytes)));
    expect((await client.createBot([["title", "A"]])).kind).toBe(kind);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatch(/^POST \/bot-futures\/create\?title=A HTTP\/1.1/);
    expect(server.received[0]).toMatch(/content-length: 0/i);
  });

  it("are ambiguous when no answer comes in time", async () => {
    const { client, server } = await against((socket, head) => head.startsWith("GET") && socket.write(pairs), {
      deadlineMs: 100,
    });
    // The connection stands already; a read is tried again where the machine was slow.
    await client.pairList();
    expect((await client.turnOn(1)).kind).toBe("ambiguous");
    expect(server.received.filter((head) => head.startsWith("POST"))).toHaveLength(1);
  });

  it("are not sent when the connection is refused", async () => {
    const server = await hostile(() => {});
    await server.close();
    const client = createClient({ apiUrl: server.url, apiKey: "k", apiSecret: "s", allow: "all" });
    open.push(client);
    expect((await client.turnOn(1)).kind).toBe("not-sent");
  });

  it("are sent once when a reused connection dies under them", async () => {
    const { client, server } = await against((socket, head) =>
      head.startsWith("POST") ? socket.destroy() : socket.write(pairs),
    );
    await client.pairList();
    expect((await client.createBot([["title", "A"]])).kind).toBe("ambiguous");
    expect(server.received.filter((head) => head.startsWith("POST"))).toHaveLength(1);
  });
});

describe("a client for reading", () => {
  it("can't write, whoever asks", async () => {
    const { client, server } = await against((socket) => socket.write(success({ botId: 1 })), { allow: "read" });
    await expect(client.createBot([])).rejects.toThrow(/nothing was sent/);
    await expect(client.turnOff(1)).rejects.toThrow(/nothing was sent/);
    expect(server.received).toHaveLength(0);
  });
});

describe("addresses", () => {
  it.each([
    "http://example.com",
    "ftp://127.0.0.1",
    "nonsense",
    "https://user:pw@example.com",
    "https://example.com/?a=1",
  ])("refuses %s", (apiUrl) => {
    expect(() => createClient({ apiUrl, apiKey: "k", apiSecret: "s", allow: "read" })).toThrow(TypeError);
  });
});
