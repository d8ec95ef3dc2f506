// A probe signs with the nonce it is given, goes by the method it is given, sends once, and can't write.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import { createProbe, type Prober } from "../../../src/service/probe.js";
import { hostile, success } from "../../support/hostile.js";
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

it.each([
  ["accessList", "GET", false],
  ["accessList", "POST", true],
] as const)(
  "%s by %s leaves as the client's own requests do, and asks for no compression",
  async (name, method, form) => {
    const server = await hostile((socket) => socket.write(success([])));
    const own = createProbe({ apiUrl: server.url, apiKey: "key", apiSecret: "canary-secret" });
    await own.send({ name, method, nonce: NONCE, parameters: [["a", "b c"]] });
    await own.close();
    await server.close();
    const head = `${server.received[0]}\r\n`;
    expect(head.startsWith(`${method} /bot-futures/`)).toBe(true);
    expect(head).toContain("?a=b+c HTTP/1.1\r\n");
    expect(head).toMatch(/ctg-api-key: key\r\n/i);
    expect(head).toMatch(/ctg-api-nonce: 1790000000\r\n/i);
    expect(head).toMatch(/ctg-api-signature: [0-9a-f]{64}\r\n/i);
    expect(head).toMatch(/accept: application\/json\r\n/i);
    expect(head).toMatch(/accept-encoding: identity\r\n/i);
    expect(/content-type: application\/x-www-form-urlencoded\r\n/i.test(head)).toBe(form);
    expect(head).not.toContain("canary-secret");
  },
);

it("shows no secret that an answer repeats", async () => {
  const own = createProbe({ apiUrl: emulator.url, apiKey: "key", apiSecret: "secret", secrets: ["is not found"] });
  const { verdict } = await own.send({ name: "botDetails", parameters: [["botId", 9]], nonce: NONCE });
  await own.close();
  expect(verdict).toEqual({ kind: "refused", message: "HTTP 404: Bot ***." });
});
