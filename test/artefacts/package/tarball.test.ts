// What is in the tarball: nothing that nobody needs, nothing that something in it names and isn't there.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { packed } from "./packed.js";

const { home, size, unpackedSize, entryCount, files } = packed();
const paths = files.map(({ path }) => path).sort();
const present = new Set(paths);
const textOf = (path: string) => readFileSync(join(home, path), "utf8");
const MAP = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});
const mapOf = (path: string) => z.parse(MAP, JSON.parse(textOf(path)));
const scripts = paths.filter((path) => path.startsWith("dist/") && /\.m?js$/.test(path));
const declarations = paths.filter((path) => /\.d\.c?ts$/.test(path) && path.startsWith("dist/"));

describe("the tarball", () => {
  it("is no larger than docs/releasing.md says", () => {
    const page = readFileSync("docs/releasing.md", "utf8");
    const [, packed, unpacked, files] = /(\d+\.\d) MB packed, (\d+) MB unpacked, (\d+) files/.exec(page) ?? [];
    expect(size / 1e6).toBeLessThan(Number(packed) * 1.1);
    expect(unpackedSize / 1e6).toBeLessThan(Number(unpacked) * 1.1);
    expect(entryCount).toBeLessThan(Number(files) * 1.1);
    expect(size / 1e6, "the page is out of date").toBeGreaterThan(Number(packed) * 0.8);
    expect(entryCount).toBe(paths.length);
  });

  it("holds what package.json names", () => {
    const manifest = z.parse(
      z.looseObject({ bin: z.record(z.string(), z.string()), exports: z.record(z.string(), z.unknown()) }),
      JSON.parse(textOf("package.json")),
    );
    const entry = z.parse(z.object({ types: z.string(), default: z.string() }), manifest.exports["."]);
    for (const path of [...Object.values(manifest.bin), entry.types, entry.default]) {
      expect(present).toContain(posix.normalize(path));
    }
  });

  it("every script has its source map, and says so", () => {
    expect(scripts.length).toBeGreaterThan(1);
    for (const path of scripts) {
      expect(present).toContain(`${path}.map`);
      expect(textOf(path).trimEnd()).toMatch(new RegExp(`//# sourceMappingURL=${posix.basename(path)}\\.map$`));
    }
    expect(paths.filter((path) => path.endsWith(".map")).sort()).toEqual(scripts.map((path) => `${path}.map`).sort());
  });

  it("every source that a map names is in it, and none is a package's or of the machine it was built on", () => {
    for (const script of scripts) {
      const { sources } = mapOf(`${script}.map`);
      expect(sources.length, script).toBeGreaterThan(0);
      for (const source of sources) {
        const path = posix.join(posix.dirname(script), source);
        expect(path).toMatch(/^src\//);
        expect(present).toContain(path);
      }
    }
  });

  it.each([
    ["dist/main.js", "the command didn't finish", "src/main.ts"],
    ["dist/index.mjs", "the plan has errors and can't be applied", "src/app/gate/apply.ts"],
  ])("the map of %s leads from %j to its line in %s", (script, words, source) => {
    const lines = textOf(script).split("\n");
    const line = lines.findIndex((text) => text.includes(words));
    const map = new SourceMap({ ...mapOf(`${script}.map`), file: "", sourcesContent: [], sourceRoot: "" });
    const entry = map.findEntry(line, lines[line]?.indexOf(words) ?? -1);
    if (!("originalLine" in entry)) throw new Error(`${script} has no mapping there`);
    expect(posix.join(posix.dirname(script), entry.originalSource)).toBe(source);
    const near = textOf(source)
      .split("\n")
      .slice(entry.originalLine, entry.originalLine + 3);
    expect(near.join("\n")).toContain(words);
  });

  it("the declarations are those that index.d.ts leads to, and lead to nothing that isn't there", () => {
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const [, named, inline] of textOf(path).matchAll(
        /^(?:import|export|\}).* from "([^"]+)";|\bimport\("([^"]+)"\)/gm,
      )) {
        const specifier = named ?? inline ?? "";
        expect(specifier, path).toMatch(/^\.\.?\//);
        const next = posix.join(posix.dirname(path), specifier.replace(/\.(c?)js$/, ".d.$1ts"));
        expect(present, path).toContain(next);
        visit(next);
      }
    };
    visit("dist/types/index.d.ts");
    expect([...reached].sort()).toEqual(declarations.sort());
  });
});
