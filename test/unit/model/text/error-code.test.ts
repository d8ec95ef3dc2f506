// The code of a system's error; anything else has none.
import { expect, it } from "vitest";
import { errorCode } from "../../../../src/model/text/error-code.js";

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
