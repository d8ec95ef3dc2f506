// Rule 4: every write is not sent, applied (proved by reading back), or ambiguous, which is everything else.
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { ServiceError, type ServiceWriter, type WriteAnswer } from "../../src/model/ports.js";
import { answer, success } from "../support/hostile.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, against, carryOut, fleet, idle, kinds, sent, start } from "./scene.js";

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

const NOES = [
  { kind: "refused", message: "HTTP 409: The bot is already on." },
  { kind: "unauthorized", message: "HTTP 401: The nonce was used before." },
] as const satisfies readonly WriteAnswer[];

/** A gateway that doubles a POST and hands on the answer to the second one: the write is carried out and reads as refused. */
function doubling({ writer }: Road, no: WriteAnswer): Pick<ServiceWriter, "create" | "update" | "turnOn" | "turnOff"> {
  return {
    create: async (...given) => ({ ...(await writer.create(...given)), ...no }),
    update: async (...given) => ({ ...(await writer.update(...given)), ...no }),
    turnOn: async (...given) => ({ ...(await writer.turnOn(...given)), ...no }),
    turnOff: async (...given) => ({ ...(await writer.turnOff(...given)), ...no }),
  };
}

/** The same without the first of the two. */
function refusing(no: WriteAnswer): Partial<ServiceWriter> {
  const answer = async () => no;
  return { create: answer, update: answer, turnOn: answer, turnOff: answer };
}

