// Judges a bill of materials by the schema that CycloneDX publishes, out of the package that its own tools use.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { fetched } from "./command.mjs";

/** No dependency of ours: some 5 MB for one check. */
const PACKAGE = "@cyclonedx/cyclonedx-library@10";

/** Throws with what the schema has against it; gives a sentence about what was compared. */
export function checkSbom(file, folder) {
  const schemas = join(fetchedInto(folder), "res/schema");
  const read = (name) => JSON.parse(readFileSync(join(schemas, name), "utf8"));
  const document = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  for (const name of readdirSync(schemas))
    if (/^(?:spdx|jsf).*\.json$/.test(name)) ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
  const isValid = ajv.compile(read(`bom-${document.specVersion}.SNAPSHOT.schema.json`));
  if (!isValid(document)) throw new Error(ajv.errorsText(isValid.errors));
  return `${document.components.length} components, version ${document.specVersion}`;
}

function fetchedInto(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  fetched("npm", ["install", "--ignore-scripts", "--omit=peer", "--omit=optional", PACKAGE], { cwd: folder });
  return join(folder, "node_modules", PACKAGE.replace(/@\d+$/, ""));
}
