// A probe signs with the nonce it is given, goes by the method it is given, sends once, and can't write.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import { createProbe, type Prober } from "../../../src/service/probe.js";
import { SEED } from "../../support/road.js";

const NOW = 1_790_000_000_000;
let emulator: RunningEmulator;
let probe: Prober;
beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED, clock: { now: () => NOW }, quirks: { unknownExchange: "empty" } });
  probe = createProbe({ apiUrl: emulator.url, apiKey: "key", apiSecret: "secret" });
});
afterEach(async () => {
  await probe.close();
  await emulator.close();
});

const NONCE = NOW / 1000;

it("gives the answer as it came, with the server's time", async () => {
  const { text, ...answer } = await probe.send({ name: "listBots", parameters: [["exchange", "A B"]], nonce: NONCE });
  expect(answer).toEqual({
    verdict: { kind: "success", data: [] },
    status: 200,
    json: JSON.parse(text),
    dateMs: NOW,
  });
});

it.each([
  [{ name: "pairList", nonce: NONCE - 60 }, 200, "success"],
  [{ name: "pairList", nonce: NONCE - 61 }, 401, "unauthorized"],
  [{ name: "accountInformation", nonce: NONCE }, 200, "success"],
  [{ name: "accountInformation", nonce: NONCE, method: "GET" }, 405, "refused"],
  [{ name: "botDetails", parameters: [["botId", 9]], nonce: NONCE }, 404, "refused"],
] as const)("%j", async (asked, status, kind) => {
  const answer = await probe.send(asked);
  expect([answer.status, answer.verdict.kind]).toEqual([status, kind]);
  const { requests } = emulator.service;
  expect(Object.values(requests).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
});

it("shows no secret that an answer repeats", async () => {
  const own = createProbe({ apiUrl: emulator.url, apiKey: "key", apiSecret: "secret", secrets: ["is not found"] });
  const { verdict } = await own.send({ name: "botDetails", parameters: [["botId", 9]], nonce: NONCE });
  await own.close();
  expect(verdict).toEqual({ kind: "refused", message: "HTTP 404: Bot ***." });
});
