// The published schema of what --format json prints, generated from the schemas that documents are read with.
import * as z from "zod/mini";
import { OUTPUT_PARTS, outputSchema } from "../../model/plan/output-schema.js";

type Schema = z.core.JSONSchema.BaseSchema;

const TITLE = "What botform prints with --format json";
const DESCRIPTION =
  "The documents of plan, apply, show and validate, and of any command that fails. formatVersion 1 only grows by addition: ignore keys you don't know. See docs/outputs.md.";

/** Draft 2020-12. Objects are open, since later versions add keys. */
export function outputJsonSchema(): object {
  const names = z.registry<{ readonly id: string }>();
  for (const [id, part] of Object.entries(OUTPUT_PARTS)) names.add(part, { id });
  const whole: Schema = z.toJSONSchema(outputSchema, { target: "draft-2020-12", io: "output", metadata: names });
  const { $schema, ...rest } = whole;
  return { $schema, title: TITLE, description: DESCRIPTION, ...opened(rest) };
}

/**
 * What a decoder demands of a plan from outside and no printed document promises is left out: that there is nothing more
 * (objects grow), and how much there may be.
 */
function opened(schema: Schema): Schema {
  const { maxLength: _length, maxItems: _items, additionalProperties, propertyNames, id: _id, ...rest } = schema;
  const copy: Schema = { ...rest };
  const names = isSchema(propertyNames) ? propertyNames.enum : undefined;
  if (isSchema(additionalProperties)) {
    const value = opened(additionalProperties);
    // Of a map by field: fields are keys that may be joined by others, too.
    if (names === undefined) copy.additionalProperties = value;
    else copy.properties = Object.fromEntries(names.map((name) => [String(name), value]));
  }
  if (schema.properties !== undefined) copy.properties = openedMap(schema.properties);
  if (schema.$defs !== undefined) copy.$defs = openedMap(schema.$defs);
  if (schema.anyOf !== undefined) copy.anyOf = schema.anyOf.map(inside);
  if (schema.oneOf !== undefined) copy.oneOf = schema.oneOf.map(inside);
  if (isSchema(schema.items)) copy.items = opened(schema.items);
  return copy;
}

function openedMap<T>(map: Readonly<Record<string, T>>): Record<string, T | Schema> {
  return Object.fromEntries(Object.entries(map).map(([name, one]) => [name, inside(one)]));
}

function inside<T>(schema: T): T | Schema {
  return isSchema(schema) ? opened(schema) : schema;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
