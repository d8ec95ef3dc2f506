// The published JSON Schemas, generated from the schemas that validation uses; only this file loads the generator.
import * as z from "zod/mini";
import { STRUCTURAL } from "../compose/deferred.js";
import { outputJsonSchema } from "./output-jsonschema.js";
import { fileSchema } from "./schema.js";

type Schema = z.core.JSONSchema.BaseSchema;

/** Every published schema (draft 2020-12) by its file name in schemas/. */
export function jsonSchemas(): Record<string, object> {
  const whole: Schema = z.toJSONSchema(fileSchema, { target: "draft-2020-12", io: "input" });
  const file = singleTypes(whole);
  const bot = valuesOf(at(file, "bots"));
  const account = valuesOf(at(file, "accounts"));
  const settings = [
    at(file, "defaults"),
    valuesOf(at(file, "templates")),
    bot,
    valuesOf(at(bot, "exceptions")),
    at(account, "overrides"),
  ];
  for (const map of settings) acceptReferences(map);
  shareWebhooks(file, settings);
  const variables = at(file, "vars");
  if (variables !== undefined) variables.additionalProperties = VARIABLE;
  return { "botform.schema.json": file, "botform-output.schema.json": outputJsonSchema() };
}

const SCALARS: Schema[] = [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }];
const ITEM: Schema[] = [...SCALARS, { type: "object", additionalProperties: { anyOf: SCALARS } }];
/** As variables.ts reads them: validation takes any value for one, since what it comes to is only known then. */
const VARIABLE: Schema = { anyOf: [...ITEM, { type: "array", items: { anyOf: ITEM } }] };
const REFERENCE: Schema = { type: "string", pattern: "\\$\\{" };

/** The largest of a bot's keys stands in all maps of settings: said once, and referred to. */
function shareWebhooks(file: Schema, settings: readonly (Schema | undefined)[]): void {
  for (const map of settings) {
    const webhooks = map?.properties?.webhooks;
    if (map?.properties === undefined || !isSchema(webhooks)) throw new Error("a map of settings has no webhooks");
    const { description, examples, ...rest } = webhooks;
    file.$defs ??= { webhooks: rest };
    if (schemaText(rest) !== schemaText(file.$defs.webhooks ?? {})) throw new Error("webhooks differ from map to map");
    map.properties.webhooks = {
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples }),
      $ref: "#/$defs/webhooks",
    };
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
function orReference({ description, examples, ...strict }: Schema): Schema {
  const { items, additionalProperties } = strict;
  acceptWithin(strict);
  for (const one of strict.anyOf ?? []) if (isSchema(one)) acceptWithin(one);
  if (isSchema(items)) strict.items = orReference(items);
  if (isSchema(additionalProperties)) strict.additionalProperties = orReference(additionalProperties);
  return {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    anyOf: [...(isUnion(strict) ? strict.anyOf : [strict]), REFERENCE],
  };
}

/** In a map of fixed keys, such as a bot's webhooks: of any of its values. */
function acceptWithin(schema: Schema): void {
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (isSchema(property) && schema.properties !== undefined) schema.properties[name] = orReference(property);
}

function isUnion(schema: Schema): schema is Schema & { anyOf: Schema[] } {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

/** A copy in which each schema has one type, as strict validators demand, and which shares nothing. */
function singleTypes(schema: Schema): Schema {
  const copy: Schema = { ...schema };
  const { properties, items, additionalProperties, anyOf, type } = schema;
  if (properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? singleTypes(one) : one]),
    );
  }
  if (isSchema(items)) copy.items = singleTypes(items);
  if (isSchema(additionalProperties)) copy.additionalProperties = singleTypes(additionalProperties);
  if (anyOf !== undefined) copy.anyOf = anyOf.map((one) => (isSchema(one) ? singleTypes(one) : one));
  if (!Array.isArray(type)) return copy;
  delete copy.type;
  return { ...copy, anyOf: type.map((one) => ({ type: one })) };
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

/** A schema's text as it is published. */
export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
