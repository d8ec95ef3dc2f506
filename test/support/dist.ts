// Where the built files are. A test that imports this module, however indirectly, makes the run check that they are fresh (build.ts).
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** The command. */
export const MAIN = join(DIST, "main.js");
/** The library. */
export const LIBRARY = join(DIST, "index.mjs");
