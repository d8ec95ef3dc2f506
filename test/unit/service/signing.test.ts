import { describe, expect, it } from "vitest";
import { encodeQuery, sign } from "../../../src/service/signing.js";
import { VECTORS } from "../../support/vectors.js";

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
