// A file that holds one secret and nothing else, as Docker and Kubernetes mount them.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, systemReason } from "../model/text/error-code.js";
import { secretFault } from "../model/text/secret-text.js";

/** A fault follows the file's name, such as "is empty", and holds nothing of what stands in it. */
export type SecretFile = { readonly text: string } | { readonly fault: string };

const LARGEST_KIB = 16;

/** Its content without the line end that editors add. A link or a pipe is read like a file, whoever else may read it: secrets are mounted so. */
export function readSecretFile(path: string): SecretFile {
  try {
    const bytes = bounded(path, LARGEST_KIB * 1024);
    if (bytes === undefined) return { fault: `is larger than ${LARGEST_KIB} KiB, too large for a secret` };
    // A byte stands for itself, so that what is no ASCII is found, in whatever encoding.
    const text = bytes.toString("latin1").replace(/\r?\n$/, "");
    const fault = secretFault(text);
    return fault === undefined ? { text: text.trim() } : { fault };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === "EISDIR") return { fault: "is a folder" };
    return { fault: code === "ENOENT" ? "doesn't exist" : `can't be read: ${systemReason(code)}` };
  }
}

/** undefined where there is more. */
function bounded(path: string, most: number): Buffer | undefined {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(most + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length <= most; length += count)
      count = readSync(file, buffer, length, buffer.length - length, null);
    return length > most ? undefined : buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Whether a text is surely a path, since it or a folder on its way is there. What isn't may be a secret in the place of its path. */
export function isPathHere(text: string): boolean {
  if (existsSync(text) || /^\.{1,2}[/\\]/.test(text)) return true;
  const above = dirname(text);
  // Of the folder that everything is in, each text is below.
  return above !== "." && above !== dirname(above) && isPathHere(above);
}
