// What V8 is told about a command: its WebAssembly lives shortly, and its heap stays small where it runs for long.
import { setFlagsFromString } from "node:v8";

/** The newest release line on which all these flags were seen to be known; an unknown flag would be complained of. */
const NEWEST_TESTED = 26;
/** Older V8 takes the second and third from the first; newer has to be told. */
const FLAGS = ["liftoff-only", "no-wasm-tier-up", "no-wasm-dynamic-tiering", "no-wasm-lazy-compilation"];
const AS_BEFORE = ["no-liftoff-only", "wasm-tier-up", "wasm-dynamic-tiering", "wasm-lazy-compilation"];

declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };

/**
 * undici parses HTTP in WebAssembly. After the first kilobytes of an answer V8 optimises the parser in the background, which takes
 * some 80 ms and 30 MiB that a command's requests never win back, and for which the process waits when it ends. What is
 * made under these flags is left as it is. They stand for that moment only: compiled code is kept and taken by the same flags.
 */
export function optimiseNoWasm(): void {
  if (Number.parseInt(process.versions.node, 10) > NEWEST_TESTED) return;
  const { Module } = WebAssembly;
  WebAssembly.Module = class extends Module {
    constructor(bytes: Uint8Array) {
      for (const flag of FLAGS) setFlagsFromString(`--${flag}`);
      try {
        super(bytes);
      } finally {
        for (const flag of AS_BEFORE) setFlagsFromString(`--${flag}`);
      }
    }
  };
}

/** Milliseconds after which a command counts as a long one: of the others few collect their heap at all. */
const LONG_MS = 1_000;

/**
 * V8 lets a heap grow to up to four times what lives in it before it collects that. A plan of 1 000 accounts takes 173 MiB
 * where it may grow by half alone, 233 otherwise, and 1.06 times as long. Compiled code is kept by the same flags it is taken by, so
 * whoever keeps it takes them back first.
 *
 * @returns takes the flag back
 */
export function keepHeapSmall(): () => void {
  if (Number.parseInt(process.versions.node, 10) > NEWEST_TESTED) return () => {};
  let isSmall = false;
  const timer = setTimeout(() => {
    isSmall = true;
    setFlagsFromString("--heap-growing-percent=50");
  }, LONG_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
    if (isSmall) setFlagsFromString("--heap-growing-percent=0");
  };
}
