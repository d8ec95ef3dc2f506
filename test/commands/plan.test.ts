// The built command as a user, a script and CI would run it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, demoEnv } from "../support/command.js";
import { hostile } from "../support/hostile.js";

const QUICK = "examples/quick-start";
const SECRET = "canary-5ecret";

let folder: string;
let emulator: RunningEmulator | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

async function started(options: Parameters<typeof startEmulator>[0] = {}): Promise<Record<string, string>> {
  emulator = await startEmulator({ quirks: { commandDelay: 20 }, ...options });
  return demoEnv(emulator.url);
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("usage", () => {
  it("says its version", async () => {
    const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await botform(["--version"])).toEqual({ exitCode: 0, out: `${version}\n`, err: "" });
    expect((await botform(["-V"])).out).toBe(`${version}\n`);
  });

  it.each(["validate", "plan", "apply", "schema", "emulator", "demo"])("%s has help with examples", async (command) => {
    const { out, exitCode, err } = await botform([command, "--help"]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toContain(`Usage: botform ${command}`);
    expect(out).toContain("Examples:\n  botform");
  });

  it.each([
    { args: ["plna"], says: /plan/, because: "a misspelt command suggests the right one" },
    { args: ["plan", "--formt", "json"], says: /--format/, because: "a misspelt option, too" },
    { args: ["plan", "--format", "xml"], says: /text, json, diff/, because: "choices are listed" },
    { args: ["plan", "--concurrency", "0"], says: /greater than 0/, because: "bounds are said" },
    { args: ["validate", "no/such/path"], says: /no\/such\/path/, because: "a missing path is named" },
    {
      args: ["emulator", "--quirk", "updat=merge"],
      says: /update/,
      because: "a misspelt quirk suggests the right one",
    },
    { args: ["emulator", "--seed", "no-such.json"], says: /no-such\.json/, because: "a missing seed is named" },
    { args: ["schema", "nix"], says: /botform/, because: "known schemas are listed" },
  ])("$because, with exit code 3", async ({ args, says }) => {
    const { exitCode, err, out } = await botform(args);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: "" });
    expect(err).toMatch(says);
  });

  it("prints no help as an error for a bare call", async () => {
    const { exitCode, out, err } = await botform([]);
    expect(`${out}${err}`).toContain("Usage: botform");
    expect(exitCode).toBe(0);
  });
});

describe("validate", () => {
  it("needs neither network nor environment", async () => {
    expect(await botform(["validate", "examples/fleet"])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("26 bots"),
    });
  });

  it("prints one JSON document, on failure too", async () => {
    for (const [path, exitCode] of [
      ["examples/quick-start", 0],
      ["examples/broken", 3],
    ] as const) {
      const result = await botform(["validate", path, "--format", "json"]);
      expect(JSON.parse(result.out)).toMatchObject({ command: "validate", exitCode, ok: exitCode === 0 });
      expect(result).toMatchObject({ exitCode, err: "" });
    }
  });

  it("finds its configuration in the current folder, or says where it looked", async () => {
    expect((await botform(["validate"], { cwd: QUICK })).exitCode).toBe(0);
    const { exitCode, err } = await botform(["validate"], { cwd: folder });
    expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("botform.yaml") });
  });

  it("never shows a secret that was written into the YAML", async () => {
    const text = readFileSync(join(QUICK, "botform.yaml"), "utf8").replace("${env.BOTFORM_DEMO_API_SECRET}", SECRET);
    const path = written("literal.yaml", text);
    for (const format of ["text", "json"]) {
      const { exitCode, out, err } = await botform(["validate", path, "--format", format]);
      expect(exitCode).toBe(3);
      expect(out + err).not.toContain(SECRET);
      expect(out + err).toContain("apiSecret");
    }
  });
});

