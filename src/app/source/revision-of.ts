// Which revision of the configuration a plan is made from: its digest, and its commit where git tells.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { LoadedConfig } from "../../config/load.js";
import { digestOfFiles, type Revision } from "../../model/revision.js";
import { type ConfigOptions, configurationPath, inputsOf } from "../files/configuration.js";
import type { Env } from "../host.js";
import { committed } from "./commit.js";
import { filesOf } from "./copied.js";

/** Never rejects for what git does; without it, or where it takes too long, there is no commit. */
export async function revisionOf(options: ConfigOptions, config: LoadedConfig, env: Env): Promise<Revision> {
  const { copy } = options;
  if (copy !== undefined) return copy.revision;
  const path = configurationPath(options.config) ?? ".";
  const isWhole = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isWhole ? path : dirname(path);
  const files = filesOf(config, folder);
  const variables = [...inputsOf(options)].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const digest = digestOfFiles(files, variables.length === 0 ? [] : [variables]);
  return { digest, ...(await committed({ folder, isWhole, files }, env)) };
}
