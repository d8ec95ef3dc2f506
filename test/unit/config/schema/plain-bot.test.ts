// What isPlainBot lets past the schema, the schema takes as it stands: the short way and the long way are one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { isPlainBot } from "../../../../src/config/schema/plain-bot.js";
import { readFile } from "../../../../src/config/schema/read.js";
import { botSchema } from "../../../../src/config/schema/schema-bot.js";
import { UNUSABLE } from "../../../../src/config/yaml/value.js";
import { FIELDS, type FieldSpec } from "../../../../src/model/bot/field.js";
import { anyText } from "../../../support/any-text.js";
import { amount } from "../../../support/lane.js";

const SPECS: readonly FieldSpec[] = FIELDS;
const NUMBERS = [
  0,
  -0,
  1,
  2,
  0.1,
  1.5,
  -1,
  50,
  51,
  100,
  125,
  126,
  1e-7,
  1e-31,
  1e21,
  1e300,
  2 ** 53,
  Number.NaN,
  1 / 0,
];
const TEXTS = [
  ...["BTC dip", "", " a", "a ", "a\tb", "a\nb", "é", "x".repeat(255), "x".repeat(256), "\ud800", "${env.A}", "a ${b}"],
  ...[
    "USDT-BTC",
    "USDT-BTC_240628",
    "usdt-btc",
    "USDT-BTC ",
    "LONG",
    "long",
    "NOTHING",
    "primary",
    "a b",
    "__proto__",
    "0",
    "1.5",
  ],
];

const word = ({ words = [] }: FieldSpec) => fc.constantFrom<unknown>(...TEXTS, ...words);
const anything = fc.oneof(
  fc.constantFrom<unknown>(...NUMBERS, ...TEXTS, null, true, false, undefined, [], {}, [1], ["title"]),
  fc.double(),
  fc.integer({ min: -3, max: 200 }),
  anyText({ maxLength: 6 }),
);

const settings = fc.record(
  {
    ...Object.fromEntries(
      SPECS.map((spec) => [
        spec.name,
        fc.oneof({ weight: 60, arbitrary: good(spec) }, { weight: 1, arbitrary: fc.oneof(word(spec), anything) }),
      ]),
    ),
    access: fc.constantFrom<unknown>(...Array(9).fill("primary"), "a b", 1, "${x}", null),
    enabled: fc.constantFrom<unknown>(...Array(5).fill(true), false, "true", null),
  },
  { requiredKeys: [] },
);

function good({ kind, words, min = 1, max = 100 }: FieldSpec): fc.Arbitrary<unknown> {
  if (words !== undefined) return fc.constantFrom(...words);
  if (kind === "text") return fc.constantFrom("BTC dip", "USDT-BTC", "Grün – 2");
  return kind === "integer"
    ? fc.integer({ min, max })
    : fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100);
}

describe("isPlainBot", () => {
  it("is true only of what the schema takes unchanged", () => {
    let plain = 0;
    fc.assert(
      fc.property(settings, (bot) => {
        if (!isPlainBot(bot)) return;
        plain += 1;
        const parsed = z.safeParse(botSchema, bot);
        expect(parsed.error?.issues).toBeUndefined();
        expect(parsed.data).toEqual(bot);
      }),
      { numRuns: amount({ fast: 750, all: 3_000 }) },
    );
    expect(plain).toBeGreaterThan(50);
  });

  it.each(SPECS.map(({ name }) => name))("judges %s alone as the schema does, but for references", (name) => {
    for (const value of [
      ...NUMBERS,
      ...TEXTS,
      null,
      true,
      [],
      {},
      ...(SPECS.find((one) => one.name === name)?.words ?? []),
    ]) {
      const isTaken = z.safeParse(botSchema, { [name]: value }).success;
      const isReference = typeof value === "string" && value.includes("${");
      expect(isPlainBot({ [name]: value }), `${name}: ${String(value)}`).toBe(isTaken && !isReference);
    }
  });

  it.each([null, undefined, [], "x", 1, [{}]])("is false of %j, which is no map", (value) => {
    expect(isPlainBot(value)).toBe(false);
  });
});

describe("a file of plain and other bots", () => {
  const good = { title: "A", leverage: 5 };

  it("keeps the order and every value", () => {
    const bots = { b: good, "k-${x}": { ...good, forEach: { x: ["1"] } }, a: { ...good, protect: true }, c: good };
    const { read, diagnostics } = readFile("f.yaml", { version: 1, bots });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(read.shape.bots ?? {})).toEqual(["b", "k-${x}", "a", "c"]);
    expect(read.shape.bots).toEqual(bots);
  });

  it.each(["toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "constructor"])(
    "keeps a bot whose key is %s",
    (key) => {
      for (const bots of [{ [key]: good }, { [key]: { ...good, protect: true }, a: good }]) {
        const { read, diagnostics } = readFile("f.yaml", { bots });
        expect(diagnostics.map(({ code }) => code)).toEqual([]);
        expect(Object.entries(read.shape.bots ?? {})).toEqual(Object.entries(bots));
      }
    },
  );

  it("leaves out what the document found unusable", () => {
    const { read, diagnostics } = readFile("f.yaml", { bots: { a: good, b: UNUSABLE } });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(read.shape.bots ?? {})).toEqual(["a"]);
  });

  it("says of a wrong bot what it says of it in a file of its own", () => {
    const wrong = { ...good, leverage: 5.5, titel: "x" };
    const alone = readFile("f.yaml", { bots: { bad: wrong } });
    const among = readFile("f.yaml", { bots: { a: good, bad: wrong, z: good } });
    expect(among.diagnostics).toEqual(alone.diagnostics);
    expect(among.diagnostics.length).toBe(2);
    expect(among.read.dropped).toEqual(alone.read.dropped);
    expect(Object.keys(among.read.shape.bots ?? {})).toEqual(["a", "bad", "z"]);
  });
});
