// The printed documents: the parts of their schema are those of the published one, and each document is read as one of them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { OUTPUT_PARTS, outputSchema } from "../../../../src/model/plan/output-schema.js";

const PUBLISHED = z.parse(
  z.object({ anyOf: z.unknown(), $defs: z.record(z.string(), z.unknown()) }),
  JSON.parse(readFileSync("schemas/botform-output.schema.json", "utf8")),
);

/** What a decoder demands and the published schema doesn't: sizes, and that there is nothing more. */
const UNPUBLISHED = new Set(["maxLength", "maxItems", "propertyNames", "id", "$schema"]);
/** Maps by field, which the published schema writes out field by field. */
const BY_FIELD = new Set(["target", "fields"]);

function opened(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, one: unknown) =>
    UNPUBLISHED.has(key) || (key === "additionalProperties" && one === false) || BY_FIELD.has(key) ? undefined : one,
  );
}

const names = z.registry<{ readonly id: string }>();
for (const [id, part] of Object.entries(OUTPUT_PARTS)) names.add(part, { id });
const WHOLE = z.parse(
  z.object({ anyOf: z.unknown(), $defs: z.record(z.string(), z.unknown()) }),
  z.toJSONSchema(outputSchema, { metadata: names }),
);

describe("the published schema says what is validated", () => {
  it("of the whole", () => {
    expect(WHOLE.anyOf).toEqual(PUBLISHED.anyOf);
    expect(Object.keys(WHOLE.$defs).toSorted()).toEqual(Object.keys(PUBLISHED.$defs).toSorted());
  });

  it.each(Object.keys(OUTPUT_PARTS))("of %s", (part) => {
    expect(opened(WHOLE.$defs[part])).toEqual(opened(PUBLISHED.$defs[part]));
  });
});

describe("what is read from outside", () => {
  /** Each schema within one, by its path. */
  function schemasIn(value: unknown, path: string): (readonly [string, Readonly<Record<string, unknown>>])[] {
    if (typeof value !== "object" || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, one]) => schemasIn(one, `${path}/${key}`));
    return "type" in value && typeof value.type === "string" ? [[path, { ...value }], ...inner] : inner;
  }

  it.each(["plan", "money", "findings", "diagnostics"])("as %s is bounded, and no object takes another key", (part) => {
    const open = schemasIn(WHOLE.$defs[part], part).filter(([, { type, ...of }]) => {
      if (type === "string") return ["maxLength", "enum", "const", "pattern"].every((key) => of[key] === undefined);
      if (type === "array") return of["maxItems"] === undefined;
      return type === "object" && of["additionalProperties"] === undefined;
    });
    // Canonical decimals, which are short in themselves.
    expect(open.map(([path]) => path).filter((path) => !path.includes("/takeProfit/"))).toEqual([]);
  });
});

describe("a document", () => {
  const FAILURE = { formatVersion: 2, ok: false, exitCode: 2, command: "plan", error: "e", diagnostics: [] };
  const VALIDATION = { formatVersion: 2, ok: true, exitCode: 0, command: "validate", diagnostics: [], findings: [] };
  const accepts = (document: unknown) => z.safeParse(outputSchema, document).success;

  it("is one of three, whole", () => {
    expect(accepts(FAILURE)).toBe(true);
    expect(accepts(VALIDATION)).toBe(true);
    for (const wrong of [
      ...[
        { ...FAILURE, ok: true },
        { ...FAILURE, more: 1 },
        { ...FAILURE, formatVersion: 1 },
      ],
      ...[
        { ...FAILURE, exitCode: 8 },
        { ...VALIDATION, command: "plan" },
        { ...VALIDATION, findings: undefined },
      ],
    ])
      expect(accepts(wrong), JSON.stringify(wrong)).toBe(false);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 130])("may end with %i", (exitCode) => {
    expect(accepts({ ...VALIDATION, exitCode })).toBe(true);
  });
});
