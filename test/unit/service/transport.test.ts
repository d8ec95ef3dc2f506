// One request of an account: whether it may be sent, the bytes that are signed, and the nonce it carries.
import { describe, expect, it } from "vitest";
import type { WireRequest } from "../../../src/service/network.js";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { createTransport, kindOf, Nonces, safeBase, type TransportOptions } from "../../../src/service/transport.js";
import { signature } from "../emulator/plain-client.js";

const NAMES = Object.keys(OPERATIONS) as OperationName[]; // the keys of the table
const NOW = 1_700_000_000_999;

function scene(options: Partial<TransportOptions> = {}) {
  const left: Omit<WireRequest, "isToLeave">[] = [];
  const transport = createTransport({
    ...{ apiUrl: "https://a.example/base/", apiKey: "key", apiSecret: "secret", allow: "all", now: () => NOW },
    sleep: async () => {},
    exchange: async ({ isToLeave: _isToLeave, ...request }) => {
      left.push(request);
      return { status: 200, body: "" };
    },
    ...options,
  });
  return { transport, left };
}

describe("what leaves", () => {
  const signed = (path: string, query: string) => ({
    ...{ "ctg-api-key": "key", "ctg-api-nonce": "1700000000", accept: "application/json" },
    ...{ "ctg-api-signature": signature("secret", path, "1700000000", query), "accept-encoding": "identity" },
  });

  it("a GET, below the address's own path, signed with its query and without a type", async () => {
    const { transport, left } = scene();
    await transport.send("listBots", [["exchange", "A B"]]);
    expect(left).toEqual([
      {
        ...{ method: "GET", path: "/base/bot-futures/all?exchange=A+B" },
        headers: signed("/base/bot-futures/all", "exchange=A+B"),
      },
    ]);
  });

  it("a POST, with the type of a form and no question mark where nothing is asked", async () => {
    const { transport, left } = scene({ apiUrl: "https://a.example" });
    await transport.send("accountInformation", []);
    const path = "/bot-futures/account-information";
    const headers = { ...signed(path, ""), "content-type": "application/x-www-form-urlencoded" };
    expect(left).toEqual([{ method: "POST", path, headers }]);
  });

  it("is signed with the nonce that it was given, however late it leaves", async () => {
    const { transport, left } = scene({ apiUrl: "https://a.example" });
    await transport.send(
      "turnOn",
      [["botId", 7]],
      Object.assign(() => true, { nonce: 1_699_999_990 }),
    );
    expect(left[0]?.headers).toMatchObject({
      "ctg-api-nonce": "1699999990",
      "ctg-api-signature": signature("secret", OPERATIONS.turnOn.path, "1699999990", "botId=7"),
    });
  });

  it("is announced just before", async () => {
    const said: string[] = [];
    const { transport, left } = scene({ onRequest: (name) => said.push(`${name} after ${left.length}`) });
    await transport.send("pairList", []);
    await transport.send("accessList", []);
    expect(said).toEqual(["pairList after 0", "accessList after 1"]);
  });
});

it.each([
  {
    allow: "read",
    sent: "accessList listBots botDetails botLogs activeDeals dealsHistory accountInformation pairList",
  },
  {
    allow: "bots",
    sent: "accessList listBots botDetails botLogs turnOn turnOff createBot updateBot activeDeals dealsHistory accountInformation pairList",
  },
  { allow: "all", sent: NAMES.join(" ") },
] as const)("a transport for $allow sends $sent", async ({ allow, sent }) => {
  const { transport, left } = scene({ allow });
  const done: string[] = [];
  for (const name of NAMES) {
    const problem = await transport.send(name, []).then(
      () => done.push(name) && undefined,
      (error: unknown) => String(error),
    );
    if (problem !== undefined)
      expect(problem).toBe(`Error: a transport for ${allow} was asked to ${name}; nothing was sent`);
  }
  expect([done.join(" "), left.length]).toEqual([sent, done.length]);
});

it("nothing leaves once its sender says no, or the transport is closed", async () => {
  const { transport, left } = scene();
  const withheld = { sent: false, reason: "withheld" };
  await expect(transport.send("turnOn", [["botId", 1]], () => false)).rejects.toMatchObject(withheld);
  await transport.close();
  await expect(transport.send("pairList", [])).rejects.toMatchObject(withheld);
  expect(left).toEqual([]);
});

it("a turn-off is urgent, other operations are reads or writes", () => {
  const of = (kind: string) => NAMES.filter((name) => kindOf(name) === kind);
  expect({ read: of("read"), write: of("write"), "turn-off": of("turn-off") }).toEqual({
    read: [
      ...["accessList", "listBots", "botDetails", "botLogs", "activeDeals", "dealsHistory", "accountInformation"],
      "pairList",
    ],
    write: ["turnOn", "createBot", "updateBot", "startDeal", "changeTakeProfit", "completeDeal", "cancelDeal"],
    "turn-off": ["turnOff"],
  });
});

