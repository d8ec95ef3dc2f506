// The journal's folder on a real disk: private, without links, and honest about a disk that is full or can't be written (threat 10).
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderDisk } from "../../../src/disk/folder.js";
import { DiskError } from "../../../src/model/ports.js";
import { needs } from "../../support/needs.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "botform-disk-"));
});
afterEach(() => {
  spawnSync("umount", [join(root, "small")]);
  rmSync(root, { recursive: true, force: true });
});

async function codeOf(task: Promise<unknown>): Promise<string | undefined> {
  try {
    await task;
    return undefined;
  } catch (error) {
    if (error instanceof DiskError) return error.code;
    throw error;
  }
}

describe("the folder of the journals", () => {
  it("is made for its owner alone, with a note that keeps it out of git", async () => {
    const path = join(root, ".botform", "journal");
    const file = await folderDisk(path).create("a.jsonl");
    await file.append("one\n");
    await file.sync();
    await file.close();
    const modes = [join(root, ".botform"), path, join(path, "a.jsonl")].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
    expect(readFileSync(join(root, ".botform", ".gitignore"), "utf8")).toBe("*\n");
    expect(await folderDisk(path).names()).toEqual(["a.jsonl"]);
    expect(await folderDisk(path).read("a.jsonl")).toBe("one\n");
  });

  it("has no files where there is no folder", async () => {
    expect(await folderDisk(join(root, "none")).names()).toEqual([]);
  });

  it("never writes over a file, and goes on at the end of one", async () => {
    const disk = folderDisk(join(root, "journal"));
    const begun = await disk.create("a.jsonl");
    await begun.append("one\n");
    await begun.close();
    expect(await codeOf(disk.create("a.jsonl"))).toBe("EEXIST");
    const added = await disk.open("a.jsonl");
    await added.append("two\n");
    await added.close();
    expect(await disk.read("a.jsonl")).toBe("one\ntwo\n");
  });

  it("makes a file that isn't there only if asked to, and measures what is there", async () => {
    const disk = folderDisk(join(root, "journal"));
    expect(await disk.size("a.jsonl")).toBe(0);
    expect(await codeOf(disk.open("a.jsonl"))).toBe("ENOENT");
    const file = await disk.open("a.jsonl", true);
    await file.append("four");
    await file.close();
    expect([await disk.size("a.jsonl"), await disk.size("b.jsonl")]).toEqual([4, 0]);
    await expect(disk.read("b.jsonl")).rejects.toThrow(
      `${join(root, "journal", "b.jsonl")}: there is no such file or folder (ENOENT)`,
    );
    await expect(file.sync()).rejects.toThrow("a.jsonl: EBADF");
    truncateSync(join(root, "journal", "a.jsonl"), 256 * 1024 * 1024 + 1);
    expect(await codeOf(disk.read("a.jsonl"))).toBe("EFBIG");
    await expect(disk.read("a.jsonl")).rejects.toThrow("a.jsonl is too large for a journal");
  });

  it("writes its note for git only into a parent that it makes itself", async () => {
    await (await folderDisk(join(root, "journal")).create("a.jsonl")).close();
    expect(existsSync(join(root, ".gitignore"))).toBe(false);
  });

  it("is made by several at once", async () => {
    const disk = folderDisk(join(root, ".botform", "journal"));
    const files = await Promise.all(["a.jsonl", "b.jsonl", "c.jsonl"].map((name) => disk.create(name)));
    for (const file of files) await file.close();
    expect((await disk.names()).toSorted()).toEqual(["a.jsonl", "b.jsonl", "c.jsonl"]);
  });

  it("may stand behind a link of an absolute path, and of no relative one", async () => {
    mkdirSync(join(root, "elsewhere", "journal"), { recursive: true });
    symlinkSync(join(root, "elsewhere"), join(root, "link"));
    const path = join(root, "link", "journal");
    expect(await folderDisk(path).names()).toEqual([]);
    expect(await codeOf(folderDisk(relative(process.cwd(), path)).names())).toBe("ELOOP");
    const none = relative(process.cwd(), join(root, "none", "journal"));
    expect(await folderDisk(none).names()).toEqual([]);
  });

  it("is refused where it is a link, and so is a link in it", async () => {
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(join(root, "target"), "precious");
    symlinkSync(join(root, "elsewhere"), join(root, "link"));
    const linked = folderDisk(join(root, "link"));
    expect(await codeOf(linked.create("a.jsonl"))).toBe("ELOOP");
    expect(await codeOf(linked.names())).toBe("ELOOP");
    await expect(linked.names()).rejects.toThrow(`${join(root, "link")} is a link; name the folder itself`);
    mkdirSync(join(root, "journal"));
    for (const name of ["a.jsonl", "b.jsonl"]) symlinkSync(join(root, "target"), join(root, "journal", name));
    const disk = folderDisk(join(root, "journal"));
    expect(await codeOf(disk.create("a.jsonl"))).toBe("EEXIST");
    expect(await codeOf(disk.open("b.jsonl"))).toBe("ELOOP");
    expect(await codeOf(disk.read("b.jsonl"))).toBe("ELOOP");
    expect(readFileSync(join(root, "target"), "utf8")).toBe("precious");
  });

  it.each(["../a.jsonl", "a/b.jsonl", "", "a\0b"])("takes no path for a name: %j", async (name) => {
    const disk = folderDisk(join(root, "journal"));
    for (const task of [() => disk.create(name), () => disk.open(name), () => disk.read(name)]) {
      expect(await codeOf(task())).toBe("EINVAL");
    }
  });

  it("is refused where a file stands", async () => {
    writeFileSync(join(root, "journal"), "");
    await expect(folderDisk(join(root, "journal")).names()).rejects.toThrow(`${join(root, "journal")} is not a folder`);
    await expect(folderDisk(root).read("../a")).rejects.toThrow("that is not a journal's name");
    expect(await codeOf(folderDisk(join(root, "journal")).create("a.jsonl"))).toBe("ENOTDIR");
  });

  it("says that the disk is full", async (context) => {
    needs(context, "mount");
    const small = join(root, "small");
    mkdirSync(small);
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", small]).status).toBe(0);
    const file = await folderDisk(join(small, "journal")).create("a.jsonl");
    expect(await codeOf(file.append("x".repeat(64 * 1024)))).toBe("ENOSPC");
    await file.close();
    spawnSync("mount", ["-o", "remount,ro", small]);
    expect(await codeOf(folderDisk(join(small, "journal")).create("b.jsonl"))).toBe("EROFS");
  });
});
