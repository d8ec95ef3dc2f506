// What an exchange sends, and what it says of it: once at most, over a connection that stands, and only where it may still leave.
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Network,
  type NetworkOptions,
  overNetwork,
  TransportError,
  type WireRequest,
} from "../../../src/service/network.js";
import { hostile, success } from "../../support/hostile.js";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function against(respond: Parameters<typeof hostile>[0], options: NetworkOptions = {}) {
  const server = await hostile(respond);
  const network = overNetwork(server.url, { deadlineMs: 60_000, ...options });
  open.push(network, server);
  return { network, server };
}

const request = (method: "GET" | "POST", more: Partial<WireRequest> = {}): WireRequest => ({
  method,
  path: `/${method.toLowerCase()}`,
  headers: { accept: "application/json" },
  ...more,
});

async function failure(network: Network, asked: WireRequest): Promise<TransportError> {
  const error: unknown = await network.exchange(asked).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error instanceof TransportError) return error;
  throw new Error(`it failed otherwise: ${error}`);
}

describe("an exchange over a kept connection", () => {
  it.each(["GET", "POST"] as const)("that dies on a %s: it has left, and is sent once", async (method) => {
    const { network, server } = await against((socket, _head, count) =>
      count === 1 ? socket.write(success([])) : socket.destroy(),
    );
    await network.exchange(request("GET"));
    expect(await failure(network, request(method))).toMatchObject({ sent: true, reason: "broken" });
    expect(server.received).toHaveLength(2);
  });

  it.each(["GET", "POST"] as const)(
    "that dies before a %s leaves: it takes another, and is sent once",
    async (method) => {
      let connections = 0;
      let died = () => {};
      const isDead = new Promise<void>((resolve) => {
        died = resolve;
      });
      const seen = new Set<unknown>();
      const { network, server } = await against((socket, _head, count) => {
        if (!seen.has(socket)) connections += 1;
        seen.add(socket);
        socket.write(success([]));
        if (count > 1) return;
        socket.on("close", () => died());
        setImmediate(() => socket.end());
      });
      await network.exchange(request("GET"));
      // The client has closed its side, too.
      await isDead;
      await network.exchange(request(method));
      expect({ connections, received: server.received.length }).toEqual({ connections: 2, received: 2 });
    },
  );

  it("waits for no other: each has a connection of its own", async () => {
    const waiting: (() => void)[] = [];
    const { network, server } = await against((socket) => {
      waiting.push(() => socket.write(success([])));
      if (waiting.length === 20) for (const answer of waiting) answer();
    });
    await Promise.all(Array.from({ length: 20 }, () => network.exchange(request("GET"))));
    expect(server.received).toHaveLength(20);
  });
});

describe("the last question", () => {
  it("is asked when the connection stands, and a no sends nothing", async () => {
    let stands = false;
    let received = "";
    const server = createServer((socket) => {
      stands = true;
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        received += bytes.toString();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const network = overNetwork(`http://127.0.0.1:${address.port}`, { deadlineMs: 60_000 });
    let asked = 0;
    const isToLeave = () => {
      asked += 1;
      return false;
    };
    expect(await failure(network, request("POST", { isToLeave }))).toMatchObject({ sent: false, reason: "withheld" });
    await network.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect({ stands, asked, received }).toEqual({ stands: true, asked: 1, received: "" });
  });

  it("is asked once more of a kept connection; a no holds up no other", async () => {
    const { network, server } = await against((socket) => socket.write(success([])));
    await network.exchange(request("GET"));
    const held = failure(network, request("POST", { isToLeave: () => false }));
    const other = network.exchange(request("GET"));
    expect(await held).toMatchObject({ sent: false, reason: "withheld" });
    expect(await other).toMatchObject({ status: 200 });
    expect(server.received.filter((head) => head.startsWith("POST"))).toEqual([]);
  });
});

describe("the deadline", () => {
  it("while the connection is made: nothing has left, and nothing leaves later", async () => {
    // It says nothing to a client that expects TLS.
    const { server } = await against(() => {});
    const network = overNetwork(server.url.replace("http:", "https:"), { deadlineMs: 200 });
    expect(await failure(network, request("POST"))).toMatchObject({ sent: false, reason: "timeout" });
    await network.close();
    expect(server.received).toEqual([]);
  });

  it("after it was sent: it has left", async () => {
    const { network, server } = await against(() => {}, { deadlineMs: 2_000 });
    expect(await failure(network, request("POST"))).toMatchObject({ sent: true, reason: "timeout" });
    expect(server.received).toHaveLength(1);
  });

  it("ends an answer that comes by drops", async () => {
    const { network } = await against(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
        const drops = setInterval(() => socket.write("."), 20);
        socket.on("close", () => clearInterval(drops));
      },
      { deadlineMs: 2_000 },
    );
    expect(await failure(network, request("GET"))).toMatchObject({ sent: true, reason: "timeout" });
  });
});

describe("what can't be sent", () => {
  it.each([
    { because: "a line break in the path", asked: request("POST", { path: "/a\r\nx: y" }) },
    { because: "a line break in a header", asked: request("POST", { headers: { accept: "a\r\nx: y" } }) },
  ])("$because", async ({ asked }) => {
    const { network, server } = await against((socket) => socket.write(success([])));
    expect(await failure(network, asked)).toMatchObject({ sent: false, reason: "connect" });
    expect(server.received).toEqual([]);
  });

  it("what comes after the end: nothing is sent any more", async () => {
    const { network, server } = await against((socket) => socket.write(success([])));
    await network.exchange(request("GET"));
    await network.close();
    expect(await failure(network, request("POST"))).toMatchObject({ sent: false });
    expect(server.received).toHaveLength(1);
  });

  it("the end waits for what is under way", async () => {
    let answered = () => {};
    const asked = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const { network } = await against((socket) => {
      answered();
      setTimeout(() => socket.write(success([7])), 50);
    });
    const under = network.exchange(request("GET"));
    await asked;
    await network.close();
    expect((await under).body).toContain("7");
  });
});