describe("nonces", () => {
  it("are the second; the same request takes the next ones, three ahead at most", () => {
    const nonces = new Nonces();
    expect(Array.from({ length: 6 }, () => nonces.next("a", 100))).toEqual(["100", "101", "102", "103", "100", "101"]);
    expect([4, 5, 6].map(() => nonces.next("c", 100, false))).toEqual(["100", "101", "102"]);
    expect([nonces.next("c", 100, false), nonces.next("c", 100, false)]).toEqual(["103", "104"]);
    expect([nonces.next("b", 100), nonces.next("a", 105), nonces.next("a", 105)]).toEqual(["100", "105", "106"]);
  });

  it("of a clock that is set back begin anew when it is far", () => {
    const nonces = new Nonces();
    expect([nonces.next("a", 1_000), nonces.next("a", 940), nonces.next("a", 939)]).toEqual(["1000", "940", "939"]);
  });

  it("are forgotten after a minute, and not before", () => {
    const nonces = new Nonces();
    const asked = [1_000, 1_001, 1_001, 1_061, 1_061].map((second) => nonces.next("a", second));
    expect(asked).toEqual(["1000", "1001", "1002", "1061", "1062"]);
  });

  it("are ahead of no clock of a service that refuses it, from the first refusal on; other keys lead", () => {
    const nonces = new Nonces();
    nonces.neverAhead("key https://a");
    expect(["key https://a", "key https://b", "other https://a"].map((owner) => nonces.mayLead(owner))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("that are ahead say nothing of credentials that were never accepted", async () => {
    const transport = createTransport({
      ...{ apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "wrong", allow: "read" },
      nonces: new Nonces(),
      now: () => 1_700_000_000_250,
      exchange: async () => ({ status: 401, body: "" }),
    });
    const answers = [await transport.send("pairList", []), await transport.send("pairList", [])];
    expect(answers).toEqual([
      { status: 401, body: "" },
      { status: 401, body: "" },
    ]);
  });

  it("wait for their seconds once one that was ahead was refused", async () => {
    const left: [nonce: number, at: number][] = [];
    let time = 1_700_000_000_250;
    const transport = createTransport({
      ...{ apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret", allow: "read" },
      nonces: new Nonces(),
      now: () => time,
      async sleep(ms) {
        time += ms;
      },
      exchange: async ({ headers }) => {
        const nonce = Number(headers["ctg-api-nonce"]);
        left.push([nonce, time]);
        return { status: nonce * 1000 > time ? 401 : 200, body: "" };
      },
    });
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await transport.send("pairList", []));
    const second = 1_700_000_000;
    expect(left).toEqual([
      [second, second * 1000 + 250],
      [second + 1, second * 1000 + 250],
      [second + 2, second * 1000 + 2_000],
      [second + 3, second * 1000 + 3_000],
    ]);
    expect(answers.map(({ status, wasAhead }) => [status, wasAhead])).toEqual([
      [200, undefined],
      [401, true],
      [200, undefined],
      [200, undefined],
    ]);
  });
});

it("a nonce of this very second isn't ahead, so its refusal says nothing of nonces that are", async () => {
  let status = 200;
  const transport = createTransport({
    ...{ apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret", allow: "read" },
    nonces: new Nonces(),
    now: () => 1_700_000_000_000,
    sleep: async () => {},
    exchange: async () => ({ status, body: "" }),
  });
  const { wasAhead: first } = await transport.send("pairList", []);
  status = 401;
  const { wasAhead: second } = await transport.send("accessList", []);
  expect([first, second]).toEqual([undefined, undefined]);
});

describe("an address", () => {
  it.each([
    ["https://a.example", "https://a.example", ""],
    ["https://a.example:8443/", "https://a.example:8443", ""],
    ["https://a.example/base//", "https://a.example", "/base"],
    ["http://127.0.0.1:1/x/y", "http://127.0.0.1:1", "/x/y"],
    ["http://localhost", "http://localhost", ""],
  ])("%s is %s with the path '%s'", (url, origin, prefix) => {
    expect(safeBase(url)).toEqual({ origin, prefix });
  });

  const parts = "the API address must have no user, password, query or fragment";
  const scheme = "the API address must be https (http only on loopback)";
  it.each([
    ["a.example/secret", "the API address is not a URL"],
    ["http://a.example", scheme],
    ["ftp://127.0.0.1", scheme],
    ["https://user@a.example", parts],
    ["https://:word@a.example", parts],
    ["https://a.example?token=1", parts],
    ["https://a.example#x", parts],
  ])("%s is refused: %s", (url, message) => {
    expect(() => safeBase(url)).toThrow(new TypeError(message));
  });
});

it.each(["a b", "", "ü", "a\nb"])("a key '%s' that can't stand in a header is refused", (apiKey) => {
  expect(() => scene({ apiKey })).toThrow("the API key must be visible ASCII characters without spaces");
});
