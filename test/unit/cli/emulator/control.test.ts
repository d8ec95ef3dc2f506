// What is told to a running emulator: only one on this machine is told anything, and what it refuses is said.
import { afterAll, beforeAll, expect, it } from "vitest";
import { factOf, tell } from "../../../../src/cli/emulator/control.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { type Hostile, hostile } from "../../../support/hostile.js";
import { refusal } from "../../app/room.js";

let emulator: RunningEmulator;
let other: Hostile;
beforeAll(async () => {
  emulator = await startEmulator({});
  const answer = (status: string, body: string) =>
    `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  other = await hostile((socket, head) => {
    const [, path = ""] = head.split(" ");
    const answers: Readonly<Record<string, string>> = {
      "/emulator/list": answer("200 OK", "[1]"),
      "/emulator/bare": answer("418 Odd", "{}"),
      "/emulator/number": answer("400 Bad", '{"problem":7}'),
      "/emulator/words": answer("400 Bad", '{"problem":"no\\u001b, not that\\nand not this"}'),
    };
    socket.write(answers[path] ?? answer("200 OK", "no document"));
  });
});
afterAll(async () => {
  await emulator.close();
  await other.close();
});

it("the state is asked for, and a price is told with a body", async () => {
  expect(Object.keys(await tell({ url: emulator.url }, "state")).toSorted()).toEqual(["accounts", "prices", "time"]);
  await tell({ url: `${emulator.url}/any/path?and=more` }, "price", { pair: "USDT-BTC", price: "50000" });
  expect((await tell({ url: emulator.url }, "state"))["prices"]).toMatchObject({ "USDT-BTC": "50000" });
});

it.each([
  "https://127.0.0.1:8787",
  "http://emulator.example:8787",
  "http://10.0.0.1:8787",
  "127.0.0.1:8787",
  "nothing",
  "",
])("%j is no emulator's address", async (url) => {
  expect(await refusal(() => tell({ url }, "state"))).toEqual([
    "--url must be the address that botform emulator printed, for example http://127.0.0.1:8787",
    3,
  ]);
});

it.each([
  ["bare", "the emulator refused: HTTP 418"],
  ["number", "the emulator refused: HTTP 400"],
  ["words", "the emulator refused: no\\u{1b}, not that\nand not this"],
])("what refuses as %s is told as: %s", async (path, message) => {
  expect(await refusal(() => tell({ url: other.url }, path))).toEqual([message, 3]);
});

it("a document that is none has no facts, and what answers otherwise is no emulator", async () => {
  expect(await tell({ url: other.url }, "list")).toEqual({});
  const none = (origin: string) => [
    `no emulator answers at ${origin}\nStart one with botform emulator, or give its --port, or its address with --url.`,
    1,
  ];
  expect(await refusal(() => tell({ url: other.url }, "text"))).toEqual(none(other.url));
  expect(await refusal(() => tell({ url: "http://localhost:1/" }, "state"))).toEqual(none("http://localhost:1"));
});

it("on this machine its port is enough", async () => {
  const port = Number(new URL(emulator.url).port);
  expect(Object.keys(await tell({ port }, "state"))).toContain("prices");
});

it("a fact is text without what can't be seen, or unknown", () => {
  expect([factOf({ a: "x\u001by" }, "a"), factOf({ a: 1 }, "a"), factOf({}, "a")]).toEqual([
    "x\\u{1b}y",
    "unknown",
    "unknown",
  ]);
});
