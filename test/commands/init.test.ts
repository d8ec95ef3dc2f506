// init: what it writes can be applied; what is there already stays as it is, byte for byte. What it prints is in init/*.scenario.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform } from "../support/command.js";
import { botCalled } from "./workplace.js";

const made: string[] = [];
let running: RunningEmulator | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), "botform init "));
  made.push(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const textOf = (...path: string[]) => readFileSync(join(...path), "utf8");
const FILES = [".env.example", ".gitignore", "botform.schema.json", "botform.yaml"];

async function started(titles: readonly string[] = []): Promise<Record<string, string>> {
  const pairs = ["USDT-BTC", "USDT-ETH", "USDT-SOL"];
  const bots = titles.map((title, at) => ({ ...botCalled(title), pairTitle: pairs[at % 3] ?? "", enabled: at > 0 }));
  const accesses = [{ accessId: 101, title: "Main futures" }];
  running = await startEmulator({
    quirks: { commandDelay: 20 },
    seed: { accounts: [{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses, bots }] },
  });
  return {
    BOTFORM_MAIN_API_URL: running.url,
    BOTFORM_MAIN_API_KEY: "demo-key",
    BOTFORM_MAIN_API_SECRET: "demo-secret",
  };
}

describe("init", () => {
  it("writes a fleet that is valid without warnings, canonical, and off; applied, nothing is left to do", async () => {
    const cwd = folder();
    const first = await botform(["init"], { cwd });
    expect(first).toEqual({
      exitCode: 0,
      out: "",
      err: `created: botform.yaml, a small fleet with every bot off; edit it to suit you
created: .gitignore, with .env, .botform/, *.plan
created: .env.example, the account's credentials, to be copied to .env and filled in
created: botform.schema.json, what editors check the configuration with, and complete
Next:
  cp .env.example .env && chmod 600 .env
  botform validate
  botform plan --env-from .env
`,
    });
    expect(readdirSync(cwd).sort()).toEqual(FILES);
    expect(await botform(["validate"], { cwd })).toEqual({
      exitCode: 0,
      out: "Valid: main: 4 bots; 0 warnings.\n",
      err: "",
    });
    expect((await botform(["fmt", "--check"], { cwd })).exitCode).toBe(0);

    const env = await started();
    const filled = textOf(cwd, ".env.example").replace(/^(BOTFORM_\w+)=$/gm, (_, name) => `${name}=${env[name]}`);
    writeFileSync(join(cwd, ".env"), filled, { mode: 0o600 });
    const applied = await botform(["apply", "--env-from", ".env", "--yes"], { cwd });
    expect({ exitCode: applied.exitCode, steps: applied.out.split("\n").at(-2) }).toEqual({
      exitCode: 0,
      steps: "Steps: 4 applied.",
    });
    const after = await botform(["plan", "--env-from", ".env", "--detailed-exitcode"], { cwd });
    expect(after).toMatchObject({ exitCode: 0, err: "" });
    expect(running?.service.bots().map(({ enabled }) => enabled)).toEqual(Array(4).fill(false));
    // The file with the secrets is there now, and nothing says that it be written over.
    expect((await botform(["init"], { cwd })).err).not.toContain("cp ");
  });

  it("leaves what is there, names it, and adds to .gitignore only what it lacks", async () => {
    const files = { "botform.yaml": "version: 1\n", ".gitignore": "dist/\r\n/.env", ".env.example": "A=\n" };
    const cwd = folder(files);
    const { exitCode, err } = await botform(["init"], { cwd });
    expect(exitCode).toBe(0);
    expect(err.split("\n").slice(0, 3)).toEqual([
      "left: botform.yaml, which exists already and stays as it is",
      "appended: .gitignore, with .botform/, *.plan",
      "left: .env.example, which exists already and stays as it is",
    ]);
    expect(textOf(cwd, ".gitignore")).toBe("dist/\r\n/.env\r\n.botform/\r\n*.plan\r\n");
    for (const name of ["botform.yaml", ".env.example"] as const) expect(textOf(cwd, name)).toBe(files[name]);
    expect((await botform(["init"], { cwd })).err).toContain("left: .gitignore");
    expect(textOf(cwd, ".gitignore")).toBe("dist/\r\n/.env\r\n.botform/\r\n*.plan\r\n");
  });

  it("leaves a link alone, although it leads nowhere", async () => {
    const cwd = folder();
    symlinkSync("nowhere.yaml", join(cwd, "botform.yaml"));
    expect((await botform(["init"], { cwd })).err).toContain("left: botform.yaml");
    expect(existsSync(join(cwd, "nowhere.yaml"))).toBe(false);
  });
});
