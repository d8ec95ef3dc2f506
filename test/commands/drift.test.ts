// botform drift as cron runs it: its requests, what can't be read, and the webhook that is told. What it prints is in drift/*.scenario.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { Seed } from "../../src/emulator/seed/seed.js";
import { botform, demoEnv } from "../support/command.js";
import { type Hostile, hostile } from "../support/hostile.js";
import { type Env, QUICK, workplace, YAML } from "./workplace.js";

const at = workplace();
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const MAIN = { accessId: 101, title: "Main futures" };
/** A plan needs no bot by itself where there is one access. */
const ONE_ACCESS: Seed = {
  accounts: [{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [MAIN], bots: [] }],
};

/** An emulator on which the quick start was applied. */
async function applied(options: Parameters<typeof at.started>[0] = {}): Promise<Env> {
  const env = await at.started(options);
  expect((await botform(["apply", "-c", QUICK, "--yes"], { env })).exitCode).toBe(0);
  return env;
}

const edit = (title: string, change: Parameters<typeof at.emulator.service.editBot>[1]) =>
  at.emulator.service.editBot(at.idOf(title), change);

/** Runs drift, and holds it to having written nothing. */
async function drift(env: Env, ...args: string[]) {
  const config = args.includes("-c") ? [] : ["-c", QUICK];
  const before = at.emulator.service.writes.length;
  const result = await botform(["drift", ...config, ...args], { env });
  expect(at.emulator.service.writes.length).toBe(before);
  return result;
}

// biome-ignore lint/suspicious/noExplicitAny: a document under test may hold anything
const json = async (env: Env, ...args: string[]): Promise<any> =>
  JSON.parse((await drift(env, "--format", "json", ...args)).out);

describe("drift", () => {
  it("makes the requests of a plan, and one more for each drifted bot", async () => {
    const env = await applied({ seed: ONE_ACCESS });
    const counted = async (task: () => Promise<unknown>) => {
      const before = Object.values(at.emulator.service.requests);
      await task();
      return Object.values(at.emulator.service.requests).map((count, index) => count - (before[index] ?? 0));
    };
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(await counted(() => drift(env)))).toBe(3);
    edit("BTC dip", { leverage: 9 });
    edit("SOL rally", { enabled: true });
    const logs = at.emulator.service.requests.botLogs;
    const drifted = await counted(() => drift(env));
    expect(at.emulator.service.requests.botLogs).toBe(logs + 2);
    const planned = await counted(() => botform(["plan", "-c", QUICK], { env }));
    // A plan asks for balances, too.
    expect(sum(drifted)).toBe(sum(planned) - 1 + 2);
  });

  it("shows hostile titles and logs as text", async () => {
    const env = await applied();
    edit("BTC dip", { enabled: false, title: "BTC dip" });
    const named = at.written(
      YAML.replace("btc-dip: {", "btc-dip: { botId: 10101, ").replace("10101", String(at.idOf("BTC dip"))),
    );
    edit("BTC dip", { title: "<!channel> @everyone \u001b[2J\u202e##[error]" });
    const { exitCode, out } = await drift(env, "-c", named);
    expect(exitCode).toBe(2);
    for (const harm of ["\u001b", "\u202e", "##["]) expect(out).not.toContain(harm);
    expect(out).toContain("title ");
  });
});

describe("what goes wrong", () => {
  it("an account that can't be read stops no other, and the exit code is of the most serious", async () => {
    const env = { ...(await applied()), BOTFORM_GONE_KEY: "gone", BOTFORM_GONE_SECRET: "gone-secret" };
    edit("BTC dip", { leverage: 9 });
    const fleet = at.written(
      YAML.replace(
        "defaults:",
        '  gone: { apiUrl: "${env.BOTFORM_DEMO_API_URL}", apiKey: "${env.BOTFORM_GONE_KEY}", apiSecret: "${env.BOTFORM_GONE_SECRET}", accesses: { primary: Main futures } }\n\ndefaults:',
      ),
    );
    const { exitCode, out } = await drift(env, "-c", fleet, "--all-accounts");
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^── demo\ndemo: 1 drifted/m);
    expect(out).toMatch(/^── gone\nNot read: /m);
    const document = await json(env, "-c", fleet, "--all-accounts");
    expect(document).toMatchObject({ ok: false, exitCode: 1, summary: { accounts: 2, drifted: 1, failed: 1 } });
  });

  it("a log that can't be read leaves since when unknown, and the report as it is", async () => {
    const env = await applied();
    edit("BTC dip", { enabled: false });
    const proxy = createServer((request, response) => {
      if (request.url?.includes("/logs") === true) return void response.writeHead(404).end();
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith("ctg-"));
      const asked = headers.map(([name, value]): [string, string] => [name, String(value)]);
      void fetch(`${at.emulator.url}${request.url}`, { headers: asked }).then(async (answer) =>
        response.end(await answer.text()),
      );
    });
    const mine = await listening(proxy);
    const { exitCode, out } = await botform(["drift", "-c", QUICK], { env: { ...env, BOTFORM_DEMO_API_URL: mine } });
    expect(exitCode).toBe(2);
    expect(out).toMatch(/switch {2}live off, declared on .*\n {4}since when is unknown\n$/);
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
}

/** A webhook that keeps what it gets. */
async function hook() {
  const bodies: string[] = [];
  const heads: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      heads.push(request);
      bodies.push(body);
      response.end("ok");
    });
  });
  const url = await listening(server);
  return { url: `${url}${SECRET_PATH}`, bodies, heads };
}

