// Whatever a webhook or one of the emulator's own paths is sent, the answer is one of its answers, never an exception.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harness } from "../harness.js";

const names = fc.constantFrom(
  ...["action", "params", "botId", "strategy", "pairs", "open", "dca", "close", "stop", "amount", "closePosition"],
  ...[
    "orderVolume",
    "leverage",
    "cycles",
    "enabled",
    "max",
    "active",
    "event",
    "value",
    "delay",
    "__proto__",
    "advance",
  ],
  ...["pair", "price", "constructor", "toString"],
);
const leaves = fc.oneof(
  fc.constantFrom(
    "open",
    "close",
    "long",
    "short",
    "percentage",
    "delay",
    "BTCUSDT",
    "1001",
    "0",
    "1e400",
    "99999999999999999999",
  ),
  fc.constantFrom(1001, 0, -1, 1.5, 1e21, true, false, null),
  fc.string(),
);
const { body } = fc.letrec<{ body: unknown }>((tie) => ({
  body: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaves,
    fc.array(tie("body"), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie("body")), { maxLength: 6 }).map((entries) => entries.map(([k, v]) => [k, v])),
  ),
}));
/** Objects as JSON text, so that __proto__ is a name like any other. */
const text = (value: unknown): string => {
  if (!Array.isArray(value)) return JSON.stringify(value) ?? "null";
  const isObject =
    value.length > 0 && value.every((each) => Array.isArray(each) && each.length === 2 && typeof each[0] === "string");
  if (!isObject) return `[${value.map(text).join(",")}]`;
  return `{${value.map(([name, inner]) => `${JSON.stringify(name)}:${text(inner)}`).join(",")}}`;
};

describe("never an exception", () => {
  it("from webhooks", () => {
    const h = harness({ commandDelay: 0 });
    h.create();
    const around = (inner: string) => [
      inner,
      `{"botId":1001,"open":{"orderVolume":"20"},"dca":${inner}}`,
      `{"action":"open","params":${inner}}`,
    ];
    const paths = fc.constantFrom("", "/topup-deal", "/close-deal");
    fc.assert(
      fc.property(body, paths, (value, path) => {
        for (const sent of around(text(value))) {
          const reply = h.hook(sent, { path });
          expect(reply.status).toBe(200);
          expect(typeof reply.json.code).toBe("number");
          h.clock.pass(1_000);
        }
        expect(h.deals().length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
    expect(h.service.hooks.length).toBeGreaterThan(0);
  });

  it("from the emulator's own paths", () => {
    const h = harness();
    fc.assert(
      fc.property(body, fc.constantFrom("time", "signal", "price"), (value, path) => {
        const headers = { "content-type": "application/json" };
        const answer = h.service.handle({ method: "POST", target: `/emulator/${path}`, headers, body: text(value) });
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 300 },
    );
  });
});
