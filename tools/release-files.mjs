// The files of a release, made from the built dist/: the tarball, the bill of materials, the release commit's tree, and checksums.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { run } from "./command.mjs";
import { pack } from "./installed.mjs";

/** What the action and the hooks run, and what has to go with it. Types, library and source maps are the tarball's. */
const TREE = [
  "action.yml",
  ".pre-commit-hooks.yaml",
  "LICENSE",
  "schemas",
  // What the demo shows.
  "examples/emulator",
  "examples/fleet",
  "dist/main.js",
  "dist/command.js",
  "dist/package.json",
  "dist/THIRD-PARTY-LICENCES.txt",
  "dist/sbom.cdx.json",
];

/** Gives the version, and the paths of what was written. `repository` is the address of the repository that releases. */
export function writeRelease(out, repository) {
  const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
  mkdirSync(out, { recursive: true });
  const tarball = basename(packed(out, repository));
  const sbom = `${name}-${version}.sbom.cdx.json`;
  copyFileSync("dist/sbom.cdx.json", join(out, sbom));
  writeTree(join(out, "action"));
  // The tree's own checksums stand for the tree.
  writeSums(out, [tarball, sbom, "action/SHA256SUMS"]);
  return { version, paths: [tarball, sbom, "action", "SHA256SUMS"] };
}

/** No repository's address stands in the sources: who releases says it, and the tarball then names it. */
function packed(out, repository) {
  if (repository === undefined) return pack(out).file;
  const folder = mkdtempSync(join(tmpdir(), "botform-stamped-"));
  try {
    const { file } = pack(folder);
    run("tar", ["-xzf", file, "-C", folder]);
    const path = join(folder, "package/package.json");
    const manifest = { ...JSON.parse(readFileSync(path, "utf8")), ...addresses(repository) };
    writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
    return pack(out, join(folder, "package")).file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addresses(repository) {
  const url = new URL(repository).href.replace(/\/$/, "");
  return {
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git` },
  };
}

function writeTree(folder) {
  for (const path of TREE) cpSync(path, join(folder, path), { recursive: true });
  // A checkout that changed the ends of lines would no longer fit its checksums.
  writeFileSync(join(folder, ".gitattributes"), "* -text\n");
  writeSums(folder, filesOf(folder));
}

function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}

/** In the form that `sha256sum --check` reads. */
function writeSums(folder, paths) {
  const lines = paths.map((path) => `${sha256(join(folder, path))}  ${path}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

function sha256(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
