// Rule 4: every write is not sent, applied (proved by reading back), or ambiguous, which is everything else.
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { answer, success } from "../support/hostile.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { against, carryOut, idle, sent, start } from "./scene.js";

const NO = '{"isSuccess":false,"errorMessage":"no","data":null}';
const YES = '{"isSuccess":true,"errorMessage":"","data":{"botId":1}}';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The https address of a server that doesn't speak TLS. */
async function listening(greet: (socket: Socket) => unknown): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    greet(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? `https://127.0.0.1:${address.port}` : "";
}

describe("rule 4: classify every write", () => {
  it("not sent: the connection is refused", async () => {
    const { client, server } = await against(() => {});
    await server.close();
    expect((await client.createBot([])).kind).toBe("not-sent");
  });

  it.each([
    { says: "HTTP/1.1 400 Bad Request\r\n\r\n", because: "who answers TLS in plain text" },
    { says: "", because: "a connection that doesn't come to stand in time" },
  ])("not sent: $because", async ({ says }) => {
    const apiUrl = await listening((socket) => says !== "" && socket.end(says));
    const { client } = await against(() => {}, { apiUrl, connectTimeoutMs: 50, deadlineMs: 20_000 });
    expect(await client.createBot([])).toMatchObject({
      kind: "not-sent",
      message: expect.stringContaining("no connection"),
    });
  });

  it("not sent: a name that nobody knows", async () => {
    const { client } = await against(() => {}, { apiUrl: "https://botform.invalid", connectTimeoutMs: 500 });
    expect((await client.createBot([])).kind).toBe("not-sent");
  });

  it.each([
    { bytes: answer(500, NO), because: "a 500, although its body says no: it may come after acting" },
    { bytes: answer(502, "bad gateway"), because: "a proxy's error" },
    { bytes: answer(504, YES), because: "a 504, although its body says yes" },
    { bytes: answer(429, NO), because: "a 429, although its body says no" },
    { bytes: "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{", because: "a truncated 200 of fixed length" },
    { bytes: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{", because: "a truncated chunked 200" },
    { bytes: "HTTP/1.1 200 OK\r\n\r\n{", because: "a truncated 200 that ends with the connection" },
    { bytes: answer(200, ""), because: "an empty 200" },
    { bytes: answer(200, "<html>"), because: "a 200 of HTML" },
    { bytes: answer(200, '{"ok":true,"botId":1}'), because: "a 200 of a foreign form" },
    { bytes: success({}), because: "a success without a bot id" },
    { bytes: answer(302, YES, { location: "/elsewhere" }), because: "a redirect that says yes" },
    { bytes: answer(404, "<html>"), because: "an undocumented 4xx" },
    { bytes: answer(422, '{"name":"n","message":"m","code":0,"status":422}'), because: "a 4xx of the framework" },
    { bytes: answer(400, YES), because: "a 4xx that says yes" },
    { bytes: answer(408, ""), because: "a 408: it may still be on its way" },
    { bytes: "", because: "a reset before the headers" },
  ])("ambiguous: $because", async ({ bytes }) => {
    const { client } = await against((socket) => (bytes === "" ? socket.destroy() : socket.end(bytes)));
    expect((await client.createBot([["title", "A"]])).kind).toBe("ambiguous");
  });

  it("ambiguous: no answer in time", async () => {
    const respond = (socket: Socket, head: string) => head.startsWith("GET") && socket.write(success([]));
    const { client } = await against(respond, { deadlineMs: 200 });
    // The connection stands already.
    await client.pairList();
    expect((await client.turnOn(1)).kind).toBe("ambiguous");
  });

  it.each([200, 400, 422])("a no in the service's own envelope is a refusal: %i", async (status) => {
    const { client } = await against((socket) => socket.write(answer(status, NO)));
    expect((await client.createBot([["title", "A"]])).kind).toBe("refused");
  });

  it.each([401, 403])("rejected credentials are one, too: %i", async (status) => {
    const { client } = await against((socket) => socket.write(answer(status, "")));
    expect((await client.createBot([["title", "A"]])).kind).toBe("unauthorized");
  });

  it("applied is proved by reading back: a create that was accepted and is not there is unknown", async () => {
    const way = await start();
    const create = async () => ({ kind: "accepted", botId: 4711 }) as const;
    const report = await carryOut(way, await way.plan(idle("a")), { writer: { create } });
    expect(report.outcomes).toMatchObject([{ kind: "unknown", detail: expect.stringContaining("4711") }]);
  });

  it("applied is proved by reading back: an update that was accepted and dropped has failed", async () => {
    const way = await start();
    await way.apply(await way.plan(idle("a")));
    const update = async () => ({ kind: "accepted" }) as const;
    const plan = await way.plan(desired([desiredBot("a", { fields: { leverage: "9" } })]));
    const report = await carryOut(way, plan, { writer: { update } });
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 6 }]);
    expect(sent(way).updates).toBe(0);
  });

  it("what a 4xx was answered to and reads back as done counts as written", async () => {
    const way = await start();
    const create: typeof way.writer.create = async (accessId, fields) => {
      if (fields.title === "b") return { kind: "refused", message: "no" };
      await way.writer.create(accessId, fields);
      return { kind: "ambiguous", message: "HTTP 404", turnedDown: true };
    };
    const report = await carryOut(way, await way.plan(idle("a", "b")), { writer: { create } });
    expect(report.outcomes).toMatchObject([{ kind: "applied", wrote: true }, { kind: "failed" }]);
    // Partly applied; not "failed, nothing written".
    expect(exitOfReport(report)).toBe(7);
  });

  it("what a 4xx was answered to and reads back as done otherwise counts as written, too", async () => {
    const way = await start({ quirks: { rounding: "2" } });
    const create: typeof way.writer.create = async (...given) => {
      await way.writer.create(...given);
      return { kind: "ambiguous", message: "HTTP 404", turnedDown: true };
    };
    const plan = await way.plan(desired([desiredBot("a", { fields: { percentTakeProfit: "1.255" } })]));
    const report = await carryOut(way, plan, { writer: { create } });
    expect(report.outcomes).toMatchObject([{ kind: "failed", wrote: true }]);
    expect(exitOfReport(report)).toBe(7);
  });
});
