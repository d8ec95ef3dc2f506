// The emergency stop as a user in trouble runs it: with a configuration, a broken one, and none at all.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadSources } from "../../../src/config/load.js";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { botform, demoEnv, type Result, type RunOptions, unwrapped } from "../../support/command.js";
import { answer, hostile } from "../../support/hostile.js";

const QUICK = resolve("examples/quick-start");
const YAML = readFileSync(join(QUICK, "botform.yaml"), "utf8");
const SETTINGS = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: 5,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
};
const SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "10000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Other futures", exchange: "OTHER_FUTURES" },
      ],
      bots: [
        { id: 1, accessId: 101, title: "BTC dip", enabled: true, ...SETTINGS },
        { id: 2, accessId: 101, title: "By hand\u001b[2J", enabled: true, ...SETTINGS, pairTitle: "USDT-ETH" },
        { id: 3, accessId: 102, title: "Elsewhere", enabled: true, ...SETTINGS },
        { id: 4, accessId: 101, title: "ETH dip", enabled: false, ...SETTINGS },
      ],
    },
  ],
};

let root: string;
let folder: string;
let emulator: RunningEmulator | undefined;
let count = 0;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "botform off "));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

/** An emulator with bots that are on, and a folder to stand in. */
async function started(options: Parameters<typeof startEmulator>[0] = {}): Promise<Record<string, string>> {
  count += 1;
  folder = join(root, `${count}`);
  mkdirSync(folder);
  emulator = await startEmulator({ seed: SEED, quirks: { commandDelay: 20 }, ...options });
  return { ...demoEnv(emulator.url), BOTFORM_JOURNAL: join(folder, "journal") };
}

function off(env: Record<string, string>, args: readonly string[], options: RunOptions = {}): Promise<Result> {
  return botform(["bots", "off", ...args], { env, cwd: folder, ...options });
}

const running = () => (emulator?.service.bots() ?? []).filter(({ enabled }) => enabled).map(({ id }) => id);
const ALL = ["--all", "--account", "demo"];

describe("bots off", () => {
  it.each([
    { args: [], because: "neither word" },
    { args: ["--all", "--managed"], because: "both words" },
  ])("wants to be told which bots are meant ($because), and reads nothing before", async ({ args }) => {
    const env = await started();
    expect(await off(env, args)).toMatchObject({
      exitCode: 3,
      out: "",
      err: expect.stringMatching(/--all.*--managed/),
    });
    expect(emulator?.service.requests.accessList).toBe(0);
  });

  it("turns all off, of every exchange, says so harmlessly, and can be undone", async () => {
    const env = await started();
    const { exitCode, out, err } = await off(env, ["--all", "-c", QUICK]);
    expect({ exitCode, running: running() }).toEqual({ exitCode: 0, running: [] });
    expect(out).toMatch(/^demo: 3 turned off, 1 was off\n/);
    expect(out).toContain("running deal");
    expect(out + err).not.toMatch(/(?!\n)\p{Cc}/u);
    const undo = /botform undo (\S+), then botform undo (\S+)\n/.exec(out);
    for (const id of undo?.slice(1) ?? []) {
      expect((await botform(["undo", id, "-c", QUICK, "--yes"], { env, cwd: folder })).exitCode).toBe(0);
    }
    expect(running()).toEqual([1, 2, 3]);
    const history = await botform(["history"], { env });
    expect(history.out.match(/bots off/g)).toHaveLength(2);
  });

  it("prints one JSON document", async () => {
    const { exitCode, out } = await off(await started(), [...ALL, "-c", QUICK, "--format", "json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      command: "bots off",
      ok: true,
      turnedOff: [{ id: 1 }, { id: 2 }, { id: 3 }],
      wereOff: [{ id: 4 }],
      stragglers: [],
    });
  });

  it("limits itself to what the configuration declares with --managed, and wants one without errors for that", async () => {
    const env = await started();
    writeFileSync(join(folder, "botform.yaml"), `${YAML}  broken: {\n`);
    expect(await off(env, ["--managed"])).toMatchObject({ exitCode: 3, err: expect.stringContaining("botform.yaml:") });
    const { exitCode, out } = await off(env, ["--managed", "-c", QUICK]);
    expect({ exitCode, running: running() }).toEqual({ exitCode: 0, running: [2, 3] });
    expect(out).toMatch(/^demo: 1 turned off, 1 was off/);
  });
});

