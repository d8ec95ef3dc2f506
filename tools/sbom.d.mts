// What the tests use of sbom.mjs.
import type { BundledPackage } from "./licences.mjs";

export function sbomText(packages: readonly BundledPackage[], epoch: string | undefined): string;
