// Lets npm install the tarball into an empty folder without a network, and uses it there under a given Node.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fetched, run } from "./command.mjs";

const LIBRARY = `import { validate } from "botform";
const { accounts, diagnostics } = validate("node_modules/botform/examples/quick-start");
if (accounts.length !== 1 || diagnostics.some(({ severity }) => severity === "error")) throw new Error("not as it should be");
`;

/** Makes the tarball of the package in `home`; sizes are in bytes. */
export function pack(folder, home = ".") {
  const args = ["pack", "--json", "--ignore-scripts", "--offline", "--pack-destination", resolve(folder)];
  const [{ filename, size, unpackedSize, entryCount, files }] = JSON.parse(run("npm", args, { cwd: home }));
  return { file: join(folder, filename), size, unpackedSize, entryCount, files };
}

/** By npm itself, offline and with an empty cache: a dependency would have to be fetched, and it would fail. */
export function installInto(place, tarball) {
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(place, "use.mjs"), LIBRARY);
  run("npm", ["install", "--offline", "--cache", join(place, ".npm"), tarball], { cwd: place });
}

/** The command, its link, the demo and the library under Node `version`, which npm fetches; `home` is a folder to do it in. */
export function tryOut(place, version, home) {
  const node = nodeOf(version, home);
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const options = { cwd: place, env };
  const real = run(node, ["--version"]);
  if (!real.startsWith(`v${version}.`)) throw new Error(`it is ${real}`);
  const shown = run("npx", ["--offline", "--no", "--", "botform", "--version"], options);
  const { version: own } = JSON.parse(readFileSync(join(place, "node_modules/botform/package.json"), "utf8"));
  if (shown !== own) throw new Error(`npx botform --version prints ${shown}`);
  run(node, ["use.mjs"], options);
  const demo = run(node, ["node_modules/botform/dist/main.js", "demo"], options);
  return `${real}: --version, library and demo (${demo.split("\n").length} lines)`;
}

/** The running Node where it is of that version; else the `node` package of the registry, which holds one. */
export function nodeOf(version, home) {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  return fetched("npx", ["--yes", "-p", `node@${version}`, "node", "-p", "process.execPath"], { cwd: tmpOf(home) });
}

function tmpOf(home) {
  if (!existsSync(home)) mkdirSync(home, { recursive: true });
  return home;
}
