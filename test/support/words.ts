// Texts that stand in a file beside the tests that hold them to it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Compares a text with the file of that name; UPDATE_GOLDEN=1 writes the file. */
export function expectWords(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
}
