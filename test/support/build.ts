// Before the first test: dist is built anew when a test of this run uses it and it is older than its sources; one tarball for
// all, and a home for each worker.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { TestProject } from "vitest/node";
import { installInto, pack } from "../../tools/installed.mjs";
import type { Installed } from "../artefacts/package/packed.js";
import { importsOf } from "./imports.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The tarball that npm makes of this build; for tests that import artefacts/package/packed.ts. */
    readonly packed: Installed;
  }
}

const USES_BUILD = "test/support/dist.ts";
const USES_PACKAGE = "test/artefacts/package/packed.ts";
/** All that the build reads, but for node_modules, which package-lock.json stands for. */
const SOURCES = ["src", "tools", "package.json", "package-lock.json"];
const COMMAND = "dist/sbom.cdx.json";
const TYPES = "dist/types/index.d.ts";

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (!project.isRootProject()) return undefined;
  const homes = mkdtempSync(join(tmpdir(), "botform-homes-"));
  process.env.BOTFORM_TEST_HOMES = homes;
  const end = await built(project);
  return () => {
    end?.();
    rmSync(homes, { recursive: true, force: true });
  };
}

async function built(project: TestProject): Promise<(() => void) | undefined> {
  const used = await modulesOfRun(project);
  const isPacked = used.has(USES_PACKAGE);
  if (used.has(USES_BUILD) || isPacked) refresh(isPacked);
  if (!isPacked) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "botform-packed-"));
  const packed = pack(folder);
  const place = join(folder, "empty");
  mkdirSync(place);
  installInto(place, packed.file);
  project.provide("packed", { ...packed, place, home: join(place, "node_modules/botform") });
  return () => rmSync(folder, { recursive: true, force: true });
}

/** What is built last is as old as the build. A package holds declarations, too, which take the longest. */
function refresh(withTypes: boolean): void {
  const newest = Math.max(...SOURCES.map(changedAt));
  const isFresh = (file: string) => existsSync(file) && statSync(file).mtimeMs > newest;
  if (isFresh(COMMAND) && (!withTypes || existsSync(TYPES))) return;
  const args = ["tools/build.mjs", ...(withTypes ? [] : ["--no-types"])];
  process.stdout.write(`dist is older than its sources: node ${args.join(" ")}\n`);
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0)
    throw new Error("The build failed, and this run has tests that use it. Try: npm run build");
}

/** A folder changes when a file in it comes, goes or gets another name. */
function changedAt(path: string): number {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}

/** The test files of this run and the modules of test/ that they import, however indirectly. */
async function modulesOfRun({ vitest }: TestProject): Promise<ReadonlySet<string>> {
  const filter: unknown = Reflect.get(vitest, "filenamePattern");
  const specifications = await vitest.globTestSpecifications(Array.isArray(filter) ? filter.map(String) : []);
  const files = specifications.map(({ moduleId }) => relative("", moduleId));
  return importsOf(files, "test/");
}
