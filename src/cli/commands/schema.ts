// botform schema: prints the JSON Schemas that are published in schemas/.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { jsonSchemas } from "../../config/schema/jsonschema.js";
import type { Context } from "../terminal/context.js";

const SUFFIX = ".schema.json";

export async function schema(context: Context, name: string | undefined): Promise<ExitCode> {
  const schemas = jsonSchemas();
  const names = Object.keys(schemas).map((file) => file.replace(SUFFIX, ""));
  if (name === undefined) {
    context.out(`${names.join("\n")}\n`);
    return EXIT.done;
  }
  const found = schemas[`${name}${SUFFIX}`];
  if (found === undefined) throw new AppError(`there is no schema ${name}; there is ${names.join(", ")}`);
  context.out(`${JSON.stringify(found, null, 2)}\n`);
  return EXIT.done;
}
