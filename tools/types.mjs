// Declarations that stand alone: what index.d.ts doesn't lead to goes, and what it takes from packages is copied beside it.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { DECLARATIONS } from "./bundled.mjs";

/** What stands between import or export and `from`, or an import within a type. */
const NAMES = String.raw`(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\}|\w+(?:\s*,\s*\{[^}]*\})?)`;
const SPECIFIER = new RegExp(String.raw`(^(?:import|export)\s+${NAMES}\s+from\s*"|\bimport\(\s*")([^"\n]+)(")`, "gm");

/**
 * Trims `folder`, which holds index.d.ts. A bundle has no packages of its own to install, so declarations that import
 * some would be types of nothing at all: big.js doesn't even bring any.
 */
export function standaloneTypes(folder) {
  const kept = new Set();
  follow(join(folder, "index.d.ts"), kept, (specifier, file) => {
    const copied = entryOf(specifier, file);
    for (const path of reachable(copied)) copyInto(folder, path);
    return relativeTo(file, join(folder, placeOf(copied)));
  });
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, path);
    if (file.endsWith(".d.ts") && !kept.has(file) && !path.startsWith("packages")) rmSync(file);
  }
  removeEmpty(folder);
}

/** Visits a file and all it imports, and writes `file` anew where `replace` has another name for a package. */
function follow(file, kept, replace) {
  if (kept.has(file)) return;
  kept.add(file);
  const text = readFileSync(file, "utf8");
  const next = [];
  const changed = text.replaceAll(SPECIFIER, (whole, before, specifier, after) => {
    if (specifier.startsWith(".")) next.push(besides(file, specifier));
    else return before + replace(specifier, file) + after;
    return whole;
  });
  if (changed !== text) writeFileSync(file, changed);
  for (const path of next) follow(path, kept, replace);
}

/** The files of a package's declarations, from its entry on. */
function reachable(entry) {
  const found = new Set();
  follow(entry, found, (specifier, file) => {
    throw new Error(`${file} imports ${specifier}: declarations that need one more package aren't provided for`);
  });
  return found;
}

function entryOf(specifier, file) {
  const name = DECLARATIONS[specifier];
  if (name === undefined) throw new Error(`${file} imports ${specifier}, which has no row in tools/bundled.mjs`);
  const { exports, types } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const wanted = exports?.[specifier.replace(name, ".")] ?? exports?.["."]?.import ?? exports?.["."];
  const path = wanted?.types ?? wanted?.import?.types ?? types;
  if (typeof path !== "string") throw new Error(`${name} doesn't say where its declarations are`);
  return join("node_modules", name, declarationOf(path));
}

function copyInto(folder, path) {
  const target = join(folder, placeOf(path));
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(path, target);
}

/** Within the folder of declarations; never called node_modules, which npm wouldn't pack. Ours are all ES modules. */
function placeOf(path) {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  const { type } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const place = path.replace(/^node_modules\//, "packages/").replace("/@types/", "/");
  return type === "module" ? place : place.replace(/\.d\.ts$/, ".d.cts");
}

function declarationOf(path) {
  return path.replace(/\.d\.([cm])ts$/, ".d.ts");
}

function besides(file, specifier) {
  return join(dirname(file), specifier.replace(/\.js$/, ".d.ts"));
}

function relativeTo(file, target) {
  const path = relative(dirname(file), target).replace(/\.d\.(c?)ts$/, ".$1js");
  return path.startsWith(".") ? path : `./${path}`;
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
