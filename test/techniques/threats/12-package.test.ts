// Threat 12: code of strangers: in what is installed, in what is bundled, and in what is published.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { packed } from "../../artefacts/package/packed.js";
import { DIST } from "../../support/dist.js";

/** The packages agreed on to be built in (docs/decisions/006-dependencies.md). One more needs a decision, and then a line here. */
const AGREED = [
  "@hono/node-server",
  "@marcbachmann/cel-js",
  "@modelcontextprotocol/sdk",
  "big.js",
  "commander",
  "diff",
  "fastest-levenshtein",
  "hono",
  "kysely",
  "picocolors",
  "prom-client",
  "undici",
  "yaml",
  "zod",
];
/** The parts of a published package, by the beginnings of their paths. */
const PUBLISHED = /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE|dist\/|src\/|schemas\/|examples\/)/;

const names = z.optional(z.record(z.string(), z.string()));
const manifest = z.parse(
  z.looseObject({
    ...{ devDependencies: names, peerDependencies: names, scripts: names, files: z.array(z.string()) },
    peerDependenciesMeta: z.unknown(),
  }),
  JSON.parse(readFileSync("package.json", "utf8")),
);
const locked = z.parse(
  z.looseObject({
    lockfileVersion: z.int(),
    packages: z.record(
      z.string(),
      z.looseObject({
        version: z.optional(z.string()),
        resolved: z.optional(z.string()),
        integrity: z.optional(z.string()),
        link: z.optional(z.boolean()),
        dev: z.optional(z.boolean()),
        hasInstallScript: z.optional(z.boolean()),
        dependencies: names,
        devDependencies: names,
      }),
    ),
  }),
  JSON.parse(readFileSync("package-lock.json", "utf8")),
);
const { "": root, ...packages } = locked.packages;

const ASKS_HELPER = join("app", "credentials", "run-program.ts");
const RUNS_GIT = join("disk", "git.ts");

