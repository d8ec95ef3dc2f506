// Holds in the text of files: the comments stay, a hold on the same bots is replaced, and the list goes with its last hold.
import { describe, expect, it } from "vitest";
import { type HoldEdit, withHold, withoutHolds } from "../../../src/authoring/hold-edits.js";

const HOLD = { bots: ["main/a"], reason: "why", until: "2026-12-01" };
const HELD =
  "version: 1 # the first\nholds:\n  # ours\n  - { bots: [main/a, main/b], reason: earlier } # why\n  - { bots: [copy/*], reason: all }\nbots: {}\n";
const source = (text: string, file = "f.yaml") => ({ file, text });
const textOf = (edit: HoldEdit) =>
  "problem" in edit ? edit.problem : edit.changed.map(({ text }) => text).join("---\n");

describe("a hold is added", () => {
  it("to the list, at its end; everything else stays", () => {
    expect(textOf(withHold([source(HELD)], HOLD))).toBe(
      HELD.replace("all }\n", "all }\n  - { bots: [main/a], reason: why, until: 2026-12-01 }\n"),
    );
  });

  it("in the place of one on the same bots, in whatever order", () => {
    const turned = HELD.replace("[main/a, main/b]", "[main/b, main/a]");
    for (const [text, bots] of [
      [HELD, ["main/b", "main/a"]],
      [turned, ["main/a", "main/b"]],
    ] as const) {
      const edit = withHold([source(text)], { bots, reason: "new" });
      expect(textOf(edit)).toContain("reason: new } # why");
      expect(textOf(edit)).not.toContain("earlier");
    }
  });

  it("to the file that has holds, else to the one with the version, else to the first", () => {
    const fileOf = (...texts: string[]) => {
      const edit = withHold(
        texts.map((text, index) => source(text, `${index}`)),
        HOLD,
      );
      return "changed" in edit ? edit.changed.map(({ file }) => file) : edit.problem;
    };
    expect(fileOf("bots: {}\n", "version: 1\n", "holds: []\n")).toEqual(["2"]);
    expect(fileOf("bots: {}\n", "version: 1\n")).toEqual(["1"]);
    expect(fileOf("bots: {}\n", "vars: {}\n")).toEqual(["0"]);
    expect(fileOf("holds: [{ bots: [x], reason: r }]\n", "holds: [{ bots: [main/a], reason: r }]\n")).toEqual(["1"]);
    expect(fileOf()).toBe("there is no file to write it to");
  });

  it("only where the text can be read", () => {
    expect(textOf(withHold([source("a: [")], HOLD))).toBe("f.yaml can't be changed: the file isn't valid YAML");
  });

  it("and no file changes where it stands already", () => {
    const text = "holds: [{ bots: [main/a], reason: why, until: 2026-12-01 }]\n";
    expect(withHold([source(text)], HOLD)).toEqual({ changed: [] });
  });
});

describe("holds are removed", () => {
  it("pattern by pattern", () => {
    expect(textOf(withoutHolds([source(HELD)], ["main/b"]))).toBe(HELD.replace("main/a, main/b", "main/a"));
  });

  it("whole where none is left, and the list with the last", () => {
    const one = textOf(withoutHolds([source(HELD)], ["main/a", "main/b"]));
    expect(one).toContain("copy/*");
    expect(one).not.toContain("earlier");
    const none = textOf(withoutHolds([source(HELD)], ["main/a", "main/b", "copy/*"]));
    expect(none).not.toContain("holds");
    expect(none).toContain("# the first");
  });

  it("several at once", () => {
    const text =
      "version: 1\nholds:\n  - { bots: [a], reason: r }\n  - { bots: [b, c], reason: r }\n  - { bots: [d], reason: r }\n  - { bots: [e], reason: r }\n";
    expect(textOf(withoutHolds([source(text)], ["a", "c", "d"]))).toBe(
      "version: 1\nholds:\n  - { bots: [b], reason: r }\n  - { bots: [e], reason: r }\n",
    );
  });

  it("from each file, and from none that hasn't them", () => {
    const files = [
      source("holds: [{ bots: [a], reason: r }]\n", "1"),
      source("bots: {}\n", "2"),
      source("holds: [{ bots: [a, b], reason: r }]\n", "3"),
    ];
    const edit = withoutHolds(files, ["a"]);
    expect("changed" in edit && edit.changed.map(({ file }) => file)).toEqual(["1", "3"]);
    expect(withoutHolds(files, ["x"])).toEqual({ changed: [] });
  });
});
