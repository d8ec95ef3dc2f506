// The last step of a build: declarations that stand alone, the notices of bundled packages, and the bill of materials.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages } from "./bundled.mjs";
import { licencesText } from "./licences.mjs";
import { sbomText } from "./sbom.mjs";
import { standaloneTypes } from "./types.mjs";

/** `metafiles` are esbuild's, one for each bundle; `epoch` is SOURCE_DATE_EPOCH, for whoever wants a time in the bill of materials. */
export function finish(metafiles, dist, epoch = process.env.SOURCE_DATE_EPOCH) {
  const packages = bundledPackages(metafiles);
  writeFileSync(join(dist, "THIRD-PARTY-LICENCES.txt"), licencesText(packages));
  writeFileSync(join(dist, "sbom.cdx.json"), sbomText(packages, epoch));
  if (existsSync(join(dist, "types/index.d.ts"))) standaloneTypes(join(dist, "types"));
}
