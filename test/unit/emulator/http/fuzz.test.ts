// Whatever arrives, the answer is well-formed and no failure of ours.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Service } from "../../../../src/emulator/service.js";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { anyText } from "../../../support/any-text.js";
import { amount } from "../../../support/lane.js";
import { EXCHANGE, harness, manualClock, PLAIN_BOT, START } from "../harness.js";
import { DEMO, signedHeaders } from "../plain-client.js";

const text = fc.oneof(
  anyText(),
  fc.string(),
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e9",
    "NaN",
    "__proto__",
    "%",
    "%ff",
    "9".repeat(400),
    `1.${"0".repeat(200)}`,
    "\u0000",
    "1001",
  ),
);
const names = fc.constantFrom(
  ...new Set(Object.values(OPERATIONS).flatMap((each) => each.parameters.map(({ name }) => name))),
  "x",
  "__proto__",
  "a[]",
);
const query = fc.oneof(
  fc.string(),
  fc.array(fc.tuple(names, text)).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.array(fc.tuple(names, fc.string())).map((pairs) => pairs.map((pair) => pair.join("=")).join("&")),
);
const body = fc.oneof(
  fc.constant(""),
  fc.string(),
  fc.json(),
  query,
  fc.constantFrom('""', "{", "[[", '{"botId":1e400}'),
);
const path = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...Object.values(OPERATIONS).map((each) => each.path)) },
  { weight: 1, arbitrary: fc.webPath() },
);
const type = fc.constantFrom(
  "application/json",
  "application/x-www-form-urlencoded",
  "",
  "text/plain",
  "multipart/form-data",
);

it("signed nonsense is answered, and never with 5xx", () => {
  const h = harness({ commandDelay: 0, startOnEnabled: "open" });
  h.on(h.create());
  fc.assert(
    fc.property(path, query, body, type, fc.boolean(), (to, sent, content, contentType, right) => {
      const natural = Object.values(OPERATIONS).find((each) => each.path === to)?.method ?? "GET";
      const method = right ? natural : "POST";
      const headers = Object.fromEntries(
        Object.entries(signedHeaders(DEMO, to, sent, START)).map(([name, value]) => [name.toLowerCase(), value]),
      );
      h.clock.pass(START - h.clock.now());
      const answer = h.service.handle({
        method,
        target: `${to}?${sent}`,
        headers: { ...headers, "content-type": contentType },
        body: content,
      });
      expect(answer.status).toBeLessThan(500);
      const json = JSON.parse(answer.body);
      expect([typeof json.isSuccess, typeof json.errorMessage, "data" in json]).toEqual(["boolean", "string", true]);
      expect(answer.status === 200).toBe(json.isSuccess);
    }),
    { numRuns: amount({ fast: 125, all: 500 }) },
  );
});

it("unsigned nonsense is turned away", () => {
  const service = new Service({ clock: manualClock() });
  const header = fc.dictionary(
    fc.constantFrom("ctg-api-key", "ctg-api-nonce", "ctg-api-signature", "content-type"),
    text,
  );
  fc.assert(
    fc.property(
      fc.constantFrom("GET", "POST", "HEAD", "BREW"),
      fc.string(),
      header,
      body,
      (method, target, headers, content) => {
        const { status } = service.handle({ method, target, headers, body: content });
        expect([401, 404, 405]).toContain(status);
      },
    ),
    { numRuns: amount({ fast: 125, all: 500 }) },
  );
});

it("any run of valid writes leaves what was read before and after consistent", () => {
  const step = fc.record({
    path: fc.constantFrom(
      "activate",
      "deactivate",
      "start-new-deal",
      "complete-deal",
      "cancel-deal",
      "update",
      "create",
    ),
    id: fc.integer({ min: 0, max: 3 }),
    pass: fc.constantFrom(0, 100, 300, 1_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const h = harness();
      for (const { path, id, pass } of steps) {
        const bot = 1001 + id;
        if (path === "create") h.create();
        else h.call("POST", path, { botId: bot, dealId: 50_001 + id, title: "T" });
        h.clock.pass(pass);
        const bots = h.list();
        expect(bots).toHaveLength(h.service.bots().length);
        for (const shown of bots) expect(h.details(shown.id)).toMatchObject(shown);
        const deals = h.deals();
        // Without the quirk that allows it no bot is ever in two deals, and a bot that is on is always in one.
        expect(new Set(deals.map((deal) => deal.botId)).size).toBe(deals.length);
        for (const shown of bots.filter((each) => each.status === "ENABLED")) {
          expect(deals.map((deal) => deal.botId)).toContain(shown.id);
        }
      }
      expect(h.call("POST", "create", { ...PLAIN_BOT, exchange: EXCHANGE }).status).toBe(200);
    }),
    { numRuns: amount({ fast: 25, all: 100 }) },
  );
});
