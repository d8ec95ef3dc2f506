// Builds the sources in two folders of different names and depths, and compares every byte of what comes out.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { run } from "./command.mjs";

const SOURCES = ["src", "schemas", "tools", "package.json", "package-lock.json", "tsconfig.json"];

/** Throws with the first files that differ; gives a sentence about what was compared. The SBOM in dist/ has to be a build's. */
export function compareBuilds(folder) {
  const [first, second] = [join(folder, "one"), join(folder, "a/second/one")].map(built);
  const names = [...new Set([...first.keys(), ...second.keys()])];
  const unlike = names.filter((name) => first.get(name)?.equals(second.get(name) ?? Buffer.alloc(0)) !== true);
  if (unlike.length > 0) throw new Error(`${unlike.length} files differ: ${unlike.slice(0, 5).join(", ")}`);
  return `${names.length} files`;
}

function built(place) {
  mkdirSync(place, { recursive: true });
  for (const name of SOURCES) cpSync(name, join(place, name), { recursive: true });
  placePackages(join(place, "node_modules"));
  run(process.execPath, ["tools/build.mjs"], { cwd: place });
  const dist = join(place, "dist");
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [path.slice(dist.length + 1), readFileSync(path)]));
}

/** What is bundled is copied, since esbuild writes down where a file really is; the tools may stay where they are. */
function placePackages(home) {
  const { components } = JSON.parse(readFileSync("dist/sbom.cdx.json", "utf8"));
  const bundled = new Set(components.map(({ name }) => name));
  for (const name of installed()) {
    const [from, to] = [resolve("node_modules", name), join(home, name)];
    mkdirSync(dirname(to), { recursive: true });
    if (bundled.has(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
}

function installed() {
  const names = readdirSync("node_modules").filter((name) => !name.startsWith("."));
  return names.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join("node_modules", name)).map((inner) => `${name}/${inner}`) : [name],
  );
}
