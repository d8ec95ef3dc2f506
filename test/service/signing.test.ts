import { describe, expect, it } from "vitest";
import { encodeQuery, sign } from "../../src/service/signing.js";

// The four check values of the wire facts, section 1 (invented secret, nonce 1700000000).
const VECTORS = [
  ["/bot-futures/all", "exchange=CRYPTORG_FUTURES", "c2e20caee4bd33ba58286eca541cb2df5c343c1fc376340bbd31b634fb6f9130"],
  ["/bot-futures/access-list", "", "711c7cfdeccf457b527903a8a19e84116d73b8e1d7f14d65228c41dface4a705"],
  [
    "/bot-futures/renew-tp-percentage",
    "dealId=7&immediately=1&newPercentOfTp=1.5",
    "1fc43de8955d9846a7cf059b531ca76f1d81a6c348cf540090c790ba6e4afc05",
  ],
  [
    "/bot-futures/create",
    "accessId=1&title=My+bot+%2A&pairTitle=USDT-BTC",
    "d939281a17aa60a09914aeeba6c1e6d7a464b92215b4b20266f9535e2a89a2b6",
  ],
] as const;

describe("sign", () => {
  it.each(VECTORS)("%s?%s", (path, query, signature) => {
    expect(sign("test-secret", path, "1700000000", query)).toBe(signature);
  });

  it("keys with the secret's UTF-8 text", () => {
    expect(sign("sécret", "/a", "1", "")).not.toBe(sign("secret", "/a", "1", ""));
  });
});

describe("encodeQuery", () => {
  it.each([
    { parameters: [["title", "My bot *"]], query: "title=My+bot+%2A", because: "space is + and * is escaped" },
    { parameters: [["title", "a~b"]], query: "title=a%7Eb", because: "~ is escaped" },
    { parameters: [["immediately", true]], query: "immediately=1", because: "true is 1" },
    { parameters: [["immediately", false]], query: "immediately=0", because: "false is 0" },
    {
      parameters: [
        ["b", 1],
        ["a", "2"],
      ],
      query: "b=1&a=2",
      because: "parameters keep their order",
    },
    { parameters: [["t", "a&b=c+d/é"]], query: "t=a%26b%3Dc%2Bd%2F%C3%A9", because: "escapes are upper-case UTF-8" },
    { parameters: [], query: "", because: "no parameters is the empty text" },
  ] as const)("$because", ({ parameters, query }) => {
    expect(encodeQuery(parameters)).toBe(query);
  });

  it("builds the fourth check value's query", () => {
    expect(
      encodeQuery([
        ["accessId", 1],
        ["title", "My bot *"],
        ["pairTitle", "USDT-BTC"],
      ]),
    ).toBe(VECTORS[3][1]);
  });
});
