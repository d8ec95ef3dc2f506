// botform schema: prints the JSON Schemas that are published in schemas/.
import { AppError } from "../../app/error.js";
import { command } from "../command.js";
import { argument, list } from "../options.js";

export const schema = command({
  name: "schema",
  summary: "Print a JSON Schema for editors and other tools.",
  group: "configuration",
  arguments: () => list(argument("[name]", "which schema; without it, all are listed")),
  completes: { name: async () => (await schemas()).map(([value]) => ({ value })) },
  examples: ["botform schema", "botform schema botform > botform.schema.json"],
  async run(_host, { name }) {
    const all = await schemas();
    const names = all.map(([one]) => one);
    if (name === undefined) return `${names.join("\n")}\n`;
    const [, found] = all.find(([one]) => one === name) ?? [];
    if (found === undefined) throw new AppError(`there is no schema ${name}; choose from ${names.join(", ")}`);
    return `${JSON.stringify(found, null, 2)}\n`;
  },
  show: (text) => text,
});

async function schemas(): Promise<readonly (readonly [string, object])[]> {
  const { jsonSchemas } = await import("../../config/schema/jsonschema.js");
  return Object.entries(jsonSchemas()).map(([file, one]) => [file.replace(".schema.json", ""), one]);
}
