import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWhole, replaceWhole } from "../../../src/disk/whole-file.js";
import { DiskError } from "../../../src/model/ports.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botform disk "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function at(name: string): string {
  return join(folder, name);
}

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

async function failure(task: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await task.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiskError)) throw new Error(`no DiskError: ${String(error)}`);
  return { code: error.code, message: error.message.replace(folder, "") };
}

describe("replaceWhole", () => {
  it("makes a file for its owner alone, and leaves nothing else behind", async () => {
    const before = process.umask(0);
    try {
      await replaceWhole(at("new"), "text ü\n");
    } finally {
      process.umask(before);
    }
    expect(readFileSync(at("new"), "utf8")).toBe("text ü\n");
    expect(mode(at("new"))).toBe("600");
    expect(readdirSync(folder)).toEqual(["new"]);
  });

  it("replaces a file that others could read by one that they can't", async () => {
    writeFileSync(at("old"), "a longer text than the new one");
    chmodSync(at("old"), 0o666);
    await replaceWhole(at("old"), "new");
    expect(readFileSync(at("old"), "utf8")).toBe("new");
    expect(mode(at("old"))).toBe("600");
  });

  it("never writes into the old file: who has it open keeps the old content", async () => {
    writeFileSync(at("old"), "old");
    const inode = statSync(at("old")).ino;
    await replaceWhole(at("old"), "new");
    expect(statSync(at("old")).ino).not.toBe(inode);
  });

  it("refuses a link, and leaves what it points to alone", async () => {
    writeFileSync(at("precious"), "precious");
    symlinkSync(at("precious"), at("link"));
    symlinkSync(at("nowhere"), at("dangling"));
    expect(await failure(replaceWhole(at("link"), "x"))).toMatchObject({
      code: "ELOOP",
      message: "/link is a symbolic link, and links are not followed",
    });
    expect(await failure(replaceWhole(at("dangling"), "x"))).toMatchObject({ code: "ELOOP" });
    expect(readFileSync(at("precious"), "utf8")).toBe("precious");
    expect(readdirSync(folder)).toEqual(["dangling", "link", "precious"]);
  });

  it("refuses a folder, a pipe and a device", async () => {
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    expect(await failure(replaceWhole(at("folder"), "x"))).toEqual({ code: "EISDIR", message: "/folder is a folder" });
    expect(await failure(replaceWhole(at("pipe"), "x"))).toEqual({
      code: "EINVAL",
      message: "/pipe is not a regular file",
    });
    expect(await failure(replaceWhole("/dev/null", "x"))).toMatchObject({ code: "EINVAL" });
    expect(readdirSync(folder)).toEqual(["folder", "pipe"]);
  });

  it("says what is missing, and takes its temporary file away when the last step fails", async () => {
    expect(await failure(replaceWhole(at("no/file"), "x"))).toEqual({
      code: "ENOENT",
      message: "/no/file can't be written: its folder doesn't exist; create that first",
    });
    const long = at("n".repeat(300));
    expect(await failure(replaceWhole(long, "x"))).toEqual({
      code: "ENAMETOOLONG",
      message: `/${"n".repeat(300)} can't be written: its name is too long (ENAMETOOLONG)`,
    });
    expect(await failure(readWhole(long, 9))).toMatchObject({
      message: `/${"n".repeat(300)} can't be read: its name is too long (ENAMETOOLONG)`,
    });
    // No file can be called so, which only the renaming finds.
    await failure(replaceWhole(at("slash/"), "x"));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("readWhole", () => {
  it("reads bytes as they are, up to the limit", async () => {
    const bytes = Buffer.from([0, 255, 13, 10]);
    writeFileSync(at("file"), bytes);
    expect(await readWhole(at("file"), 4)).toEqual(bytes);
    expect(await failure(readWhole(at("file"), 3))).toEqual({ code: "EFBIG", message: "/file is larger than 3 bytes" });
    writeFileSync(at("empty"), "");
    expect(await readWhole(at("empty"), 4)).toEqual(Buffer.alloc(0));
  });

  it("reads a large file in full, and no more of a larger one than it must", async () => {
    const large = Buffer.alloc(1_000_000, "ab");
    writeFileSync(at("large"), large);
    expect((await readWhole(at("large"), large.length)).equals(large)).toBe(true);
    // It has no end.
    expect(await failure(readWhole("/dev/zero", 10))).toMatchObject({ code: "EINVAL" });
  });

  it("refuses links, folders and pipes, a pipe without waiting for a writer", async () => {
    writeFileSync(at("file"), "x");
    symlinkSync(at("file"), at("link"));
    execFileSync("mkfifo", [at("pipe")]);
    expect(await failure(readWhole(at("link"), 9))).toMatchObject({ code: "ELOOP" });
    expect(await failure(readWhole(at("pipe"), 9))).toMatchObject({ code: "EINVAL" });
    expect(await failure(readWhole(folder, 9))).toMatchObject({ code: "EISDIR" });
  });

  it("says what isn't there", async () => {
    expect(await failure(readWhole(at("nothing"), 9))).toEqual({ code: "ENOENT", message: "/nothing doesn't exist" });
  });
});
