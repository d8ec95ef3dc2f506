// Which files a format writes: those that change, none with --check, and none where one can't be read.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fmt } from "../../../../src/app/files/fmt.js";
import { writeText } from "../../../../src/app/files/write-text.js";
import { folder, refusal } from "../room.js";

const at = folder();
const ODD = "bots: {}\nversion: 1\n";
const EVEN = "version: 1\nbots: {}\n";

describe("a format", () => {
  it("writes what changes, and says so", async () => {
    const file = at.written(ODD);
    expect(await fmt({ config: file })).toEqual({ files: 1, changed: [file], written: true, faults: [] });
    const text = readFileSync(file, "utf8");
    expect(text).not.toBe(ODD);
    expect(await fmt({ config: file })).toEqual({ files: 1, changed: [], written: true, faults: [] });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("with --check writes nothing", async () => {
    const file = at.written(ODD);
    expect(await fmt({ config: file, check: true })).toEqual({ files: 1, changed: [file], written: false, faults: [] });
    expect(readFileSync(file, "utf8")).toBe(ODD);
  });

  it("keeps a mark at the start of the file", async () => {
    const file = at.written(`\uFEFF${ODD}`);
    await fmt({ config: file });
    const text = readFileSync(file, "utf8");
    expect([text.startsWith("\uFEFF"), text.lastIndexOf("\uFEFF"), text.includes("version: 1")]).toEqual([
      true,
      0,
      true,
    ]);
  });

  it("of what can't be read changes nothing", async () => {
    const file = at.written("bots: {\n");
    const [message, exitCode, ...codes] = await refusal(() => fmt({ config: file }));
    expect([message, exitCode, codes.length > 0]).toEqual([
      "the configuration can't be read, so no file was formatted",
      3,
      true,
    ]);
    expect(await refusal(() => fmt({}))).toEqual([
      "there is no configuration here\nName a file or a folder: botform fmt fleet/",
      3,
    ]);
  });
});

describe("a text file", () => {
  it("is replaced as a whole, and keeps its mode", async () => {
    const file = at.written(EVEN);
    chmodSync(file, 0o600);
    await writeText(file, ODD, EVEN);
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([ODD, 0o600]);
  });

  it("that somebody else changed or made meanwhile is left as it is", async () => {
    const file = at.written(EVEN);
    for (const before of [ODD, undefined])
      expect(await refusal(() => writeText(file, "new", before))).toEqual([
        `${file} was changed by something else meanwhile, so it was left as it is\nRun the command again.`,
        1,
      ]);
    expect(readFileSync(file, "utf8")).toBe(EVEN);
  });

  it("leaves nothing beside what can't be replaced", async () => {
    const there = at.written("", "file");
    const path = join(dirname(there), "a folder");
    mkdirSync(path);
    expect(await refusal(() => writeText(path, "new", undefined))).toEqual([
      `${path} can't be written: it is a folder (EISDIR); it is as it was`,
      1,
    ]);
    expect(readdirSync(dirname(there)).sort()).toEqual(["a folder", "file"]);
  });

  it("that can't be written is as it was", async () => {
    const file = at.fresh("nowhere.yaml");
    expect(await refusal(() => writeText(file, "new", undefined))).toEqual([
      `${file} can't be written: there is no such file or folder (ENOENT); it is as it was`,
      1,
    ]);
    const there = at.written("", "there");
    writeFileSync(there, "old");
    await writeText(there, "new", "old");
    expect(readFileSync(there, "utf8")).toBe("new");
  });
});