describe("threat 12: few dependencies, locked, and nothing published but what is needed", () => {
  it("installing it installs nothing else, and what is built in brings nothing of its own", () => {
    expect(Object.entries(packages).filter(([, entry]) => entry.dev !== true)).toEqual([]);
    // What they bring for a web server and logins, for traces and quantiles, is installed by whoever works on botform, and no part of the bundle (below).
    const bringing = AGREED.filter((name) => packages[`node_modules/${name}`]?.dependencies !== undefined);
    expect(bringing).toEqual(["@modelcontextprotocol/sdk", "prom-client"]);
    for (const kind of [
      "dependencies",
      "optionalDependencies",
      "bundleDependencies",
      "bundledDependencies",
      "overrides",
    ]) {
      expect(Object.keys(manifest)).not.toContain(kind);
    }
    // An optional peer is never installed by itself.
    expect(manifest.peerDependencies).toEqual({ pg: "^8.11.0", "pg-boss": "^10.4.2" });
    expect(manifest.peerDependenciesMeta).toEqual({ pg: { optional: true }, "pg-boss": { optional: true } });
  });

  it("every package comes from a registry by its version, never from an address or a folder", () => {
    // The programs of PostgreSQL come under no other versions.
    for (const range of Object.values(manifest.devDependencies ?? {}))
      expect(range).toMatch(/^[\^~]?\d+\.\d+\.\d+(?:-beta\.\d+)?$/);
    expect(Object.keys(manifest.devDependencies ?? {})).toEqual(expect.arrayContaining(AGREED));
    expect(root?.devDependencies).toEqual(manifest.devDependencies);
  });

  it("the lockfile pins each package by its content, and names no address of whoever made it", () => {
    expect(locked.lockfileVersion).toBe(3);
    expect(Object.keys(packages).length).toBeGreaterThan(AGREED.length);
    for (const [path, { version, integrity, resolved, link }] of Object.entries(packages)) {
      expect({ path, resolved, link }).toEqual({ path, resolved: undefined, link: undefined });
      expect(version, path).toMatch(/^\d+\.\d+\.\d+/);
      expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
    }
    expect(readFileSync(".npmrc", "utf8")).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  });

  it("holds every optional package of each, of other machines, too: newer npm refuses to install without", () => {
    const names = z.optional(z.record(z.string(), z.string()));
    const entry = z.looseObject({ optionalDependencies: names });
    const { packages: all } = z.parse(
      z.looseObject({ packages: z.record(z.string(), entry) }),
      JSON.parse(readFileSync("package-lock.json", "utf8")),
    );
    const missing = Object.entries(all).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`${path}/node_modules/${name}` in all) && !(`node_modules/${name}` in all),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("installing runs no script: neither of ours nor of a package that is built in", () => {
    const lifecycle =
      /^(?:pre|post)?(?:install|prepare|publish|pack|uninstall|version|dependencies|shrinkwrap)$|^prepublishOnly$/;
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => lifecycle.test(name))).toEqual([]);
    expect(AGREED.filter((name) => packages[`node_modules/${name}`]?.hasInstallScript === true)).toEqual([]);
  });

  describe("what npm would publish", () => {
    const { files } = packed();

    it("holds what it needs and nothing else", () => {
      const paths = files.map(({ path }) => path);
      for (const needed of ["package.json", "README.md", "LICENSE", "dist/main.js", "dist/index.mjs"])
        expect(paths).toContain(needed);
      expect(paths.filter((path) => !PUBLISHED.test(path))).toEqual([]);
      expect(
        paths.filter((path) =>
          /(?:^|\/)\.|\.(?:env|log|pem|key|tgz|test\.\w+|tsbuildinfo)$|node_modules|\.botform|\.jsonl$/.test(path),
        ),
      ).toEqual([]);
      const built = paths.filter((path) => path.startsWith("dist/") && !/\.(?:m?js|m?js\.map|d\.c?ts)$/.test(path));
      expect(built.sort()).toEqual([
        "dist/THIRD-PARTY-LICENCES.txt",
        "dist/package.json",
        "dist/sbom.cdx.json",
        "dist/types/package.json",
      ]);
    });

    it("runs as nobody but its user: the command alone is executable, and nothing is setuid", () => {
      const executable = files.filter(({ mode }) => (mode & 0o111) !== 0).map(({ path }) => path);
      expect(executable).toEqual(["dist/main.js"]);
    });
  });

  it("the bundle is made of our sources and the agreed packages, and names no folder of the machine it was built on", () => {
    const maps = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".map"));
    const sources = maps.flatMap(
      (path) =>
        z.parse(z.looseObject({ sources: z.array(z.string()) }), JSON.parse(readFileSync(join(DIST, path), "utf8")))
          .sources,
    );
    for (const source of sources) expect(source).toMatch(/^(?:\.\.\/)+src\//);
    const part = z.looseObject({ scope: z.string(), purl: z.optional(z.string()), name: z.string() });
    const { components } = z.parse(
      z.looseObject({ components: z.array(part) }),
      JSON.parse(readFileSync(join(DIST, "sbom.cdx.json"), "utf8")),
    );
    const bundled = components.filter(({ scope, purl }) => scope === "required" && purl !== undefined);
    expect(bundled.map(({ name }) => name).sort()).toEqual(AGREED);
  });

  it("the published code loads nothing by a computed name and runs no text as code", () => {
    const all = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
    // The command's own file is loaded by one that does nothing else, and two start a program: the one that this machine names, and git. See the next tests.
    const own = all.filter((path) => path !== "compiled.ts" && path !== ASKS_HELPER && path !== RUNS_GIT);
    expect(own.length).toBe(all.length - 3);
    for (const path of own) {
      const text = readFileSync(join("src", path), "utf8");
      expect(text, path).not.toMatch(
        /\beval\(|new Function\(|\bvm\b.*from "node:vm"|import\((?!\s*")|require\(|child_process/,
      );
    }
  });

  it.each([
    [ASKS_HELPER, "spawn(program,"],
    [RUNS_GIT, 'spawn("git",'],
  ])(
    "what starts a program starts the credential helper or git alone, without a shell (threat 15): %s",
    (path, call) => {
      const text = readFileSync(join("src", path), "utf8");
      expect(text.match(/\b(?:spawn|execFile|fork)\w*\(\S*/g)).toEqual([call]);
      expect(text).not.toMatch(/\bshell:/);
    },
  );

  it("what runs a file as code runs the command's own, and compiled code from beside it", () => {
    const loader = readFileSync("src/compiled.ts", "utf8");
    expect(loader.match(/require\([^)]*\)|new Script\([^,]*|readFileSync\([^)]*\)|import\(/g)).toEqual([
      "require(file)",
      'readFileSync(file, "latin1")',
      "new Script(source",
      "readFileSync(path)",
    ]);
    expect(loader).toContain('join(file, "../cache", `${purpose}-');
    const main = readFileSync("src/main.ts", "utf8");
    expect(main.match(/evaluate[<(].*/g)).toEqual([
      'evaluate<typeof Command>(join(__dirname, "command.js"), BOTFORM_BUILD, purpose);',
    ]);
    // What names the compiled code is letters alone.
    expect(main).toContain("/^[a-z_]+$/.test(name) ? name : undefined");
  });
});
