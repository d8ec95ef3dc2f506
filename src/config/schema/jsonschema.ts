// The published JSON Schemas, generated from the schemas that validation uses; only this file loads the generator.
import * as z from "zod/mini";
import { OUTPUT_PARTS, outputSchema } from "../../model/plan/output-schema.js";
import { STRUCTURAL } from "../compose/deferred.js";
import { scenarioSchema } from "../scenarios/scenario-schema.js";
import { partsOf, SECTIONS, withHints } from "./editor.js";
import { fileSchema } from "./schema.js";

type Schema = z.core.JSONSchema.BaseSchema;

/** Every published schema (draft 2020-12) by its file name in schemas/. */
export function jsonSchemas(): Record<string, object> {
  return {
    "botform.schema.json": configurationSchema(),
    "botform-scenario.schema.json": scenarioJsonSchema(),
    "botform-output.schema.json": outputJsonSchema(),
  };
}

/** A schema's text as it is published. */
export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** What an account has, and what an editor can therefore complete. */
export interface EditorNames {
  readonly aliases: readonly string[];
  /** Titles of accesses, or accessIds. */
  readonly accesses: readonly (string | number)[];
  readonly titles: readonly string[];
}

/** The configuration's schema for one project, with the names that it has as examples: editors offer them. */
export function editorSchema({ aliases, accesses, titles }: EditorNames): object {
  const schema = configurationSchema();
  const [account, ...settings] = [valuesOf(at(schema, "accounts")), ...mapsOfSettings(schema)];
  offer(valuesOf(at(account, "accesses")), accesses);
  for (const map of settings) {
    offer(at(map, "access"), aliases);
    for (const name of ["previousTitles", "twin"]) for (const one of partsOf(at(map, name))) offer(listed(one), titles);
  }
  return { $comment: EDITOR_COMMENT, ...schema };
}

export const EDITOR_COMMENT = "Written by botform init and botform pull for editors; the next pull writes it again.";

function offer(schema: Schema | undefined, examples: readonly (string | number)[]): void {
  if (schema !== undefined && examples.length > 0) schema.examples = [...examples];
}

/** A list's items; what is no list, itself. */
function listed(schema: Schema): Schema {
  return isSchema(schema.items) ? schema.items : schema;
}

function mapsOfSettings(file: Schema): readonly (Schema | undefined)[] {
  const bot = valuesOf(at(file, "bots"));
  return [
    at(file, "defaults"),
    valuesOf(at(file, "templates")),
    bot,
    valuesOf(at(bot, "exceptions")),
    at(valuesOf(at(file, "accounts")), "overrides"),
  ];
}

function configurationSchema(): Schema {
  const whole: Schema = z.toJSONSchema(fileSchema, { target: "draft-2020-12", io: "input" });
  const file = singleTypes(whole);
  const settings = mapsOfSettings(file);
  for (const map of [...settings, at(valuesOf(valuesOf(at(file, "variants"))), "settings")]) acceptReferences(map);
  shareWebhooks(file, settings);
  const variables = at(file, "vars");
  if (variables !== undefined) variables.additionalProperties = VARIABLE;
  for (const [name, { title, snippet }] of Object.entries(SECTIONS)) {
    const section = at(file, name);
    if (section === undefined) throw new Error(`there is no section ${name}`);
    Object.assign(section, { title }, snippet && { defaultSnippets: [snippet] });
  }
  return withHints(file, mapped);
}

function scenarioJsonSchema(): Schema {
  const whole: Schema = z.toJSONSchema(scenarioSchema, { target: "draft-2020-12", io: "input" });
  return withHints({ ...singleTypes(whole), title: "botform scenario" }, mapped);
}

const SCALARS: Schema[] = [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }];
const ITEM: Schema[] = [...SCALARS, { type: "object", additionalProperties: { anyOf: SCALARS } }];
/** Variables as variables.ts reads them. Validation takes any value, since it is worked out only later. */
const VARIABLE: Schema = { anyOf: [...ITEM, { type: "array", items: { anyOf: ITEM } }] };
const REFERENCE: Schema = { type: "string", pattern: "\\$\\{" };

