import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonSchemas, schemaText } from "../../../../src/config/schema/jsonschema.js";
import { FIELDS } from "../../../../src/model/bot/field.js";

describe.each(Object.entries(jsonSchemas()))("schemas/%s", (file, schema) => {
  const path = new URL(`../../../../schemas/${file}`, import.meta.url);

  test("is what the schemas of validation generate (UPDATE_GOLDEN=1 rewrites it)", () => {
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, schemaText(schema));
    expect(readFileSync(path, "utf8")).toBe(schemaText(schema));
  });

  if (file !== "botform.schema.json") return;
  test("is strict, described", () => {
    const text = JSON.stringify(schema);
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      additionalProperties: false,
    });
    for (const { name, about } of FIELDS) {
      expect(text).toContain(JSON.stringify(about));
      expect(text).toContain(`"${name}":`);
    }
  });
});
