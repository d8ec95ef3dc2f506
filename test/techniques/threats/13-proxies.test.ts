// Threat 13: a proxy only where it was asked for, by CONNECT, never for http, and its password is shown to nobody.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../src/service/client.js";
import { postHook } from "../../../src/service/hook-transport.js";
import { noticeAddress, postNotice } from "../../../src/service/notice-transport.js";
import { success } from "../../support/hostile.js";
import { describeWith } from "../../support/needs.js";
import { selfSigned } from "../faults/certificate.js";
import { command, Folder } from "./child.js";
import { environment, serving, TURN_ON } from "./service.js";

/** Takes what a client asks for to a socket; the tunnel as it should be unless a test wants otherwise. */
type Tunnel = (socket: Socket, target: string) => unknown;

const tunnelled: Tunnel = (socket, target) => {
  const [host = "", port = ""] = target.split(":");
  const onwards = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onwards.pipe(socket).pipe(onwards);
  });
  onwards.on("error", () => socket.destroy());
};

class Tunneller {
  readonly asked: { readonly target: string; readonly headers: IncomingHttpHeaders }[] = [];
  /** Requests that aren't CONNECT. */
  plain = 0;
  tunnel: Tunnel = tunnelled;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((_request, response) => {
    this.plain += 1;
    response.end();
  });

  async listen(): Promise<number> {
    this.#server.on("connection", (socket) => this.#sockets.add(socket.on("error", () => {})));
    this.#server.on("connect", ({ url = "", headers }, socket: Socket) => {
      this.asked.push({ target: url, headers });
      this.tunnel(socket, url);
    });
    return listening(this.#server);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

async function listening(server: Server | SecureServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const folder = new Folder();
let proxy: Tunneller;
let port: number;
beforeEach(async () => {
  proxy = new Tunneller();
  port = await proxy.listen();
  folder.put("botform.yaml", TURN_ON);
});
afterEach(() => proxy.close());
afterAll(() => folder.remove());

const plan = (args: readonly string[], env: Record<string, string>) =>
  command(["plan", ...args], { env, cwd: folder.path });

describeWith("openssl", "threat 13: through a proxy to https", () => {
  let service: SecureServer;
  let url: string;
  let certificate: string;
  let requests: IncomingHttpHeaders[] = [];

  beforeAll(async () => {
    const key = join(folder.path, "service.key");
    certificate = join(folder.path, "service.crt");
    const about = ["-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
    const files = ["-keyout", key, "-out", certificate];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...about, ...files], { stdio: "ignore" });
    const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
    service = createSecureServer(tls, ({ headers }, response) => {
      requests.push(headers);
      response.end(success([]).split("\r\n\r\n")[1]);
    });
    url = `https://127.0.0.1:${await listening(service)}`;
  });
  beforeEach(() => {
    requests = [];
  });
  afterAll(() => service.close());

  const trusting = () => ({ ...environment(url), NODE_EXTRA_CA_CERTS: certificate });

  it.each([
    { because: "--proxy", args: () => ["--proxy", `http://127.0.0.1:${port}`], env: () => ({}) },
    { because: "BOTFORM_PROXY", args: () => [], env: () => ({ BOTFORM_PROXY: `http://127.0.0.1:${port}` }) },
    {
      because: "--proxy over BOTFORM_PROXY",
      args: () => ["--proxy", `http://127.0.0.1:${port}`],
      env: () => ({ BOTFORM_PROXY: "http://127.0.0.1:1" }),
    },
    {
      because: "BOTFORM_PROXY of the file of --env-from",
      args: () => ["--env-from", folder.put("proxy.env", `BOTFORM_PROXY=http://127.0.0.1:${port}\n`)],
      env: () => ({}),
    },
  ])(
    "asked for by $because: every request goes by CONNECT, and is read by the service alone",
    async ({ args, env }) => {
      const { out, err } = await plan(args(), { ...trusting(), ...env() });
      expect(out, err).toContain('no access "Main futures"');
      expect(requests).toHaveLength(2);
      expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([url.replace("https://", "")]));
      expect(proxy.plain).toBe(0);
      // What opens the account is for the service, and what opens the proxy for the proxy.
      for (const { headers } of proxy.asked) expect(JSON.stringify(headers)).not.toMatch(/ctg-|proxy-authorization/);
    },
  );

  it("a user and password go to the proxy alone, and are shown nowhere", async () => {
    const BOTFORM_PROXY = `http://trader:hunter2%20%3F%20canary@127.0.0.1:${port}`;
    const { out } = await plan([], { ...trusting(), BOTFORM_PROXY, NODE_DEBUG: "undici,net,tls,http" });
    expect(out).toContain('no access "Main futures"');
    expect(proxy.asked[0]?.headers["proxy-authorization"]).toBe(
      `Basic ${Buffer.from("trader:hunter2 ? canary").toString("base64")}`,
    );
    for (const headers of requests) expect(headers).not.toHaveProperty("proxy-authorization");
    proxy.tunnel = (socket) => socket.end("HTTP/1.1 407 hunter2 ? canary\r\n\r\n");
    const refused = await plan([], { ...trusting(), BOTFORM_PROXY, NODE_DEBUG: "undici,net,tls,http" });
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("the proxy didn't open a tunnel") });
    expect(`${out}${refused.out}${refused.err}`).not.toMatch(/hunter2|aHVudGVyMi|dHJhZGVy/);
  });

  it("a certificate that nobody has signed is refused through it, too, whatever the environment says", async () => {
    const { exitCode, err } = await plan(["--proxy", `http://127.0.0.1:${port}`], {
      ...environment(url),
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    });
    expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("SELF_SIGNED") });
    expect(requests).toEqual([]);
  });
});

