// Asking stops in time: at as many refusals as may be, at a key that is locked out, and where there is no sense in the answers.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { folder, listening, refusal } from "../room.js";
import { stage, truth } from "./stage.js";

const place = folder();
const open: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

async function scene(quirks: Partial<Quirks> = {}) {
  const made = await stage(quirks, place);
  open.push(made.emulator);
  return made;
}

const EMPTY = '{"isSuccess":true,"errorMessage":"","data":[]}';

/** A server that answers as told. */
async function server(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const one = createServer(answer);
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => one.closeAllConnections() }, one);
  const { port } = one.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** The emulator behind a guard that turns a key away for good after so many refusals. */
async function guarded(made: Awaited<ReturnType<typeof scene>>, most: number) {
  const counts = { refused: 0, turnedAway: 0, requests: 0 };
  const url = await server((request, response) => {
    counts.requests += 1;
    const { method = "GET", url: target = "/", headers } = request;
    const isOut = counts.refused >= most;
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const answer = isOut
      ? { status: 403, headers: {}, body: "" }
      : made.emulator.service.handle({ method, target, headers: plain, body: "" });
    if (isOut) counts.turnedAway += 1;
    else if (answer.status !== 200) counts.refused += 1;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return { url, counts, check: (more = {}) => made.check(more, listening(made.envAt(url)).host) };
}

describe("asking stops", () => {
  it("at the second refusal, and goes on next time, until everything is known", async () => {
    const made = await scene({ nonceWindow: 5, methods: "any", unknownExchange: "empty" });
    const { url, counts, check } = await guarded(made, 3);
    const ends: string[] = [];
    for (let run = 0; run < 5; run += 1) {
      const { stopped } = await check({ refusals: 2 });
      ends.push(stopped?.why ?? "all asked");
      expect(counts.refused).toBeLessThanOrEqual(2);
      expect(stopped?.isPlanned ?? true).toBe(true);
      counts.refused = 0;
      if (stopped === undefined) break;
    }
    const enough = "the service has refused 2 requests, which is as many as may be";
    expect(ends).toEqual([enough, enough, "all asked"]);
    const right = truth({ nonceWindow: 5, methods: "any", unknownExchange: "empty" });
    const known = (await made.ledgerAt(url).answers()).filter(({ name }) => name in right);
    expect(known.filter(({ name, value }) => right[name] !== value)).toEqual([]);
    expect(known.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["nonceWindow", "methods", "unknownExchange", "unknownBot", "errorShape", "parameters"]),
    );
    expect(counts.turnedAway).toBe(0);
  });

  it("at a guard that locks out after one refusal, with the first plain request that it turns away", async () => {
    const made = await scene();
    const { counts, check } = await guarded(made, 1);
    const { stopped, found } = await check({ refusals: 100 });
    expect(stopped).toEqual({
      isPlanned: false,
      why: "after a refusal a plain request was refused, too, so what was refused last isn't known: HTTP 403: the answer isn't in the service's format",
    });
    expect(counts).toMatchObject({ refused: 1, turnedAway: 1 });
    expect(found.map(({ name }) => name)).not.toContain("nonceWindow");
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
    ["HTML", (_request, response) => response.end("<html>Sorry</html>"), "a plain request was refused: HTTP 200: "],
    ["too many requests", (_request, response) => response.writeHead(429).end(), "the service asks for fewer requests"],
    [
      "a rejected key",
      (_request, response) => response.writeHead(401).end(),
      "a plain request was refused: HTTP 401: ",
    ],
    ["no answer", (request) => request.socket.destroy(), "accessList wasn't answered: the connection broke"],
    ["silence", () => {}, "accessList wasn't answered: no complete answer within 1 s"],
    [
      "a byte now and then",
      (_request, response) => {
        const timer = setInterval(() => response.write(" "), 100);
        response.on("close", () => clearInterval(timer));
      },
      "accessList wasn't answered: no complete answer within 1 s",
    ],
    [
      "a clock of another year",
      (_request, response) => response.writeHead(200, { date: "Thu, 01 Jan 2026 00:00:00 GMT" }).end(EMPTY),
      "by the Date of its answers the service's clock is 22",
    ],
  ])("at once with %s", async (_what, answer, why) => {
    const made = await scene();
    let requests = 0;
    const url = await server((request, response) => {
      requests += 1;
      answer(request, response);
    });
    const { stopped, found } = await made.check({ deadlineMs: 1_000 }, listening(made.envAt(url)).host);
    expect([requests, stopped?.isPlanned, found]).toEqual([1, false, []]);
    expect(stopped?.why.slice(0, why.length)).toBe(why);
  });

  it("where answers come too late to tell anything about nonces", async () => {
    const made = await scene();
    let requests = 0;
    const url = await server(({ method = "GET", url: target = "/", headers }, response) => {
      requests += 1;
      const plain = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]));
      const { status, body } = made.emulator.service.handle({ method, target, headers: plain, body: "" });
      response.sendDate = false;
      if (requests === 20) made.clock.advance(4_000);
      response.writeHead(status).end(body);
    });
    const { stopped, facts } = await made.check({}, listening(made.envAt(url)).host);
    expect(stopped).toEqual({
      isPlanned: false,
      why: "an answer took 4 s, so how old its nonce was when it arrived isn't known",
    });
    expect(facts.seen.map(({ name }) => name)).not.toContain("nonceWindow");
  });

  it("before it begins, without consent", async () => {
    const made = await scene();
    const { yes: _yes, ...asked } = made.options;
    const alone = listening(made.env).host;
    expect(await refusal(() => made.check({ yes: false }, alone))).toEqual([
      "there is nobody to ask: botform is called from a program, so nothing was read or written\nAdd --yes.",
      3,
    ]);
    const { host, said } = listening(made.env, { answer: "no" });
    expect(await refusal(() => made.check({ ...asked, yes: false, refusals: 2 }, host))).toEqual([
      "declined; nothing was asked",
      1,
    ]);
    expect(said.at(-1)).toBe(
      `asked: Ask ${made.emulator.url} up to 90 questions with the key of main, one a second? It may refuse 2 of them; nothing is written to the service. yes/no: `,
    );
    expect(Object.values(made.emulator.service.requests).filter((count) => count > 0)).toEqual([]);
  });
});