describe("plan", () => {
  it("colours nothing in a pipe", async () => {
    const { out, err } = await botform(["plan", "-c", QUICK], { env: await started() });
    expect(out + err).not.toContain("\u001b");
  });

  it("names environment variables that are missing, with their place", async () => {
    const { exitCode, err } = await botform(["plan", "-c", QUICK], {
      env: { BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" },
    });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/botform\.yaml:\d+:\d+: error: .*BOTFORM_DEMO_API_KEY/);
    expect(err).toMatch(/BOTFORM_DEMO_API_SECRET/);
  });

  it("fails with 1 where nothing listens, the secret is wrong, or the answers are foreign, and shows no secret", async () => {
    const env = await started();
    const wrong = await botform(["plan", "-c", QUICK], { env: { ...env, BOTFORM_DEMO_API_SECRET: SECRET } });
    expect(wrong).toMatchObject({ exitCode: 1, out: "", err: expect.stringMatching(/401[\s\S]*credentials/) });
    expect(wrong.err).not.toContain(SECRET);
    const json = await botform(["plan", "-c", QUICK, "--format", "json"], {
      env: { ...env, BOTFORM_DEMO_API_SECRET: SECRET },
    });
    expect(JSON.parse(json.out)).toMatchObject({ command: "plan", ok: false, exitCode: 1 });
    expect(json.err).toBe("");
    const nobody = await botform(["plan", "-c", QUICK], {
      env: { ...env, BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" },
    });
    expect(nobody).toMatchObject({ exitCode: 1, err: expect.stringContaining("ECONNREFUSED") });
  });

  it("refuses an address that would send the signature in the clear", async () => {
    const { exitCode, err } = await botform(["plan", "-c", QUICK], { env: { ...demoEnv("http://example.com") } });
    expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("https") });
  });

  it("writes nothing", async () => {
    await botform(["plan", "-c", QUICK], { env: await started() });
    expect(emulator?.service.writes).toEqual([]);
  });

  it("prints its document when it is interrupted, too", async () => {
    let interrupt = () => {};
    const silent = await hostile((_socket, _head, count) => count === 1 && interrupt());
    try {
      const { exitCode, out } = await botform(["plan", "-c", QUICK, "--format", "json"], {
        env: demoEnv(silent.url),
        onStart: (kill) => {
          interrupt = () => kill("SIGINT");
        },
      });
      expect(exitCode).toBe(130);
      expect(JSON.parse(out)).toMatchObject({ command: "plan", ok: false, exitCode: 130 });
    } finally {
      await silent.close();
    }
  });

  it("refuses a target that names no undeclared bot", async () => {
    const env = await started();
    expect(await botform(["plan", "-c", QUICK, "--target", "#99999"], { env })).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("#99999"),
    });
  });

  it("plans targets only, and says when a pattern fits nothing", async () => {
    const env = await started();
    const some = await botform(
      ["plan", "-c", QUICK, "--target", "*-dip", "--exclude", "demo/eth-dip", "--format", "json"],
      { env },
    );
    const { plan }: { plan: { steps: { address: string }[]; undeclared: unknown[] } } = JSON.parse(some.out);
    expect([...new Set(plan.steps.map((step) => step.address))]).toEqual(["demo/btc-dip"]);
    expect(await botform(["plan", "-c", QUICK, "--target", "nix"], { env })).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("nix"),
    });
  });

  it("wants an account chosen where there are several", async () => {
    const text = readFileSync(join(QUICK, "botform.yaml"), "utf8").replace(
      /^accounts:\n([\s\S]*?)\n\n/m,
      (_match, one: string) => `accounts:\n${one}\n${one.replace("demo:", "other:")}\n\n`,
    );
    const path = written("two.yaml", text);
    const env = await started();
    expect(await botform(["plan", "-c", path], { env })).toMatchObject({
      exitCode: 3,
      err: expect.stringMatching(/demo, other/),
    });
    expect((await botform(["plan", "-c", path, "--account", "other"], { env })).out).toMatch(/^other: 3 to create/);
    expect(await botform(["plan", "-c", path, "--account", "nix"], { env })).toMatchObject({ exitCode: 3 });
  });

  it("answers problems found on the service with exit code 3, in their place in the file", async () => {
    const path = written(
      "access.yaml",
      readFileSync(join(QUICK, "botform.yaml"), "utf8").replace("Main futures", "Mian futures"),
    );
    const { exitCode, out } = await botform(["plan", "-c", path], { env: await started() });
    expect(exitCode).toBe(3);
    expect(out).toMatch(/access\.yaml:9:\d+: error: .*no access "Mian futures"/);
    expect(out).toContain('"Main futures" (101)');
  });

  it("shows titles from outside harmlessly", async () => {
    const env = await started();
    emulator?.service.addBot("demo", {
      accessId: 101,
      title: "\u001b[2Jevil\u202e::error::",
      pairTitle: "USDT-BTC",
      strategy: "LONG",
      leverage: 1,
      marginMode: "ISO",
      typeTakeProfit: "LIMIT",
      typeFirstOrder: "MARKET",
      percentTakeProfit: "1",
      percentSafetyOrder: "1",
      volumeFirstOrder: "10",
    });
    for (const format of ["text", "json", "diff"]) {
      const { out, err } = await botform(["plan", "-c", QUICK, "--format", format], { env });
      expect(out + err).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    }
  });
});