describe("threat 13: where there is no tunnel, nothing was sent", () => {
  const clients: Client[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  function through(apiUrl: string): Client {
    const client = createClient({
      apiUrl,
      apiKey: "k",
      apiSecret: "s",
      allow: "all",
      connectTimeoutMs: 500,
      sleep: async () => {},
      proxy: `http://127.0.0.1:${port}`,
    });
    clients.push(client);
    return client;
  }

  it.each<{ because: string; tunnel: Tunnel; message: string }>([
    ...[301, 403, 407, 502].map((status) => ({
      because: `it answers ${status}`,
      tunnel: (socket: Socket) => socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`),
      message: "no connection (the proxy didn't open a tunnel)",
    })),
    {
      because: "it hangs up",
      tunnel: (socket) => socket.destroy(),
      message: "no connection (the proxy didn't open a tunnel)",
    },
    { because: "it says nothing", tunnel: () => {}, message: "no connection (none within 0.5 s)" },
    {
      because: "the tunnel ends before TLS stands",
      tunnel: (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"),
      message: "no connection (ECONNRESET)",
    },
  ])("$because: asked for one tunnel once", async ({ tunnel, message }) => {
    proxy.tunnel = tunnel;
    const answered = await through("https://api.example.net").createBot([["title", "A"]]);
    expect(answered).toMatchObject({ kind: "not-sent", message });
    expect(proxy.asked.map(({ target }) => target)).toEqual(["api.example.net:443"]);
  });

  it("webhooks and notices go the same way", async () => {
    proxy.tunnel = (socket) => socket.end("HTTP/1.1 502 X\r\ncontent-length: 0\r\n\r\n");
    const through = `http://127.0.0.1:${port}`;
    const url = "https://hooks.example.net/secret";
    expect(await postHook({ url, body: "{}", redact: (text) => text, proxy: through })).toEqual({
      kind: "not-sent",
      message: "no connection (the proxy didn't open a tunnel)",
    });
    const address = noticeAddress(url);
    if (address === undefined) throw new Error("no address");
    const verdict = await postNotice(address, { body: "{}", waitsMs: [], proxy: through });
    expect(verdict).toEqual({ kind: "failed", why: "no connection (the proxy didn't open a tunnel)", tries: 1 });
    expect(proxy.asked.map(({ target }) => target)).toEqual(["hooks.example.net:443", "hooks.example.net:443"]);
  });

  it("the service's certificate is nobody's: not a byte of the request goes into the tunnel", async () => {
    let requests = 0;
    const server = createSecureServer(selfSigned(), () => {
      requests += 1;
    });
    const address = `https://127.0.0.1:${await listening(server)}`;
    expect(await through(address).createBot([])).toMatchObject({ kind: "not-sent" });
    expect(requests).toBe(0);
    server.close();
  });

  it("nobody listens there", async () => {
    await proxy.close();
    expect(await through("https://api.example.net").createBot([])).toMatchObject({ kind: "not-sent" });
    proxy = new Tunneller();
    await proxy.listen();
  });
});

describe("threat 13: only where it was asked for", () => {
  it("http, which is loopback, goes straight", () =>
    serving({}, async ({ url, received }) => {
      const args = ["--detailed-exitcode", "--proxy", `http://127.0.0.1:${port}`];
      const { exitCode, out } = await plan(args, environment(url));
      expect({ exitCode, out }).toMatchObject({ exitCode: 2, out: expect.stringContaining("main: 1 to turn on") });
      expect(received.length).toBeGreaterThan(0);
      expect({ asked: proxy.asked, plain: proxy.plain }).toEqual({ asked: [], plain: 0 });
    }));

  it.each([
    "socks5://127.0.0.1:1",
    "127.0.0.1:8080",
    "http://:8080",
    "http://a:%ff@b",
    "http://canary.example/path",
    "canary",
  ])("%s is not a proxy address, and isn't repeated", async (address) => {
    for (const [args, env] of [
      [["--proxy", address], {}],
      [[], { BOTFORM_PROXY: address }],
    ] as const) {
      const { exitCode, err } = await plan(args, { ...environment("http://127.0.0.1:1"), ...env });
      expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("not a proxy address") });
      expect(err).not.toContain(address);
    }
  });

  it("a password on the command line is refused, and isn't repeated", async () => {
    const args = ["--proxy", `http://trader:hunter2@127.0.0.1:${port}`];
    const { exitCode, out, err } = await plan(args, environment("http://127.0.0.1:1"));
    expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("BOTFORM_PROXY") });
    expect(out + err).not.toContain("hunter2");
  });
});
