import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fromFile, isNamedPath, secretsInFiles, variableText } from "../../../../src/app/credentials/files.js";
import { folder } from "../room.js";

const at = folder();
const CANARY = "canary/7f3a9c";

describe("a variable whose value is in a file", () => {
  it("is that file's content, and none where nothing names one", () => {
    const path = at.written(`${CANARY}\n`);
    expect(fromFile("BOTFORM_K", { BOTFORM_K_FILE: path })).toEqual({ text: CANARY });
    expect(fromFile("BOTFORM_K", { BOTFORM_K: "", BOTFORM_K_FILE: ` ${path} ` })).toEqual({ text: CANARY });
    expect(fromFile("BOTFORM_K", {})).toBeUndefined();
    expect(fromFile("BOTFORM_K", { BOTFORM_K_FILE: "", BOTFORM_K: "k" })).toBeUndefined();
    expect(fromFile("constructor", {})).toBeUndefined();
    expect(variableText("BOTFORM_K", { BOTFORM_K: " k " })).toEqual({ text: "k" });
    expect(variableText("BOTFORM_K", {})).toEqual({ text: undefined });
    expect(variableText("BOTFORM_K", { BOTFORM_K_FILE: path })).toEqual({ text: CANARY });
  });

  it("is never chosen where both are set", () => {
    expect(fromFile("BOTFORM_K", { BOTFORM_K: CANARY, BOTFORM_K_FILE: at.written(CANARY) })).toEqual({
      fault: "both BOTFORM_K and BOTFORM_K_FILE are set",
      remedy: "Unset one of the two: botform doesn't choose.",
    });
  });

  it("names variable and path of a file that can't be used, and nothing of what it holds", () => {
    const path = at.written(`${CANARY}\n${CANARY}\n`);
    const found = fromFile("BOTFORM_K", { BOTFORM_K_FILE: path });
    expect(found).toEqual({
      fault: `the file ${path}, which BOTFORM_K_FILE names, has several lines`,
      remedy:
        "Name a file that holds the value in one line of printable ASCII, and nothing else; what it holds is not shown here.",
    });
    const gone = join(dirname(path), "none");
    expect(fromFile("BOTFORM_K", { BOTFORM_K_FILE: gone })).toMatchObject({
      fault: `the file ${gone}, which BOTFORM_K_FILE names, doesn't exist`,
    });
  });

  it("may have been written in the place of its path, and isn't shown then", () => {
    expect(fromFile("BOTFORM_K", { BOTFORM_K_FILE: CANARY })).toEqual({
      fault: "BOTFORM_K_FILE names no file that is there; it isn't shown, since it may be the secret itself",
      remedy: "BOTFORM_K_FILE is the path of a file that holds the value; the value itself goes into BOTFORM_K.",
    });
    expect(isNamedPath("BOTFORM_K_FILE", CANARY)).toBe(false);
    expect(isNamedPath("BOTFORM_K_FILE", at.written(""))).toBe(true);
    expect(isNamedPath("BOTFORM_K", at.written(""))).toBe(false);
  });
});

it("what files hold that are named for secrets", () => {
  const env = {
    BOTFORM_A_KEY_FILE: at.written("one"),
    BOTFORM_B_KEY_FILE: at.fresh(),
    BOTFORM_C_URL_FILE: at.written("two"),
    BOTFORM_D_KEY: "three",
  };
  expect(secretsInFiles(env, (name) => name.includes("KEY"))).toEqual(["one"]);
});
