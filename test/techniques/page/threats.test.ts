// Threats to the page: each is tried against a server that listens, by a client that sends what no browser would.
import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { deedsOf } from "../../../src/app/ledger/ledger.js";
import { readForm } from "../../../src/fleet/guard.js";
import { listen } from "../../../src/fleet/listen.js";
import { ROUTES } from "../../../src/fleet/routes.js";
import { workplace } from "../../commands/workplace.js";
import { FORM, formTokenIn, posted, stages, until } from "./stage.js";

const at = workplace();
const stage = stages(at);

const PEOPLE = "people: { lena: look, ana: approve, otto: operate }";
const PROXY = { trustHeader: "X-Remote-User", trustFrom: ["127.0.0.1"], publicUrl: "https://bots.example.com" };
const ORIGIN = { origin: "https://bots.example.com" };
const ZEROS = "0".repeat(64);
const HOSTILE = `<img src=x onerror=alert(1)>"'&\u202e</title><script>`;

describe("what comes from elsewhere is text", () => {
  it("a hostile title and a hostile reason command no browser, on any page", async () => {
    const on = await stage({ title: '<img src=x onerror=alert(1)>"&</title><script>' });
    const cookie = await on.enter();
    const asked = (path: string) => on.ask(path, { headers: { cookie } });
    const plan = `/plans/${on.digest}`;
    const token = formTokenIn((await asked(plan)).text);
    const reject = { "form-token": token, digest: on.digest, reason: HOSTILE.replace("\u202e", "") };
    expect((await on.ask(`${plan}/reject`, posted(on.port, reject, { cookie }))).status).toBe(303);
    for (const path of [
      "/",
      "/accounts/demo",
      "/accounts/demo/bots/a",
      plan,
      "/plans",
      "/holds",
      "/history",
      "/audit",
      "/stop",
    ]) {
      const { status, text } = await asked(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text, path).not.toMatch(/<img|onerror=alert\(1\)>|<script>(?!$)/);
      expect(text, path).not.toContain("\u202e");
    }
    expect((await asked(plan)).text).toContain("&lt;img src=x");
  });

  it("a hostile query is text, too, and a strange path is no page", async () => {
    const on = await stage();
    const cookie = await on.enter();
    const query = encodeURIComponent(HOSTILE);
    const { text } = await on.ask(`/?name=${query}&state=${query}`, { headers: { cookie } });
    expect(text).not.toContain("<img");
    for (const path of [
      `/accounts/${query}`,
      "/accounts/..%2f..%2fetc%2fpasswd",
      "/../../etc/passwd",
      "/assets/../package.json",
      "/plans/..%2f..",
      `/history/${query}`,
      "/accounts/%00",
      "/accounts/%zz",
    ]) {
      const got = await on.ask(path, { headers: { cookie } });
      expect([path, [400, 404, 409].includes(got.status)]).toEqual([path, true]);
      expect(got.text, path).not.toMatch(/<img|root:x/);
    }
    expect(on.faults).toEqual([]);
  });
});

describe("every answer", () => {
  it("forbids scripts and styles of others, frames, guesses of its kind, and to be kept", async () => {
    const on = await stage();
    const cookie = await on.enter();
    for (const [path, headers] of [
      ["/", { cookie }],
      ["/", {}],
      ["/nowhere", { cookie }],
      ["/healthz", {}],
    ] as const) {
      const got = await on.ask(path, { headers });
      expect(got.headers["content-security-policy"]).toMatch(
        /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
      );
      expect(got.headers["content-security-policy"]).not.toContain("unsafe");
      expect(got.headers).toMatchObject({
        ...{ "x-frame-options": "DENY", "x-content-type-options": "nosniff", "cache-control": "no-store" },
        "referrer-policy": "same-origin",
      });
    }
  });

  it("has no script in itself, so that the policy can forbid all of them", async () => {
    const on = await stage();
    const cookie = await on.enter();
    for (const path of ["/", `/plans/${on.digest}`, "/accounts/demo", "/stop"]) {
      const { text } = await on.ask(path, { headers: { cookie } });
      expect(text).not.toMatch(/<style|\sstyle=|<script>|<script [^>]*>[^<]|\son[a-z]+=/);
    }
  });

  it("holds no key and no secret of an account", async () => {
    const on = await stage();
    const cookie = await on.enter();
    for (const path of ["/", "/accounts/demo", `/plans/${on.digest}`, "/audit", "/history"]) {
      expect((await on.ask(path, { headers: { cookie } })).text).not.toMatch(/demo-key|demo-secret/);
    }
  });
});

