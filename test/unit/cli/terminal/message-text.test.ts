// The text of a message: from a file, which must be UTF-8 and of a sensible size.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { readMessageText } from "../../../../src/cli/terminal/message-text.js";

const folder = mkdtempSync(join(tmpdir(), "botform message "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

function file(bytes: Buffer | string): string {
  const path = join(folder, "message");
  writeFileSync(path, bytes);
  return path;
}

it("is what the file says, up to 1 MiB", async () => {
  expect(await readMessageText(file("{é}"))).toBe("{é}");
  expect(await readMessageText(file("x".repeat(1024 * 1024)))).toHaveLength(1024 * 1024);
});

it("is refused with a word about what helps", async () => {
  const large = file("x".repeat(1024 * 1024 + 1));
  await expect(readMessageText(large)).rejects.toMatchObject({
    message: `${large} is larger than 1048576 bytes\nName the file of a message, or - for standard input.`,
    exitCode: 3,
  });
  const latin = file(Buffer.from([0xe9]));
  await expect(readMessageText(latin)).rejects.toMatchObject({
    message: `${latin} isn't UTF-8 text\nSave the message as UTF-8.`,
    exitCode: 3,
  });
  await expect(readMessageText(join(folder, "none"))).rejects.toMatchObject({ exitCode: 3 });
});

it.each<[string, readonly string[] | "terminal", string]>([
  ["a terminal", "terminal", "standard input is a terminal here\nGive it a message: … | botform webhook lint -"],
  ["more than 1 MiB", ["x".repeat(1024 * 1024), "x"], "standard input is larger than 1 MiB, too large for a message"],
])("isn't read from standard input that is %s", async (_what, input, message) => {
  const stream = Readable.from(input === "terminal" ? [] : input);
  const stdin = Object.assign(stream, { isTTY: input === "terminal" }) as unknown as typeof process.stdin;
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin);
  await expect(readMessageText("-")).rejects.toMatchObject({ message, exitCode: 3 });
});

it("is what standard input says, in as many parts as it comes in", async () => {
  const stdin = Readable.from(["{a", "b", "x".repeat(1024 * 1024 - 3)]) as unknown as typeof process.stdin;
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin);
  expect(await readMessageText("-")).toBe(`{ab${"x".repeat(1024 * 1024 - 3)}`);
});
