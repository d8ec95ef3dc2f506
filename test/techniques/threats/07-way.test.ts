// Threat 7: requests that go another way than to the service: in the clear, redirected, through a proxy, to a stranger.
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../../src/service/client.js";
import { LIBRARY } from "../../support/dist.js";
import { answer, success } from "../../support/hostile.js";
import { describeWith } from "../../support/needs.js";
import { command, Folder, traceOf } from "./child.js";
import { type Listener, listener } from "./listener.js";
import { environment, serving, TURN_ON } from "./service.js";

const folder = new Folder();
let nobody: Listener;
beforeEach(async () => {
  nobody = await listener();
});
afterEach(() => nobody.close());
afterAll(() => folder.remove());

const open = (apiUrl: string) =>
  createClient({ apiUrl, apiKey: "k", apiSecret: "s", allow: "all", sleep: async () => {} });

/** Every way to name a proxy that anything in node or undici has ever looked at. */
function proxies(url: string): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "GLOBAL_AGENT_HTTP_PROXY", "npm_config_proxy"];
  const both = names.flatMap((name) => [name, name.toLowerCase()]);
  return {
    ...Object.fromEntries(both.map((name) => [name, url])),
    NO_PROXY: "",
    no_proxy: "",
    NODE_USE_ENV_PROXY: "1",
  };
}

