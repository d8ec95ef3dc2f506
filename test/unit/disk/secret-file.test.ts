import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPathHere, readSecretFile } from "../../../src/disk/secret-file.js";
import { folder } from "../app/room.js";

const at = folder();

describe("a file that holds a secret", () => {
  it.each<[string | Uint8Array, object]>([
    ["k3y", { text: "k3y" }],
    ["k3y\n", { text: "k3y" }],
    ["k3y\r\n", { text: "k3y" }],
    [" k3y \n", { text: "k3y" }],
    ["k3y\n\n", { fault: "has several lines" }],
    ["BOTFORM_A=k3y\nBOTFORM_B=k3y\n", { fault: "has several lines" }],
    ["", { fault: "is empty" }],
    ["\n", { fault: "is empty" }],
    [new Uint8Array([0xff, 0xfe, 0x6b, 0]), { fault: "contains NUL bytes, as text does that is saved as UTF-16" }],
    ["\ufeffk3y", { fault: "contains characters that aren't printable ASCII" }],
    ["x".repeat(16 * 1024), { text: "x".repeat(16 * 1024) }],
    ["x".repeat(16 * 1024 + 1), { fault: "is larger than 16 KiB, too large for a secret" }],
  ])("of %j", (content, expected) => {
    const path = at.written("");
    writeFileSync(path, content);
    expect(readSecretFile(path)).toEqual(expected);
  });

  it("may be a link, as Kubernetes mounts it, be read by everybody, or be a pipe", () => {
    const path = at.written("k3y\n");
    chmodSync(path, 0o444);
    const link = join(dirname(path), "link");
    symlinkSync(path, link);
    expect(readSecretFile(link)).toEqual({ text: "k3y" });
    const pipe = join(dirname(path), "pipe");
    execFileSync("mkfifo", [pipe]);
    spawn("/bin/sh", ["-c", 'echo piped > "$0"', pipe]);
    expect(readSecretFile(pipe)).toEqual({ text: "piped" });
  });

  it("that isn't there, or is none, is named as such", () => {
    const path = at.written("k3y");
    expect(readSecretFile(join(dirname(path), "none"))).toEqual({ fault: "doesn't exist" });
    expect(readSecretFile(dirname(path))).toEqual({ fault: "is a folder" });
    expect(readSecretFile(join(path, "below"))).toEqual({
      fault: "can't be read: a part of its path is a file (ENOTDIR)",
    });
  });
});

describe("a text is surely a path", () => {
  it.each<[string, boolean]>([
    ["/etc/none", true],
    ["/dev/none/none", true],
    ["./none", true],
    ["..\\none", true],
    ["package.json", true],
    ["src/none/none", true],
    ["none", false],
    ["/none", false],
    ["/none/7f3a+9c41=", false],
    ["canaryKEY/7f3a+9c41=", false],
  ])("%s: %s", (text, isPath) => {
    expect(isPathHere(text)).toBe(isPath);
  });

  it("whether or not the file itself is there", () => {
    const path = at.fresh("k3y");
    mkdirSync(dirname(path), { recursive: true });
    expect(isPathHere(path)).toBe(true);
  });
});
