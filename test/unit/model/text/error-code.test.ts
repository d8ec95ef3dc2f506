// The code of a system's error, and what it means to a reader; anything else has none.
import { expect, it } from "vitest";
import { errorCode, systemReason, writeRemedy } from "../../../../src/model/text/error-code.js";

it.each([
  [Object.assign(new Error("no such file"), { code: "ENOENT" }), "ENOENT"],
  [Object.assign(new TypeError("x"), { code: "ERR_INVALID" }), "ERR_INVALID"],
  [Object.assign(new Error("x"), { code: 5 }), undefined],
  [new Error("x"), undefined],
  [{ code: "ENOENT" }, undefined],
  ["ENOENT", undefined],
  [null, undefined],
  [undefined, undefined],
])("%o bears %s", (error, code) => expect(errorCode(error)).toBe(code));

it.each([
  ["EACCES", "permission denied (EACCES)"],
  ["EPERM", "not permitted (EPERM)"],
  ["EROFS", "the disk is read-only (EROFS)"],
  ["ENOSPC", "the disk is full (ENOSPC)"],
  ["EDQUOT", "the disk quota is used up (EDQUOT)"],
  ["ENOENT", "there is no such file or folder (ENOENT)"],
  ["ENOTDIR", "a part of its path is a file (ENOTDIR)"],
  ["EEXIST", "a file of that name exists (EEXIST)"],
  ["EISDIR", "it is a folder (EISDIR)"],
  ["ELOOP", "it is a symbolic link, or its links form a circle (ELOOP)"],
  ["EMFILE", "too many files are open (EMFILE)"],
  ["ENAMETOOLONG", "its name is too long (ENAMETOOLONG)"],
  ["EIO", "the disk reports an error (EIO)"],
  ["EWHATEVER", "EWHATEVER"],
])("%s is %s", (code, says) => expect(systemReason(code)).toBe(says));

it.each([
  ["ENOSPC", "Free some space, or name another folder with --journal."],
  ["EDQUOT", "Free some space, or name another folder with --journal."],
  ["EACCES", "Name a writable folder with --journal."],
])("what to do about %s: %s", (code, says) => expect(writeRemedy(code, "--journal")).toBe(says));
