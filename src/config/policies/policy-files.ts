// Policy files that a configuration names beside its own: found below the root, each once, and read like any YAML here.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem, quoted } from "../problem.js";
import type { ReadFile } from "../schema/read.js";
import { readSources, type Source, type Sources } from "../yaml/source.js";
import { attempt, isFolder, placeOfNamed, realOf } from "../yaml/within.js";

/** What files name, and what is already there; relative paths are taken from the folder of the file that names them. */
export function policySources(files: readonly ReadFile[], configuration: string): Sources {
  const diagnostics: Diagnostic[] = [];
  const sources: Source[] = [];
  const seen = new Set(files.flatMap(({ file }) => realOf(file) ?? []));
  const take = (path: string, origin: Origin) => {
    const place = placeOfNamed(path, configuration);
    if (place === "missing") diagnostics.push(refused(origin, `there is no ${quoted(path)}`, "Correct the path."));
    else if (place === "outside")
      diagnostics.push(refused(origin, `${quoted(path)} is outside the folder in which botform was started`, OUTSIDE));
    else {
      const found = readSources(path);
      diagnostics.push(...found.diagnostics);
      for (const source of found.sources) {
        const own = realOf(source.file) ?? source.file;
        if (!seen.has(own)) sources.push(source);
        seen.add(own);
      }
    }
  };
  for (const { file, shape } of files)
    for (const [index, name] of (shape.policyFiles ?? []).entries())
      take(join(dirname(file), name), { file, path: ["policyFiles", index] });
  // A folder's files are all read. A single file gets its folder's policies as well, so that they apply either way.
  const beside = join(dirname(configuration), BESIDE);
  if (!isFolder(configuration) && holdsYaml(beside)) take(beside, { file: configuration, path: [] });
  return { sources, diagnostics };
}

const OUTSIDE = "Start botform in a folder that contains both, or put the policies beside the configuration.";

/** The folder of policies that is read without being named. */
const BESIDE = "policies";

function holdsYaml(path: string): boolean {
  const names = attempt(() => readdirSync(path, { recursive: true, encoding: "utf8" }));
  return names?.some((name) => /\.ya?ml$/i.test(name)) ?? existsSync(path);
}

/** A policy file may hold nothing else: a bot in it would belong to every fleet that shares the file. */
export function strangeContents({ file, shape }: ReadFile): Diagnostic[] {
  const strange = Object.keys(shape).filter((key) => key !== "version" && key !== "policies");
  const remedy = "Move it into the configuration; a shared policies file has only version and policies.";
  return strange.map((key) =>
    refused({ file, path: [key], key: true }, `a shared policies file contains ${key}`, remedy),
  );
}

function refused(origin: Origin, summary: string, remedy: string): Diagnostic {
  return problem("config/policy-file", { summary, remedy, origin });
}
