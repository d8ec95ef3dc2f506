// What the tests use of licences.mjs.
export interface BundledPackage {
  readonly name: string;
  readonly isCode: boolean;
  readonly manifest: { readonly version: string; readonly license: string };
}
export function licencesText(packages: readonly BundledPackage[]): string;
