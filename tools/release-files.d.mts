// What the tests use of release-files.mjs.
export function writeRelease(
  out: string,
  repository?: string,
): { readonly version: string; readonly paths: readonly string[] };
