// Notices on a real server: what counts as delivered, what is tried again, and that nothing is waited for without end.
import { afterEach, describe, expect, it } from "vitest";
import { type NoticeOptions, noticeAddress, postNotice } from "../../../src/service/notice-transport.js";
import { type Hostile, hostile } from "../../support/hostile.js";

type Respond = Parameters<typeof hostile>[0];

const open: Hostile[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const status = (line: string, headers = "", body = "") =>
  `HTTP/1.1 ${line}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

async function posted(respond: Respond, options: Partial<NoticeOptions> = {}) {
  const server = await hostile(respond);
  open.push(server);
  const address = noticeAddress(`${server.url}/services/T0/B0?sig=abc`);
  if (address === undefined) throw new Error("no address");
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const verdict = await postNotice(address, { body: '{"text":"drift"}', deadlineMs: 60_000, sleep, ...options });
  return { verdict, waits, received: server.received };
}

describe("a notice", () => {
  it("is one POST of JSON to the path with its query", async () => {
    const { verdict, received } = await posted((socket) => socket.write(status("200 OK", "", "ok")));
    expect(verdict).toEqual({ kind: "delivered" });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^POST \/services\/T0\/B0\?sig=abc HTTP\/1\.1\r\n/);
    expect(received[0]).toMatch(/content-type: application\/json\r\n/i);
  });

  it.each([
    { answer: status("204 No Content"), kind: "delivered", tries: 1, because: "any 2xx is a yes" },
    {
      answer: status("302 Found", "location: /elsewhere\r\n"),
      kind: "failed",
      tries: 1,
      because: "no redirect is followed",
    },
    {
      answer: status("307 Temporary Redirect", "location: /x\r\n"),
      kind: "failed",
      tries: 1,
      because: "nor one that keeps the body",
    },
    { answer: status("404 Not Found"), kind: "failed", tries: 1, because: "the address is wrong, and stays so" },
    { answer: status("500 Oops"), kind: "failed", tries: 3, because: "a server in trouble may recover" },
    { answer: status("429 Slow Down"), kind: "failed", tries: 3, because: "later it may take it" },
    {
      answer: status("200 OK", "content-encoding: gzip\r\n", "x"),
      kind: "failed",
      tries: 1,
      because: "nobody asked for that",
    },
    { answer: status("200 OK", "", "x".repeat(70_000)), kind: "failed", tries: 1, because: "no hook says so much" },
  ])("$because", async ({ answer, kind, tries }) => {
    const { verdict, received } = await posted((socket) => socket.write(answer));
    expect(verdict).toMatchObject(kind === "failed" ? { kind, tries } : { kind });
    expect(received).toHaveLength(tries);
    expect(JSON.stringify(verdict)).not.toMatch(/services|sig=|127\.0\.0\.1/);
  });

  it("is sent again where the connection broke, and counts once it is taken", async () => {
    const { verdict, received, waits } = await posted((socket, _head, count) =>
      count < 3 ? socket.destroy() : socket.write(status("200 OK")),
    );
    expect(verdict).toEqual({ kind: "delivered" });
    expect(received).toHaveLength(3);
    expect(waits).toEqual([1_000, 3_000]);
  });

  it("waits as the server asks, up to five seconds", async () => {
    const { waits } = await posted((socket) => socket.write(status("503 Busy", "retry-after: 3600\r\n")));
    expect(waits).toEqual([5_000, 5_000]);
  });

  it("of Telegram is taken only with its ok, and waits as its body asks", async () => {
    const slow = '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":2}}';
    const { verdict, waits } = await posted(
      (socket, _head, count) =>
        socket.write(count < 2 ? status("429 No", "", slow) : status("200 OK", "", '{"ok":true,"result":{}}')),
      { form: "telegram" },
    );
    expect([verdict, waits]).toEqual([{ kind: "delivered" }, [2_000]]);
    const refused = await posted((socket) => socket.write(status("200 OK", "", '{"ok":false,"error_code":403}')), {
      form: "telegram",
    });
    expect(refused.verdict).toMatchObject({ kind: "failed", tries: 1 });
  });

  it.each([
    { name: "a mute server", respond: () => {} },
    {
      name: "a slow one",
      respond: (socket: Parameters<Respond>[0]) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx"),
    },
  ])("is given up on after its deadline, three times: $name", async ({ respond }) => {
    const { verdict, received } = await posted(respond, { deadlineMs: 250 });
    expect(verdict).toEqual({ kind: "failed", why: "no complete answer within 0.25 s", tries: 3 });
    expect(received).toHaveLength(3);
  });
});

it.each([
  { url: "https://hooks.example.net/services/T0/B0/x", path: "/services/T0/B0/x", because: "https" },
  {
    url: "https://hooks.example.net/?key=a&token=b",
    path: "/?key=a&token=b",
    because: "the query is the secret of some",
  },
  { url: "http://127.0.0.1:1/x#part", path: "/x", because: "http on loopback; no fragment is sent" },
  { url: "http://[::1]/x", path: "/x", because: "loopback of IPv6" },
  { url: "http://hooks.example.net/x", path: undefined, because: "anybody could read it" },
  { url: "http://127.0.0.1.example.net/x", path: undefined, because: "that is no loopback" },
  { url: "https://user:pass@example.net/x", path: undefined, because: "a user in it" },
  { url: "file:///etc/passwd", path: undefined, because: "no web address" },
  { url: "hooks.example.net/x", path: undefined, because: "no URL" },
])("$url is read so: $because", ({ url, path }) => {
  expect(noticeAddress(url)?.path).toBe(path);
});
