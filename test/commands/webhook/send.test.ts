// botform webhook as a user runs it: list, url, body, lint, send, export, against the emulator.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type SendOptions, sendWebhook } from "../../../src/app/webhook/send.js";
import { plainContext } from "../../../src/cli/terminal/context.js";
import { interruptible } from "../../../src/cli/terminal/interrupt.js";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { botform } from "../../support/command.js";
import { answer, hostile } from "../../support/hostile.js";
import { BOT_ID, envOf, HOOK, seedWith, yamlWith } from "../../unit/webhook/hook-fleet.js";

let folder = "";
let count = 0;
let emulator: RunningEmulator | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform hooks "));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

function fresh(name: string): string {
  count += 1;
  return join(folder, `${count} ${name}`);
}

function written(text: string, name = "botform.yaml"): string {
  const path = fresh(name);
  writeFileSync(path, text);
  return path;
}

const WEBHOOKS = { open: { stop: { event: "percentage", value: 3 } }, update: {}, average: { amount: 15 }, close: {} };

async function started(quirks: Partial<Quirks> = {}): Promise<RunningEmulator> {
  emulator = await startEmulator({ seed: seedWith(), quirks: { commandDelay: 20, ...quirks } });
  return emulator;
}

const config = (webhooks: unknown = WEBHOOKS, bot = {}) => ["-c", written(yamlWith(webhooks, bot))];

