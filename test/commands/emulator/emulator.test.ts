// botform emulator as a user runs it: a stepped market with walks and candles, told what to do from another terminal.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { botform } from "../../support/command.js";

const SEED = "examples/emulator/market.json";

/** Runs the server with these arguments, hands its address to `use`, and interrupts it then. */
function serving(args: readonly string[], use: (url: string) => Promise<void>) {
  let used: Promise<void> | undefined;
  let text = "";
  const server = botform(["emulator", "--port", "0", ...args], {
    onText: (piece, kill) => {
      text += piece;
      const url = /on (http:\S+) /.exec(text)?.[1];
      if (url !== undefined) used ??= use(url).finally(() => kill("SIGINT"));
    },
  });
  return server.then(async (result) => {
    await used;
    return result;
  });
}

describe("botform emulator", () => {
  it("steps, signals, sets prices and shows its state", async () => {
    const server = await serving(["--seed", SEED, "--time", "stepped"], async (url) => {
      const tell = (...args: string[]) => botform(["emulator", ...args, "--url", url]);
      expect(await tell("step", "150")).toMatchObject({
        exitCode: 0,
        out: "The market's clock is at 2026-01-01T00:02:30.000Z.\n",
      });
      const before = JSON.parse((await tell("state", "--format", "json")).out);
      // Half-way between the third candle's extremes: its low 0.1184 at 140 s, its high 0.1195 at 160 s.
      expect(before).toMatchObject({ formatVersion: 2, command: "emulator state", ok: true });
      expect(before.prices["USDT-DOGE"]).toBe("0.11895");
      expect(before.accounts[0].bots[1]).toMatchObject({ id: 1002, waitsFor: "signal" });
      expect((await tell("signal", "1002")).out).toBe("Bot 1002 got a signal.\n");
      expect(await tell("signal", "1002")).toMatchObject({ exitCode: 3, err: expect.stringContaining("is in a deal") });
      expect((await tell("price", "USDT-SOL", "155")).out).toBe("USDT-SOL is at 155.\n");
      expect(await tell("edit", "1001", "title=By hand", "enabled=false")).toMatchObject({
        exitCode: 0,
        out: "Bot 1001 was edited by hand: title=By hand, enabled=false.\n",
      });
      expect((await tell("edit", "1001", "leverage=200%")).err).toContain("the emulator refused: leverage must be");
      const { out } = await tell("state");
      expect(out).toMatch(/^1001 {2}By hand .* off$/m);
      expect(out).toContain("2026-01-01T00:02:30.000Z (stepped)");
      expect(out).toMatch(/^5000\d {2}1002 {2}USDT-SOL {2}SHORT .* 1 of 3 /m);
    });
    expect([server.exitCode, server.err]).toEqual([130, expect.stringContaining("stopped after")]);
    expect(server.out).toContain("webhooks http://127.0.0.1:");
    expect(server.out).toContain("The market's clock stands still");
  });

  it("lets commands take effect while its time stands still", async () => {
    await serving(["--seed", SEED, "--time", "stepped"], async (url) => {
      const env = {
        BOTFORM_MAIN_API_URL: url,
        BOTFORM_MAIN_API_KEY: "main-key",
        BOTFORM_MAIN_API_SECRET: "main-secret",
      };
      const folder = mkdtempSync(join(tmpdir(), "emulator-"));
      const off = await botform(["bots", "off", "1001", "--account", "main", "--journal", folder, "--timeout", "60"], {
        env,
      });
      expect([off.exitCode, off.out]).toEqual([0, expect.stringContaining("1 turned off")]);
    });
  });

  it.each<[string, readonly string[], number, string]>([
    ["no emulator", ["step", "1", "--url", "http://127.0.0.1:9"], 1, "no emulator answers"],
    ["an address elsewhere", ["state", "--url", "https://example.com"], 3, "--url must be the address"],
    ["no change", ["edit", "1001", "leverage"], 3, "leverage isn't FIELD=VALUE, for example leverage=10"],
    ["a switch that is neither", ["edit", "1001", "enabled=1"], 3, "enabled must be true or false, not 1"],
    ["no seconds", ["step", "soon"], 3, "give seconds"],
    ["speed and steps together", ["--time", "stepped", "--speed", "5"], 3, "--speed has no effect"],
  ])("says what is wrong: %s", async (_name, args, exitCode, words) => {
    const result = await botform(["emulator", ...args]);
    expect([result.exitCode, result.out]).toEqual([exitCode, ""]);
    expect(result.err).toContain(words);
  });

  it("names the line of a candle file that can't be read", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-"));
    const seed = (file: string) => ({
      accounts: [{ name: "a", apiKey: "k", apiSecret: "s", accesses: [{ accessId: 1, title: "A" }] }],
      prices: { "USDT-BTC": { candles: { file } } },
    });
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed("bad.csv")));
    writeFileSync(join(folder, "bad.csv"), "1767225600000,1,2,0.5,1.5,9\n1767225660000,1,x,0.5,1.5,9\n");
    const result = await botform(["emulator", "--seed", join(folder, "seed.json")]);
    expect([result.exitCode, result.err]).toEqual([3, expect.stringContaining("bad.csv:2: ")]);
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed("none.csv")));
    expect((await botform(["emulator", "--seed", join(folder, "seed.json")])).err).toContain(
      "none.csv: the candle file can't be read",
    );
  });
});
