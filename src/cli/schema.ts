// botform schema: prints the JSON Schemas that are published in schemas/.
import { jsonSchemas } from "../config/jsonschema.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit.js";
import { UserError } from "./failure.js";

const SUFFIX = ".schema.json";

export async function schema(context: Context, name: string | undefined): Promise<ExitCode> {
  const schemas = jsonSchemas();
  const names = Object.keys(schemas).map((file) => file.replace(SUFFIX, ""));
  if (name === undefined) {
    context.out(`${names.join("\n")}\n`);
    return EXIT.done;
  }
  const found = schemas[`${name}${SUFFIX}`];
  if (found === undefined) throw new UserError(`there is no schema ${name}; there is ${names.join(", ")}`);
  context.out(`${JSON.stringify(found, null, 2)}\n`);
  return EXIT.done;
}
