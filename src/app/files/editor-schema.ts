// The schema that editors find beside a configuration: the published one, with the names of this project to complete with.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SCHEMA_FILE } from "../../authoring/pull-fresh.js";
import type { LoadedConfig } from "../../config/load.js";
import { writeText } from "./write-text.js";

/**
 * Writes it, unless another file of that name stands there. Answers the file, or undefined where nothing is written.
 * @param isNew false: only one that botform has written before is written again
 */
export async function writeEditorSchema(
  folder: string,
  config: Pick<LoadedConfig, "accounts">,
  isNew: boolean,
): Promise<string | undefined> {
  const file = join(folder, SCHEMA_FILE);
  const before = await readFile(file, "utf8").catch(() => undefined);
  const { EDITOR_COMMENT, editorSchema } = await import("../../config/schema/jsonschema.js");
  if (before === undefined ? !isNew : !before.includes(EDITOR_COMMENT)) return undefined;
  const all = config.accounts.map(({ desired }) => desired);
  const accesses = all.flatMap((one) => one.accesses);
  const schema = editorSchema({
    aliases: distinct(accesses.map(({ alias }) => alias)),
    accesses: distinct(accesses.map(({ live }) => live)),
    titles: distinct(all.flatMap(({ bots }) => bots.flatMap(({ fields }) => fields.title ?? []))),
  });
  await writeText(file, `${JSON.stringify(schema)}\n`, before);
  return file;
}

/** As many as an editor's list is looked through for. */
const MOST = 200;

function distinct<T>(names: readonly T[]): readonly T[] {
  return [...new Set(names)].slice(0, MOST);
}
