// botform pull as a user meets it: where it writes, what it refuses, and that a dry run writes nothing.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, type Result } from "../support/command.js";
import { handMade, seedOf } from "../techniques/properties/pull-fleet.js";

describe("botform pull", () => {
  let emulator: RunningEmulator;
  const folder = mkdtempSync(join(tmpdir(), "botform-pull-"));
  const path = (...parts: string[]) => join(folder, ...parts);

  beforeAll(async () => {
    emulator = await startEmulator({ seed: seedOf(handMade({ count: 90 })) });
  });

  afterAll(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function pull(...args: string[]): Promise<Result> {
    const env = {
      BOTFORM_MAIN_API_URL: emulator.url,
      BOTFORM_MAIN_API_KEY: "key-of-main",
      BOTFORM_MAIN_API_SECRET: "secret-of-main",
    };
    return botform(["pull", "--account", "main", ...args], { env, cwd: folder });
  }

  it("shows what it would write, and writes nothing, in a dry run", async () => {
    const { exitCode, out, err } = await pull("--out", "dry", "--dry-run");
    expect([exitCode, existsSync(path("dry"))]).toEqual([0, false]);
    expect(out).toContain("+version: 1");
    expect(err).toContain("Would write");
    expect(out + err).not.toContain("secret-of");
  });

  it("writes into a folder beside what isn't YAML, and takes over drift alone afterwards", async () => {
    mkdirSync(path("fleet"));
    writeFileSync(path("fleet", "README.md"), "ours");
    expect((await pull("--out", "fleet")).exitCode).toBe(0);
    const file = path("fleet", "botform.yaml");
    const before = readFileSync(file, "utf8");
    emulator.service.editBot(5000, { leverage: 99 });
    const dry = await pull("-c", "fleet", "--dry-run");
    expect([dry.exitCode, readFileSync(file, "utf8") === before]).toEqual([0, true]);
    const accepted = await pull("-c", "fleet", "--accept", "bot-yes.leverage");
    expect(accepted.exitCode, accepted.err).toBe(0);
    const after = readFileSync(file, "utf8");
    expect(after.replace("leverage: 99", before.match(/bot-yes:[\s\S]*?(leverage: \d+)/)?.[1] ?? "")).toBe(before);
    expect(emulator.service.writes).toEqual([]);
  });

  it.each([
    {
      because: "other YAML files in the folder",
      name: "taken",
      args: ["--out", "taken"],
      exitCode: 3,
      says: "become part",
    },
    {
      because: "a file in the folder's place",
      name: "",
      args: ["--out", "plain.txt"],
      exitCode: 1,
      says: "can't be created",
    },
    {
      because: "a configuration to factor",
      name: "",
      args: ["-c", "plain.yaml", "--factor"],
      exitCode: 3,
      says: "--factor",
    },
    { because: "nothing to accept into", name: "", args: ["--accept", "a"], exitCode: 3, says: "there is none" },
  ])("refuses $because", async ({ name, args, exitCode, says }) => {
    if (name !== "") {
      mkdirSync(path(name));
      writeFileSync(path(name, "other.yml"), "bots: {}\n");
    }
    writeFileSync(path("plain.txt"), "");
    writeFileSync(path("plain.yaml"), "version: 1\n");
    const result = await pull(...args);
    expect([result.exitCode, result.err]).toEqual([exitCode, expect.stringContaining(says)]);
    expect(result.err).not.toContain("fault of botform");
    expect(readFileSync(path("plain.yaml"), "utf8")).toBe("version: 1\n");
  });
});
