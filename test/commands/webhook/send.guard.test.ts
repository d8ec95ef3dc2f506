// Webhooks reach the bot that is meant or none: its access, pair and side, protection, a deal to act on, and no blind repeat.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { botform } from "../../support/command.js";
import { hostile } from "../../support/hostile.js";
import { BOT_ID, envOf, HOOK, seedWith, yamlWith } from "../../unit/webhook/hook-fleet.js";

let folder = "";
let count = 0;
let emulator: RunningEmulator | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform-guard-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

function fresh(name: string): string {
  count += 1;
  return join(folder, `${count}-${name}`);
}

function written(text: string, name = "botform.yaml"): string {
  const path = fresh(name);
  writeFileSync(path, text);
  return path;
}

/** Where the bot of the tests is: the configuration says access 101. */
function seedOn(accessId: number, bot: object = {}): Seed {
  const [account] = seedWith().accounts ?? [];
  const [first] = account?.bots ?? [];
  if (account === undefined || first === undefined) throw new Error("no bot");
  const accesses = [
    { accessId: 101, title: "Main futures" },
    { accessId: 102, title: "Other futures" },
  ];
  return { accounts: [{ ...account, accesses, bots: [{ ...first, accessId, ...bot }] }] };
}

async function started(seed: Seed = seedOn(101), quirks: Partial<Quirks> = {}): Promise<RunningEmulator> {
  emulator = await startEmulator({ seed, quirks: { commandDelay: 20, ...quirks } });
  return emulator;
}

/** Each with a journal of its own. */
function webhook(
  running: RunningEmulator,
  args: readonly string[],
  { bot = {}, env = {}, journal = fresh("journal") } = {},
) {
  return botform(["webhook", ...args, "-c", written(yamlWith(true, bot))], {
    env: { ...envOf(running.url), BOTFORM_JOURNAL: journal, ...env },
  });
}

function withoutCredentials(): Record<string, string> {
  return { BOTFORM_MAIN_API_KEY: "", BOTFORM_MAIN_API_SECRET: "" };
}

const BODY = { botId: BOT_ID, strategy: "long", pairs: ["BTCUSDT"] };
const open = (body: object = BODY) => written(JSON.stringify({ ...body, open: { orderVolume: "20" } }), "open.json");

const sendsIn = (journal: string) => readdirSync(journal).filter((name) => name.endsWith(".sends"));

describe("the bot that is meant", () => {
  it.each([
    [["send", "open", "hooked", "--yes"], "a deal on the wrong bot"],
    [["body", "open", "hooked"], "the wrong botId in an alert"],
    [["export", "DIR"], "the same in files"],
  ])("isn't one of its title on another access: %j, %s", async (args) => {
    const running = await started(seedOn(102));
    const dir = fresh("hooks");
    const { exitCode, out, err } = await webhook(
      running,
      args.map((one) => (one === "DIR" ? dir : one)),
    );
    expect(exitCode).toBe(4);
    expect(err).toContain(`#${BOT_ID} has its title, but is on another access`);
    expect(out).toBe("");
    expect(err).not.toContain("credentials");
    expect(running.service.hookRequests).toBe(0);
    expect(existsSync(dir)).toBe(false);
  });

  it.each([
    [{ pairTitle: "USDT-ETH" }, /trades ETHUSDT, not BTCUSDT/],
    [{ strategy: "SHORT" }, /is short, not long/],
  ])("isn't one of another pair or side: %j", async (bot, says) => {
    const running = await started(seedOn(101, bot));
    for (const args of [
      ["send", "open", "hooked", "--yes"],
      ["body", "open", "hooked"],
      ["send", "--body", open(), "--to", "open", "--yes"],
    ]) {
      const { exitCode, err } = await webhook(running, args);
      expect(exitCode, err).toBe(4);
      expect(err).toMatch(says);
    }
    expect(running.service.hookRequests).toBe(0);
  });

  it.each<readonly [{ readonly bot?: object }, readonly string[], Seed, string]>([
    [{ bot: { botId: BOT_ID } }, [], seedOn(102), "pinned, and on another access"],
    [{ bot: { botId: 4321 } }, [], seedOn(101), "pinned, and not there"],
    [{}, ["--bot-id", "4321"], seedOn(101), "given, and not there"],
    [{}, ["--bot-id", String(BOT_ID)], seedOn(102), "given, and on another access"],
  ])("is looked at before it is sent to: %j %j (%#)", async (options, more, seed) => {
    const running = await started(seed);
    const { exitCode, err } = await webhook(running, ["send", "open", "hooked", "--yes", ...more], options);
    expect(exitCode, err).toBe(4);
    expect(running.service.hookRequests).toBe(0);
  });

  it("without credentials on an export is asked for, and not called absent", async () => {
    const running = await started();
    const { exitCode, err } = await webhook(running, ["export", fresh("hooks")], { env: withoutCredentials() });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/is unknown[\s\S]*credentials/);
  });
});

