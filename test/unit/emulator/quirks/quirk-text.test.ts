// Reading quirks from the command line.
import { describe, expect, it } from "vitest";
import { completeQuirks, parseQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import { quirkTable } from "../../../../src/emulator/quirks/quirks.js";

describe("parseQuirks", () => {
  it("reads words, numbers and text", () => {
    expect(parseQuirks(["update=replace", "listLag=2000", " statusOn = IN_DEAL", "statusOff=0"])).toEqual({
      ok: true,
      quirks: { update: "replace", listLag: 2000, statusOn: "IN_DEAL", statusOff: "0" },
    });
    expect(parseQuirks([])).toEqual({ ok: true, quirks: {} });
  });

  it.each([
    ["updat=merge", 'there is no quirk "updat"; did you mean update?'],
    ["__proto__=1", 'there is no quirk "__proto__"; did you mean update?'],
    ["update", "quirk update needs a value: update=VALUE (merge, replace, replace-strict)"],
    ["update=merg", 'quirk update can\'t be "merg" (merge, replace, replace-strict); did you mean merge?'],
    ["listLag=-1", 'quirk listLag can\'t be "-1" (0 to 3600000 ms)'],
    ["listLag=1.5", 'quirk listLag can\'t be "1.5" (0 to 3600000 ms)'],
    ["listLag=9999999", "quirk listLag can't be 9999999 (0 to 3600000 ms)"],
    ["statusOn=DISABLED", 'quirk statusOn can\'t be "DISABLED" (text or number)'],
    ["statusOn=0", 'quirk statusOn can\'t be "0" (text or number)'],
    ["statusOn=", 'quirk statusOn can\'t be "" (text or number)'],
  ])("%s", (text, problem) => {
    const reading = parseQuirks([text]);
    expect(reading.ok ? [] : reading.problems).toEqual([problem]);
  });

  it("reports everything at once, repeats included, in the order given", () => {
    const problems = (...texts: readonly string[]) => {
      const reading = parseQuirks(texts);
      return reading.ok ? [] : reading.problems;
    };
    expect(problems("update=x", "update=merge", "update=merge", "nope=1", "listLag=-1")).toEqual([
      'quirk update can\'t be "x" (merge, replace, replace-strict); did you mean merge?',
      "quirk update is given twice",
      'there is no quirk "nope"; did you mean update?',
      'quirk listLag can\'t be "-1" (0 to 3600000 ms)',
    ]);
  });
});

describe("the table", () => {
  it("holds allowed defaults, names without repeats and an explanation each", () => {
    expect(Object.keys(completeQuirks())).toEqual(quirkTable.map((quirk) => quirk.name));
    expect(new Set(quirkTable.map((quirk) => quirk.name)).size).toBe(quirkTable.length);
    for (const quirk of quirkTable) {
      const reading = parseQuirks([`${quirk.name}=${quirk.fallback}`]);
      expect(reading).toEqual({ ok: true, quirks: { [quirk.name]: quirk.fallback } });
      expect(quirk.about).toMatch(/^[A-Z_a-z].{20,}\.$/);
    }
  });
});

it("numbers are allowed up to their bounds, words and text as they are written", () => {
  const allows = (quirks: Record<string, unknown>) => {
    try {
      return completeQuirks(quirks)["listLag"];
    } catch (error) {
      return error instanceof RangeError ? error.message : error;
    }
  };
  expect([0, 3_600_000].map((listLag) => allows({ listLag }))).toEqual([0, 3_600_000]);
  expect([-1, 3_600_001, 0.5, "5"].map((listLag) => allows({ listLag }))).toEqual(
    ["-1", "3600001", "0.5", '"5"'].map((text) => `quirk listLag can't be ${text} (0 to 3600000 ms)`),
  );
  expect(allows({ listLag: undefined })).toBe(completeQuirks().listLag);
  expect(allows({ update: "x", listLag: -1 })).toBe(
    "quirk update can't be \"x\" (merge, replace, replace-strict); did you mean merge?; quirk listLag can't be -1 (0 to 3600000 ms)",
  );
  expect(allows({ update: 5 })).toBe("quirk update can't be 5 (merge, replace, replace-strict)");
});
