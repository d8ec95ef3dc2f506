// Sets V8 up for a short life, before anything is compiled.
import { setFlagsFromString } from "node:v8";

/** The newest release line on which the flag was seen to be known; an unknown flag would be complained of. */
const NEWEST_TRIED = 26;

/**
 * undici parses HTTP in WebAssembly, and V8's optimising compiler spends some 50 ms and 35 MiB on it: more than a plan's few
 * requests ever win back (docs/performance.md). The baseline compiler alone does. Never used by the library: the flag is the
 * whole process's.
 */
export function compileWasmOnce(): void {
  if (Number.parseInt(process.versions.node, 10) <= NEWEST_TRIED) setFlagsFromString("--liftoff-only");
}