describe("apply", () => {
  it("refuses to go on where nobody can be asked, before it reads anything", async () => {
    const env = await started();
    const { exitCode, err } = await botform(["apply", "-c", QUICK], { env });
    expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("--yes") });
    expect(emulator?.service.requests.listBots).toBe(0);
  });

  it("applies, reports in JSON, and finds nothing the second time", async () => {
    const env = await started();
    const first = await botform(["apply", "-c", QUICK, "--yes", "--format", "json"], { env });
    expect(JSON.parse(first.out)).toMatchObject({
      ok: true,
      exitCode: 0,
      summary: { create: 3, "turn-on": 1 },
      report: { outcomes: [{ kind: "applied" }, {}, {}, {}] },
    });
    const second = await botform(["apply", "-c", QUICK, "--yes"], { env });
    expect(second).toMatchObject({ exitCode: 0, out: "demo: no changes · 3 unchanged\n" });
    expect(emulator?.service.writes).toHaveLength(4);
  });

  it("exits with 7 when some steps failed, and says which and what to do", async () => {
    const env = await started({ quirks: { rounding: "2", commandDelay: 20 } });
    const path = written(
      "rounded.yaml",
      readFileSync(join(QUICK, "botform.yaml"), "utf8").replace(
        "strategy: LONG, enabled: true",
        "strategy: LONG, enabled: true, percentTakeProfit: 1.255",
      ),
    );
    const { exitCode, out } = await botform(["apply", "-c", path, "--yes"], { env });
    expect(exitCode).toBe(7);
    expect(out).toMatch(/failed\n.*btc-dip.*asked for 1\.255/);
    expect(out).toMatch(/Steps: 2 applied, 1 failed, 1 skipped\./);
  });

  it("exits with 5 when a switch isn't observed in time", async () => {
    const env = await started({ quirks: { commandDelay: 60_000 } });
    const { exitCode, out } = await botform(["apply", "-c", QUICK, "--yes", "--command-timeout", "1"], { env });
    expect(exitCode).toBe(5);
    expect(out).toMatch(/unknown\n.*btc-dip.*turn-on/);
  });

  it("writes nothing where the plan has errors", async () => {
    const path = written(
      "pair.yaml",
      readFileSync(join(QUICK, "botform.yaml"), "utf8").replace("USDT-SOL", "USDT-NIX"),
    );
    const { exitCode, out, err } = await botform(["apply", "-c", path, "--yes"], { env: await started() });
    expect({ exitCode, out, err }).toMatchObject({
      exitCode: 3,
      out: expect.stringContaining("USDT-NIX"),
      err: expect.stringContaining("nothing was written"),
    });
    expect(emulator?.service.writes).toEqual([]);
  });

  it("stops between steps: what was done is listed, the rest is not started", async () => {
    const env = await started({ latencyMs: 40, quirks: { commandDelay: 20 } });
    const { exitCode, out, err } = await botform(["apply", "-c", QUICK, "--yes", "--concurrency", "1"], {
      env,
      onText: (text, kill) => text.includes("[1/") && kill("SIGINT"),
    });
    expect(exitCode).toBe(130);
    expect(err).toContain("Interrupted");
    expect(out).toMatch(/not started\n/);
    expect(out).toMatch(/\d applied, .*not started/);
  });
});

describe("emulator", () => {
  it("says where it is and what opens it, serves, and stops on Ctrl-C", async () => {
    let answered: number | undefined;
    const result = await botform(["emulator", "--port", "0", "--quirk", "errorStatus=200"], {
      onText: async (text, kill) => {
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
        if (url === undefined) return;
        answered = (await fetch(`${url}/bot-futures/access-list`)).status;
        kill("SIGINT");
      },
    });
    expect(answered).toBe(200);
    expect(result.out).toMatch(/demo-key, secret demo-secret/);
    expect(result).toMatchObject({ exitCode: 130, err: expect.stringContaining("1 request") });
  });

  it("keeps its state between runs", async () => {
    const state = join(folder, "state.json");
    const once = (visit: (url: string) => Promise<void>) =>
      botform(["emulator", "--port", "0", "--state", state], {
        onText: async (text, kill) => {
          const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
          if (url === undefined) return;
          await visit(url);
          kill("SIGTERM");
        },
      });
    const first = await once(
      async (url) => void (await botform(["apply", "-c", QUICK, "--yes"], { env: demoEnv(url) })),
    );
    expect(first.exitCode).toBe(0);
    let planned = "";
    await once(async (url) => {
      planned = (await botform(["plan", "-c", QUICK], { env: demoEnv(url) })).out;
    });
    expect(planned).toBe("demo: no changes · 3 unchanged\n");
  });

  it("lists its quirks", async () => {
    expect((await botform(["emulator", "--quirks"])).out).toContain("update=merge  (merge, replace, replace-strict)");
  });
});

describe("demo", () => {
  it("runs the main job and ends with 0", async () => {
    const { exitCode, out } = await botform(["demo"]);
    expect(exitCode).toBe(0);
    expect(out.match(/no changes/g)).toHaveLength(2);
    expect(out).toMatch(/sol-dip[\s\S]*leverage +20 → 5/);
  });
});

describe("schema", () => {
  it("prints what is published", async () => {
    expect(await botform(["schema"])).toMatchObject({ exitCode: 0, out: "botform\nbotform-output\n" });
    expect(JSON.parse((await botform(["schema", "botform"])).out)).toEqual(
      JSON.parse(readFileSync("schemas/botform.schema.json", "utf8")),
    );
  });
});
