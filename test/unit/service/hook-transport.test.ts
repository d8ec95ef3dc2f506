// A webhook is posted once, whatever the wire does; and what is answered is read without believing it.
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { classifyHook, postHook } from "../../../src/service/hook-transport.js";
import { answer, type Hostile, hostile } from "../../support/hostile.js";

const same = (text: string) => text;

async function posted(respond: (socket: Socket, head: string) => unknown, options: { deadlineMs?: number } = {}) {
  const server: Hostile = await hostile(respond);
  try {
    const url = `${server.url}/crazy/hook/1:token`;
    const verdict = await postHook({ url, body: '{"botId":1}', redact: same, deadlineMs: 60_000, ...options });
    return { verdict, received: [...server.received] };
  } finally {
    await server.close();
  }
}

describe("never twice", () => {
  it.each<readonly [string, (socket: Socket) => unknown, string]>([
    ["a reset before any answer", (socket) => socket.resetAndDestroy(), "ambiguous"],
    ["a connection that closes", (socket) => socket.end(), "ambiguous"],
    ["half a head", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le"), "ambiguous"],
    [
      "a body that is cut off",
      (socket) => socket.end('HTTP/1.1 200 X\r\ncontent-length: 99\r\n\r\n{"code":0}'),
      "ambiguous",
    ],
    ["500", (socket) => socket.write(answer(500, '{"code":1}')), "ambiguous"],
    ["503 with Retry-After", (socket) => socket.write(answer(503, "{}", { "retry-after": "0" })), "ambiguous"],
    ["429", (socket) => socket.write(answer(429, '{"code":1}', { "retry-after": "0" })), "ambiguous"],
    ["302", (socket) => socket.write(answer(302, "", { location: "/elsewhere" })), "ambiguous"],
    ["307", (socket) => socket.write(answer(307, "", { location: "/elsewhere" })), "ambiguous"],
    ["308", (socket) => socket.write(answer(308, "{}", { location: "/elsewhere" })), "ambiguous"],
    ["200 and HTML", (socket) => socket.write(answer(200, "<html>ok</html>")), "ambiguous"],
    ["200 and nothing", (socket) => socket.write(answer(200, "")), "ambiguous"],
    ["200 and a list", (socket) => socket.write(answer(200, "[0]")), "ambiguous"],
    [
      "a compressed answer",
      (socket) => socket.write(answer(200, '{"code":0}', { "content-encoding": "gzip" })),
      "ambiguous",
    ],
    [
      "more than an answer",
      (socket) => socket.write(answer(200, `{"code":0,"x":"${"y".repeat(100_000)}"}`)),
      "ambiguous",
    ],
    ["200 and code 0", (socket) => socket.write(answer(200, '{"code":0}')), "accepted"],
    [
      "200 and a refusal",
      (socket) => socket.write(answer(200, '{"code":404,"message":"Bot is not found."}')),
      "refused",
    ],
  ])("%s", async (_, respond, kind) => {
    const { verdict, received } = await posted(respond);
    expect(verdict.kind).toBe(kind);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^POST \/crazy\/hook\/1:token HTTP\/1.1\r\n/);
    expect(received[0]).toMatch(/content-type: application\/json/i);
  });

  it("gives up at its own deadline", async () => {
    const { verdict, received } = await posted(() => {}, { deadlineMs: 200 });
    expect(verdict).toMatchObject({ kind: "ambiguous", message: "no complete answer within 0.2 s" });
    expect(received).toHaveLength(1);
  });

  it("is not sent where nobody listens", async () => {
    const server = await hostile(() => {});
    await server.close();
    expect((await postHook({ url: `${server.url}/x`, body: "{}", redact: same })).kind).toBe("not-sent");
  });

  it.each([
    "http://example.net/crazy/hook/1:t",
    "ftp://127.0.0.1/x",
    "https://user:word@h.example/x",
    "https://h.example/x?y=1",
  ])("%s is refused before anything is sent", async (url) => {
    await expect(postHook({ url, body: "{}", redact: same })).rejects.toThrow(TypeError);
  });
});

describe("what an answer means", () => {
  it.each<readonly [number, string, string, string]>([
    [200, '{"code":0}', "accepted", "0 as a number"],
    [200, '{"code":"0"}', "accepted", "0 as text"],
    [200, "{}", "accepted", "no code"],
    [201, '{"result":"accepted"}', "accepted", "any 2xx"],
    [200, '{"code":1}', "refused", "any other code"],
    [200, '{"code":"E1"}', "refused", "a code of letters"],
    [200, '{"code":""}', "refused", "an empty code isn't 0"],
    [200, '{"code":false}', "ambiguous", "a code that is none"],
    [200, '{"code":null}', "ambiguous", "neither"],
    [200, '{"isSuccess":false,"errorMessage":"no"}', "refused", "the other interface's envelope"],
    [400, '{"code":400,"message":"no"}', "refused", "its own no, with HTTP's"],
    [404, '{"name":"Not Found","code":0,"status":404}', "ambiguous", "a framework's error has a code of 0, too"],
    [404, "Not found", "ambiguous", "somebody else's no"],
    [502, '{"code":1}', "ambiguous", "a server in trouble proves nothing"],
    [200, "null", "ambiguous", "nothing"],
    [200, '"ok"', "ambiguous", "text"],
  ])("%d %s: %s, %s", (status, body, kind) => {
    expect(classifyHook({ status, body }, same).kind).toBe(kind);
  });

  it.each([
    { body: { code: 1, message: "a", msg: "b" }, message: "HTTP 200: a (code 1)", because: "the first of them" },
    { body: { code: 1, message: "", msg: "b" }, message: "HTTP 200: b (code 1)", because: "an empty one says nothing" },
    { body: { code: 1, message: null, errorMessage: "c" }, message: "HTTP 200: c (code 1)", because: "nor does null" },
    { body: { code: 1, message: 5, msg: "b" }, message: "HTTP 200: b (code 1)", because: "nor a number" },
    { body: { code: 1 }, message: "HTTP 200 (code 1)", because: "no word at all" },
  ])("of several words it shows $because", ({ body, message }) => {
    expect(classifyHook({ status: 200, body: JSON.stringify(body) }, same).message).toBe(message);
  });

  it("shows what the service says, cut and redacted", () => {
    const said = classifyHook(
      { status: 200, body: JSON.stringify({ code: 5, message: `token TTTTTT ${"x".repeat(500)}` }) },
      (text) => text.replaceAll("TTTTTT", "***"),
    );
    expect(said.message).toContain("HTTP 200: token *** x");
    expect(said.message.length).toBeLessThan(340);
  });
});