describe("DNS rebinding", () => {
  it.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])(
    "the host %j isn't this page",
    async (host) => {
      const on = await stage();
      const cookie = await on.enter();
      const { status, text } = await on.ask("/", { headers: { host, cookie } });
      expect([status === 421 || status === 400, text.includes("demo")]).toEqual([true, false]);
    },
  );

  it("its own names are it", async () => {
    const on = await stage();
    const cookie = await on.enter();
    for (const host of [`127.0.0.1:${on.port}`, `localhost:${on.port}`, `LOCALHOST:${on.port}`])
      expect((await on.ask("/", { headers: { host, cookie } })).status).toBe(200);
  });
});

describe("the token", () => {
  it("lets in once, then never again, and isn't in the audit or the ledger", async () => {
    const on = await stage();
    const first = await on.ask(`/${on.token}`);
    expect([first.status, first.headers.location, first.headers["referrer-policy"]]).toEqual([303, "/", "no-referrer"]);
    expect(first.headers["set-cookie"]?.[0]).toMatch(
      /^botform-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    );
    expect((await on.ask(`/${on.token}`)).status).toBe(401);
    const token = on.token.replace("?token=", "");
    const kept = readdirSync(on.journal, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"))
      .join("");
    expect(kept).not.toContain(token);
    expect(kept).toContain('"did":"enter"');
    expect((await deedsOf({ folder: on.journal }).read()).deeds.map(({ did }) => did)).toEqual(["refused", "enter"]);
  });

  it("ends after 10 minutes, and with the next one", async () => {
    const on = await stage();
    on.time.ahead += 10 * 60_000;
    expect((await on.ask(`/${on.token}`)).status).toBe(401);
    const [old, current] = [new URL(on.page.address()).search, new URL(on.page.address()).search];
    expect([(await on.ask(`/${old}`)).status, (await on.ask(`/${current}`)).status]).toEqual([401, 303]);
  });

  it.each(["", "x", "%00", "é".repeat(50), "a".repeat(5000)])("%j isn't one", async (token) => {
    const on = await stage();
    const { status, headers } = await on.ask(`/?token=${encodeURIComponent(token)}`);
    expect([status, headers["set-cookie"]]).toEqual([401, undefined]);
  });

  it("opens a session of its own, never one that a browser brings along", async () => {
    const on = await stage();
    const planted = `botform-${on.port}=${"a".repeat(43)}`;
    const got = await on.ask(`/${on.token}`, { headers: { cookie: planted } });
    expect(got.headers["set-cookie"]?.[0]).not.toContain("a".repeat(43));
    expect((await on.ask("/", { headers: { cookie: planted } })).status).toBe(401);
  });

  it("a session ends after 12 hours", async () => {
    const on = await stage();
    const cookie = await on.enter();
    on.time.ahead += 12 * 3_600_000 - 60_000;
    expect((await on.ask("/history", { headers: { cookie } })).status).toBe(200);
    on.time.ahead += 60_000;
    expect((await on.ask("/history", { headers: { cookie } })).status).toBe(401);
  });
});

describe("a form", () => {
  const cases: readonly [
    string,
    number,
    (
      port: number,
      fields: Record<string, string>,
      cookie: string,
    ) => Parameters<Awaited<ReturnType<typeof stage>>["ask"]>[1],
  ][] = [
    [
      "of another page",
      403,
      (port, fields, cookie) =>
        posted(port, fields, { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" }),
    ],
    [
      "of another port of this machine",
      403,
      (port, fields, cookie) =>
        posted(port, fields, { cookie, origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }),
    ],
    [
      "without an origin",
      403,
      (port, fields, cookie) => ({ ...posted(port, fields), headers: { "content-type": FORM, cookie } }),
    ],
    ["of an origin that isn't stated", 403, (port, fields, cookie) => posted(port, fields, { cookie, origin: "null" })],
    ["without its token", 403, (port, { "form-token": _, ...fields }, cookie) => posted(port, fields, { cookie })],
    [
      "with another token",
      403,
      (port, fields, cookie) => posted(port, { ...fields, "form-token": "a".repeat(43) }, { cookie }),
    ],
    ["without a session", 401, (port, fields) => posted(port, fields)],
    [
      "that isn't one",
      415,
      (port, fields, cookie) => posted(port, fields, { cookie, "content-type": "application/json" }),
    ],
    [
      "larger than any",
      413,
      (port, fields, cookie) => posted(port, { ...fields, reason: "x".repeat(20_000) }, { cookie }),
    ],
    [
      "larger than any, in parts",
      413,
      (port, fields, cookie) => ({
        ...posted(port, { ...fields, reason: "x".repeat(20_000) }),
        headers: { "content-type": FORM, origin: `http://127.0.0.1:${port}`, cookie, "transfer-encoding": "chunked" },
      }),
    ],
  ];
  it.each(cases)("%s is refused, and nothing is approved", async (_, status, sent) => {
    const on = await stage();
    const cookie = await on.enter();
    const token = formTokenIn((await on.ask(`/plans/${on.digest}`, { headers: { cookie } })).text);
    const fields = { "form-token": token, digest: on.digest };
    const got = await on.ask(`/plans/${on.digest}/approve`, sent(on.port, fields, cookie));
    expect([got.status, on.approved]).toEqual([status, []]);
    expect((await on.ask(`/plans/${on.digest}`, { headers: { cookie } })).text).toContain("Waits for a yes");
  });

  it("of another person isn't theirs", async () => {
    const on = await stage({ people: PEOPLE, page: PROXY });
    const by = (name: string) => ({ "x-remote-user": name });
    const token = formTokenIn((await on.ask(`/plans/${on.digest}`, { headers: by("ana") })).text);
    const fields = { "form-token": token, digest: on.digest };
    const sent = (name: string) => posted(on.port, fields, { ...by(name), ...ORIGIN });
    expect((await on.ask(`/plans/${on.digest}/approve`, sent("otto"))).status).toBe(403);
    expect((await on.ask(`/plans/${on.digest}/approve`, sent("ana"))).status).toBe(303);
  });

  it("approves the plan that it was shown with, and no other; once", async () => {
    const on = await stage();
    const cookie = await on.enter();
    const token = formTokenIn((await on.ask(`/plans/${on.digest}`, { headers: { cookie } })).text);
    const sent = (digest: string) => posted(on.port, { "form-token": token, digest }, { cookie });
    const other = await on.ask(`/plans/${on.digest}/approve`, sent(ZEROS));
    expect([other.status, other.text.includes("shown with another plan"), on.approved]).toEqual([409, true, []]);
    for (const short of [on.digest.slice(0, 12), on.digest.toUpperCase(), ""])
      expect((await on.ask(`/plans/${short}/approve`, sent(short))).status).toBe(404);
    expect((await on.ask(`/plans/${on.digest}/approve`, sent(on.digest))).status).toBe(303);
    expect(on.approved).toEqual(["demo"]);
    // The next look carries it out; the same yes, sent again, does nothing more.
    await on.look();
    const writes = on.writes();
    expect(writes).toBeGreaterThan(0);
    const again = await on.ask(`/plans/${on.digest}/approve`, sent(on.digest));
    expect([again.status, again.text.includes("already been applied")]).toEqual([409, true]);
    await on.look();
    expect(on.writes()).toBe(writes);
  });

  it("that can't be recorded does nothing, and is said", async () => {
    const on = await stage();
    const cookie = await on.enter();
    const token = formTokenIn((await on.ask(`/plans/${on.digest}`, { headers: { cookie } })).text);
    const isDeeds = (name: string) =>
      name.endsWith(".facts") && readFileSync(join(on.journal, name), "utf8").includes('"did"');
    const file = join(on.journal, readdirSync(on.journal).find(isDeeds) ?? "");
    // A folder in its place: nobody, not even root, writes to that.
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    const got = await on.ask(
      `/plans/${on.digest}/approve`,
      posted(on.port, { "form-token": token, digest: on.digest }, { cookie }),
    );
    expect([got.status, got.text.includes("ledger can&#39;t be read or written"), on.approved]).toEqual([
      409,
      true,
      [],
    ]);
  });
});

describe("the header of a proxy", () => {
  it("counts from the proxy alone, once, and as a name", async () => {
    const on = await stage({ people: PEOPLE, page: { ...PROXY, trustFrom: ["10.9.8.7"] } });
    const forged = await on.ask("/", { headers: { "x-remote-user": "otto" } });
    expect([forged.status, forged.text.includes("came from 127.0.0.1")]).toEqual([403, true]);
    const own = await stage({ people: PEOPLE, page: PROXY });
    const status = async (headers: Record<string, string | readonly string[]>) =>
      (await own.ask("/", { headers })).status;
    expect(await status({ "x-remote-user": "lena" })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ "x-remote-user": ["lena", "otto"] })).toBe(403);
    expect(await status({ "x-remote-user": "lena, otto" })).toBe(403);
    expect(await status({ "x-remote-user": "mallory" })).toBe(403);
    expect(await status({ "x-remote-user": "__proto__" })).toBe(403);
    expect(await status({ cookie: "botform=x", "x-remote-user": "" })).toBe(403);
    // A token opens nothing there.
    expect((await own.ask(`/?token=x`)).status).toBe(401);
  });
});

describe("roles", () => {
  const allowed = {
    lena: ["look"],
    ana: ["look", "approve"],
    otto: ["look", "approve", "operate"],
    mallory: [] as string[],
  };
  const paths = ROUTES.map(({ method, path, role }) => [method, path, role] as const);

  it.each(paths)("%s %s needs the role %s, whatever is sent", async (method, path, role) => {
    const on = await stage({ people: PEOPLE, page: PROXY, drift: false });
    const real = path
      .replace(":account", "demo")
      .replace(":bot", "a")
      .replace(":digest", ZEROS)
      .replace(":run", "last");
    for (const [name, roles] of Object.entries(allowed)) {
      const by = { "x-remote-user": name };
      const token = formTokenIn((await on.ask("/holds", { headers: { "x-remote-user": "otto" } })).text);
      const sent =
        method === "GET"
          ? { headers: by }
          : posted(on.port, { "form-token": token, digest: ZEROS }, { ...by, ...ORIGIN });
      const { status, text } = await on.ask(real, sent);
      const mayPass = roles.includes(role);
      const isRefusedByRole = status === 403 && !text.includes("the form isn&#39;t one");
      expect([name, isRefusedByRole]).toEqual([name, !mayPass]);
      if (!mayPass) expect(text).not.toMatch(/leverage|Live and declared/);
    }
    expect(on.writes()).toBe(0);
  });
});

describe("who takes too much", () => {
  it("gets no more open pages than a few, and a place again once one is closed", async () => {
    const on = await stage();
    const cookie = await on.enter();
    const open = () => {
      const socket = connect(on.port, "127.0.0.1");
      socket.write(`GET /events HTTP/1.1\r\nHost: 127.0.0.1:${on.port}\r\nCookie: ${cookie}\r\n\r\n`);
      let text = "";
      socket.on("data", (part) => (text += String(part)));
      socket.on("error", () => {});
      return { socket, status: () => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] };
    };
    const all = Array.from({ length: 8 }, open);
    await until(() => all.every(({ status }) => status() === "200"));
    expect((await on.ask("/events", { headers: { cookie } })).status).toBe(429);
    all[0]?.socket.destroy();
    await until(async () => {
      const next = open();
      await until(() => next.status() !== undefined);
      if (next.status() === "200") return true;
      next.socket.destroy();
      return false;
    });
    for (const { socket } of all) socket.destroy();
  });

  it("is let go where a request doesn't come to its end", async () => {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.post("/", async (c) => c.text(String("why" in (await readForm(c.req.raw)))));
    const served = { app, changed: () => {}, close: () => {} };
    const { port, close } = await listen(served, { host: "127.0.0.1", port: 0 }, { headersMs: 100, requestMs: 200 });
    for (const begun of [
      "GET / HTTP/1.1\r\nHost: x\r\n",
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: 10\r\n\r\nab`,
    ]) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(begun);
      const ended = new Promise((resolve) => socket.once("close", resolve));
      socket.resume();
      await ended;
    }
    await close();
  });

  it("fills the audit with no more than a few refusals", async () => {
    const on = await stage();
    for (let index = 0; index < 40; index += 1) await on.ask("/?token=x");
    const { deeds } = await deedsOf({ folder: on.journal }).read();
    expect([deeds.length, deeds[0]?.about]).toEqual([30, expect.stringContaining("perhaps more")]);
  });
});
