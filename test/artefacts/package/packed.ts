// The tarball of the built package and an empty folder with nothing but it: made once for all tests of a run (test/support/build.ts).
import { inject } from "vitest";
import type { Packed } from "../../../tools/installed.mjs";

export interface Installed extends Packed {
  /** The empty folder, and the package's own within it. */
  readonly place: string;
  readonly home: string;
}

export function packed(): Installed {
  return inject("packed");
}
