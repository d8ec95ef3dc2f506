// Standard output of this process: all of a text is written, or the process knows that it isn't.
import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";

export interface Output {
  /** Never throws. After the first failure nothing more is written: a text with holes would look whole. */
  readonly write: (text: string) => void;
  /** Resolves when everything has left: false if something was lost, other than by a reader that went away. */
  readonly isWhole: () => Promise<boolean>;
}

/** That output was lost, in one sentence. */
export function cutOffText(code: string): string {
  return `botform: standard output can't be written (${code}), so what stands there is incomplete.`;
}

/** @param onLost called once, with the code of the failure */
export function outputTo(
  stream: Writable & { readonly fd: number; readonly isTTY?: boolean },
  onLost: (code: string) => void = () => {},
): Output {
  let isBroken = false;
  let isLost = false;
  const fail = ({ code = "unknown" }: NodeJS.ErrnoException) => {
    if (isBroken) return;
    isBroken = true;
    isLost = !isGone(code, stream.isTTY === true);
    if (isLost) onLost(code);
  };
  stream.on("error", fail);
  const isFile = isFileAt(stream.fd);
  return {
    write(text) {
      if (isBroken) return;
      if (!isFile) return void stream.write(text);
      try {
        writeWhole(stream.fd, Buffer.from(text));
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        fail(failure);
        // Whoever watches the stream hears of it, and stops.
        stream.destroy(failure);
      }
    },
    async isWhole() {
      // Of a file nothing is pending. A pipe or a terminal hands this on after everything that is.
      if (!isFile && !isBroken) await new Promise((resolve) => stream.write("", resolve));
      return !isLost;
    },
  };
}

/** A reader that has gone away is no news, be it `head` or a terminal that was closed. */
function isGone(code: string, isTerminal: boolean): boolean {
  return code === "EPIPE" || code === "ECONNRESET" || (isTerminal && code === "EIO");
}

/** Terminals, pipes and other devices are none: they take all of a text, or fail. */
function isFileAt(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** A disk that runs full takes a part of the text without an error, and Node's own stream doesn't look. */
function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
