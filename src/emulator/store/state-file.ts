// Keeps the state in a JSON file: written atomically after a moment of quiet, read once at the start.
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import * as z from "zod/mini";
import { type State, state } from "./records.js";

/** Milliseconds of quiet before a write, and the longest a change may wait under constant traffic. */
const QUIET = 25;
const LONGEST = 1_000;

/**
 * Reads a state file, or undefined when there is none.
 *
 * @throws RangeError when it is no state file of this format; it is never overwritten then
 */
export async function loadState(path: string): Promise<State | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const json = parsed(text);
  if (z.safeParse(z.object({ formatVersion: z.literal(1) }), json).success) {
    throw new RangeError(
      `${path} was written by an emulator whose deals had no safety orders; they can't go on here: move it away to start anew`,
    );
  }
  const read = z.safeParse(state, json);
  if (!read.success) throw new RangeError(`${path} is no state file of this version; move it away to start anew`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the file; the caller says what is wrong in its own words.
    return undefined;
  }
}

/** Writes what `read` returns; at most one write runs at a time. */
export class StateFile {
  readonly #path: string;
  readonly #read: () => State;
  #timer: NodeJS.Timeout | undefined;
  #changedSince: number | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(path: string, read: () => State) {
    this.#path = path;
    this.#read = read;
  }

  /** Notes a change; the file follows within 50 ms of quiet. */
  touch(): void {
    const now = performance.now();
    this.#changedSince ??= now;
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(QUIET, this.#changedSince + LONGEST - now));
    this.#timer = setTimeout(() => void this.#write(), wait);
  }

  /** Writes what hasn't been written yet. @throws the failure of an earlier write, too */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#changedSince !== undefined) await this.#write();
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #write(): Promise<void> {
    this.#changedSince = undefined;
    this.#writing = this.#writing.then(async () => {
      try {
        const temporary = `${this.#path}.${process.pid}.tmp`;
        // Made anew each time: what a crash or a stranger left under that name is never written through.
        await rm(temporary, { force: true });
        await writeFile(temporary, JSON.stringify(this.#read()), { mode: 0o600, flag: "wx" });
        await rename(temporary, this.#path);
        this.#failure = undefined;
      } catch (error) {
        this.#failure = error;
      }
    });
    return this.#writing;
  }
}
