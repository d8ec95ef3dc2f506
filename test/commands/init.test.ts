// init: what it writes is valid, canonical and plans; what is there already stays as it is, byte for byte.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
const FILES = [".env.example", ".gitignore", "botform.yaml"];

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
created: .gitignore, .env, .botform/
created: .env.example, the account's credentials, to be copied to .env and filled in
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
      "appended: .gitignore, .botform/",
      "left: .env.example, which exists already and stays as it is",
    ]);
    expect(textOf(cwd, ".gitignore")).toBe("dist/\r\n/.env\r\n.botform/\r\n");
    for (const name of ["botform.yaml", ".env.example"] as const) expect(textOf(cwd, name)).toBe(files[name]);
    expect((await botform(["init"], { cwd })).err).toContain("left: .gitignore");
    expect(textOf(cwd, ".gitignore")).toBe("dist/\r\n/.env\r\n.botform/\r\n");
  });

  it.each(["botform.yml", "botform"])("writes no botform.yaml that would hide %s", async (name) => {
    const cwd = folder(name === "botform" ? {} : { [name]: "version: 1\n" });
    if (name === "botform") mkdirSync(join(cwd, name));
    expect((await botform(["init"], { cwd })).err).toContain(`left: ${name},`);
    expect(existsSync(join(cwd, "botform.yaml"))).toBe(false);
  });

  it("leaves a link alone, although it leads nowhere", async () => {
    const cwd = folder();
    symlinkSync("nowhere.yaml", join(cwd, "botform.yaml"));
    expect((await botform(["init"], { cwd })).err).toContain("left: botform.yaml");
    expect(existsSync(join(cwd, "nowhere.yaml"))).toBe(false);
  });

  it.each(["copy", "main-2", "007", "true"])("makes a folder, and takes %s for the account's name", async (account) => {
    const cwd = folder();
    const { exitCode, err } = await botform(["init", "--dir", "my bots/x", "--account", account], { cwd });
    expect(exitCode).toBe(0);
    expect(err).toContain("botform plan -c 'my bots/x/botform.yaml' --env-from 'my bots/x/.env'\n");
    const checked = await botform(["validate", "my bots/x/botform.yaml"], { cwd });
    expect(checked).toMatchObject({ exitCode: 0, out: `Valid: ${account}: 4 bots; 0 warnings.\n` });
    expect((await botform(["fmt", "my bots/x", "--check"], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "my bots/x/.env.example")).toContain(
      `\nBOTFORM_${account.toUpperCase().replace("-", "_")}_API_KEY=\n`,
    );
  });

  it("writes nothing in a dry run, and shows it", async () => {
    const cwd = folder({ ".gitignore": "dist/\n" });
    const { exitCode, out, err } = await botform(["init", "--dry-run", "--dir", "new"], { cwd });
    expect(exitCode).toBe(0);
    expect(err).toContain("would create: new/botform.yaml");
    expect(out).toContain("+++ new/.gitignore");
    expect(readdirSync(cwd)).toEqual([".gitignore"]);
  });

  it("prints one JSON document", async () => {
    const cwd = folder({ ".gitignore": ".env\n" });
    const { out, err } = await botform(["init", "--format", "json"], { cwd });
    expect(err).toBe("");
    expect(JSON.parse(out)).toEqual({
      formatVersion: 1,
      command: "init",
      ok: true,
      exitCode: 0,
      diagnostics: [],
      files: [
        { file: "botform.yaml", action: "created", text: textOf(cwd, "botform.yaml") },
        { file: ".gitignore", action: "appended", text: ".env\n.botform/\n" },
        { file: ".env.example", action: "created", text: textOf(cwd, ".env.example") },
      ],
      written: true,
      next: ["cp .env.example .env && chmod 600 .env", "botform validate", "botform plan --env-from .env"],
    });
  });

  it.each([
    [["--account", "a b"], `"a b" is not a valid account name`],
    [["--account", "constructor"], "is not a valid account name"],
    [["--env-from", "file"], "--env-from only makes sense with --from-live"],
    [["--exchange", "X"], "--exchange only makes sense with --from-live"],
    [["--dir", "file"], "file/botform.yaml can't be used (ENOTDIR)"],
  ])("refuses %j and writes nothing", async (args, message) => {
    const cwd = folder({ file: "" });
    const { exitCode, err } = await botform(["init", ...args], { cwd });
    expect({ exitCode, err }).toEqual({ exitCode: 3, err: expect.stringContaining(message) });
    expect(readdirSync(cwd)).toEqual(["file"]);
  });
});

describe("init --from-live", () => {
  it("starts from the live bots, with what they share said once; nothing is left to do", async () => {
    const env = await started(["BTC dip", "ETH dip", "SOL dip", "By hand"]);
    const cwd = folder();
    const { exitCode, err } = await botform(["init", "--from-live"], { cwd, env });
    expect(exitCode).toBe(0);
    expect(err).toContain("created: botform.yaml, 4 bots of account main");
    expect(readdirSync(cwd).sort()).toEqual(FILES);
    expect(textOf(cwd, "botform.yaml")).toContain("forEach:");
    const plan = await botform(["plan", "--detailed-exitcode"], { cwd, env });
    expect(plan).toMatchObject({ exitCode: 0, out: "main: no changes · 4 unchanged\n" });
    expect(running?.service.writes).toEqual([]);
  });

  it("writes nothing where the account can't be opened, and reads nothing where a configuration is there", async () => {
    const cwd = folder();
    const refused = await botform(["init", "--from-live"], { cwd });
    expect(refused.exitCode).toBe(3);
    expect(refused.err).toContain("BOTFORM_MAIN_API_KEY");
    expect(readdirSync(cwd)).toEqual([]);
    writeFileSync(join(cwd, "botform.yaml"), "version: 1\n");
    expect((await botform(["init", "--from-live"], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "botform.yaml")).toBe("version: 1\n");
  });

  it("says in JSON what it left out", async () => {
    const env = await started(["Twin", "Twin"]);
    const cwd = folder();
    const { exitCode, out } = await botform(["init", "--from-live", "--format", "json"], { cwd, env });
    expect(JSON.parse(out)).toMatchObject({ command: "init", exitCode, account: "main", left: [{ title: "Twin" }] });
  });
});
