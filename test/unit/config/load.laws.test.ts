// Laws of the whole way from text to desired state, on random configurations.
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadSources } from "../../../src/config/load.js";
import { FIELDS, type FieldSpec } from "../../../src/model/bot/field.js";
import { canonicalDecimal } from "../../../src/model/text/decimal.js";
import { anyText } from "../../support/any-text.js";
import { amount } from "../../support/lane.js";
import { ACCOUNT, botYaml, fleetYaml } from "./fleet.js";

/** Any valid value of a field; decimals with at most two places, as people write them. */
function anyValue(spec: FieldSpec): fc.Arbitrary<string | number | null> {
  const low = spec.min ?? (spec.kind === "integer" ? 1 : 0.01);
  const high = spec.max ?? 100_000;
  const scalar: fc.Arbitrary<string | number> =
    spec.words !== undefined
      ? fc.constantFrom(...spec.words)
      : spec.kind === "integer"
        ? fc.integer({ min: low, max: high })
        : spec.kind === "decimal"
          ? fc.integer({ min: Math.ceil(low * 100), max: Math.floor(high * 100) }).map((cents) => cents / 100)
          : spec.name === "pairTitle"
            ? fc.constantFrom("USDT-BTC", "BUSD-ETH", "USDT-1000PEPE")
            : fc
                .string({ unit: "grapheme", maxLength: 40 })
                .map((text) => text.replace(/[\p{C}\s]|\$\{/gu, "_") || "x");
  return spec.off === "never" ? scalar : fc.option(scalar, { freq: 4, nil: null });
}

const bot = fc.record(
  {
    ...Object.fromEntries(FIELDS.map((spec) => [spec.name, anyValue(spec)])),
    enabled: fc.boolean(),
    protect: fc.boolean(),
    botId: fc.integer({ min: 1 }),
  },
  { requiredKeys: [] },
);
/** Rules between fields, which a random bot breaks now and then. */
const BETWEEN = /price-level|no-effect|incomplete|safety-volume|tiny-step/;

test("every random bot whose fields are valid passes, and arrives unchanged", () => {
  fc.assert(
    fc.property(bot, (fields) => {
      const text = `${ACCOUNT}bots:\n  x: ${JSON.stringify({ title: "T", access: "primary", ...fields })}\n`;
      const { accounts, diagnostics } = loadSources([{ file: "a.yaml", text }]);
      expect(diagnostics.filter(({ code }) => !BETWEEN.test(code))).toEqual([]);
      const arrived = accounts[0]?.desired.bots[0]?.fields;
      if (arrived === undefined) return;
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === "number" && name in arrived) {
          expect(Object.entries(arrived).find(([field]) => field === name)?.[1]).toBe(canonicalDecimal(value));
        }
      }
    }),
    { numRuns: amount({ fast: 75, all: 300 }) },
  );
});

test("a value written in block style reads as the same value in flow style", () => {
  fc.assert(
    fc.property(bot, (fields) => {
      const values = { title: "T", access: "primary", ...fields };
      const load = (text: string) => loadSources([{ file: "a.yaml", text }]).accounts[0]?.desired.digest;
      expect(load(`${ACCOUNT}${stringify({ bots: { x: values } })}`)).toBe(
        load(`${ACCOUNT}bots: ${JSON.stringify({ x: values })}`),
      );
    }),
  );
});

const VALID = fleetYaml(botYaml("x"), botYaml("y", { title: "Y", martingaleScale: "1.2", ignore: "[leverage]" }));
const FRAGMENTS = [
  "\n",
  "  ",
  ":",
  "- ",
  "? ",
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "#",
  "&a ",
  "*a",
  "!!x ",
  "|",
  ">",
  "%",
  "<<: ",
  "null",
  "1e400",
  "\t",
  "\r",
  "\0",
  "\uD800",
  "...",
  "---",
  "${x}",
  "é",
  "__proto__: ",
];

test("no mutation of a file makes it throw, and every diagnostic has a place inside the file", () => {
  const mutation = fc.tuple(
    fc.nat(VALID.length),
    fc.nat(6),
    fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 4 })),
  );
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      let text = VALID;
      for (const [at, cut, put] of mutations) text = text.slice(0, at) + put + text.slice(at + cut);
      const { accounts, diagnostics } = loadSources([{ file: "a.yaml", text }]);
      const lines = text.split("\n");
      for (const { position, summary, remedy } of diagnostics) {
        expect(position?.file).toBe("a.yaml");
        expect(position?.line).toBeGreaterThanOrEqual(1);
        expect(position?.line).toBeLessThanOrEqual(lines.length);
        expect(position?.column).toBeGreaterThanOrEqual(1);
        expect(position?.column).toBeLessThanOrEqual((lines[(position?.line ?? 0) - 1]?.length ?? 0) + 1);
        expect(summary).not.toMatch(/Invalid input|undefined|\[object|\n/);
        expect(remedy ?? "").toMatch(/\S/);
      }
      expect(accounts.length === 0).toBe(diagnostics.some(({ severity }) => severity === "error"));
    }),
    { numRuns: amount({ fast: 75, all: 300 }) },
  );
});

test("any text at all is answered with diagnostics, never with an exception", () => {
  const text = fc.oneof(
    anyText(),
    fc.array(fc.constantFrom(...FRAGMENTS, "a", "bots", "accounts")).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (any) => {
      expect(loadSources([{ file: "a.yaml", text: any }]).diagnostics.length).toBeGreaterThan(0);
    }),
    { numRuns: amount({ fast: 75, all: 300 }) },
  );
});

test("any value at all in the place of any key is answered with diagnostics, never with an exception", () => {
  const keys = fc.array(
    fc.constantFrom(
      "version",
      "accounts",
      "defaults",
      "bots",
      "main",
      "x",
      "accesses",
      "title",
      "ignore",
      "apiKey",
      "toString",
      "0",
    ),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(keys, fc.jsonValue(), (path, value) => {
      const tree = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      const { accounts } = loadSources([{ file: "a.yaml", text: JSON.stringify(tree) }]);
      expect(accounts).toEqual([]);
    }),
    { numRuns: amount({ fast: 62, all: 250 }) },
  );
});
