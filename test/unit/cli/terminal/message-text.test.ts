// The text of a message: from a file, which must be UTF-8 and of a sensible size.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readMessageText } from "../../../../src/cli/terminal/message-text.js";

const folder = mkdtempSync(join(tmpdir(), "botform message "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
