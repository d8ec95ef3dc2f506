// Signatures, keys and nonces: the check values (S-04), and everything that must be turned away.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
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
  const answer = (path: string, query: string, headers: Record<string, string>) =>
    h.service.handle({
      method: POSTS.has(path) ? "POST" : "GET",
      target: query === "" ? path : `${path}?${query}`,
      headers,
      body: "",
    });
  return answer;
}

function headers(signed: string, nonce = NONCE, key = "v-key"): Record<string, string> {
  return { "ctg-api-key": key, "ctg-api-nonce": nonce, "ctg-api-signature": signed };
}

describe("check values", () => {
  it.each(VECTORS)("%s?%s is let in", (path, query, signed) => {
    // What follows the check may still be a failure of business, never one of authentication.
    expect(atVectors()(path, query, headers(signed)).status).not.toBe(401);
    expect(signature("test-secret", path, NONCE, query)).toBe(signed);
  });

  it.each(VECTORS)("%s?%s is turned away with any letter changed", (path, query, signed) => {
    const answer = atVectors();
    const status = (sent: string) => answer(path, query, headers(sent)).status;
    for (const at of [0, 31, 63]) {
      const wrong = signed.slice(0, at) + (signed[at] === "0" ? "1" : "0") + signed.slice(at + 1);
      expect(status(wrong)).toBe(401);
    }
    expect(status(signed.toUpperCase())).toBe(401);
    expect(status(signed.slice(1))).toBe(401);
  });
});

describe("what is turned away", () => {
  const [path, query, signed] = VECTORS[0];
  const MISSING = "CTG-API-KEY, CTG-API-NONCE and CTG-API-SIGNATURE are required.";
  const UNKNOWN = "The API key is unknown.";
  const LATE = "The nonce is not the current Unix time in seconds.";
  const WRONG = "The signature is wrong.";

  it.each([
    ["no headers at all", {}, MISSING],
    ["no key", { "ctg-api-nonce": NONCE, "ctg-api-signature": signed }, MISSING],
    ["no nonce", { "ctg-api-key": "v-key", "ctg-api-signature": signed }, MISSING],
    ["no signature", { "ctg-api-key": "v-key", "ctg-api-nonce": NONCE }, MISSING],
    ["an unknown key", headers(signed, NONCE, "other"), UNKNOWN],
    ["a key of the prototype", headers(signed, NONCE, "__proto__"), UNKNOWN],
    ["an empty signature", headers(""), MISSING],
    ["a signature of another length", headers("ü"), WRONG],
    ["another nonce than the signed one", headers(signed, "1700000001"), WRONG],
    ["milliseconds", headers(signature("test-secret", path, "1700000000000", query), "1700000000000"), LATE],
    ["a nonce with a fraction", headers(signature("test-secret", path, "1700000000.5", query), "1700000000.5"), LATE],
    ["a nonce with a sign", headers(signature("test-secret", path, "+1700000000", query), "+1700000000"), LATE],
    ["an hour ago", headers(signature("test-secret", path, "1699996400", query), "1699996400"), LATE],
    ["another secret", headers(signature("wrong-secret", path, NONCE, query)), WRONG],
    ["a signature of another query", headers(signature("test-secret", path, NONCE, "exchange=OTHER")), WRONG],
    ["a signature with a question mark", headers(signature("test-secret", path, NONCE, `?${query}`)), WRONG],
  ])("%s", (_name, sent, errorMessage) => {
    const { status, body } = atVectors()(path, query, sent);
    expect([status, JSON.parse(body)]).toEqual([401, { isSuccess: false, errorMessage, data: null }]);
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

describe("a key's nonces", () => {
  const asked = (quirks: Partial<Quirks>, ...requests: readonly (readonly [at: number, query?: string])[]) => {
    const h = harness(quirks);
    const ask = ([at, query = ""]: readonly [at: number, query?: string]) => {
      const { json } = h.raw("GET", "/bot-futures/pair-list", query, { now: h.clock.now() + at });
      return json.isSuccess ? "let in" : json.errorMessage;
    };
    return requests.map(ask);
  };
  const USED = "The nonce was used before.";
  const OLDER = "The nonce is older than the last one.";

  it("may not come again, or not with the same request", () => {
    const requests = [[0], [0], [0, "a=1"]] as const;
    expect(asked({ nonceReuse: "refuse" }, ...requests)).toEqual(["let in", USED, USED]);
    expect(asked({ nonceReuse: "refuse-same-request" }, ...requests)).toEqual(["let in", USED, "let in"]);
    expect(asked({ nonceReuse: "allow" }, ...requests)).toEqual(["let in", "let in", "let in"]);
  });

  it("may not go back where their order counts", () => {
    const requests = [[0], [0, "a=1"], [-1_000], [1_000], [0, "a=2"]] as const;
    const nonceReuse = "refuse-same-request";
    expect(asked({ nonceReuse, nonceOrder: "growing" }, ...requests)).toEqual([
      ...["let in", "let in", OLDER],
      ...["let in", OLDER],
    ]);
    expect(asked({ nonceReuse, nonceOrder: "any" }, ...requests)).toEqual(requests.map(() => "let in"));
  });
});
