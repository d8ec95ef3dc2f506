// Rule 14: reads are retried, with full jitter, Retry-After honoured and capped, and one budget for the run.
import { describe, expect, it } from "vitest";
import { DEFAULT_RETRY, retryDelay } from "../../src/service/retry.js";
import { answer, success } from "../support/hostile.js";
import { against } from "./scene.js";

const PAIRS = success(["USDT-BTC"]);

describe("rule 14: reads are retried", () => {
  it.each([
    { bytes: answer(500, ""), because: "a 5xx" },
    { bytes: answer(429, ""), because: "a 429" },
    { bytes: "", because: "a connection that breaks" },
    { bytes: "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{", because: "an answer that breaks off" },
  ])("after $because", async ({ bytes }) => {
    const { client, server } = await against((socket, _head, count) => {
      if (count > 1) socket.write(PAIRS);
      else if (bytes === "") socket.destroy();
      else socket.end(bytes);
    });
    await expect(client.pairList()).resolves.toEqual(["USDT-BTC"]);
    expect(server.received).toHaveLength(2);
  });

  it("after a time-out", async () => {
    let silent = false;
    const { client } = await against(
      (socket) => {
        if (!silent) socket.write(PAIRS);
        silent = false;
      },
      { deadlineMs: 200 },
    );
    await client.pairList();
    silent = true;
    await expect(client.pairList()).resolves.toEqual(["USDT-BTC"]);
    expect(silent).toBe(false);
  });

  it.each([
    { bytes: answer(200, "<html>"), because: "an answer that can't be read would read the same again" },
    { bytes: answer(200, '{"isSuccess":false,"errorMessage":"no"}'), because: "a refusal is an answer" },
  ])("not where it can't help: $because", async ({ bytes }) => {
    const { client, server } = await against((socket) => socket.write(bytes));
    await expect(client.pairList()).rejects.toMatchObject({ name: "ServiceError" });
    expect(server.received).toHaveLength(1);
  });

  it("a few times, not for ever", async () => {
    const { client, server } = await against((socket) => socket.write(answer(503, "")));
    await expect(client.pairList()).rejects.toMatchObject({ kind: "http" });
    expect(server.received).toHaveLength(DEFAULT_RETRY.attempts);
  });

  it("writes are not: each follows its own rules", async () => {
    const { client, server } = await against((socket) => socket.write(answer(503, "", { "retry-after": "0" })));
    for (const write of [client.createBot([]), client.updateBot([]), client.turnOn(1), client.turnOff(1)]) await write;
    expect(server.received).toHaveLength(4);
  });
});

describe("rule 14: the wait", () => {
  const policy = { attempts: 9, baseMs: 250, capMs: 10_000, budget: 60 };

  it.each([
    { failures: 1, range: 250 },
    { failures: 2, range: 500 },
    { failures: 4, range: 2_000 },
    { failures: 9, range: 10_000 },
  ])(
    "has full jitter: from nothing to a range that doubles up to the cap, after failure $failures",
    ({ failures, range }) => {
      expect(retryDelay(policy, failures, 0)).toBe(0);
      expect(retryDelay(policy, failures, 0.5)).toBe(range / 2);
      expect(retryDelay(policy, failures, 0.9999)).toBeLessThan(range);
      expect(retryDelay(policy, failures, 0.9999)).toBeGreaterThan(range * 0.99);
    },
  );

  it.each([
    { header: "3", waits: 3_000, because: "Retry-After is honoured" },
    { header: "0", waits: 0, because: "Retry-After: 0 is honoured" },
    { header: "86400", waits: 10_000, because: "Retry-After is capped" },
    { header: new Date(1_790_000_004_000).toUTCString(), waits: 4_000, because: "Retry-After may be a date" },
    { header: "soon", waits: 125, because: "Retry-After that can't be read is none" },
  ])("$because: $header", async ({ header, waits }) => {
    const { client, slept } = await against(
      (socket, _head, count) => socket.write(count === 1 ? answer(503, "", { "retry-after": header }) : PAIRS),
      { now: () => 1_790_000_000_000 },
    );
    await client.pairList();
    expect(slept).toEqual([waits]);
  });
});

describe("rule 14: one budget for the run", () => {
  it("all reads of one client draw on it, whichever they are", async () => {
    const retry = { attempts: 4, baseMs: 1, capMs: 1, budget: 5 };
    const { client, server } = await against((socket) => socket.write(answer(500, "")), { retry });
    for (const read of [client.pairList, client.accessList, () => client.botDetails(1), client.accountInformation]) {
      await expect(read()).rejects.toMatchObject({ kind: "http" });
    }
    // Three repeats, two, and none for the rest.
    expect(server.received).toHaveLength(4 + 3 + 1 + 1);
  });

  it("and none is left for a run that was interrupted", async () => {
    const controller = new AbortController();
    const { client, server, slept } = await against(
      (socket) => {
        controller.abort();
        socket.write(answer(503, "", { "retry-after": "3" }));
      },
      { signal: controller.signal },
    );
    await expect(client.pairList()).rejects.toMatchObject({ kind: "http" });
    expect([server.received.length, slept]).toEqual([1, []]);
  });
});
