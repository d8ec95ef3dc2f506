// botform pull as a user meets it: where it writes, and that a dry run writes nothing. What it refuses is in pull/what-it-refuses.scenario.
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
});
