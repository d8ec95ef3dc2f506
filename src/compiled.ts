// Evaluates the command's file with the code that V8 compiled last time, kept beside it: compiling takes most of a short command's time.
import { hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/** A file that has been evaluated. */
export interface Evaluated<Exports> {
  readonly exports: Exports;
  /** Keeps what V8 has compiled up to now for the next start, unless it was there already. Never throws. */
  readonly keep: () => void;
}

type Wrapper<Exports> = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports?: Exports },
  filename: string,
) => void;

const BEFORE = "(function(exports,require,module,__filename){";

/**
 * Evaluates `file`, a CommonJS module. Compiled code lies in `cache/` of the file's own folder, so that whoever may write it
 * may write the file as well; it is named by build, Node and machine, begins with its own SHA-256, and V8 refuses what it
 * hasn't made itself from as many characters under the same flags. Node does it alone where nothing shall be kept, or where
 * places in the sources are to be shown.
 *
 * @param build tells the file from that of other builds
 * @param purpose which functions are wanted: each command has compiled code of its own; none is kept without
 * @throws what reading throws where the file can't be read
 */
export function evaluate<Exports>(file: string, build: string, purpose?: string): Evaluated<Exports> {
  if (purpose === undefined || process.env.NODE_DISABLE_COMPILE_CACHE || process.sourceMapsEnabled)
    return { exports: require(file), keep: () => {} };
  // The file is ASCII (tools/build.mjs sees to it): a string of one byte a character, as it is on the disk.
  const source = `${BEFORE}${readFileSync(file, "latin1")}\n})`;
  const path = join(file, "../cache", `${purpose}-${build}-${process.version}-${process.platform}-${process.arch}`);
  const cachedData = keptAt(path);
  const known = cachedData === undefined ? {} : { cachedData };
  const script = new Script(source, { filename: file, columnOffset: -BEFORE.length, ...known });
  const isThere = cachedData !== undefined && script.cachedDataRejected !== true;
  const keep = () => {
    if (!isThere) write(path, script.createCachedData());
  };
  const wrapper: Wrapper<Exports> = script.runInThisContext();
  return { exports: exportsOf(wrapper, file), keep };
}

function exportsOf<Exports>(wrapper: Wrapper<Exports>, file: string): Exports {
  const module: { exports?: Exports } = {};
  wrapper({}, require, module, file);
  if (module.exports === undefined) throw new TypeError(`${file} exports nothing`);
  return module.exports;
}

const SUM_BYTES = 32;

/** V8 looks at lengths and flags, not at what it is given: a bit that flipped on the disk would be run. */
function keptAt(path: string): Buffer | undefined {
  try {
    const kept = readFileSync(path);
    const data = kept.subarray(SUM_BYTES);
    return kept.subarray(0, SUM_BYTES).equals(sumOf(data)) ? data : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(data: Buffer): Buffer {
  return hash("sha256", data, "buffer");
}

/** Whole or not at all; where the folder can't be written, every start compiles anew. */
function write(path: string, data: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, Buffer.concat([sumOf(data), data]), { flag: "wx" });
    renameSync(temporary, path);
  } catch {
    remove(temporary);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // There never was one.
  }
}
