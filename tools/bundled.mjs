// Which packages a build took code or declarations from: what the licence list and the SBOM are about.
import { readFileSync } from "node:fs";

/** Packages whose declarations `types.mjs` copies, by what our own declarations import. */
export const DECLARATIONS = { "big.js": "@types/big.js", "zod/mini": "zod" };

/** Every package in the bundles that `metafiles` tell of, by name; `isCode` where more than its types is taken. */
export function bundledPackages(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => packageOf(path));
  const code = new Set(used.filter((name) => name !== undefined));
  const names = [...new Set([...code, ...Object.values(DECLARATIONS)])].sort();
  return names.map((name) => ({ name, isCode: code.has(name), manifest: manifestOf(name) }));
}

/** `zod` of `node_modules/zod/v4/mini/index.js`, of `x:node_modules/zod/…` that a plugin gave, too. */
function packageOf(path) {
  return /(?:^|[:/])node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(path)?.[1];
}

function manifestOf(name) {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
}
