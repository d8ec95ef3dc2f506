// Arbitrary live accounts, as hand-made as they come: odd titles, copies, unset flags, values that no configuration can hold.
import fc from "fast-check";
import type { Access, ObservedBot } from "../../../src/model/bot/bot.js";
import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type FieldSpec,
  type Fields,
  type FieldValue,
} from "../../../src/model/bot/field.js";
import type { Observed } from "../../../src/model/bot/observed.js";

export const PAIRS = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "BUSD-BTC", "USDT-1000PEPE"];

const TITLES = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "Dip",
      "dip",
      "Dip BTC",
      "Dip ETH",
      "Dip SOL",
      "DIP eth",
      "Scalp USDT-BTC",
      "Scalp USDT-ETH",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "a: b",
      "- x",
      "#1",
      "~",
      "true",
      "007",
      "1e3",
      "Ünïcode ☃",
      "${pair}",
      "$${x}",
      "'q'",
      '"q"',
      "{a}",
      "*b",
      "&c",
      "!d",
      "x\u202ey",
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("", " lead", "trail ", "tab\tin", "new\nline", "x".repeat(300), "\u0007") },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) },
);

function fieldValue(spec: FieldSpec): fc.Arbitrary<FieldValue> {
  if (spec.name === "pairTitle") return fc.constantFrom(...PAIRS);
  if (spec.words !== undefined) {
    const words = spec.words.filter((word) => word !== spec.none);
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom<FieldValue>(...words) },
      { weight: 1, arbitrary: fc.constant("FOREIGN") },
    );
  }
  if (spec.kind === "text") return fc.constantFrom("RSI", "5MIN", "true", "1", " odd");
  const plain =
    spec.kind === "integer" ? fc.constantFrom("1", "5", "12") : fc.constantFrom("1.2", "1.5", "20", "0.5", "1.05");
  return fc.oneof(
    { weight: 14, arbitrary: plain },
    { weight: 1, arbitrary: fc.constantFrom("-1", "200", "0.1234567890123456789", "abc") },
  );
}

const FIELD_VALUES = Object.fromEntries(
  FIELDS.map((spec: FieldSpec) => [
    spec.name,
    spec.required ? fieldValue(spec) : fc.option(fieldValue(spec), { nil: null, freq: 2 }),
  ]),
);

const bot = fc.record({
  title: TITLES,
  fields: fc.record(FIELD_VALUES),
  accessId: fc.constantFrom(1, 1, 1, 2),
  on: fc.boolean(),
});

/** One account as a pull reads it, bots placed on their accesses. */
export const accounts: fc.Arbitrary<Observed> = fc
  .record({
    bots: fc.array(bot, { maxLength: 12 }),
    // Bots that people copy differ in little.
    repeat: fc.nat(3),
    second: fc.constantFrom<readonly Access[]>(
      [],
      [{ id: 2, title: "Hedge", exchange: "SERVICE_FUTURES" }],
      [{ id: 2, title: "Main", exchange: "SERVICE_FUTURES" }],
    ),
  })
  .map(({ bots, repeat, second }): Observed => {
    const accesses: readonly Access[] = [{ id: 1, title: "Main", exchange: "SERVICE_FUTURES" }, ...second];
    const many = bots.flatMap((one) => Array.from({ length: repeat + 1 }, (_, index) => ({ ...one, index })));
    const placed = many.map(({ title, fields, accessId, on, index }, at): ObservedBot => {
      const pair = PAIRS[index] ?? "USDT-BTC";
      const moved =
        index === 0 ? {} : { title: title.replace(/BTC|ETH|SOL/, pair.split("-")[1] ?? ""), pairTitle: pair };
      const all: Partial<Record<FieldName, FieldValue>> = { ...fields, title, ...moved };
      return {
        id: 100 + at,
        accessId: accesses.some(({ id }) => id === accessId) ? accessId : 1,
        fields: Object.fromEntries(FIELD_NAMES.map((name) => [name, all[name] ?? null])) as Fields,
        status: { on, raw: on ? "ENABLED" : "DISABLED" },
        unknownSettings: [],
      };
    });
    return { accesses, bots: placed, deals: [], pairs: PAIRS };
  });
