// Has WebAssembly compiled for a short life.
import { setFlagsFromString } from "node:v8";

/** The newest release line on which the flags were seen to be known; an unknown flag would be complained of. */
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