describe("list, url and body", () => {
  it("list needs neither network nor credentials", async () => {
    const { exitCode, out } = await botform(["webhook", "list", ...config()]);
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: 'main/hooked  "Hooked"  BTCUSDT  open update average close\n',
    });
  });

  it("url masks account and token, also in JSON, and reveals them on demand alone", async () => {
    const env = envOf("https://hook.example.net");
    const masked = await botform(["webhook", "url", "average", "hooked", ...config()], { env });
    expect(masked.out).toBe("https://hook.example.net/crazy/hook/***:***/topup-deal\n");
    const json = await botform(["webhook", "url", "open", "hooked", "--format", "json", ...config()], { env });
    expect(JSON.parse(json.out)).toMatchObject({ url: "https://hook.example.net/crazy/hook/***:***", masked: true });
    expect(`${masked.out}${masked.err}${json.out}${json.err}`).not.toContain(HOOK.token);
    const shown = await botform(["webhook", "url", "open", "hooked", "--reveal", ...config()], { env });
    expect(shown.out).toBe(`https://hook.example.net/crazy/hook/${HOOK.accountId}:${HOOK.token}\n`);
    expect(shown.err).toContain("warning: whoever has this address");
  });

  it("a flat close has no address unless somebody says it, and a guess is called one", async () => {
    const env = envOf("https://hook.example.net");
    const path = written(yamlWith(WEBHOOKS).replace(',"hookPaths":{"close":"/close-deal"}', ""));
    const without = await botform(["webhook", "url", "close", "hooked", "-c", path], { env });
    expect(without.exitCode).toBe(3);
    expect(without.err).toMatch(/doesn't document[\s\S]*Webhooks block/);
    const guessed = await botform(["webhook", "url", "close", "hooked", "--close-path", "/close-deal", "-c", path], {
      env,
    });
    expect(guessed.out).toMatch(/\/close-deal\n$/);
    expect(guessed.err).toContain("guess");
  });

  it("takes an action's whole address from the service's own block", async () => {
    const text = yamlWith(WEBHOOKS).replace(
      '"hookPaths":',
      '"hookUrls":{"close":"${env.BOTFORM_CLOSE_URL}"},"hookPaths":',
    );
    const env = {
      ...envOf("https://hook.example.net"),
      BOTFORM_CLOSE_URL: "https://api3.example.net/other/7001:CANARYTOKEN/end",
    };
    const args = ["webhook", "url", "close", "hooked", "-c", written(text)];
    const masked = await botform(args, { env });
    expect(masked.out).toBe("https://api3.example.net/***\n");
    expect((await botform([...args, "--reveal"], { env })).out).toBe(`${env.BOTFORM_CLOSE_URL}\n`);
    const bad = await botform(args, { env: { ...env, BOTFORM_CLOSE_URL: "http://api3.example.net/CANARYTOKEN" } });
    expect(bad.exitCode).toBe(3);
    expect(bad.err).toContain("config/bad-hook");
    expect(`${masked.err}${bad.out}${bad.err}`).not.toContain("CANARYTOKEN");
  });

  it("body takes the id from the service, by reads alone, and says so", async () => {
    const running = await started();
    const { exitCode, out, err } = await botform(["webhook", "body", "average", "hooked", ...config()], {
      env: envOf(running.url),
    });
    expect(exitCode).toBe(0);
    expect(out).toBe(`{"botId":${BOT_ID},"strategy":"long","pairs":["BTCUSDT"],"amount":"15"}\n`);
    expect(err).toContain(`${out.length - 1} bytes, flat dialect, botId from the service`);
    expect(running.service.hooks).toEqual([]);
  });

  it("body says how the id can be had, and takes it from --bot-id or the configuration", async () => {
    const without = await botform(["webhook", "body", "close", "hooked", ...config()]);
    expect(without.exitCode).toBe(3);
    expect(without.err).toMatch(/--bot-id[\s\S]*botId[\s\S]*credentials/);
    const given = await botform([
      "webhook",
      "body",
      "close",
      "hooked",
      "--bot-id",
      "5",
      "--dialect",
      "envelope",
      ...config(),
    ]);
    expect(given.out).toBe(
      '{"action":"close","params":{"botId":5,"strategy":"long","pairs":["BTCUSDT"],"closePosition":true}}\n',
    );
    const pinned = await botform([
      "webhook",
      "body",
      "close",
      "hooked",
      "--format",
      "json",
      ...config(WEBHOOKS, { botId: 77 }),
    ]);
    expect(JSON.parse(pinned.out)).toMatchObject({ botId: 77, botIdFrom: "the configuration", bytes: 71 });
  });

  it("body is whole to copy, though its id looks like a secret", async () => {
    const env = { BOTFORM_MAIN_API_SECRET: "87654321" };
    const { out } = await botform(["webhook", "body", "close", "hooked", "--bot-id", "87654321", ...config()], {
      env,
    });
    expect(out).toContain('"botId":87654321,');
  });

  it("fills placeholders in for a look, and keeps them otherwise", async () => {
    const own = config({ average: { amount: '{{plot("Size")}}', pairs: ["{{ticker}}"] } });
    const args = ["webhook", "body", "average", "hooked", "--bot-id", "5", ...own];
    const raw = await botform(args);
    expect(raw.out).toContain('"amount":"{{plot("Size")}}"');
    expect(raw.err).toContain("webhook/ticker-placeholder");
    expect((await botform([...args, "--sample"])).out).toBe(
      '{"botId":5,"strategy":"long","pairs":["BTCUSDT"],"amount":"1.5"}\n',
    );
  });

  it("a Ghost only by its flag, and only in the envelope", async () => {
    const flat = await botform(["webhook", "body", "open", "hooked", "--ghost", ...config()]);
    expect(flat.exitCode).toBe(3);
    const ghost = await botform(["webhook", "body", "open", "hooked", "--ghost", "--dialect", "envelope", ...config()]);
    expect(ghost.out).toMatch(/^\{"action":"open","params":\{"strategy":"long"/);
  });
});

describe("lint", () => {
  it("exits 3 for errors, 0 for warnings, with places", async () => {
    const body = '{"botId":5,"strategy":"long","pairs":["BTCUSDT"],"amount":10}';
    const warned = await botform(["webhook", "lint", written(body, "alert.json")]);
    expect(warned.exitCode).toBe(0);
    expect(warned.out).toContain("Sound: average, flat dialect, 61 bytes; 1 warning.");
    const wrong = await botform([
      "webhook",
      "lint",
      "--format",
      "json",
      written(body.replace("long", "{{strategy.order.action}}"), "alert.json"),
    ]);
    expect(wrong.exitCode).toBe(3);
    expect(JSON.parse(wrong.out)).toMatchObject({
      command: "webhook lint",
      exitCode: 3,
      action: "average",
      diagnostics: [
        { code: "webhook/order-action", severity: "error", position: { line: 1, column: 23 } },
        { code: "webhook/number-for-text" },
      ],
    });
  });

  it("never shows a secret of the environment that stands in the message", async () => {
    const file = written(
      `{"botId":5,"strategy":"long","pairs":["BTCUSDT"],"amount":"10","note":"${HOOK.token}"}`,
      "alert.json",
    );
    const { exitCode, out, err } = await botform(["webhook", "lint", file], { env: envOf("https://h.example") });
    expect(exitCode).toBe(3);
    expect(err).toContain("webhook/secret");
    expect(`${out}${err}`).not.toContain(HOOK.token);
  });

  it("explain knows the codes", async () => {
    expect((await botform(["explain", "webhook/order-action"])).out).toContain("long or short");
  });

  it("a file that isn't there is a usage error", async () => {
    expect((await botform(["webhook", "lint", join(folder, "nope.json")])).exitCode).toBe(3);
  });
});

describe("send", () => {
  it("sends nothing without a yes, and says what it would do", async () => {
    const running = await started();
    const { exitCode, err } = await botform(["webhook", "send", "open", "hooked", ...config()], {
      env: envOf(running.url),
    });
    expect(exitCode).toBe(3);
    expect(err).toContain(
      "opens a long deal on BTCUSDT for main/hooked (#1234): first order 20 USDT, then up to 6 safety orders",
    );
    expect(running.service.hookRequests).toBe(0);
  });

  it.each(["flat", "envelope"])("opens, averages, updates and closes, observed each time (%s)", async (dialect) => {
    const running = await started();
    const own = config({ ...WEBHOOKS, update: { close: { event: "percentage", value: 5 } } });
    const options = { env: envOf(running.url) };
    for (const [action, says] of [
      ["open", /deal \d+ opened on USDT-BTC/],
      ["average", /the position of deal \d+ grew/],
      ["update", /the take profit of deal \d+ changed/],
      ["close", /deal \d+ on USDT-BTC ended/],
    ] as const) {
      const args = [
        "webhook",
        "send",
        action,
        "hooked",
        "--yes",
        "--dialect",
        dialect,
        "--timeout",
        "120",
        "--format",
        "json",
        ...own,
      ];
      const { exitCode, out } = await botform(args, options);
      expect(JSON.parse(out), out).toMatchObject({
        command: "webhook send",
        exitCode: 0,
        verdict: "accepted",
        observed: true,
      });
      expect(JSON.parse(out).observation).toMatch(says);
      expect(exitCode).toBe(0);
      expect(out).not.toContain(HOOK.token);
    }
    expect(running.service.hooks.map(({ action }) => action)).toEqual(["open", "average", "update", "close"]);
  });

  it("an interrupt while the intent is written keeps it from leaving", async () => {
    const running = await started({ commandDelay: 3_600_000 });
    const env = envOf(running.url);
    const path = written(yamlWith(WEBHOOKS));
    const journal = fresh("journal");
    const send = ["webhook", "send", "open", "hooked", "--yes", "--timeout", "1", "--journal", journal];
    expect((await botform([...send, "-c", path], { env })).exitCode).toBe(5);
    const options: SendOptions = {
      ...{
        action: "open",
        bot: "hooked",
        config: path,
        dialect: "flat",
        journal,
        yes: true,
        timeout: 1,
      },
      // Asked for once more when the intent of this send lies beside the first one's.
      get allowRepeat() {
        if (readdirSync(journal).filter((name) => name.endsWith(".sends")).length === 2) process.emit("SIGINT");
        return true;
      },
    };
    const context = plainContext({ out: () => {}, err: () => {}, env });
    const sending = sendWebhook(context, options, {
      readText: async () => "",
      onIntent: () => {},
      run: (task) => interruptible(context, task),
    });
    await expect(sending).rejects.toMatchObject({ exitCode: 130 });
    expect(running.service.hookRequests).toBe(1);
    const [, second = ""] = readdirSync(journal).sort();
    expect(readFileSync(join(journal, second), "utf8")).toContain('"kind":"not-sent"');
  });

  it("accepted and never seen is unknown, not success", async () => {
    const running = await started({ commandDelay: 3_600_000 });
    const { exitCode, out } = await botform(
      ["webhook", "send", "open", "hooked", "--yes", "--timeout", "2", ...config()],
      { env: envOf(running.url) },
    );
    expect(exitCode).toBe(5);
    expect(out).toMatchInlineSnapshot(`
      "Accepted: HTTP 200: accepted
      Not observed: no effect showed in the deals within 2 s.
      Accepted does not mean that the open took effect.
      The open may still act. Look again: botform deals active --account main. Close a deal that you don't want: botform webhook send close main/hooked. Botform never repeats it by itself.
      "
    `);
  });

  it("without the API's credentials it is sent with a known id, and its outcome is unknown", async () => {
    const running = await started();
    const { BOTFORM_MAIN_API_KEY: _, ...env } = envOf(running.url);
    const { exitCode, out } = await botform(
      ["webhook", "send", "open", "hooked", "--bot-id", String(BOT_ID), "--yes", ...config()],
      { env },
    );
    expect(exitCode).toBe(5);
    expect(out).toMatchInlineSnapshot(`
      "Accepted: HTTP 200: accepted
      Not observed: there are no credentials for the account's API to watch with.
      Accepted does not mean that the open took effect.
      The open may still act. Look again: botform deals active --account main. Close a deal that you don't want: botform webhook send close main/hooked --bot-id 1234. Botform never repeats it by itself.
      "
    `);
    expect(running.service.hooks).toHaveLength(1);
  });

  it("refused says why, and is exit 5 where the deals weren't watched for as long as it may take", async () => {
    const running = await started();
    const env = { ...envOf(running.url), BOTFORM_MAIN_HOOK_TOKEN: "another-token-of-ours" };
    const { exitCode, out, err } = await botform(
      ["webhook", "send", "open", "hooked", "--yes", "--timeout", "1", ...config()],
      { env },
    );
    expect(exitCode).toBe(5);
    expect(out).toMatchInlineSnapshot(`
      "Refused, and that isn't certain: HTTP 200: The account or the token is wrong. (code 401)
      Not observed: no effect showed in the deals within 1 s.
      The open may still act. Look again: botform deals active --account main. Close a deal that you don't want: botform webhook send close main/hooked. Botform never repeats it by itself.
      "
    `);
    expect(`${out}${err}`).not.toContain("another-token");
  });

  it("refused is exit 1 where no deal ran that it could have acted on", async () => {
    const running = await started();
    const env = { ...envOf(running.url), BOTFORM_MAIN_HOOK_TOKEN: "another-token-of-ours" };
    const { exitCode, out } = await botform(
      ["webhook", "send", "close", "hooked", "--yes", "--timeout", "1", "--allow-no-deal", ...config()],
      { env },
    );
    expect([exitCode, out]).toEqual([1, expect.stringContaining("Refused, nothing was done")]);
  });

  it("a server that dies on it gets it once, and the outcome is unknown", async () => {
    const running = await started();
    const dying = await hostile((socket) => socket.resetAndDestroy());
    const env = { ...envOf(running.url), BOTFORM_MAIN_HOOK_URL: dying.url };
    const { exitCode, out } = await botform(
      ["webhook", "send", "open", "hooked", "--yes", "--timeout", "1", ...config()],
      { env },
    );
    expect(exitCode).toBe(5);
    expect(out).toContain("Unknown:");
    expect(dying.received).toHaveLength(1);
    await dying.close();
  });

  it("what the service says can't show the token", async () => {
    const running = await started();
    const echo = await hostile((socket, head) =>
      socket.write(answer(200, JSON.stringify({ code: 9, message: head.split(" ")[1] }))),
    );
    const env = { ...envOf(running.url), BOTFORM_MAIN_HOOK_URL: echo.url };
    const { exitCode, out, err } = await botform(
      ["webhook", "send", "open", "hooked", "--yes", "--timeout", "1", ...config()],
      { env },
    );
    expect(exitCode).toBe(5);
    expect(`${out}${err}`).not.toContain(HOOK.token);
    await echo.close();
  });

  it("a body from a file is linted first, and sent as it is", async () => {
    const running = await started();
    const options = { env: envOf(running.url) };
    const body = `{"botId":${BOT_ID},"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"20"}}`;
    const send = (text: string, to = "open") =>
      botform(
        ["webhook", "send", "--body", written(text, "b.json"), "--to", to, "--yes", "--timeout", "0", ...config()],
        options,
      );
    expect((await send(body.replace("open", "opne"))).exitCode).toBe(3);
    expect((await send(body.replace('"20"', '"{{plot_0}}"'))).err).toContain("nothing was sent");
    expect((await send(body, "close")).exitCode).toBe(3);
    expect(running.service.hookRequests).toBe(0);
    expect((await send(body)).exitCode).toBe(0);
    expect(running.service.hooks).toHaveLength(1);
  });

  it("a body of several lines is shown as text on one line before it is sent, and its file's name as text", async () => {
    const running = await started();
    const body = `{"botId":${BOT_ID},\r\n\t"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"20"}}`;
    const args = ["--body", written(body, "b\u202e.json"), "--to", "open", "--yes", "--timeout", "0"];
    const { exitCode, err } = await botform(["webhook", "send", ...args, ...config()], { env: envOf(running.url) });
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^This sends the body of .*b\\u\{202e\}\.json as it is, to the address of open\.$/m);
    expect(err).not.toContain("\u202e");
    expect(err.split("\n").filter((line) => line.includes("botId"))).toEqual([
      `  {"botId":${BOT_ID},\\u{d}\\u{a}\\u{9}"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"20"}}`,
    ]);
    expect(running.service.hooks).toHaveLength(1);
  });
});

