// Signatures, keys and nonces: the check values (S-04), and everything that must be turned away.
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { VECTORS } from "../../../support/vectors.js";
import { harness } from "../harness.js";
import { DEMO, signature } from "../plain-client.js";

const NONCE = "1700000000";
const POSTS: ReadonlySet<string> = new Set(["/bot-futures/renew-tp-percentage", "/bot-futures/create"]);

/** A service whose only secret is the check values' and whose clock stands at their nonce. */
function atVectors() {
  const h = harness(
    {},
    {
      accounts: [
        {
          name: "v",
          apiKey: "v-key",
          apiSecret: "test-secret",
          accesses: [{ accessId: 1, title: "A", exchange: "CRYPTORG_FUTURES" }],
        },
      ],
    },
  );
  h.clock.pass(Number(NONCE) * 1000 - h.clock.now());
  const status = (path: string, query: string, headers: Record<string, string>) =>
    h.service.handle({
      method: POSTS.has(path) ? "POST" : "GET",
      target: query === "" ? path : `${path}?${query}`,
      headers,
      body: "",
    }).status;
  return status;
}

function headers(signed: string, nonce = NONCE, key = "v-key"): Record<string, string> {
  return { "ctg-api-key": key, "ctg-api-nonce": nonce, "ctg-api-signature": signed };
}

describe("check values", () => {
  it.each(VECTORS)("%s?%s is let in", (path, query, signed) => {
    // What follows the check may still be a failure of business, never one of authentication.
    expect(atVectors()(path, query, headers(signed))).not.toBe(401);
    expect(signature("test-secret", path, NONCE, query)).toBe(signed);
  });

  it.each(VECTORS)("%s?%s is turned away with any letter changed", (path, query, signed) => {
    const status = atVectors();
    for (const at of [0, 31, 63]) {
      const wrong = signed.slice(0, at) + (signed[at] === "0" ? "1" : "0") + signed.slice(at + 1);
      expect(status(path, query, headers(wrong))).toBe(401);
    }
    expect(status(path, query, headers(signed.toUpperCase()))).toBe(401);
    expect(status(path, query, headers(signed.slice(1)))).toBe(401);
  });
});

describe("what is turned away", () => {
  const [path, query, signed] = VECTORS[0];
  it.each([
    ["no headers at all", {}],
    ["no key", { "ctg-api-nonce": NONCE, "ctg-api-signature": signed }],
    ["no nonce", { "ctg-api-key": "v-key", "ctg-api-signature": signed }],
    ["no signature", { "ctg-api-key": "v-key", "ctg-api-nonce": NONCE }],
    ["an unknown key", headers(signed, NONCE, "other")],
    ["a key of the prototype", headers(signed, NONCE, "__proto__")],
    ["an empty signature", headers("")],
    ["a signature of another length", headers("ü")],
    ["another nonce than the signed one", headers(signed, "1700000001")],
    ["milliseconds", headers(signature("test-secret", path, "1700000000000", query), "1700000000000")],
    ["a nonce with a fraction", headers(signature("test-secret", path, "1700000000.5", query), "1700000000.5")],
    ["a nonce with a sign", headers(signature("test-secret", path, "+1700000000", query), "+1700000000")],
    ["an hour ago", headers(signature("test-secret", path, "1699996400", query), "1699996400")],
    ["another secret", headers(signature("wrong-secret", path, NONCE, query))],
    ["a signature of another query", headers(signature("test-secret", path, NONCE, "exchange=OTHER"))],
    ["a signature with a question mark", headers(signature("test-secret", path, NONCE, `?${query}`))],
  ])("%s", (_name, sent) => {
    expect(atVectors()(path, query, sent)).toBe(401);
  });

  it("and its failure says nothing of the secret", () => {
    const h = harness();
    const reply = h.call("GET", "pair-list", {}, { key: DEMO.key, secret: "wrong" });
    expect(reply.json).toEqual({ isSuccess: false, errorMessage: "The signature is wrong.", data: null });
  });
});

it.each(Object.values(OPERATIONS))("$path asks for the right secret", ({ method, path }) => {
  const h = harness();
  expect(h.raw(method, path, "botId=1", { key: { key: DEMO.key, secret: "wrong" } }).status).toBe(401);
  expect(h.raw(method, path, "botId=1").status).not.toBe(401);
});

it("a query that was re-encoded on its way still matches", () => {
  const h = harness();
  const reply = h.raw("GET", "/bot-futures/all", "exchange=SERVICE%5FFUTURES", {
    signedAs: "exchange=SERVICE_FUTURES",
  });
  expect(reply.json).toEqual({ isSuccess: true, errorMessage: "", data: [] });
});

it.each(["refuse", "refuse-same-request"] as const)(
  "with %s, a nonce is used up as long as the window has it",
  (nonceReuse) => {
    const h = harness({ nonceReuse, nonceWindow: 60 });
    const first = h.clock.now();
    const ask = (now: number) => h.raw("GET", "/bot-futures/pair-list", "", { now }).status;
    expect([ask(first), ask(first)]).toEqual([200, 401]);
    h.clock.pass(30_000);
    // Whoever comes later has what is too old forgotten.
    expect([ask(h.clock.now()), ask(first)]).toEqual([200, 401]);
    h.clock.pass(30_000);
    expect([ask(h.clock.now()), ask(first)]).toEqual([200, 401]);
  },
);
