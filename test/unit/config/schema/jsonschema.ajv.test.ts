// The published schema as others use it: a strict validator compiles it, and it differs from `validate` only where docs/reference/configuration.md says so.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadSources } from "../../../../src/config/load.js";
import { CONFIG_CODES } from "../../../../src/config/schema/codes.js";
import { accountSchema, fileSchema } from "../../../../src/config/schema/schema.js";
import {
  botSchema,
  defaultsSchema,
  exceptionSchema,
  templateSchema,
} from "../../../../src/config/schema/schema-bot.js";
import { hasErrors } from "../../../../src/model/text/diagnostic.js";
import { amount } from "../../../support/lane.js";

const schema: Record<string, unknown> = JSON.parse(readFileSync("schemas/botform.schema.json", "utf8"));
const warnings: unknown[] = [];
const note = (...said: unknown[]) => warnings.push(said);
const ajv = new Ajv2020({ strict: true, allErrors: true, logger: { log: note, warn: note, error: note } });
// For editors only.
ajv.addVocabulary(["defaultSnippets"]);
const isValid = ajv.compile(schema);

const page = readFileSync("docs/reference/configuration.md", "utf8");
const listed = new Set([...page.matchAll(/`(config\/[\w-]+)`/g)].map(([, code]) => code ?? ""));

/** Codes of errors and warnings that the file alone gets; those that come from variables are marked. */
function codesOf(value: unknown): string[] {
  const { diagnostics } = loadSources([{ file: "a.yaml", text: JSON.stringify(value) }]);
  return diagnostics.map(({ code, summary }) => (summary.includes("it contains variables") ? "variables" : code));
}

test("it compiles in strict mode without a warning", () => {
  expect(warnings).toEqual([]);
});

test("the page lists codes that there are, each once, and the others are the schema's own", () => {
  const codes = [...page.matchAll(/`(config\/[\w-]+)`/g)].map(([, code]) => code);
  expect(codes).toHaveLength(listed.size);
  expect([...listed].filter((code) => !Object.hasOwn(CONFIG_CODES, code))).toEqual([]);
  expect(
    Object.keys(CONFIG_CODES)
      .filter((code) => !listed.has(code))
      .sort(),
    "what the JSON Schema can't check is listed in docs/reference/configuration.md, the rest here",
  ).toEqual(
    "bad-pair bad-text bad-version literal-secret not-whole out-of-range quoted-number repeated-item unknown-key unknown-word unquoted-text wrong-type"
      .split(" ")
      .map((code) => `config/${code}`),
  );
});

const ACCOUNT = {
  apiUrl: "https://api.example.net",
  apiKey: "${env.BOTFORM_KEY}",
  apiSecret: "${env.BOTFORM_SECRET}",
  accesses: { primary: "Main futures" },
};
const file = (more: object, bots: object = {}) => ({
  version: 1,
  accounts: { main: ACCOUNT },
  bots: { x: { title: "X" }, ...bots },
  ...more,
});
const bot = (more: object) => file({ bots: { x: { title: "X", ...more } } });
const account = (more: object) => file({ accounts: { main: { ...ACCOUNT, ...more } } });

describe("what the schema refuses, validate refuses", () => {
  test.each<readonly [string, unknown]>([
    ["wrong-type", []],
    ["bad-version", file({ version: 2 })],
    ["unknown-key", file({ foo: 1 })],
    ["unknown-key", bot({ leveragee: "${v}" })],
    ["unknown-key", file({ defaults: { title: "T" } })],
    ["unknown-key", file({ templates: { t: { botId: 5 } } })],
    ["unknown-word", bot({ strategy: "long" })],
    ["quoted-number", bot({ leverage: "5" })],
    ["wrong-type", bot({ leverage: null })],
    ["not-whole", bot({ leverage: 1.5 })],
    ["out-of-range", bot({ leverage: 0 })],
    ["bad-pair", bot({ pairTitle: "BTCUSDT" })],
    ["bad-text", bot({ title: " X" })],
    ["unquoted-text", bot({ title: 5 })],
    ["repeated-item", bot({ previousTitles: ["A", "A"] })],
    ["unknown-word", bot({ unmanaged: ["title"] })],
    ["unknown-word", bot({ ignore: ["foo"] })],
    ["wrong-type", bot({ forEach: { p: "a" } })],
    ["wrong-type", bot({ forEach: { p: [null] } })],
    ["bad-name", bot({ forEach: { "p q": ["a"] } })],
    ["bad-name", file({ bots: { "x y": { title: "X" } } })],
    ["bad-name", bot({ extends: ["a b"] })],
    ["wrong-type", bot({ extends: 5 })],
    ["bad-name", bot({ only: ["a b"] })],
    ["unknown-key", bot({ forEach: {}, exceptions: { x: { extends: "t" } } })],
    ["bad-variable", file({ vars: { a: [[1]] } })],
    ["bad-variable", file({ vars: { a: { b: { c: 1 } } } })],
    ["bad-name", file({ vars: { "a b": 1 } })],
    ["literal-secret", account({ apiKey: "secret" })],
    ["bad-url", account({ apiUrl: "ftp://x" })],
    ["out-of-range", account({ volumeScale: 0 })],
    ["unknown-key", account({ overrides: { title: "T" } })],
    ["missing-key", file({ accounts: { main: { apiUrl: "https://x.example" } } })],
    ["wrong-type", file({ protectedTitles: "T" })],
  ])("%s: %j", (code, value) => {
    expect(isValid(value)).toBe(false);
    expect(codesOf(value)).toContain(`config/${code}`);
  });
});