describe("bots off without a configuration that can be used", () => {
  it("takes what opens the account from the environment where there is none, and says so", async () => {
    const { exitCode, err } = await off(await started(), ALL);
    expect({ exitCode, running: running() }).toEqual({ exitCode: 0, running: [] });
    expect(err).toMatch(/note: there is no configuration here.*BOTFORM_DEMO_API_URL/);
  });

  it.each([
    { because: "the YAML is broken", text: `${YAML}  broken: {\n`, notes: /has 1 error and isn't used/ },
    {
      because: "a bot is wrong",
      text: `${YAML}  broken: { leverage: no }\n`,
      notes: /botform uses only the addresses and credentials of demo/,
    },
    {
      because: "it has other accounts",
      text: YAML.replace("  demo:", "  live:"),
      notes: /no account demo; it has live/,
    },
  ])("turns all off although $because", async ({ text, notes }) => {
    const env = await started();
    writeFileSync(join(folder, "botform.yaml"), text);
    const { exitCode, err } = await off(env, ALL);
    expect({ exitCode, running: running() }).toEqual({ exitCode: 0, running: [] });
    expect(err).toMatch(notes);
  });

  it("takes how the account is reached from the file that is right where another is wrong", async () => {
    const env = await started();
    mkdirSync(join(folder, "botform"));
    writeFileSync(join(folder, "botform", "accounts.yaml"), YAML.replaceAll("BOTFORM_DEMO_", "BOTFORM_OURS_"));
    writeFileSync(join(folder, "botform", "bots.yaml"), "bots: [\n");
    const ours = Object.fromEntries(Object.entries(env).map(([name, value]) => [name.replace("DEMO", "OURS"), value]));
    const { exitCode, err } = await off(ours, ALL);
    expect({ exitCode, running: running() }).toEqual({ exitCode: 0, running: [] });
    expect(err).toContain("botform uses only the addresses and credentials of demo");
  });

  it("names the variables that are missing, and never another's address", async () => {
    const { BOTFORM_DEMO_API_URL } = await started();
    const { exitCode, err, out } = await off({ BOTFORM_DEMO_API_URL: BOTFORM_DEMO_API_URL ?? "" }, [
      ...ALL,
      "--format",
      "json",
    ]);
    expect({ exitCode, err }).toEqual({ exitCode: 3, err: "" });
    expect(JSON.parse(out).diagnostics.map(({ summary }: { summary: string }) => summary)).toEqual([
      expect.stringContaining("BOTFORM_DEMO_API_KEY"),
      expect.stringContaining("BOTFORM_DEMO_API_SECRET"),
    ]);
    const plain = await off({ ...demoEnv("http://example.com") }, ALL);
    expect(plain).toMatchObject({ exitCode: 3, err: expect.stringContaining("https") });
    const odd = await off({}, ["--all", "--account", "my-2nd.account"]);
    expect(odd).toMatchObject({ exitCode: 3, err: expect.stringContaining("BOTFORM_MY_2ND_ACCOUNT_API_URL") });
    expect(await off({}, ["--all"])).toMatchObject({ exitCode: 3, err: expect.stringContaining("--account") });
  });
});

describe("bots off with a waiting time that can't be used", () => {
  it.each([
    [{ BOTFORM_SETTLE: "soon" }, [], "--settle, or BOTFORM_SETTLE,"],
    [{ BOTFORM_SETTLE: "-1" }, [], "--settle, or BOTFORM_SETTLE,"],
    [{}, ["--settle", "1e9"], "--settle, or BOTFORM_SETTLE,"],
    [{ BOTFORM_SETTLE: "0" }, ["--timeout", "0"], "--timeout"],
  ])("%j %j: warns, and turns the bots off all the same", async (more, args, what) => {
    const env = { ...(await started()), ...more };
    const said = `warning: ${what} isn't a number of seconds that can be used, so 120 counts`;
    const { err } = await off(env, [...ALL, ...args, "-c", QUICK], {
      onText: (text, kill) => {
        if (text.includes("botform watches for")) kill("SIGINT");
      },
    });
    expect([unwrapped(err).includes(said), running()]).toEqual([true, []]);
  });
});

describe("bots off among failures", () => {
  it("names what is not observed off, with exit code 5", async () => {
    const env = await started({ quirks: { commandDelay: 3_600_000 } });
    const { exitCode, out } = await off(env, [...ALL, "--timeout", "1"]);
    expect(exitCode).toBe(5);
    expect(out).toMatch(
      /^demo: 0 turned off, 1 was off, 3 NOT observed off\n\nNot observed off:\n {2}1 "BTC dip" {2}last seen ENABLED: told/,
    );
  });

  it("fails with 1 where nothing can be read: nobody listens, the key is wrong", async () => {
    const env = await started();
    const nobody = await off({ ...env, BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" }, [...ALL, "--timeout", "1"]);
    expect(nobody).toMatchObject({ exitCode: 1, err: expect.stringContaining("nothing could be read or sent") });
    const wrong = await off({ ...env, BOTFORM_DEMO_API_SECRET: "wrong" }, [...ALL, "--format", "json"]);
    expect(wrong.exitCode).toBe(1);
    expect(JSON.parse(wrong.out)).toMatchObject({
      ok: false,
      exitCode: 1,
      unsettled: [expect.stringContaining("401")],
    });
  });

  it("asks again where the service stumbles at first", async () => {
    const env = await started();
    const url = emulator?.url ?? "";
    // The first three requests are answered with an error, everything after goes through.
    const proxy = await hostile(async (socket, head, asked) => {
      const [first = "", ...lines] = head.split("\r\n");
      const [method = "", path = ""] = first.split(" ");
      if (asked <= 3) return socket.write(answer(500, ""));
      const headers = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(":")),
        line.slice(line.indexOf(":") + 2),
      ]);
      const own = headers.filter(([name]) => /^(ctg|accept)/i.test(name));
      const passed = await fetch(url + path, { method, headers: own });
      return socket.write(answer(passed.status, await passed.text()));
    });
    try {
      const { exitCode } = await off({ ...env, BOTFORM_DEMO_API_URL: proxy.url }, ALL);
      expect({ exitCode, running: running() }).toEqual({ exitCode: 0, running: [] });
    } finally {
      await proxy.close();
    }
  });

  it("goes on without a ledger and a journal, and says so; runs under way can't be told", async () => {
    const env = await started();
    writeFileSync(join(folder, "taken"), "");
    const { exitCode, out, err } = await off(env, [...ALL, "--journal", "taken/journal"]);
    expect({ exitCode, running: running() }).toEqual({ exitCode: 5, running: [] });
    expect(err).toContain(
      "\nwarning: demo: runs under way with the same ledger can't be told to stop, and may turn bots on again: taken is not a folder\n",
    );
    expect(out).toMatch(/! the journal can't be written \(ENOTDIR\)/);
  });

  it("stops sending when it is interrupted, and reports", async () => {
    const env = await started({ quirks: { commandDelay: 3_600_000 } });
    let interrupt = () => {};
    emulator?.service.onChange(() => interrupt());
    const { exitCode, out, err } = await off(env, [...ALL, "--format", "json"], {
      onStart: (kill) => {
        interrupt = () => {
          if (emulator?.service.requests.turnOff === 0) return;
          // Once: the second one would leave at once.
          interrupt = () => {};
          kill("SIGINT");
        };
      },
    });
    expect(exitCode).toBe(5);
    expect(err).toContain("Interrupted");
    expect(JSON.parse(out)).toMatchObject({ isInterrupted: true, turnedOff: [] });
  });
});

describe("how an account is reached", () => {
  const reached = (text: string) =>
    loadSources([{ file: "botform.yaml", text }]).reaches.map(({ connection, exchange }) => [
      connection.account,
      exchange,
    ]);

  it.each([
    { because: "nothing is wrong", text: YAML, expected: [["demo", "SERVICE_FUTURES"]] },
    { because: "a bot is wrong", text: `${YAML}  x: { leverage: no }\n`, expected: [["demo", "SERVICE_FUTURES"]] },
    { because: "its file is no YAML", text: `${YAML}  x: {\n`, expected: [] },
    {
      because: "a key of its own is unknown",
      text: YAML.replace("  demo:\n", "  demo:\n    apiUrll: x\n"),
      expected: [],
    },
    { because: "it lacks its key", text: YAML.replace(/ {4}apiKey.*\n/, ""), expected: [] },
    {
      because: "its address is unsafe",
      text: YAML.replace("${env.BOTFORM_DEMO_API_URL}", "http://example.com"),
      expected: [],
    },
    {
      because: "the accounts are no map",
      text: YAML.replace(/accounts:[\s\S]*?\n\n/, "accounts: 5\n\n"),
      expected: [],
    },
  ])("is told where that is right: $because", ({ text, expected }) => {
    expect(reached(text)).toEqual(expected);
  });

  it("isn't told of an account that two files declare", () => {
    const sources = ["a.yaml", "b.yaml"].map((file) => ({ file, text: YAML }));
    expect(loadSources(sources).reaches).toEqual([]);
  });
});
