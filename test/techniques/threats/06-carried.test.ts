// Threat 6: errors that carry the text they failed on: of addresses, connections, HTTP, JSON and YAML.
import { describe, expect, it } from "vitest";
import { contextOf } from "../../../src/cli/terminal/context.js";
import { reportFailure } from "../../../src/cli/terminal/failure.js";
import { paint } from "../../../src/render/text/paint.js";
import { answer, success } from "../../support/hostile.js";
import { wireBot } from "../../unit/service/wirebot.js";
import { canaries, KEY, SECRET } from "./canary.js";
import { traceApart, traceOf } from "./child.js";
import { environment, type Lie, service, serving, TURN_ON } from "./service.js";

/** What a hostile service, or a proxy before it, would put into everything it says. */
const said = (head: string) =>
  `${head} ${KEY} ${SECRET} ${encodeURIComponent(KEY)} ${Buffer.from(SECRET).toString("base64")}`;
const now = { "retry-after": "0" };
const on = success([wireBot({ title: "Live", accessId: 1, status: "ENABLED" })]);

const SAID: readonly { readonly name: string; readonly lie: Lie }[] = [
  {
    name: "HTML",
    lie: (socket, head) => socket.write(answer(200, `<html>${said(head)}</html>`, { "content-type": "text/html" })),
  },
  { name: "HTML with 500", lie: (socket, head) => socket.write(answer(500, `<pre>${said(head)}</pre>`, now)) },
  { name: "text with 429", lie: (socket, head) => socket.write(answer(429, said(head), now)) },
  { name: "text with 401", lie: (socket, head) => socket.write(answer(401, said(head))) },
  { name: "HTML with 403", lie: (socket, head) => socket.write(answer(403, `<h1>${said(head)}</h1>`)) },
  {
    name: "cut JSON",
    lie: (socket, head) =>
      socket.write(answer(200, `{"isSuccess":true,"errorMessage":${JSON.stringify(said(head)).slice(0, -1)}`)),
  },
  { name: "no JSON after all", lie: (socket, head) => socket.write(answer(200, `{"isSuccess": ${said(head)}}`)) },
  { name: "text alone", lie: (socket, head) => socket.write(answer(200, JSON.stringify(said(head)))) },
  { name: "another form", lie: (socket, head) => socket.write(success([{ [said(head)]: said(head) }])) },
  {
    name: "a redirect",
    lie: (socket, head) =>
      socket.write(answer(302, said(head), { location: `https://h.example/?${encodeURIComponent(said(head))}` })),
  },
  { name: "compression", lie: (socket, head) => socket.write(answer(200, said(head), { "content-encoding": "gzip" })) },
  {
    name: "a bad header",
    lie: (socket, head) => socket.end(`HTTP/1.1 200 OK\r\n${said(head).replaceAll(/\s/g, " ")}\r\n\r\n`),
  },
  { name: "a bad status line", lie: (socket, head) => socket.end(`${said(head)}\r\n\r\n`) },
  {
    name: "a reason phrase",
    lie: (socket) => socket.write(`HTTP/1.1 503 ${KEY}\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n`),
  },
  { name: "a bad Retry-After", lie: (socket) => socket.write(answer(400, "", { "retry-after": KEY })) },
  {
    name: "a cut body",
    lie: (socket, head) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n${said(head)}`),
  },
  {
    name: "a bad chunk",
    lie: (socket, head) => socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${said(head)}\r\n`),
  },
  { name: "a hang-up", lie: (socket) => socket.destroy() },
];
/** Every sixth is told to a process of its own, as what Node itself prints is part of what may be carried. */
const LIES = SAID.map((row, at) => ({ ...row, trace: at % 6 === 0 ? traceApart : traceOf }));

/** What proves that nothing was done is a failure; whatever else is answered leaves it unknown. */
const DENIED = ["text with 401", "HTML with 403"];
/** A turn-off is sent again and again, and each time it is turned down. */
const DENIED_OFF = [...DENIED, "a bad Retry-After"];

describe("threat 6: errors don't carry the text they failed on", () => {
  it.concurrent.each(LIES)("a plan that is answered with $name", ({ lie, trace }) =>
    serving({ any: lie }, async ({ url }) => {
      const { exitCodes, text } = await trace(["plan"], TURN_ON, environment(url));
      expect(canaries(text)).toEqual([]);
      expect(exitCodes).toEqual([1, 1]);
      expect(text).toMatch(/reading the (?:list of bots|accesses): .*[\s\S]*reading the (?:list of bots|accesses): /);
    }),
  );

  it.concurrent.each(LIES)("an apply whose write is answered with $name", ({ lie, trace }) =>
    serving({ turnOn: lie }, async ({ url }) => {
      const args = ["apply", "--yes", "--command-timeout", "1"];
      const { exitCodes, text } = await trace(args, TURN_ON, environment(url), ["json"]);
      expect(canaries(text)).toEqual([]);
      // A refusal proves nothing until the bot was read back (rule 19), and these answers refuse the reads, too.
      expect(exitCodes).toEqual([5]);
      expect(text).toContain("main/live");
    }),
  );

  it.concurrent.each(LIES)("bots that are turned off, answered with $name", ({ name, lie, trace }) =>
    serving({ listBots: on, botDetails: on, turnOff: lie }, async ({ url }) => {
      const args = ["bots", "off", "--all", "--timeout", "1"];
      const { exitCodes, text } = await trace(args, TURN_ON, environment(url), ["text"]);
      expect(canaries(text)).toEqual([]);
      expect(exitCodes).toEqual([DENIED_OFF.includes(name) ? 1 : 5]);
    }),
  );

  it("nobody at the address", async () => {
    const gone = await service();
    await gone.close();
    const { exitCodes, text } = await traceOf(["plan"], TURN_ON, environment(gone.url));
    expect(exitCodes).toEqual([1, 1]);
    expect(canaries(text)).toEqual([]);
  });

  describe("faults of our own say their kind and place, never their message", () => {
    function shown(error: unknown): string {
      const printed: string[] = [];
      const print = (text: string) => void printed.push(text);
      const colour = paint(false);
      const streams = { out: print, outAsItIs: print, err: print, colour, errColour: colour };
      const context = contextOf({ ...streams, env: {}, live: false, ask: undefined });
      for (const format of ["text", "json"])
        expect(reportFailure(context, ["plan", "--format", format], error)).toBe(1);
      expect(printed.join("")).toMatch(/bug in botform[\s\S]*bug in botform/);
      return printed.join("");
    }

    it.each([
      new Error(SECRET),
      new TypeError(`Invalid URL: ${KEY}`, { cause: new Error(SECRET) }),
      new AggregateError([new Error(KEY)], SECRET),
      Object.assign(new Error("x"), { code: KEY, path: SECRET, input: KEY }),
      SECRET,
      { message: SECRET, toString: () => SECRET },
      new Error(`${SECRET}\n${KEY}`),
      undefined,
    ])("%o", (error) => {
      expect(canaries(shown(error))).toEqual([]);
    });

    // The place is the first line of the stack that begins with "at", and a stack begins with the message.
    it("a message that looks like a stack", () => {
      expect(canaries(shown(new Error(`x\n    at ${SECRET}`)))).toEqual([]);
    });
  });
});
