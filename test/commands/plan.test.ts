// The command as a user, a script and CI run it, where a story can't show it: secrets, signals, hostile titles. The rest is in */*.scenario.
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

  it("prints no help as an error for a bare call", async () => {
    const { exitCode, out, err } = await botform([]);
    expect(`${out}${err}`).toContain("Usage: botform");
    expect(exitCode).toBe(0);
  });
});

describe("validate", () => {
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
    expect(planned).toMatch(
      /^demo: no changes · 3 unchanged\n {2}at http:\/\/127\.0\.0\.1:\d+(?:, commit \w{12}(?: with changes that aren't committed)?)?,\s+digest\s\w{12}\n$/,
    );
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
    expect(await botform(["schema"])).toMatchObject({
      exitCode: 0,
      out: "botform\nbotform-scenario\nbotform-output\n",
    });
    expect(JSON.parse((await botform(["schema", "botform"])).out)).toEqual(
      JSON.parse(readFileSync("schemas/botform.schema.json", "utf8")),
    );
  });
});
