// A text file of the user's is replaced whole, through a link within its folder, and not through one that leads out of it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { writeText } from "../../../../src/app/files/write-text.js";

let root = "";
let count = 0;
let [own, other] = ["", ""];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "botform text "));
});
beforeEach(() => {
  count += 1;
  [own, other] = [join(root, `${count}`), join(root, `${count} other`)];
  for (const folder of [own, other]) mkdirSync(folder);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const textOf = (...path: readonly string[]) => readFileSync(join(...path), "utf8");

it("that is there, or isn't yet", async () => {
  await writeText(join(own, "a.yaml"), "new", undefined);
  await writeText(join(own, "a.yaml"), "newer", "new");
  expect([textOf(own, "a.yaml"), readdirSync(own)]).toEqual(["newer", ["a.yaml"]]);
});

it("through a link within its folder", async () => {
  writeFileSync(join(own, "real.yaml"), "old");
  symlinkSync("real.yaml", join(own, "link.yaml"));
  await writeText(join(own, "link.yaml"), "new", "old");
  expect([textOf(own, "real.yaml"), readdirSync(own)]).toEqual(["new", ["link.yaml", "real.yaml"]]);
});

it("but not through a link that leads out of it; a folder that is one is as it was named", async () => {
  writeFileSync(join(other, "real.yaml"), "old");
  symlinkSync(join(other, "real.yaml"), join(own, "link.yaml"));
  const path = join(own, "link.yaml");
  await expect(writeText(path, "new", "old")).rejects.toThrow(
    `${path} is a link that leads out of its folder, so it wasn't written\nName the file it leads to.`,
  );
  expect([textOf(other, "real.yaml"), readdirSync(other)]).toEqual(["old", ["real.yaml"]]);
  symlinkSync(other, join(own, "folder"));
  await writeText(join(own, "folder", "real.yaml"), "new", "old");
  expect(textOf(other, "real.yaml")).toBe("new");
});

it("nor where it was changed meanwhile", async () => {
  writeFileSync(join(own, "a.yaml"), "changed");
  await expect(writeText(join(own, "a.yaml"), "new", "old")).rejects.toThrow("was changed by something else meanwhile");
  expect([textOf(own, "a.yaml"), readdirSync(own)]).toEqual(["changed", ["a.yaml"]]);
});