describe("export", () => {
  it("writes a folder per bot, masked, and nothing else", async () => {
    const running = await started();
    const dir = fresh("hooks");
    const { exitCode, out } = await botform(["webhook", "export", dir, ...config()], { env: envOf(running.url) });
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: `Exported: 1 bot, 6 files in ${dir}.\n` });
    expect(readdirSync(join(dir, "main", "hooked")).sort()).toEqual([
      "README.md",
      "average.json",
      "close.json",
      "open.json",
      "update.json",
      "url.txt",
    ]);
    for (const name of readdirSync(join(dir, "main", "hooked"))) {
      const path = join(dir, "main", "hooked", name);
      expect(readFileSync(path, "utf8")).not.toContain(HOOK.token);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    const again = await botform(["webhook", "export", dir, "--reveal", ...config()], { env: envOf(running.url) });
    expect(again.exitCode).toBe(0);
    expect(again.err).toContain("keep them out of repositories");
    expect(`${again.out}${again.err}`).not.toContain(HOOK.token);
    expect(readFileSync(join(dir, "main", "hooked", "url.txt"), "utf8")).toContain(
      `close ${running.url}/crazy/hook/${HOOK.accountId}:${HOOK.token}/close-deal\n`,
    );
  });

  it("leaves foreign and changed files alone, and writes nothing at all then", async () => {
    const dir = fresh("hooks");
    const args = ["webhook", "export", dir, ...config(WEBHOOKS, { botId: 5 })];
    mkdirSync(join(dir, "main", "hooked"), { recursive: true });
    writeFileSync(join(dir, "main", "hooked", "open.json"), "mine");
    const refused = await botform(args);
    expect(refused.exitCode).toBe(3);
    expect(refused.err).toContain("main/hooked/open.json");
    expect(readdirSync(join(dir, "main", "hooked"))).toEqual(["open.json"]);
    rmSync(join(dir, "main", "hooked", "open.json"));
    expect((await botform(args)).exitCode).toBe(0);
    writeFileSync(join(dir, "main", "hooked", "open.json"), "changed");
    expect((await botform(args)).exitCode).toBe(3);
    expect(readFileSync(join(dir, "main", "hooked", "open.json"), "utf8")).toBe("changed");
  });

  it("follows no link out of the folder", async () => {
    const dir = fresh("hooks");
    const elsewhere = fresh("elsewhere");
    mkdirSync(dir);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(dir, "main"));
    const { exitCode } = await botform(["webhook", "export", dir, ...config(WEBHOOKS, { botId: 5 })]);
    expect(exitCode).toBe(3);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("writes nothing where an id isn't known", async () => {
    const dir = fresh("hooks");
    expect((await botform(["webhook", "export", dir, ...config()])).exitCode).toBe(3);
    expect(existsSync(dir)).toBe(false);
  });
});

