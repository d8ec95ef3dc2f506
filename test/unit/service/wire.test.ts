// What plainBot reads of a row, the schema of bots reads alike: the short way and the long way are one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bot, plainBot } from "../../../src/service/wire.js";

const odd = fc.constantFrom<unknown>(
  ...[null, undefined, "", "x", "1.5", 0, 1, -1, 1.5, 2 ** 53, 2 ** 53 - 1, 1e300, true, [], {}, ["x"], { a: 2 ** 60 }],
);
const or = (usual: fc.Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
const moment = fc.record(
  {
    date: or(fc.constant("2026-01-01")),
    timezone_type: or(fc.constant(3)),
    timezone: or(fc.constant("UTC")),
    more: odd,
  },
  { requiredKeys: ["date", "timezone_type", "timezone"] },
);
const row = fc.record(
  {
    id: or(fc.nat()),
    title: or(fc.string()),
    pairTitle: or(fc.constant("USDT-BTC")),
    strategy: or(fc.constant("LONG")),
    leverage: or(fc.oneof(fc.nat({ max: 125 }), fc.constant("5"))),
    status: or(fc.constantFrom("on", "off", "1")),
    settings: or(fc.dictionary(fc.string(), odd)),
    accessId: or(fc.nat()),
    userId: or(fc.nat()),
    exchange: or(fc.constant("SERVICE_FUTURES")),
    updated: or(moment),
    unknown: odd,
  },
  { requiredKeys: ["id", "title", "leverage", "status", "settings"] },
);

describe("plainBot", () => {
  it("reads what it reads as the schema does", () => {
    let plain = 0;
    fc.assert(
      fc.property(row, (value) => {
        const read = plainBot(value);
        if (read === undefined) return;
        plain += 1;
        const parsed = z.safeParse(bot, value);
        expect(parsed.error?.issues).toBeUndefined();
        // JSON has no undefined, so absent and undefined are one.
        expect(read).toEqual(parsed.data);
      }),
      { numRuns: 2_000 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  it.each([
    ["date", 20260101],
    ["timezone_type", "3"],
    ["timezone_type", JSON.parse("1e999")],
    ["timezone", null],
  ])("leaves a time whose %s is %s to the schema, which refuses it", (name, value) => {
    const usual = { id: 7, title: "A", leverage: 5, status: "on", settings: {} };
    const updated = { date: "2026-01-01", timezone_type: 3, timezone: "UTC" };
    expect(plainBot({ ...usual, updated })).toEqual({ ...usual, updated });
    const odd = { ...usual, updated: { ...updated, [name]: value } };
    expect([plainBot(odd), z.safeParse(bot, odd).success]).toEqual([undefined, false]);
  });

  it.each([null, undefined, "x", 1, [], [{}], {}])("leaves %j to the schema", (value) => {
    expect(plainBot(value)).toBeUndefined();
  });
});