describe("what only validate refuses is on the page", () => {
  test.each<readonly [string, unknown]>([
    ["version-missing", { accounts: { main: ACCOUNT }, bots: {} }],
    ["no-accounts", { version: 1, bots: {} }],
    ["no-bots", file({ bots: {} })],
    ["missing-key", file({ accounts: { main: { ...ACCOUNT, apiUrl: undefined } } })],
    ["inexact-number", account({ volumeScale: 1e-40 })],
    ["too-complex", bot({ title: "${v}", forEach: { v: ["${w}${w}"] } })],
    ["unknown-template", bot({ extends: "t" })],
    ["undefined-variable", bot({ leverage: "${v}" })],
    ["circular-reference", file({ vars: { a: "${a}" } })],
    ["unknown-account", bot({ only: ["other"] })],
    ["unknown-access", bot({ access: "other" })],
    ["unknown-exception", bot({ forEach: { i: [1] }, exceptions: { y: {} } })],
    ["bad-reference", bot({ title: "${env.BOTFORM_X}" })],
    ["bad-reference", file({ protectedTitles: ["${v}"] })],
    ["bad-variable", file({ vars: { env: 1 } })],
    ["bad-name", file({ vars: { v: "a b" }, bots: { "${v}": { title: "X" } } })],
    ["expanded-twice", bot({ forEach: { i: [1, 2] } })],
    ["bad-url", account({ apiUrl: "http://example.net" })],
    [
      "volume-too-small",
      file({ accounts: { main: { ...ACCOUNT, volumeMin: 5 } }, bots: { x: { title: "X", volumeFirstOrder: 4 } } }),
    ],
    ["contradiction", bot({ exceptions: {} })],
    ["contradiction", bot({ leverage: 5, unmanaged: ["leverage"] })],
    ["price-level-missing", bot({ priceLevel: "UPPER" })],
    ["price-level-order", bot({ priceLevelUp: 1, priceLevelDown: 2 })],
    ["no-effect", bot({ priceLevel: null, priceLevelDown: 2 })],
    ["incomplete-indicator", bot({ indicatorGroup: "FOMO" })],
    ["safety-volume-missing", bot({ countOrderMax: 5 })],
    ["incomplete-bot", bot({})],
    ["title-missing", file({ bots: { x: {} } })],
    ["title-twice", file({}, { y: { title: "X" } })],
    ["title-outside-prefix", account({ titlePrefix: "Y" })],
    ["access-missing", account({ accesses: { a: "A", b: "B" } })],
    ["bot-id-twice", file({ bots: { x: { title: "X", botId: 1 }, y: { title: "Y", botId: 1 } } })],
    ["previous-title-useless", bot({ previousTitles: ["X"] })],
    ["previous-title-taken", file({}, { y: { title: "Y", previousTitles: ["X"] } })],
  ])("%s: %j", (code, value) => {
    const made =
      code === "too-complex"
        ? {
            ...file({ vars: { w: "x".repeat(6000) } }),
            bots: { "x${v}": { title: "${v}", forEach: { v: ["${w}${w}"] } } },
          }
        : value;
    expect(isValid(made), JSON.stringify(isValid.errors)).toBe(true);
    expect(codesOf(made)).toContain(`config/${code}`);
    expect(listed).toContain(`config/${code}`);
  });

  test.each<readonly [string, unknown]>([
    ["out-of-range", 0],
    ["not-whole", 1.5],
    ["quoted-number", "5"],
    ["wrong-type", null],
  ])("what variables come to: %s", (code, v) => {
    const value = file({ vars: { v }, bots: { x: { title: "X", leverage: "${v}" } } });
    expect(isValid(value)).toBe(true);
    const { diagnostics } = loadSources([{ file: "a.yaml", text: JSON.stringify(value) }]);
    expect(diagnostics.map((found) => found.code)).toContain(`config/${code}`);
    expect(codesOf(value)).toContain("variables");
  });
});

