// The text of a message, from a file or from standard input.
import { AppError } from "../../app/error.js";
import { readWhole } from "../../disk/whole-file.js";
import { DiskError } from "../../model/ports.js";

const LARGEST = 1024 * 1024;

/** Of a file, or of standard input for `-`. Throws AppError. */
export async function readMessageText(file: string): Promise<string> {
  const bytes = file === "-" ? await readInput() : await readFileBytes(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(`${file === "-" ? "standard input" : file} isn't UTF-8 text\nSave the message as UTF-8.`);
  }
}

async function readFileBytes(file: string): Promise<Buffer> {
  try {
    return await readWhole(file, LARGEST);
  } catch (error) {
    if (error instanceof DiskError)
      throw new AppError(`${error.message}\nName the file of a message, or - for standard input.`);
    throw error;
  }
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new AppError("standard input is a terminal here\nGive it a message: … | botform webhook lint -");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LARGEST) throw new AppError("standard input is larger than 1 MiB, too large for a message");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, length);
}
