// Remembered accesses: who may read them, for how long, and what makes a file somebody else's.
import { describe, expect, it } from "vitest";
import { accessFileName, readAccesses, sealAccesses } from "../../../../src/model/planfile/access-file.js";

const OPENER = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret" };
const ACCESSES = [{ id: 1, title: "Main", exchange: "F" }];
const AT = 1_000_000;
const SEALED = sealAccesses(ACCESSES, AT, OPENER);
const read = (text: string, now = AT, opener = OPENER) => readAccesses(text, opener, { now, holdMs: 500 });

describe("remembered accesses", () => {
  it.each([
    [AT, true, "just written"],
    [AT + 500, true, "in the last millisecond of their time"],
    [AT + 501, false, "a millisecond later"],
    [AT - 1, false, "from a time that isn't yet"],
  ])("at %d are taken: %s, %s", (now, isTaken, _because) => {
    expect(read(SEALED, now)).toEqual(isTaken ? ACCESSES : undefined);
  });

  it.each([
    [{ ...OPENER, apiKey: "other" }, false, "another key"],
    [{ ...OPENER, apiSecret: "other" }, false, "another secret"],
    [{ ...OPENER, apiUrl: "https://other.example.net" }, false, "another service"],
    [{ ...OPENER, apiUrl: "https://api.example.net/" }, true, "the same address with a slash"],
  ])("for %j are taken: %s, %s", (opener, isTaken, _because) => {
    expect(read(SEALED, AT, opener)).toEqual(isTaken ? ACCESSES : undefined);
    expect(accessFileName(opener) === accessFileName(OPENER)).toBe(isTaken);
  });

  it.each([
    [SEALED.replace("Main", "Mine"), "a title was changed"],
    [SEALED.replace(`"at":${AT}`, `"at":${AT + 1}`), "its time was changed"],
    [SEALED.replace("botform-accesses", "botform-plan"), "another kind of file"],
    [SEALED.replace('"formatVersion":1', '"formatVersion":2'), "another version"],
    [SEALED.slice(0, -5), "cut off"],
    ["", "empty"],
    ["null", "nothing"],
    [JSON.stringify({ ...JSON.parse(SEALED), more: 1 }), "a key too many"],
  ])("nothing is taken of %j: %s", (text, because) => {
    expect(read(text), because).toBeUndefined();
  });

  it("have a name that says nothing of the key", () => {
    expect(accessFileName(OPENER)).toMatch(/^[0-9a-f]{32}\.json$/);
  });
});
