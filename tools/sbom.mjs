// The bill of materials of a build, as CycloneDX 1.5: the same bytes for the same build, whoever makes it and when.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { embeddedIn } from "./licences.mjs";

/**
 * The document as text. `epoch` is SOURCE_DATE_EPOCH in seconds, or undefined; then there is no timestamp, which the format
 * allows. `npm sbom` isn't used: it draws a serial number, tells the time, and takes the folder's name for ours.
 */
export function sbomText(packages, epoch) {
  const { name, version, description, license } = JSON.parse(readFileSync("package.json", "utf8"));
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const components = packages.flatMap((bundled) => componentsOf(bundled, locked));
  const refs = components.map((component) => component["bom-ref"]);
  const self = component({ type: "application", name, version, description, licence: license });
  const contents = {
    metadata: {
      ...(epoch !== undefined && { timestamp: new Date(Number(epoch) * 1000).toISOString() }),
      lifecycles: [{ phase: "build" }],
      component: self,
    },
    components,
    dependencies: [{ ref: self["bom-ref"], dependsOn: refs }, ...refs.map((ref) => ({ ref }))],
  };
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: serialOf(contents),
    version: 1,
    ...contents,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function componentsOf({ name, isCode, manifest }, locked) {
  const { version, description, license } = manifest;
  const { integrity } = locked[`node_modules/${name}`];
  const scope = isCode ? "required" : "excluded";
  const own = component({ type: "library", name, version, description, licence: license, scope, integrity });
  const embedded = embeddedIn(name).map((part) => ({
    "bom-ref": `${own["bom-ref"]}#${part.name}`,
    type: "library",
    name: part.name,
    scope,
    licenses: [{ license: { id: part.licence } }],
  }));
  return [own, ...embedded];
}

function component({ type, name, version, description, licence, scope, integrity }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    "bom-ref": purl,
    type,
    name,
    version,
    description,
    ...(scope !== undefined && { scope }),
    ...(integrity !== undefined && { hashes: [{ alg: "SHA-512", content: hexOf(integrity) }] }),
    licenses: [{ license: { id: licence } }],
    purl,
  };
}

/** The digest of the package's own tarball, as the lockfile pins it. */
function hexOf(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
}

/** A UUID of version 8, made of what the document says: another build gets another, the same build the same. */
function serialOf(contents) {
  const hex = createHash("sha256").update(JSON.stringify(contents)).digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16], 16) % 4];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join("-")}`;
}
