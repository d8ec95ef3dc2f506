// What a merge, a page, another tool or an apostrophe leaves in a file is named as what it is, once.
import { expect, it } from "vitest";
import { parseDocument } from "../../../../src/config/yaml/document.js";
import { said } from "../fleet.js";

const CONFLICT =
  "yaml-syntax: a conflict of a merge isn't resolved here | Keep one of the two versions, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.";
const FENCE = "yaml-syntax: this line is the fence of a code block of Markdown | Remove it.";
const BRACES =
  "yaml-syntax: two braces aren't how a variable is written | Write ${name}, in quotes where { } or [ ] are around it.";

it.each([
  ["a conflict", "a:\n  b: 1\n<<<<<<< HEAD\n  c: 2\n=======\n  c: 3\n>>>>>>> main\n", `3:1 ${CONFLICT}`],
  ["what is left of one", "a:\n  b: 1\n  c: 3\n>>>>>>> main\n", `4:1 ${CONFLICT}`],
  ["a fence", "```yaml\na: 1\n```\n", `1:1 ${FENCE}`],
  ["the end of one", "a: 1\n```\n", `2:1 ${FENCE}`],
  ["tildes", "~~~\na: 1\n", `1:1 ${FENCE}`],
  [
    "another language's comment",
    "a:\n  b: 1\n  // why\n  c: 2\n",
    "3:3 yaml-syntax: two slashes don't begin a comment in YAML | Write # in their place.",
  ],
  ["two braces", "a: {{b}}", `1:5 ${BRACES}`],
  [
    "an apostrophe",
    "a: 'It's'",
    "1:8 yaml-syntax: the text in quotes ends before this | Write '' for an apostrophe inside it, or put double quotes around the whole text.",
  ],
  [
    "a quote",
    'a: { b: "x"y }',
    '1:12 yaml-syntax: the text in quotes ends before this | Write \\" for a quote inside it, or put single quotes around the whole text.',
  ],
])("%s", (_, text, says) => {
  expect(said(parseDocument({ file: "a.yaml", text }).diagnostics)).toEqual([says]);
});

it("leaves text alone that is YAML", () => {
  const text = 'a: |\n  <<<<<<< HEAD\n  ```\nb: "It\'s"\n';
  expect(parseDocument({ file: "a.yaml", text })).toMatchObject({ value: { b: "It's" }, diagnostics: [] });
});
