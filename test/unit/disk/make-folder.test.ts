// A folder and those above it: made once, with their rights, and never for ever.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder } from "../../../src/disk/make-folder.js";
import { errorCode } from "../../../src/model/text/error-code.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "botform-make-folder-"));
});
afterAll(() => rmSync(root, { recursive: true }));

const codeOf = (task: Promise<unknown>) => task.then(() => "made", errorCode);

it("makes those above it, with their rights, and twice is as once", async () => {
  const path = join(root, "a", "b");
  await makeFolder(path, 0o700);
  await makeFolder(path);
  expect([path, join(path, "..")].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
});

it("refuses where something else stands in its way, or nothing can be made", async () => {
  writeFileSync(join(root, "file"), "");
  expect(await codeOf(makeFolder(join(root, "file")))).toBe("EEXIST");
  expect(await codeOf(makeFolder(join(root, "file", "a")))).toBe("ENOTDIR");
  expect(await codeOf(makeFolder(join(root, "file", "a", "b")))).toBe("ENOTDIR");
});

it.skipIf(!existsSync("/proc/self"))("ends where the system takes no folders", async () => {
  expect(await codeOf(makeFolder("/proc/botform/a"))).toBe("ENOENT");
});
