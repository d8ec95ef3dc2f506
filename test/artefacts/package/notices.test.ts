// What is built in is told: every bundled package with its licence text, and in a bill of materials.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { licencesText } from "../../../tools/licences.mjs";
import { sbomText } from "../../../tools/sbom.mjs";
import { standaloneTypes } from "../../../tools/types.mjs";
import { DIST } from "../../support/dist.js";

/** Packages of types alone, and the package whose code the build takes in their place. */
const TYPES_OF: Readonly<Record<string, string>> = { "@commander-js/extra-typings": "commander" };

/** Types of these are copied; their code isn't. */
const ONLY_TYPES = ["@types/big.js"];
/** Built into undici as WebAssembly. */
const EMBEDDED = ["llhttp"];

const notices = readFileSync(join(DIST, "THIRD-PARTY-LICENCES.txt"), "utf8");

const COMPONENT = z.looseObject({
  "bom-ref": z.string(),
  type: z.enum(["application", "library"]),
  name: z.string(),
  version: z.optional(z.string()),
  scope: z.optional(z.enum(["required", "excluded"])),
  purl: z.optional(z.string()),
  hashes: z.optional(
    z.array(z.object({ alg: z.literal("SHA-512"), content: z.string().check(z.regex(/^[0-9a-f]{128}$/)) })),
  ),
  licenses: z.array(z.object({ license: z.object({ id: z.string() }) })),
});
/** What npm's document and ours have in common. */
const FACTS = z.object({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  hashes: z.optional(z.array(z.unknown())),
  licenses: z.optional(z.array(z.unknown())),
});
const BOM = z.strictObject({
  $schema: z.literal("http://cyclonedx.org/schema/bom-1.5.schema.json"),
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.5"),
  serialNumber: z.string().check(z.regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
  version: z.literal(1),
  metadata: z.strictObject({
    timestamp: z.optional(z.string()),
    lifecycles: z.array(z.object({ phase: z.literal("build") })),
    component: COMPONENT,
  }),
  components: z.array(COMPONENT),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
});
const bom = z.parse(BOM, JSON.parse(readFileSync(join(DIST, "sbom.cdx.json"), "utf8")));

/** Whoever uses it installs it. */
const PEERS: readonly string[] = ["pg", "pg-boss"];

/** Found out apart from the build: every package that a source file imports for more than its types. */
function importedPackages(): readonly string[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const found = files.flatMap((path) => {
    const text = readFileSync(join("src", path), "utf8");
    return [...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "([^."][^"]*)";|\bimport\("([^."][^"]*)"\)/gm)];
  });
  const names = found.map(([, from, loaded]) => /^(?:@[^/]+\/)?[^/]+/.exec(from ?? loaded ?? "")?.[0] ?? "");
  return [
    ...new Set(
      names.filter((name) => !name.startsWith("node:") && !PEERS.includes(name)).map((name) => TYPES_OF[name] ?? name),
    ),
  ].sort();
}

describe("licences", () => {
  const imported = importedPackages();

  it.each([...imported, ...ONLY_TYPES])(
    "%s is named with its version, and its licence stands there to the last word",
    (name) => {
      const folder = join("node_modules", name);
      const { version } = z.parse(
        z.looseObject({ version: z.string() }),
        JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
      );
      expect(notices).toContain(`\n${name} ${version}\n`);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) ?? "";
      expect(notices).toContain(readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
    },
  );

  it("what is built into a package is named, too", () => {
    expect(notices).toContain("llhttp (in undici)");
    expect(notices).toContain("Copyright Fedor Indutny, 2018.");
  });

  it("a package without a licence text stops the build", () => {
    const bare = { name: ".bin", isCode: true, manifest: { version: "1.0.0", license: "MIT" } };
    expect(() => licencesText([bare])).toThrow("no licence file");
  });
});

describe("the bill of materials", () => {
  const names = bom.components.map(({ name }) => name);

  it("lists what is imported, and what comes with it", () => {
    expect([...names].sort()).toEqual([...importedPackages(), ...ONLY_TYPES, ...EMBEDDED].sort());
    for (const { name, scope } of bom.components)
      expect(scope).toBe(ONLY_TYPES.includes(name) ? "excluded" : "required");
  });

  it("says of every package what npm's own says: version, digest, licence", () => {
    const args = ["sbom", "--sbom-format", "cyclonedx", "--offline", "--package-lock-only"];
    const made = execFileSync("npm", args, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e8 }).toString();
    const { components } = z.parse(z.looseObject({ components: z.array(FACTS) }), JSON.parse(made));
    const theirs = new Map(components.map((component) => [component.purl, component]));
    for (const component of bom.components.filter(({ name }) => !EMBEDDED.includes(name))) {
      expect(theirs.get(component.purl ?? "")).toEqual(z.parse(FACTS, component));
    }
  });

  it("its references lead somewhere, and each is its own", () => {
    const refs = [bom.metadata.component, ...bom.components].map((component) => component["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(bom.dependencies.map(({ ref }) => ref)).toEqual(refs);
    for (const { dependsOn = [] } of bom.dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
  });

  it("tells nothing of where it was made, and of when only what SOURCE_DATE_EPOCH says", () => {
    const { SOURCE_DATE_EPOCH: epoch } = process.env;
    expect(bom.metadata.timestamp === undefined).toBe(epoch === undefined);
    expect(JSON.stringify(bom)).not.toContain(process.cwd());
    expect(z.parse(BOM, JSON.parse(sbomText([], "1700000000"))).metadata.timestamp).toBe("2023-11-14T22:13:20.000Z");
  });

  it("has the same bytes for the same packages, and another serial number for others", () => {
    const manifest = { version: "1.1.1", license: "MIT" };
    const texts = [[], [], [{ name: "picocolors", isCode: true, manifest }]].map((packages) =>
      sbomText(packages, undefined),
    );
    const [first, again, other] = texts.map((text) => z.parse(BOM, JSON.parse(text)).serialNumber);
    expect(texts[1]).toBe(texts[0]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe("declarations that stand alone", () => {
  it("a package nobody has decided about stops the build", () => {
    const folder = mkdtempSync(join(tmpdir(), "botform-types-"));
    writeFileSync(join(folder, "index.d.ts"), 'export type { A } from "stranger";\n');
    expect(() => standaloneTypes(folder)).toThrow("stranger");
    rmSync(folder, { recursive: true });
  });
});
