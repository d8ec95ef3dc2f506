// plan --access-cache: one request where nothing is to be done, the accesses of now wherever something is, and nobody else's file.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { readAccesses, sealAccesses } from "../../src/model/planfile/access-file.js";
import { botform, demoEnv } from "../support/command.js";

const CONFIG = resolve("examples/quick-start");
/** With several, the list doesn't say where a bot is, and each is read. */
const ONE_ACCESS = {
  exchange: "SERVICE_FUTURES",
  pairs: ["USDT-BTC", "USDT-ETH", "USDT-SOL"],
  accounts: [
    {
      ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", bots: [] },
      accesses: [{ accessId: 101, title: "Main futures" }],
    },
  ],
};
let cwd = "";
let running: RunningEmulator;

beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "botform-accesses-"));
  running = await startEmulator({ seed: ONE_ACCESS, quirks: { commandDelay: 0 } });
});
afterEach(async () => {
  await running.close();
  rmSync(cwd, { recursive: true, force: true });
});

const folder = () => join(cwd, ".botform/accesses");
const file = () => join(folder(), readdirSync(folder())[0] ?? "");

async function plan(...args: readonly string[]) {
  const before = { ...running.service.requests };
  const ended = await botform(["plan", "-c", CONFIG, ...args], { cwd, env: demoEnv(running.url) });
  const asked = Object.entries(running.service.requests).flatMap(([name, count]) =>
    Array.from({ length: count - (before[name as keyof typeof before] ?? 0) }, () => name),
  );
  return { ...ended, asked: asked.sort() };
}

const applied = async () => {
  const { exitCode } = await botform(["apply", "-c", CONFIG, "--yes"], { cwd, env: demoEnv(running.url) });
  expect(exitCode).toBe(0);
};

const CACHED = ["--access-cache", "10"];

describe("plan --access-cache", () => {
  it("asks once where nothing is to be done, and says what it says without", async () => {
    await applied();
    const without = await plan();
    expect(without.asked).toEqual(["accessList", "listBots"]);
    expect(existsSync(folder())).toBe(false);
    expect((await plan(...CACHED)).asked).toEqual(["accessList", "listBots"]);
    const cached = await plan(...CACHED);
    expect(cached.asked).toEqual(["listBots"]);
    expect([cached.out, cached.err, cached.exitCode]).toEqual([without.out, without.err, without.exitCode]);
  });

  it("asks for the accesses wherever something is to be done, and no more than without", async () => {
    await applied();
    await plan(...CACHED);
    const edited = running.service.bots().find(({ values }) => values.title === "BTC dip");
    running.service.editBot(edited?.id ?? 0, { leverage: "7" });
    const without = await plan();
    const cached = await plan(...CACHED);
    expect(cached.out).toContain("leverage");
    expect([cached.out, cached.asked]).toEqual([without.out, without.asked]);
  });

  it("plans by the accesses of now where they are others", async () => {
    await applied();
    await plan(...CACHED);
    const opener = { apiUrl: running.url, apiKey: "demo-key", apiSecret: "demo-secret" };
    writeFileSync(
      file(),
      sealAccesses([{ id: 101, title: "Old name", exchange: "SERVICE_FUTURES" }], Date.now(), opener),
    );
    const cached = await plan(...CACHED);
    expect([cached.exitCode, cached.asked]).toEqual([0, ["accessList", "listBots", "listBots"]]);
    expect(cached.out).toContain("no changes");
    // What it has just seen is remembered.
    expect(readFileSync(file(), "utf8")).toContain("Main futures");
    expect((await plan(...CACHED)).asked).toEqual(["listBots"]);
  });

  it("keeps it for the user alone, out of git, and without the key", async () => {
    await plan(...CACHED);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(cwd, ".botform/.gitignore"), "utf8")).toBe("*\n");
    expect(readFileSync(file(), "utf8") + file()).not.toMatch(/demo-key|demo-secret/);
  });

  it.each([
    ["a byte more", (text: string) => text.replace("Main", "Mein")],
    ["nothing", () => ""],
    ["what is no JSON", () => "{"],
    ["another key's", (text: string) => text.replace(/"mac":"[0-9a-f]{8}/, '"mac":"00000000')],
  ])("takes no file that holds %s", async (_, spoiled) => {
    await applied();
    await plan(...CACHED);
    writeFileSync(file(), spoiled(readFileSync(file(), "utf8")));
    expect((await plan(...CACHED)).asked).toEqual(["accessList", "listBots"]);
    expect((await plan(...CACHED)).asked).toEqual(["listBots"]);
  });

  it("follows no link, and plans all the same", async () => {
    await applied();
    await plan(...CACHED);
    const aside = join(cwd, "aside.json");
    const path = file();
    writeFileSync(aside, readFileSync(path));
    rmSync(path);
    symlinkSync(aside, path);
    const text = readFileSync(aside, "utf8");
    expect(await plan(...CACHED)).toMatchObject({ exitCode: 0, asked: ["accessList", "listBots"] });
    expect(readFileSync(aside, "utf8")).toBe(text);
  });

  it.each(["0", "1441", "x"])("refuses %s minutes", async (minutes) => {
    expect((await plan("--access-cache", minutes)).exitCode).toBe(3);
  });
});

describe("the file", () => {
  const opener = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret" };
  const accesses = [{ id: 1, title: "Main", exchange: "X" }];
  const text = sealAccesses(accesses, 1_000, opener);

  it.each([
    { now: 1_000, holdMs: 0, opener, because: "of this moment", read: accesses },
    { now: 1_500, holdMs: 500, opener, because: "as old as it may be", read: accesses },
    { now: 1_501, holdMs: 500, opener, because: "older", read: undefined },
    { now: 999, holdMs: 500, opener, because: "the clock went back", read: undefined },
    { now: 1_000, holdMs: 500, opener: { ...opener, apiSecret: "other" }, because: "another secret", read: undefined },
    { now: 1_000, holdMs: 500, opener: { ...opener, apiKey: "other" }, because: "another key", read: undefined },
    {
      now: 1_000,
      holdMs: 500,
      opener: { ...opener, apiUrl: "https://b.net" },
      because: "another service",
      read: undefined,
    },
  ])("is read $because: $read", ({ now, holdMs, opener: by, read }) => {
    expect(readAccesses(text, by, { now, holdMs })).toEqual(read);
  });
});
