import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EDITOR_COMMENT, editorSchema, jsonSchemas, schemaText } from "../../../../src/config/schema/jsonschema.js";
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
      expect(text).toContain(JSON.stringify(about).slice(0, -1));
      expect(text).toContain(`"${name}":`);
    }
  });

  test("tells an editor bounds, defaults, examples and snippets", () => {
    const { properties } = JSON.parse(JSON.stringify(schema));
    const { accounts, bots, defaults, templates } = properties;
    const account = accounts.additionalProperties.properties;
    expect([account.undeclared.default, account.limits.properties.maxTurnOns.default]).toEqual(["report", 30]);
    expect(account.exchange.default).toBeUndefined();
    expect(account.limits.properties.maxTurnOns.description).toBe(
      "How many bots one apply may turn on. Default: 30. At least 0.",
    );
    expect(account.requestsPerSecond).toMatchObject({ description: expect.stringMatching(/ At least 2\.$/) });
    expect(defaults.properties.percentTakeProfit.description).toMatch(/ From 0\.01 to 99\.99\.$/);
    expect(account.assumptions.properties.percentFunding.description).toMatch(/ More than -100 and less than 100\.$/);
    for (const section of [accounts, bots, templates]) {
      expect(section.title).toMatch(/^[A-Z]/);
      expect(section.defaultSnippets).toHaveLength(1);
    }
    for (const { name, words } of FIELDS.map((field) => ({ words: [], ...field }))) {
      const { examples = [] } = bots.additionalProperties.properties[name];
      expect([...words, ...examples], name).not.toEqual([]);
    }
  });
});

describe("the schema for editors", () => {
  const none = { aliases: [], accesses: [], titles: [] };

  test("of an account without names is the published one, under its comment", () => {
    expect(editorSchema(none)).toEqual({ $comment: EDITOR_COMMENT, ...jsonSchemas()["botform.schema.json"] });
  });

  test("offers names where they may stand, and nowhere else", () => {
    const offered = (names: object) =>
      [...new Set(placesOf(editorSchema({ ...none, ...names }), "OFFERED"))].toSorted();
    const owners = ["accounts.*.overrides", "bots.*.exceptions.*", "bots.*", "defaults", "templates.*"];
    expect(offered({ accesses: ["OFFERED", 7] })).toEqual(["accounts.*.accesses.*"]);
    expect(offered({ aliases: ["OFFERED"] })).toEqual(owners.map((owner) => `${owner}.access`).toSorted());
    const titled = owners.flatMap((owner) => [`${owner}.previousTitles`, `${owner}.twin`]);
    expect(offered({ titles: ["OFFERED"] })).toEqual(
      titled.filter((place) => !/^(?:acc|def).*Titles$/.test(place)).toSorted(),
    );
  });
});

/** Where a schema has this among its examples: keys of the configuration, * for any name. */
function placesOf(schema: object, example: string, path: readonly string[] = []): string[] {
  return Object.entries(schema).flatMap(([key, value]): string[] => {
    if (key === "examples") return value.includes(example) ? [path.join(".")] : [];
    if (typeof value !== "object" || value === null) return [];
    if (key !== "properties") return placesOf(value, example, key === "additionalProperties" ? [...path, "*"] : path);
    return Object.entries(value).flatMap(([name, one]) => placesOf(Object(one), example, [...path, name]));
  });
}