describe("protect", () => {
  it.each([
    [["send", "open", "hooked", "--yes"], {}, "by name"],
    [["send", "open", "hooked", "--bot-id", "4321", "--yes"], {}, "by name, with another id"],
    [["send", "open", "hooked", "--ghost", "--dialect", "envelope", "--yes"], {}, "by name, as a Ghost"],
    [["send", "--body", "OPEN", "--to", "open", "--yes"], {}, "by a body, whose bot has its title on its access"],
  ])("stops %j", async (args) => {
    const running = await started();
    const all = args.map((one) => (one === "OPEN" ? open() : one));
    const { exitCode, err } = await webhook(running, all, { bot: { protect: true } });
    expect(exitCode).toBe(3);
    expect(err).toContain("main/hooked is protected");
    expect(running.service.hookRequests).toBe(0);
  });

  it("stops a body without credentials where the id is pinned, or nobody can tell", async () => {
    const running = await started();
    for (const bot of [{ protect: true, botId: BOT_ID }, { protect: true }]) {
      const args = ["send", "--body", open(), "--to", "open", "--yes", "--timeout", "0"];
      const { exitCode, err } = await webhook(running, args, { bot, env: withoutCredentials() });
      expect(exitCode).toBe(3);
      expect(err).toContain("main/hooked is protected");
    }
    expect(running.service.hookRequests).toBe(0);
  });
});