const SECRET_PATH = "/services/T0CANARY/B0CANARY/s3cretcanary";

async function answering(respond: Parameters<typeof hostile>[0]): Promise<Hostile> {
  const server = await hostile(respond);
  open.push(() => server.close());
  return server;
}

describe("a webhook", () => {
  it("is told of drift in Slack's form with the facts beside it, and shown nowhere", async () => {
    const env = await applied();
    edit("BTC dip", { leverage: 9 });
    edit("ETH dip", { title: "<!channel> & @everyone" });
    const { url, bodies, heads } = await hook();
    const given = { ...env, TEAM_URL: url };
    const { exitCode, out, err } = await drift(given, "--notify-env", "TEAM_URL");
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
    expect(out + err).not.toContain("CANARY");
    expect(heads.map(({ method, url: path }) => [method, path])).toEqual([["POST", SECRET_PATH]]);
    const body = JSON.parse(bodies[0] ?? "");
    expect(body).toMatchObject({ mrkdwn: false, botform: { formatVersion: 1, command: "drift", exitCode: 2 } });
    expect(body.text).toMatch(
      /^botform drift on demo: 1 bot drifted, 1 missing · 1 undeclared\n• demo\/btc-dip: leverage live 9, declared 5; changed no later than .* UTC\n• demo\/eth-dip: declared, but missing$/,
    );
    expect(body.botform.drifted[0].settings).toEqual([
      { name: "leverage", live: "9", declared: "5", place: `${QUICK}/botform.yaml:12` },
    ]);
    for (const secret of ["demo-key", "demo-secret", "CANARY"]) expect(bodies[0]).not.toContain(secret);
  });

  it("is told in the form of a chat that is asked for, and shown as little", async () => {
    const env = await applied();
    edit("BTC dip", { leverage: 9 });
    const { url, bodies } = await hook();
    await drift({ ...env, TEAM_URL: url }, "--notify-env", "TEAM_URL", "--notify-form", "discord");
    expect(JSON.parse(bodies[0] ?? "")).toEqual({
      content: expect.stringMatching(
        /^⚠️ botform drift on demo\\: 1 bot drifted\n• demo\/btc-dip\\: leverage live 9, declared 5;/,
      ),
      ...{ allowed_mentions: { parse: [] }, flags: 4 },
    });
    const ask = ["--notify-env", "TEAM_URL", "--notify-form", "telegram", "--notify-chat", "-1001"];
    const bot = url.replace(SECRET_PATH, "/bot123456:S3cretCanaryOfTelegram/sendMessage?chat_id=5");
    const { err, out } = await drift({ ...env, TEAM_URL: bot }, ...ask);
    const { text, entities, ...rest } = JSON.parse(bodies[1] ?? "");
    expect(text).toMatch(/^⚠️ botform drift on demo: 1 bot drifted\n• demo\/btc-dip: leverage live 9/);
    expect(entities).toEqual([{ type: "pre", offset: 0, length: text.length }]);
    expect(rest).toEqual({ chat_id: "-1001", link_preview_options: { is_disabled: true } });
    // This receiver answers "ok" as Slack does, and Telegram never would.
    expect(err).toBe("warning: the webhook was not notified: HTTP 200, without the ok that Telegram gives\n");
    expect(out + err).not.toContain("Canary");
  });

  it("is not told where nothing drifted, unless always", async () => {
    const env = await applied();
    const { url, bodies } = await hook();
    const given = { ...env, TEAM_URL: url };
    expect((await drift(given, "--notify-env", "TEAM_URL")).exitCode).toBe(0);
    expect(bodies).toEqual([]);
    expect((await drift(given, "--notify-env", "TEAM_URL", "--notify-always")).exitCode).toBe(0);
    expect(JSON.parse(bodies[0] ?? "").text).toBe("botform drift on demo: none");
  });

  it("is told always of an account that can't be read", async () => {
    const env = await applied();
    const { url, bodies } = await hook();
    const { exitCode } = await drift(
      { ...env, BOTFORM_DEMO_API_SECRET: "wrong-secret", TEAM_URL: url },
      "--notify-env",
      "TEAM_URL",
      "--notify-always",
    );
    expect(exitCode).toBe(1);
    expect(JSON.parse(bodies[0] ?? "").text).toMatch(/^botform drift on demo: 1 account not read\n• demo: not read: /);
  });

  it.each([
    { required: false, exitCode: 2 },
    { required: true, exitCode: 1 },
  ])(
    "that redirects is a warning, and nothing reaches the target (required: $required)",
    async ({ required, exitCode }) => {
      const env = await applied();
      edit("BTC dip", { leverage: 9 });
      const target = await hook();
      const bent = await answering((socket) =>
        socket.write(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${target.url}\r\ncontent-length: 0\r\n\r\n`),
      );
      const given = { ...env, BOTFORM_HOOK: `${bent.url}${SECRET_PATH}` };
      const args = ["--notify-env", "BOTFORM_HOOK", ...(required ? ["--notify-required"] : [])];
      const result = await drift(given, ...args);
      expect(result.exitCode).toBe(exitCode);
      expect(result.err).toBe(
        "warning: the webhook was not notified: HTTP 307, a redirect, which botform doesn't follow\n",
      );
      expect(result.out).toContain("demo: 1 drifted");
      expect(target.bodies).toEqual([]);
      expect(bent.received).toHaveLength(1);
      const document = await json(given, ...args);
      expect(document).toMatchObject({ exitCode, notified: { delivered: false, why: expect.stringContaining("307") } });
      expect(document.error).toBe(required ? "the webhook was not notified" : undefined);
    },
  );

  it.each([
    { yaml: YAML, exitCode: 1, because: "nothing drifted, and a notice is missing" },
    { yaml: YAML.replace("leverage: 5", "leverage: 6"), exitCode: 1, because: "drift is milder than a missing notice" },
    {
      yaml: YAML.replace("Main futures }", "No such access }"),
      exitCode: 3,
      because: "a plan with errors is worse, and stays",
    },
  ])("that is required and doesn't answer: $exitCode, since $because", async ({ yaml, exitCode }) => {
    const env = await applied();
    const bent = await answering((socket) => socket.write("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"));
    const given = { ...env, BOTFORM_HOOK: `${bent.url}${SECRET_PATH}` };
    const args = ["-c", at.written(yaml), "--notify-env", "BOTFORM_HOOK", "--notify-always"];
    expect((await drift(given, ...args, "--notify-required")).exitCode).toBe(exitCode);
  });

  it("may be named on the command line, with a warning that shows nothing of it", async () => {
    const env = await applied();
    edit("BTC dip", { leverage: 9 });
    const { url, bodies } = await hook();
    const { err, exitCode } = await drift(env, "--notify", url);
    expect(exitCode).toBe(2);
    expect(err).toMatch(/^warning: --notify shows the webhook's URL/);
    expect(err).not.toContain("CANARY");
    expect(bodies).toHaveLength(1);
  });

  it.each([
    { args: ["--notify-env", "NOT_SET"], says: "no NOT_SET", because: "the variable isn't there" },
    { args: ["--notify-env", "EMPTY"], says: "no EMPTY", because: "it is empty" },
    {
      args: ["--notify-env", "PLAIN"],
      says: "it must be an https address",
      because: "anybody could read it on the way",
    },
    {
      args: ["--notify", `http://example.net${SECRET_PATH}`],
      says: "it must be an https address",
      because: "given in words, too",
    },
    { args: ["--notify", "CANARY", "--notify-env", "PLAIN"], says: "cannot be used with", because: "one of the two" },
    { args: ["--notify-always"], says: "need a webhook to notify", because: "nobody is named" },
  ])("is refused before anything is read: $because", async ({ args, says }) => {
    const env = { ...demoEnv("http://127.0.0.1:1"), EMPTY: " ", PLAIN: `http://example.net${SECRET_PATH}` };
    const { exitCode, out, err } = await botform(["drift", "-c", QUICK, ...args], { env });
    expect(exitCode).toBe(3);
    expect(err).toContain(says);
    expect(out + err).not.toContain("CANARY");
  });
});