describe("rule 4: a no proves nothing until what is there was read back", () => {
  it.each(NOES)("a refused create that was carried out is adopted: $kind", async (no) => {
    const way = await start();
    const report = await carryOut(way, await way.plan(idle("a")), { writer: doubling(way, no) });
    expect(report.outcomes).toMatchObject([
      { kind: "applied", wrote: true, detail: expect.stringContaining(no.message) },
    ]);
    expect([sent(way).creates, (await way.live()).length]).toEqual([1, 1]);
    expect(exitOfReport(report)).toBe(no.kind === "refused" ? 0 : 7);
  });

  it.each(NOES)("a refused update that was carried out is applied: $kind", async (no) => {
    const way = await start();
    await way.apply(await way.plan(idle("a")));
    const plan = await way.plan(desired([desiredBot("a", { fields: { leverage: "9" } })]));
    const report = await carryOut(way, plan, { writer: doubling(way, no) });
    expect(report.outcomes).toMatchObject([
      { kind: "applied", wrote: true, detail: expect.stringContaining(no.message) },
    ]);
    expect(sent(way).updates).toBe(1);
  });

  it.each(NOES.flatMap((no) => [0, 3, 25].map((seconds) => ({ no, seconds, kind: no.kind }))))(
    "a refused turn-on that was carried out $seconds s later is observed: $kind",
    async ({ no, seconds }) => {
      const way = await start({ quirks: { commandDelay: seconds * 1000 } });
      await way.apply(await way.plan(idle("a")));
      const report = await carryOut(way, await way.plan(fleet("a")), { writer: doubling(way, no) });
      expect(report.outcomes).toMatchObject([
        { kind: "applied", wrote: true, detail: expect.stringContaining("observed on") },
      ]);
      expect([sent(way).turnOns, (await way.live())[0]?.status.on]).toEqual([1, true]);
    },
  );

  it.each(NOES.flatMap((no) => [0, 3, 25].map((seconds) => ({ no, seconds, kind: no.kind }))))(
    "a refused turn-off that was carried out $seconds s later is observed: $kind",
    async ({ no, seconds }) => {
      const way = await start({ quirks: { commandDelay: seconds * 1000 } });
      addByHand(way, { title: "a", enabled: true });
      const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
      const report = await carryOut(way, plan, { writer: doubling(way, no) });
      expect(report.outcomes).toMatchObject([{ kind: "applied", detail: expect.stringContaining("observed off") }]);
    },
  );

  it("what was refused and has changed nothing has failed, and nothing was written: exit 1", async () => {
    const way = await start();
    const [no] = NOES;
    addByHand(way, { title: "off" });
    addByHand(way, { title: "on", enabled: true });
    const wanted = [
      desiredBot("new"),
      desiredBot("off", { enabled: true }),
      desiredBot("on", { enabled: false, fields: { leverage: "9" } }),
    ];
    const report = await carryOut(way, await way.plan(desired(wanted)), { writer: refusing(no) });
    expect(kinds(report)).toEqual([
      "turn-off main/on failed",
      "update main/on skipped",
      "create main/new failed",
      "turn-on main/off failed",
    ]);
    expect(report.outcomes.map(({ wrote }) => wrote)).toEqual([false, false, false, false]);
    expect(report.outcomes.map(({ detail }) => detail)).toEqual([
      `refused by the service; the bot still reads on (ENABLED) after 120 s: ${no.message}`,
      expect.stringContaining("depends on"),
      `refused by the service; no bot with that title has appeared: ${no.message}`,
      `refused by the service; the bot still reads off (DISABLED) after 120 s: ${no.message}`,
    ]);
    expect(exitOfReport(report)).toBe(1);
  });

  it.each(["turn-on", "turn-off", "update", "create"] as const)(
    "a refused %s that can't be read back is unknown",
    async (action) => {
      const way = await start();
      if (action !== "create") addByHand(way, { title: "a", enabled: action === "turn-off" });
      const fields = action === "update" ? { leverage: "9" } : {};
      const enabled = { "turn-on": { enabled: true }, "turn-off": { enabled: false }, update: {}, create: {} }[action];
      const plan = await way.plan(desired([desiredBot("a", { ...enabled, fields })]));
      let isRefused = false;
      const answer = async () => {
        isRefused = true;
        return NOES[0];
      };
      const unread = <T>(reading: () => Promise<T>) =>
        isRefused ? Promise.reject(new ServiceError("http", "HTTP 503")) : reading();
      const reader = {
        bot: (id: number) => unread(() => way.reader.bot(id)),
        bots: () => unread(() => way.reader.bots()),
      };
      const writer = { create: answer, update: answer, turnOn: answer, turnOff: answer };
      const report = await carryOut(way, plan, { reader, writer });
      expect(report.outcomes).toMatchObject([
        { action, kind: "unknown", wrote: true, detail: expect.stringContaining(NOES[0].message) },
      ]);
      expect(exitOfReport(report)).toBe(5);
    },
  );

  it.each(["turn-on", "create"] as const)("a refused %s of a run that was stopped is unknown", async (action) => {
    const way = await start();
    if (action === "turn-on") addByHand(way, { title: "a" });
    const plan = await way.plan(action === "create" ? idle("a") : fleet("a"));
    const controller = new AbortController();
    const answer = async () => {
      controller.abort();
      return NOES[0];
    };
    const writer = { create: answer, turnOn: answer };
    const report = await carryOut(way, plan, { writer }, { signal: controller.signal });
    expect(report.outcomes).toMatchObject([{ kind: "unknown", detail: expect.stringContaining(NOES[0].message) }]);
  });

  it("nothing is sent once the credentials were rejected, but what was sent is read back", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a", "b"));
    const { create } = doubling(way, NOES[1]);
    const report = await carryOut(way, plan, { writer: { create } }, { concurrency: 1 });
    expect(kinds(report)).toEqual([
      "create main/a applied",
      "create main/b not-started",
      "turn-on main/a not-started",
      "turn-on main/b not-started",
    ]);
    expect(sent(way)).toMatchObject({ creates: 1, turnOns: 0 });
  });

  it("a refused create is unknown where a new bot differs from it in its title alone", async () => {
    const way = await start();
    const create: typeof way.writer.create = async (accessId, fields) => {
      await way.writer.create(accessId, { ...fields, title: "A" });
      return NOES[0];
    };
    const report = await carryOut(way, await way.plan(idle("a")), { writer: { create } });
    expect(report.outcomes).toMatchObject([
      { kind: "unknown", detail: expect.stringContaining('1001 "A" (DISABLED)') },
    ]);
    expect(exitOfReport(report)).toBe(5);
  });
});
