// What botform risk --live and the preview in money of every plan ask the service for. What risk prints and refuses is in risk/*.scenario.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSeed } from "../../src/cli/emulator/server.js";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, demoEnv } from "../support/command.js";

const FLEET = "examples/fleet";
let folder = "";
let emulator: RunningEmulator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "botform risk "));
  emulator = await startEmulator({ seed: await readSeed("examples/emulator/fleet.json") });
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const live = (...args: string[]) => botform(args, { env: demoEnv(emulator.url) });

describe("risk", () => {
  it("with --live reads balances, positions, bots and running deals, and nothing else", async () => {
    const before = { ...emulator.service.requests };
    const { exitCode, out } = await live("risk", "-c", FLEET, "--live", "--format", "json");
    expect(exitCode).toBe(0);
    const [{ totals }] = JSON.parse(out).accounts;
    expect(totals.quotes.find((one: { quote: string }) => one.quote === "USDT").free).toMatch(/^\d+/);
    const after = Object.entries(emulator.service.requests).filter(
      ([name, count]) => count !== Object.entries(before).find(([key]) => key === name)?.[1],
    );
    expect(after.map(([name]) => name).toSorted()).toEqual([
      "accessList",
      "accountInformation",
      "activeDeals",
      "botDetails",
      "listBots",
    ]);
  });
});

describe("every plan", () => {
  it("shows what each bot and the account may cost, before and after, for one request more", async () => {
    const before = emulator.service.requests.accountInformation ?? 0;
    const { out } = await live("plan", "-c", FLEET);
    expect(out).toContain("    position at most 258.32 → 409.84 USDT, initial margin 51.66 → 81.97, cover 9 %");
    expect(out).toMatch(
      /Totals of all bots that are on or have a running deal:\n {2}USDT: 6 → 11 bots on and 0 → 1 off with a running deal, position at most 1 143\.32 → 2 314\.84/,
    );
    expect(out).toMatch(/free balance needed: .* of 11 [\d.]+\n/);
    expect(emulator.service.requests.accountInformation).toBe(before + 1);
  });

  it("carries it as data, in the saved file, too, which stays as it was reviewed", async () => {
    const file = join(folder, "money.plan");
    const { out } = await live("plan", "-c", FLEET, "--out", file, "--format", "json");
    const { money } = JSON.parse(out).accounts[0].plan;
    expect(money.bots["demo/eth-grid"]).toMatchObject({ before: { position: "258.31808" }, after: { leverage: "5" } });
    expect(money.after.shocks.map(({ move }: { move: string }) => move)).toContain("-0.2");
    expect(money.bots["demo/eth-grid"].after.basis).toMatchObject({ kind: "price", source: "position" });
    const text = readFileSync(file, "utf8");
    expect(JSON.parse(text).plan.money).toEqual(money);
    const forged = written("forged.plan", text.replace('"position":"258.31808"', '"position":"1"'));
    const { exitCode, err } = await live("apply", forged, "-c", FLEET, "--yes");
    expect(exitCode).toBe(4);
    expect(err).toContain("altered");
    expect(emulator.service.writes).toEqual([]);
  });
});
