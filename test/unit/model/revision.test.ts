// What a revision is known by, how it is shown, and which names its files may have.
import { expect, it } from "vitest";
import { digestOfFiles, isSafeName, revisionText } from "../../../src/model/revision.js";

const COMMIT = "3f2a9c1d4e5f60718293a4b5c6d7e8f901234567";
const DIGEST = "8be01c2d3e4f50617283940a1b2c3d4e5f60718293a4b5c6d7e8f9010203040a";

it("has one digest for the same files in whatever order, and another one for anything else", () => {
  const [a, b] = [
    { name: "a.yaml", text: "1" },
    { name: "b.yaml", text: "2" },
  ];
  const digest = digestOfFiles([a, b]);
  expect(digestOfFiles([b, a])).toBe(digest);
  const others = [[a], [a, { ...b, text: "3" }], [a, { ...b, name: "c.yaml" }], [a, b, { name: "c.yaml", text: "" }]];
  const digests = [digest, digestOfFiles([a, b], [["x", 1]]), ...others.map((files) => digestOfFiles(files))];
  expect(new Set(digests).size).toBe(digests.length);
});

it.each([
  [{ digest: DIGEST }, "digest 8be01c2d3e4f"],
  [{ digest: DIGEST, commit: COMMIT }, "commit 3f2a9c1d4e5f, digest 8be01c2d3e4f"],
  [
    { digest: DIGEST, commit: COMMIT, isChanged: true as const },
    "commit 3f2a9c1d4e5f with changes that aren't committed, digest 8be01c2d3e4f",
  ],
  [{}, ""],
])("%j is shown as %s", (revision, text) => {
  expect(revisionText(revision)).toBe(text);
});

it.each([
  ["a.yaml", true],
  ["deep/a b.yaml", true],
  ["..a/b", true],
  ["../a.yaml", false],
  ["a/../b.yaml", false],
  ["/a.yaml", false],
  ["a//b.yaml", false],
  ["./a.yaml", false],
  ["C:a.yaml", false],
  ["a\\b.yaml", false],
  ["a\u0000.yaml", false],
  ["", false],
])("%j may be written: %s", (name, expected) => {
  expect(isSafeName(name)).toBe(expected);
});