describe("beside plans", () => {
  it("webhooks change no plan, pull leaves them alone, fmt orders them, render and diff show them", {
    timeout: 60_000,
  }, async () => {
    const running = await started();
    // Another test's open may be in doubt.
    const own = { BOTFORM_JOURNAL: fresh("journal") };
    const env: Record<string, string> = { ...envOf(running.url), ...own };
    const path = written(
      yamlWith({ close: { closePosition: true }, open: { stop: { value: 3, event: "percentage" } } }),
    );
    const plan = await botform(["plan", "-c", path, "--detailed-exitcode"], { env });
    expect({ exitCode: plan.exitCode, err: plan.err }).toEqual({ exitCode: 0, err: "" });
    const {
      BOTFORM_MAIN_HOOK_URL,
      BOTFORM_MAIN_API_URL = "",
      BOTFORM_MAIN_API_KEY = "",
      BOTFORM_MAIN_API_SECRET = "",
    } = env;
    const bare = {
      ...own,
      BOTFORM_MAIN_HOOK_URL: BOTFORM_MAIN_HOOK_URL ?? "",
      BOTFORM_MAIN_API_URL,
      BOTFORM_MAIN_API_KEY,
      BOTFORM_MAIN_API_SECRET,
    };
    expect((await botform(["plan", "-c", path, "--detailed-exitcode"], { env: bare })).exitCode).toBe(0);

    const live = yamlWith(true, { leverage: 9 });
    await botform(["apply", "-c", written(live), "--yes"], { env });
    const before = readFileSync(path, "utf8");
    const pulled = await botform(["pull", "-c", path], { env });
    expect(pulled.exitCode, pulled.err).toBe(0);
    const after = readFileSync(path, "utf8");
    expect(after).not.toBe(before);
    expect(after.slice(after.indexOf('"webhooks"'))).toBe(before.slice(before.indexOf('"webhooks"')));

    const block = written(
      "bots:\n  a:\n    webhooks:\n      close: true\n      open:\n        stop: { value: 3, event: pnl }\n    title: A\n",
    );
    await botform(["fmt", block]);
    expect(readFileSync(block, "utf8")).toBe(
      "bots:\n  a:\n    title: A\n    webhooks:\n      open:\n        stop: { event: pnl, value: 3 }\n      close: true\n",
    );

    const rendered = await botform(["render", "-c", path]);
    expect(rendered.out).toMatch(/webhooks\.open\.stop\.value +3 .*set/);
    expect(rendered.out).toMatch(/webhooks\.open\.open\.orderVolume +20 .*from volumeFirstOrder/);
    const changed = written(yamlWith({ close: { closePosition: false } }));
    const diff = await botform(["diff", path, changed]);
    expect(diff.out).toMatch(/webhooks\.close\.closePosition +true → false/);
  });
});