describe("on any file", () => {
  const odd = fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      "",
      " ",
      "x",
      "a b",
      "${v}",
      "${l}",
      "x ${v}",
      "${nope}",
      "${",
      "$${",
      "${env.X}",
      "x\u0001",
      "USDT-BTC",
      "LONG",
      "main",
    ],
    ...[0, 1, 5, -1, 1.5, 50, 99, 1e21, 1e-40, 1e40],
    ...[
      [],
      ["a"],
      ["main"],
      ["a", "a"],
      ["leverage"],
      ["${v}"],
      [5],
      [null],
      [[]],
      {},
      { a: 1 },
      { a: ["x", "y"] },
      { a: "${l}" },
      { v: [{ k: 1 }] },
      { "a b": [] },
    ],
  );
  const GOOD: Readonly<Record<string, readonly unknown[]>> = {
    title: ["X", "Y ${v}", "${p}"],
    pairTitle: ["USDT-BTC", "${p}"],
    strategy: ["LONG", "SHORT"],
    leverage: [1, 5, "${n}"],
    percentTakeProfit: [1.2],
    volumeFirstOrder: [20],
    martingaleScale: [1.2, null],
    priceLevel: ["NOTHING", "BOTH"],
    enabled: [true, false],
    extends: ["t", ["t", "u"], []],
    forEach: [{ p: ["USDT-ETH", "USDT-SOL"] }, { p: "${l}", q: [1] }],
    exceptions: [{ "x-a": { leverage: 4 } }],
    unmanaged: [["leverage"], ["enabled", "martingaleScale"]],
    only: [["main"], []],
    apiUrl: ["https://api.example.net", "${env.BOTFORM_URL}"],
    apiKey: ["${env.BOTFORM_KEY}"],
    apiSecret: ["${env.BOTFORM_SECRET}"],
    accesses: [{ primary: "Main" }, { a: 7, b: "B" }],
    volumeScale: [0.5],
  };
  /** What the schema itself names as good. */
  const examplesOf = (key: string): readonly unknown[] => {
    const [, found] =
      new RegExp(`"${key}":\\{"description":[^{}]*?"examples":(\\[.*?\\])[,}]`).exec(JSON.stringify(schema)) ?? [];
    return found === undefined ? [] : JSON.parse(found);
  };
  const value = (key: string) => {
    const good = GOOD[key] ?? examplesOf(key);
    return good.length === 0
      ? odd
      : fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: odd });
  };
  const someOf = (keys: readonly string[], always: readonly string[] = []) =>
    fc
      .tuple(
        fc.subarray([...keys], { maxLength: 4 }),
        mostly(
          fc.constant<string[]>([]),
          fc.constantFrom("foo", "leveragee", "webhooks").map((key) => [key]),
        ),
      )
      .chain(([chosen, strays]) =>
        fc.record(Object.fromEntries([...always, ...chosen, ...strays].map((key) => [key, value(key)]))),
      );
  function mostly<T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>): fc.Arbitrary<T> {
    return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: unusual });
  }
  const named = (names: readonly string[], one: fc.Arbitrary<unknown>) =>
    mostly<unknown>(
      fc.dictionary(mostly(fc.constantFrom(...names), fc.constantFrom("a b", "${v}", "", "é")), mostly(one, odd), {
        maxKeys: 2,
      }),
      odd,
    );
  const keysOf = (shape: object) => Object.keys(shape);
  const settings = keysOf(defaultsSchema.shape);
  const anyFile = fc
    .record(
      {
        version: mostly<unknown>(fc.constant(1), odd),
        accounts: named(
          ["main"],
          fc
            .tuple(
              someOf(
                keysOf(accountSchema.shape).filter((key) => key !== "overrides"),
                ["apiUrl", "apiKey", "apiSecret", "accesses"],
              ),
              fc.option(someOf(settings)),
            )
            .map(([one, overrides]) => (overrides === null ? one : { ...one, overrides })),
        ),
        vars: mostly<unknown>(
          fc.record({
            v: mostly(fc.constant<unknown>("V"), odd),
            n: fc.constantFrom<unknown>(3, 3.5, "3"),
            l: mostly<unknown>(fc.constant(["a", "b"]), odd),
          }),
          odd,
        ),
        defaults: mostly<unknown>(someOf(settings), odd),
        templates: named(["t", "u"], someOf(keysOf(templateSchema.shape))),
        bots: named(
          ["x", "x-${p}", "y"],
          fc
            .tuple(
              someOf(keysOf(botSchema.shape), ["title"]),
              fc.option(
                fc.dictionary(fc.constantFrom("x-USDT-ETH", "x-a"), someOf(keysOf(exceptionSchema.shape)), {
                  maxKeys: 1,
                }),
                { freq: 5 },
              ),
            )
            .map(([one, exceptions]) => (exceptions === null ? one : { ...one, exceptions })),
        ),
        protectedTitles: mostly<unknown>(fc.constant(["T"]), odd),
        policies: fc.constant({}),
      },
      { requiredKeys: ["version", "accounts", "bots"] },
    )
    .map(({ policies, ...rest }) =>
      policies === undefined || Object.keys(rest).length % 3 > 0 ? rest : { ...rest, policies },
    );

  test("the two differ only in what is listed", () => {
    const seen = { both: 0, onlyValidate: 0, neither: 0 };
    fc.assert(
      fc.property(anyFile, (any) => {
        const text = JSON.stringify(any);
        const { diagnostics } = loadSources([{ file: "a.yaml", text }]);
        if (!isValid(any)) {
          seen.both += 1;
          expect(hasErrors(diagnostics), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
          return;
        }
        seen[hasErrors(diagnostics) ? "onlyValidate" : "neither"] += 1;
        const others = diagnostics.filter(
          ({ code, summary }) => !listed.has(code) && !summary.includes("it contains variables"),
        );
        expect(others.map(({ code, summary }) => `${code} ${summary}`)).toEqual([]);
      }),
      { numRuns: amount({ fast: 120, all: 600 }) },
    );
    // The generator is of use only as long as it makes all three kinds.
    expect(Object.values(seen).filter((count) => count < 1)).toEqual([]);
  });

  test("every key of the schemas of validation is in it, described; new ones with an example", () => {
    const text = JSON.stringify(schema);
    for (const shape of [
      fileSchema.shape,
      accountSchema.shape,
      botSchema.shape,
      templateSchema.shape,
      exceptionSchema.shape,
    ])
      for (const key of Object.keys(shape)) expect(text).toContain(`"${key}":`);
    const bare: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      const {
        properties = {},
        additionalProperties,
        anyOf = [],
      } = node as { properties?: object; additionalProperties?: unknown; anyOf?: unknown[] };
      for (const [key, one] of Object.entries(properties)) {
        const said = JSON.stringify(one);
        if (typeof one.description !== "string") bare.push(`${path}.${key} has no description`);
        const explains = /"examples":|"enum":|"const":|"boolean"/.test(said);
        if (!explains) bare.push(`${path}.${key} has no example`);
        walk(one, `${path}.${key}`);
      }
      walk(additionalProperties, `${path}.*`);
      for (const one of anyOf) walk(one, path);
    };
    walk(schema, "");
    expect(bare).toEqual([]);
  });

  test("editors can complete words where a variable may stand, too", () => {
    const at = (...path: string[]): unknown => path.reduce<unknown>((node, key) => Object(node)[key], schema);
    for (const place of [
      ["bots", "additionalProperties"],
      ["templates", "additionalProperties"],
      ["defaults"],
      ["accounts", "additionalProperties", "properties", "overrides"],
    ]) {
      expect(at("properties", ...place, "properties", "strategy", "anyOf", "0", "enum")).toEqual(["LONG", "SHORT"]);
    }
    expect(
      at(
        "properties",
        "bots",
        "additionalProperties",
        "properties",
        "ignore",
        "anyOf",
        "0",
        "items",
        "anyOf",
        "0",
        "enum",
      ),
    ).toContain("leverage");
    expect(at("properties", "bots", "additionalProperties", "properties", "unmanaged", "items", "enum")).toContain(
      "enabled",
    );
  });
});