describe("threat 7: https only, straight to the service and to nobody else", () => {
  it.each([
    "http://api.example.net",
    "http://localhost.example.net",
    "http://127.0.0.1.example.net",
    "http://127.0.0.1@api.example.net",
    "http://0.0.0.0",
    "http://[::]",
    "http://[::ffff:10.0.0.1]",
    "http://10.0.0.1",
    "http://169.254.169.254",
    "ws://127.0.0.1",
    "ftp://127.0.0.1",
    "file:///etc/hostname",
    "data:,x",
    "//api.example.net",
    "api.example.net",
    "https://user@api.example.net",
    "https://api.example.net/?a=1",
    "https://api.example.net/#a",
  ])("%s is refused, by the command and by the library", async (url) => {
    const { exitCodes, text } = await traceOf(["plan"], TURN_ON, environment(url), ["text"]);
    expect({ exitCodes, text }).toEqual({ exitCodes: [3], text: expect.stringContaining("[config/bad-url]") });
    expect(() => open(url)).toThrow(TypeError);
  });

  describe.each([301, 302, 303, 307, 308, 300, 304])("a redirect with %i", (status) => {
    it.each(["whole", "without scheme", "as a path", "as Refresh"])("%s is followed by no operation", (form) => {
      const to = `${nobody.url}/bot-futures/all`;
      const locations: Record<string, Record<string, string>> = {
        whole: { location: to },
        "without scheme": { location: to.replace("http:", "") },
        "as a path": { location: "/bot-futures/elsewhere" },
        "as Refresh": { refresh: `0; url=${to}`, "alt-svc": `h1=":${nobody.port}"` },
      };
      const body = JSON.stringify({ isSuccess: true, errorMessage: "", data: { botId: 9 } });
      const lie = answer(status, status === 304 ? "" : body, locations[form] ?? {});
      return serving({ any: lie }, async ({ url, received }) => {
        const client = open(url);
        try {
          await expect(client.pairList()).rejects.toMatchObject({ kind: "shape" });
          expect((await client.createBot([["title", "A"]])).kind).toBe("ambiguous");
          expect((await client.turnOn(1)).kind).toBe("ambiguous");
        } finally {
          await client.close();
        }
        expect(received.map((head) => head.split(/[ ?]/)[1])).toEqual([
          "/bot-futures/pair-list",
          "/bot-futures/create",
          "/bot-futures/activate",
        ]);
        expect(nobody.calls).toBe(0);
      });
    });
  });

  it("a proxy of the environment sees no connection", () =>
    serving({}, async ({ url, received }) => {
      folder.put("botform.yaml", TURN_ON);
      const env = { ...environment(url), ...proxies(nobody.url) };
      const { exitCode, out } = await command(["plan", "--detailed-exitcode"], { env, cwd: folder.path });
      expect({ exitCode, out }).toMatchObject({ exitCode: 2, out: expect.stringContaining("main: 1 to turn on") });
      expect(received.length).toBeGreaterThan(0);
      expect(nobody.calls).toBe(0);
    }));

  it("nothing a service hands out is kept: no cookie comes back, no other service is called", () => {
    const headers = { "set-cookie": "a=b", "alt-svc": `h1=":${nobody.port}"`, link: `<${nobody.url}/x>; rel=preload` };
    const lie = answer(200, JSON.stringify({ isSuccess: true, data: ["USDT-BTC"] }), headers);
    return serving({ any: lie }, async ({ url, received }) => {
      const client = open(url);
      try {
        for (let count = 0; count < 3; count += 1) await client.pairList();
      } finally {
        await client.close();
      }
      expect(received).toHaveLength(3);
      for (const head of received) expect(head).not.toMatch(/cookie/i);
      expect(nobody.calls).toBe(0);
    });
  });

  describeWith("openssl", "certificates", () => {
    const servers: Server[] = [];
    let requests = 0;
    let right = { url: "", certificate: "" };
    let stranger = right;

    /** A server with a certificate of its own for one name. */
    async function started(name: string, subject: string): Promise<typeof right> {
      const key = join(folder.path, `${name}.key`);
      const certificate = join(folder.path, `${name}.crt`);
      const about = ["-subj", "/CN=test", "-addext", `subjectAltName=${subject}`, "-days", "2"];
      const files = ["-keyout", key, "-out", certificate];
      execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...about, ...files], {
        stdio: "ignore",
      });
      const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_request, response) => {
        requests += 1;
        response.end(success([]).split("\r\n\r\n")[1]);
      });
      server.on("tlsClientError", () => {});
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      servers.push(server);
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      return { url: `https://127.0.0.1:${address.port}`, certificate };
    }

    beforeAll(async () => {
      right = await started("right", "IP:127.0.0.1");
      stranger = await started("stranger", "DNS:other.example");
    });
    beforeEach(() => {
      requests = 0;
      folder.put("botform.yaml", TURN_ON);
    });
    afterAll(() => {
      for (const server of servers) server.close();
    });

    const plan = (url: string, env: Record<string, string>) =>
      command(["plan"], { env: { ...environment(url), ...env }, cwd: folder.path });

    it("one that is trusted is accepted, which is what the others are measured by; a proxy isn't asked for it", async () => {
      const { out } = await plan(right.url, { NODE_EXTRA_CA_CERTS: right.certificate, ...proxies(nobody.url) });
      expect(out).toContain('no access "Main futures"');
      expect(requests).toBe(2);
      expect(nobody.calls).toBe(0);
    });

    it("one that nobody has signed is refused before a request is sent", async () => {
      const { exitCode, err } = await plan(right.url, {});
      expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("SELF_SIGNED") });
      expect(requests).toBe(0);
    });

    it("one of another name is refused, however trusted", async () => {
      const { exitCode, err } = await plan(stranger.url, { NODE_EXTRA_CA_CERTS: stranger.certificate });
      expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("ALTNAME") });
      expect(requests).toBe(0);
    });

    // undici's own close waited for ever then, and node ended with 0 and without a word.
    it("and a client that is closed meanwhile comes to an end", () => {
      const script = `
        const { createClient } = await import(${JSON.stringify(pathToFileURL(LIBRARY).href)});
        const client = createClient({ apiUrl: ${JSON.stringify(stranger.url)}, apiKey: "a", apiSecret: "b", allow: "read" });
        const asked = Promise.allSettled([client.accessList(), client.pairList()]);
        await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
        await client.close();
        console.log((await asked).map(({ status }) => status).join(), "closed");`;
      const options = {
        env: { NODE_EXTRA_CA_CERTS: stranger.certificate },
        encoding: "utf8",
      } as const;
      const args = ["--input-type=module", "--eval", script];
      // The server is this process's own, so nothing may wait here.
      return new Promise<void>((resolve, reject) => {
        execFile(process.execPath, args, options, (error, out) => {
          if (error !== null) reject(error);
          else resolve(expect(out).toBe("rejected,rejected closed\n"));
        });
      });
    });

    // Where nothing is said of rejectUnauthorized, node decides, and node asks this variable.
    it("the variable that turns the checks of node off doesn't turn off ours", async () => {
      const { exitCode } = await plan(right.url, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
      expect(requests).toBe(0);
      expect(exitCode).toBe(1);
    });
  });
});
