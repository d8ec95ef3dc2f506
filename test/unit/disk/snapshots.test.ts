// What looks saw, in a folder: the last one of each account counts, and what can't be read is as if there were none.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { folderSnapshots } from "../../../src/disk/snapshots.js";
import { DiskError } from "../../../src/model/ports.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place() {
  const folder = mkdtempSync(join(tmpdir(), "botform-looks-"));
  folders.push(folder);
  const looks = join(folder, "looks");
  return {
    folder,
    looks,
    kept: folderSnapshots(folder),
    files: () => readdirSync(looks).map((name) => join(looks, name)),
  };
}

it("replaces what was kept of an account, and keeps what was seen before where a look saw nothing", async () => {
  const { kept, files } = place();
  await kept.put("main", "1", "seen");
  await kept.put("other", "1", undefined);
  await kept.put("main", "2", undefined);
  expect((await kept.all()).toSorted((a, b) => a.account.localeCompare(b.account))).toEqual([
    { account: "main", look: "2", seen: "seen" },
    { account: "other", look: "1", seen: null },
  ]);
  expect(files().map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(["600", "600"]);
});

it("rejects with an error of the disk where its folder can't be made", async () => {
  const file = join(place().folder, "a-file");
  writeFileSync(file, "");
  await expect(folderSnapshots(file).put("main", "{}", undefined)).rejects.toThrow(DiskError);
});

it("has nothing where there is no folder yet", async () => {
  expect(await place().kept.all()).toEqual([]);
});

it.each(["", "{", "[]", '{"account":1,"look":"x"}', '{"account":"main"}'])("leaves out a file of %j", async (text) => {
  const { kept, files } = place();
  await kept.put("main", "1", undefined);
  await kept.put("other", "1", undefined);
  for (const file of files().slice(0, 1)) writeFileSync(file, text);
  expect(await kept.all()).toHaveLength(1);
});

it("never takes a name of an account for a path", async () => {
  const { kept, folder } = place();
  await kept.put("../../out", "1", undefined);
  expect(readdirSync(folder)).toEqual(["looks"]);
  expect(await kept.all()).toMatchObject([{ account: "../../out" }]);
});