describe("what can't be observed", () => {
  it.each(["close", "average", "update"])("%s isn't sent where no deal runs that it could act on", async (action) => {
    const running = await started();
    const { exitCode, err } = await webhook(running, ["send", action, "hooked", "--yes", "--timeout", "0"]);
    expect(exitCode).toBe(4);
    expect(err).toMatch(/there is no running deal[\s\S]*--allow-no-deal/);
    expect(running.service.hookRequests).toBe(0);
  });

  it("is sent with the flag, and then unknown", async () => {
    const running = await started();
    const args = ["send", "close", "hooked", "--yes", "--allow-no-deal", "--format", "json"];
    const { exitCode, out } = await webhook(running, args);
    expect(exitCode).toBe(5);
    expect(JSON.parse(out)).toMatchObject({ ok: false, verdict: "accepted", observed: false, lookedFor: true });
    expect(running.service.hookRequests).toBe(1);
  });

  it("a body of one's own is watched by the bot, pairs and side that it names", async () => {
    const running = await started();
    const journal = fresh("journal");
    const send = (body: string, to: string) =>
      webhook(running, ["send", "--body", body, "--to", to, "--yes", "--timeout", "120", "--format", "json"], {
        journal,
      });
    const close = written(JSON.stringify({ ...BODY, closePosition: true }), "close.json");
    expect((await send(close, "close")).exitCode).toBe(4);
    const opened = await send(open(), "open");
    expect(JSON.parse(opened.out)).toMatchObject({ ok: true, exitCode: 0, observed: true });
    const cancel = written(JSON.stringify({ ...BODY, closePosition: false }), "cancel.json");
    const left = await send(cancel, "close");
    expect({ exitCode: left.exitCode, hooks: running.service.hookRequests }).toEqual({ exitCode: 6, hooks: 1 });
    const closed = await send(close, "close");
    expect(JSON.parse(closed.out)).toMatchObject({ ok: true, exitCode: 0, observed: true });
    expect(running.service.hooks.map(({ action }) => action)).toEqual(["open", "close"]);
  });

  it("--timeout 0 asks for no look: accepted is enough, and it is said", async () => {
    const running = await started();
    const { exitCode, out } = await webhook(running, ["send", "open", "hooked", "--yes", "--timeout", "0"]);
    expect(exitCode).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "Accepted: HTTP 200: accepted
      Not observed: not watched, because of --timeout 0.
      Accepted does not mean that the open took effect.
      "
    `);
  });
});

describe("the journal of sends", () => {
  const lost = async (running: RunningEmulator, journal: string) => {
    const dying = await hostile((socket) => socket.resetAndDestroy());
    const send = (...more: string[]) =>
      webhook(running, ["send", "open", "hooked", "--yes", "--timeout", "1", ...more], {
        journal,
        env: { BOTFORM_MAIN_HOOK_URL: dying.url },
      });
    return { dying, send };
  };

  it("warns of a repeat after a lost answer, for 60 s, unless a flag says otherwise", async () => {
    const running = await started();
    const journal = fresh("journal");
    const { dying, send } = await lost(running, journal);
    expect((await send()).exitCode).toBe(5);
    const again = await send("--dialect", "envelope");
    expect(again.exitCode).toBe(6);
    expect(again.err).toMatch(
      /the same open was sent \d+ s ago[\s\S]*--allow-repeat sends it, and may open a second deal/,
    );
    expect(dying.received).toHaveLength(1);
    expect((await send("--allow-repeat")).exitCode).toBe(5);
    expect(dying.received).toHaveLength(2);
    const texts = sendsIn(journal).map((name) => readFileSync(join(journal, name), "utf8"));
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toMatch(/"type":"intent"[\s\S]*"type":"verdict"[\s\S]*"kind":"ambiguous"/);
      expect(text).not.toContain(HOOK.token);
      expect(text).not.toContain(dying.url);
    }
    const history = await botform(["history", "--journal", journal]);
    expect({ exitCode: history.exitCode, out: history.out }).toEqual({
      exitCode: 0,
      out: `there are no runs in ${journal}\n`,
    });
    await dying.close();
  });

  it("has the intent on the disk when the post arrives", async () => {
    const running = await started();
    const journal = fresh("journal");
    const found: string[] = [];
    const witness = await hostile((socket) => {
      for (const name of sendsIn(journal)) found.push(readFileSync(join(journal, name), "utf8"));
      socket.resetAndDestroy();
    });
    const env = { BOTFORM_MAIN_HOOK_URL: witness.url };
    await webhook(running, ["send", "open", "hooked", "--yes", "--timeout", "0"], { journal, env });
    expect(found).toHaveLength(1);
    expect(JSON.parse(found[0] ?? "").entry).toMatchObject({ type: "intent", action: "open", botId: BOT_ID });
    await witness.close();
  });

  it("that can't be written stops the send", async () => {
    const running = await started();
    const journal = written("no folder", "journal");
    const { exitCode, err } = await webhook(running, ["send", "open", "hooked", "--yes"], { journal });
    expect(exitCode).toBe(1);
    expect(err).toContain("the journal can't be written, so nothing was sent");
    expect(running.service.hookRequests).toBe(0);
    const closed = fresh("closed");
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    if (process.getuid?.() === 0) return;
    expect((await webhook(running, ["send", "open", "hooked", "--yes"], { journal: closed })).exitCode).toBe(1);
    expect(running.service.hookRequests).toBe(0);
  });
});
