// The published JSON Schemas, generated from the schemas that validation uses; only this file loads the generator.
import { toJSONSchema } from "zod/mini";
import { fileSchema } from "./schema.js";

/** Every published schema (draft 2020-12) by its file name in schemas/. */
export function jsonSchemas(): Record<string, object> {
  return { "botform.schema.json": toJSONSchema(fileSchema, { target: "draft-2020-12", io: "input" }) };
}

/** A schema's text as it is published. */
export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
