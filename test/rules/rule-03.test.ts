// Rule 3: create is sent once; no layer retries it, no redirect is followed, the whole exchange has one deadline.
import { describe, expect, it } from "vitest";
import type { WriteAnswer } from "../../src/model/ports.js";
import { answer, success } from "../support/hostile.js";
import { against, carryOut, idle, LOST, start } from "./scene.js";

const NO = '{"isSuccess":false,"errorMessage":"no"}';

describe("rule 3: create is sent once", () => {
  it.each([
    { bytes: answer(500, ""), because: "a 500" },
    { bytes: answer(503, "", { "retry-after": "1" }), because: "a 503 that asks to come again" },
    { bytes: answer(429, NO, { "retry-after": "0" }), because: "a 429 that asks to come again" },
    { bytes: answer(401, ""), because: "rejected credentials, which a read would try again" },
    { bytes: answer(200, NO), because: "a refusal" },
    { bytes: answer(200, "<html>"), because: "an unknown 200" },
    { bytes: "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{", because: "a truncated answer" },
    { bytes: "", because: "a connection that breaks before the answer" },
  ])("no layer retries it: $because", async ({ bytes }) => {
    const { client, server, slept } = await against((socket) => (bytes === "" ? socket.destroy() : socket.end(bytes)));
    await client.createBot([["title", "A"]]);
    expect([server.received.length, slept]).toEqual([1, []]);
  });

  it("no layer retries it: a kept connection that dies under it", async () => {
    const { client, server } = await against((socket, head) =>
      head.startsWith("POST") ? socket.destroy() : socket.write(success([])),
    );
    await client.pairList();
    expect((await client.createBot([["title", "A"]])).kind).toBe("ambiguous");
    expect(server.received.filter((head) => head.startsWith("POST"))).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])("no redirect is followed: %i", async (status) => {
    const target = await against((socket) => socket.write(success({ botId: 1 })));
    const { client, server } = await against((socket) =>
      socket.write(answer(status, "", { location: `${target.server.url}/elsewhere` })),
    );
    expect((await client.createBot([["title", "A"]])).kind).toBe("ambiguous");
    expect([server.received.length, target.server.received]).toEqual([1, []]);
  });

  it("the whole exchange has one deadline: headers and drops of a body don't extend it", async () => {
    const whole = success({ botId: 1 });
    const { client, server } = await against(
      (socket, head) => {
        if (head.startsWith("GET")) return socket.write(success([]));
        let told = whole.indexOf("{");
        socket.write(whole.slice(0, told));
        const drip = setInterval(() => {
          socket.write(whole.slice(told, told + 1));
          told += 1;
          if (told >= whole.length) clearInterval(drip);
        }, 10);
        return socket.on("close", () => clearInterval(drip));
      },
      { deadlineMs: 300 },
    );
    // The connection stands already.
    await client.pairList();
    const given = await client.createBot([["title", "A"]]);
    expect(given).toMatchObject({ kind: "ambiguous", message: "no complete answer within 0.3 s" });
    expect(server.received.filter((head) => head.startsWith("POST"))).toHaveLength(1);
  });

  it("the whole exchange has one deadline: an answer that never begins", async () => {
    const { client } = await against(
      (socket, head) => {
        if (head.startsWith("GET")) return socket.write(success([]));
        return setTimeout(() => socket.write(success({ botId: 1 })), 900);
      },
      { deadlineMs: 300 },
    );
    await client.pairList();
    expect((await client.createBot([["title", "A"]])).kind).toBe("ambiguous");
  });

  const given: readonly WriteAnswer[] = [
    { kind: "accepted" },
    { kind: "refused", message: "no" },
    { kind: "not-sent", message: "ECONNREFUSED" },
    { kind: "unauthorized", message: "HTTP 401" },
    LOST,
    { kind: "ambiguous", message: "HTTP 404", turnedDown: true },
  ];
  it.each(given)("apply doesn't send it again either: $kind $message", async (said) => {
    const way = await start();
    let creates = 0;
    const create = async () => {
      creates += 1;
      return said;
    };
    await carryOut(way, await way.plan(idle("a")), { writer: { create } });
    expect(creates).toBe(1);
  });
});