/** The largest of a bot's keys stands in all maps of settings: said once, and referred to. */
function shareWebhooks(file: Schema, settings: readonly (Schema | undefined)[]): void {
  for (const map of settings) {
    const webhooks = map?.properties?.webhooks;
    if (map?.properties === undefined || !isSchema(webhooks)) throw new Error("a map of settings has no webhooks");
    const { words, rest } = apart(webhooks);
    file.$defs ??= { webhooks: rest };
    if (schemaText(rest) !== schemaText(file.$defs.webhooks ?? {})) throw new Error("webhooks differ from map to map");
    map.properties.webhooks = { ...words, $ref: "#/$defs/webhooks" };
  }
}

/** In a map of settings. What a reference comes to is known only when it is worked out: in the file it is text. */
function acceptReferences(map: Schema | undefined): void {
  for (const [name, property] of Object.entries(map?.properties ?? {})) {
    if (STRUCTURAL.has(name) || typeof property === "boolean" || map?.properties === undefined) continue;
    map.properties[name] = orReference(property);
  }
}

/** The schema, or a reference in the place of the value or of any part of it. */
function orReference(schema: Schema): Schema {
  const { words, rest: strict } = apart(schema);
  const { items, additionalProperties } = strict;
  for (const one of [strict, ...(strict.anyOf ?? [])]) if (isSchema(one)) acceptWithin(one);
  if (isSchema(items)) strict.items = orReference(items);
  if (isSchema(additionalProperties)) strict.additionalProperties = orReference(additionalProperties);
  const isUnion = strict.anyOf !== undefined && Object.keys(strict).length === 1;
  return { ...words, anyOf: [...(isUnion ? (strict.anyOf ?? []) : [strict]), REFERENCE] };
}

/** In a map of fixed keys, such as a bot's webhooks: of any of its values. */
function acceptWithin(schema: Schema): void {
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (isSchema(property) && schema.properties !== undefined) schema.properties[name] = orReference(property);
}

/** What is for readers, and what is for validators. */
function apart({ description, examples, ...rest }: Schema): { readonly words: Schema; readonly rest: Schema } {
  return { words: { ...(description !== undefined && { description }), ...(examples && { examples }) }, rest };
}

/** A copy in which each schema has one type, as strict validators demand, and which shares nothing. */
function singleTypes(schema: Schema): Schema {
  const copy = mapped(schema, singleTypes);
  const { type, ...rest } = copy;
  return Array.isArray(type) ? { ...rest, anyOf: type.map((one) => ({ type: one })) } : copy;
}

/** The schema of what --format json prints. Objects are open, since later versions add keys. */
function outputJsonSchema(): object {
  const names = z.registry<{ readonly id: string }>();
  for (const [id, part] of Object.entries(OUTPUT_PARTS)) names.add(part, { id });
  const whole: Schema = z.toJSONSchema(outputSchema, { target: "draft-2020-12", io: "output", metadata: names });
  const { $schema, ...rest } = whole;
  return {
    $schema,
    title: "What botform prints with --format json",
    description:
      "The documents of plan, apply, show and validate, and of any command that fails. formatVersion 2 only grows by addition: ignore keys you don't know. See docs/reference/outputs.md.",
    ...opened(rest),
  };
}

/**
 * What a decoder demands of a plan from outside and no printed document promises is left out: that there is nothing more
 * (objects grow), and how much there may be.
 */
function opened(schema: Schema): Schema {
  const { maxLength: _length, maxItems: _items, additionalProperties, propertyNames, id: _id, ...rest } = schema;
  const names = isSchema(propertyNames) ? propertyNames.enum : undefined;
  if (!isSchema(additionalProperties)) return mapped(rest, opened);
  // Of a map by field: fields are keys that may be joined by others, too.
  if (names === undefined) return mapped({ ...rest, additionalProperties }, opened);
  const properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]));
  return mapped({ ...rest, properties }, opened);
}

/** A copy with each schema within it changed. */
function mapped(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const inside = <T>(one: T): T | Schema => (isSchema(one) ? change(one) : one);
  const each = <T>(map: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(map).map(([name, one]) => [name, inside(one)]));
  const { properties, $defs, items, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties !== undefined && { properties: each(properties) }),
    ...($defs !== undefined && { $defs: each($defs) }),
    ...(isSchema(items) && { items: change(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: change(additionalProperties) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(inside) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(inside) }),
  };
}

function at(schema: Schema | undefined, name: string): Schema | undefined {
  const property = schema?.properties?.[name];
  return isSchema(property) ? property : undefined;
}

/** The schema of the values of a map by name. */
function valuesOf(map: Schema | undefined): Schema | undefined {
  return isSchema(map?.additionalProperties) ? map.additionalProperties : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
