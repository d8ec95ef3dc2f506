// What is said of text that isn't the YAML botform reads: place, code, summary and remedy, whole, and never the text itself.
import { expect, test } from "vitest";
import { parseDocument } from "../../../../src/config/yaml/document.js";
import { wording } from "../../../../src/config/yaml/yaml-problems.js";
import { said } from "../fleet.js";

const CASES: readonly (readonly [text: string, says: readonly string[]])[] = [
  [
    "a: *b",
    [
      "1:4 yaml-alias: there is no anchor (&name) before this alias (*name) | Put the anchor first, or correct the name; put quotes around a text that begins with *.",
    ],
  ],
  ["a: &x 1\nb: *x", []],
  ["a: &x &y 1", ["1:7 yaml-alias: a value has two anchors | Keep one."]],
  [
    "a: &b c\nd: *b &e",
    ["2:7 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it."],
  ],
  [
    "%YAML 1.3\n---\na: 1",
    [
      "1:1 yaml-directive: a directive other than %YAML 1.2 | Remove the line that begins with %; botform reads the file as YAML 1.2.",
    ],
  ],
  [
    "%FOO\n---\na: 1",
    [
      "1:1 yaml-directive: a directive other than %YAML 1.2 | Remove the line that begins with %; botform reads the file as YAML 1.2.",
    ],
  ],
  [
    'a: "\\q"',
    [
      "1:5 yaml-syntax: a text in double quotes contains an unknown escape | Use single quotes, or write a backslash twice.",
    ],
  ],
  [
    "a:\n  b: 1\n c: 2",
    [
      "3:2 yaml-indent: this line is indented by 1 space less than the lines around it | Add 1 space at its beginning, so that the keys begin in one column.",
    ],
  ],
  ["a:\n\tb: 1", ["2:1 yaml-indent: a tab is used for indentation | Indent with spaces."]],
  [
    "a: { b:\n- c\n}",
    [
      "1:8 yaml-indent: the indentation doesn't match the lines around it, or a bracket before it isn't closed | Line up the keys of one map in one column, and close every bracket.",
      "2:1 yaml-syntax: a key spans more than one line, or the colon after it is missing | Write `key: value` on one line.",
      "2:1 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it.",
    ],
  ],
  ["a: !!str &x 1", []],
  [
    "a: @b",
    ["1:4 yaml-syntax: a value begins with a character that has a special meaning in YAML | Put the text in quotes."],
  ],
  [
    "a: `b`",
    ["1:4 yaml-syntax: a value begins with a character that has a special meaning in YAML | Put the text in quotes."],
  ],
  [
    "a: b: c",
    [
      "1:4 yaml-syntax: a second key is on the same line as the first | Give each key its own line; put quotes around a text that contains a colon followed by a space.",
    ],
  ],
  [
    "a\nb: 1",
    ["1:1 yaml-syntax: a key isn't followed by a colon | Write `key: value`, or `key:` above keys that belong to it."],
  ],
  ["a: 'b", ["1:4 yaml-syntax: this quote isn't closed | Close it with another '."]],
  ['a: "b', ["1:4 yaml-syntax: this quote isn't closed | Close it with another \"."]],
  ["a: [1, 2", ["1:4 yaml-syntax: this [ isn't closed | Close it with ]."]],
  ["a: { b: 1", ["1:4 yaml-syntax: this { isn't closed | Close it with }."]],
  ["a: ]", ["1:4 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it."]],
  [
    "a: 1\na: 2",
    ['2:1 duplicate-key: the key "a" appears twice in this map | Remove one of them; the first is in line 1.'],
  ],
  [
    "bots: { a: 1 }\nbots: { b: 2 }",
    [
      '2:1 duplicate-key: the key "bots" appears twice in this map | Move what is below it to the first one, and remove this line; the first is in line 1.',
    ],
  ],
  ["a:b", []],
  [
    "- a\nb",
    [
      "2:1 yaml-indent: this line belongs to a list, but doesn't begin with a dash | Write a dash and a space before it, or indent it like the keys of the item above it.",
    ],
  ],
  ["? a\n: b", []],
  ["? [a]\n: b", ["1:3 yaml-key: a key is a list, a map or an alias | Write a plain name."]],
  [
    "a: !foo b",
    ["1:4 yaml-tag: a tag that isn't part of the YAML core | Write the value without a tag; put quotes around text."],
  ],
  [
    "a: !!binary aGk=",
    ["1:4 yaml-tag: a tag that isn't part of the YAML core | Write the value without a tag; put quotes around text."],
  ],
  [
    "a: 0x10",
    [
      "1:4 number-form: a number isn't a plain decimal | Write it as a decimal such as 12 or 0.5; if you mean text, put quotes around it.",
    ],
  ],
  [
    "a: 0o7",
    [
      "1:4 number-form: a number isn't a plain decimal | Write it as a decimal such as 12 or 0.5; if you mean text, put quotes around it.",
    ],
  ],
  [
    "a: .inf",
    [
      "1:4 number-form: a number isn't a plain decimal | Write it as a decimal such as 12 or 0.5; if you mean text, put quotes around it.",
    ],
  ],
  [
    "a: .nan",
    [
      "1:4 number-form: a number isn't a plain decimal | Write it as a decimal such as 12 or 0.5; if you mean text, put quotes around it.",
    ],
  ],
  [
    "a: 1e400",
    [
      "1:4 inexact-number: a number can't be kept exactly | Write fewer digits (15 are always safe); if you mean text, put quotes around it.",
    ],
  ],
  [
    "a: 12345678901234567890123",
    [
      "1:4 inexact-number: a number can't be kept exactly | Write fewer digits (15 are always safe); if you mean text, put quotes around it.",
    ],
  ],
  [
    "a: 0.1234567890123456789",
    [
      "1:4 inexact-number: a number can't be kept exactly | Write fewer digits (15 are always safe); if you mean text, put quotes around it.",
    ],
  ],
  ["a: 1_000", []],
  ["__proto__: 1", ["1:1 forbidden-key: the key __proto__ is refused | Choose another name."]],
  ["constructor: 1", ["1:1 forbidden-key: the key constructor is refused | Choose another name."]],
  [
    "<<: { a: 1 }",
    [
      "1:1 merge-key: merge keys (<<) are not supported | Put what all bots share into `defaults`, and what some share into `templates`.",
    ],
  ],
  [
    "a: 1\n---\nb: 2",
    ["2:1 multiple-documents: a second document begins here | Put it into its own file, and give botform the folder."],
  ],
  ["a: |\n  x\n", []],
  ["a: ${x}", []],
  ["a: { b: ${x} }", ["1:10 yaml-syntax: this is not expected here | Inside { } and [ ], put quotes around ${…}."]],
  [
    "[${x}]",
    [
      "1:3 yaml-syntax: a character is missing: a closing quote or bracket, a comma, or the space after a colon | Inside { } and [ ], put quotes around ${…}.",
    ],
  ],
  [
    "a: \u0007",
    [
      "1:4 control-character: the file contains a control character, or a carriage return that doesn't end a line | Remove it; in double quotes you can write it as an escape.",
    ],
  ],
  ["\ufeffa: 1", []],
  ["1: 2", []],
  ["true: 1", []],
  ["null: 1", []],
  ["~: 1", []],
  ["a: >-\n x", []],
  ["a: 2026-01-01", []],
  ["a: yes", []],
  [
    "a: &x [*x]",
    [
      "1:8 yaml-alias: there is no anchor (&name) before this alias (*name) | Put the anchor first, or correct the name; put quotes around a text that begins with *.",
    ],
  ],
  ["a: - b", ["1:4 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it."]],
  [
    "...\na: 1",
    ["2:1 multiple-documents: a second document begins here | Put it into its own file, and give botform the folder."],
  ],
  [
    'a: "x\ny"',
    [
      "1:6 yaml-syntax: a character is missing: a closing quote or bracket, a comma, or the space after a colon | Close what was opened before this place.",
      "2:1 yaml-syntax: a character is missing: a closing quote or bracket, a comma, or the space after a colon | Close what was opened before this place.",
    ],
  ],
  [": 1", []],
  ["a: {,}", ["1:5 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it."]],
  ["a: [,]", ["1:5 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it."]],
  [
    "a: 'b'c",
    [
      "1:7 yaml-syntax: the text in quotes ends before this | Write '' for an apostrophe inside it, or put double quotes around the whole text.",
    ],
  ],
  [
    "a: [\n  - b\n  ]",
    [
      "2:3 yaml-indent: an indented block, or a second colon, is inside { } or [ ] | Put quotes around a text that contains a colon followed by a space; write a block with brackets, too.",
    ],
  ],
  ["{a: 1}}", ["1:7 yaml-syntax: this is not expected here | Check the colons, quotes and brackets right before it."]],
];

test("what no text is known to cause has its words, too", () => {
  const codes = [
    "ALIAS_PROPS",
    "BAD_ALIAS",
    "BAD_PROP_ORDER",
    "IMPOSSIBLE",
    "DUPLICATE_KEY",
    "KEY_OVER_1024_CHARS",
    "NON_STRING_KEY",
  ] as const;
  const more = ["MULTIPLE_TAGS", "TAG_RESOLVE_FAILED", "BAD_COLLECTION_TYPE", "RESOURCE_EXHAUSTION"] as const;
  expect([...codes, ...more].map((one) => Object.values(wording(one)).join(" | "))).toMatchInlineSnapshot(`
    [
      "config/yaml-alias | an alias can't carry an anchor or a tag | Put them on the value that the alias repeats.",
      "config/yaml-alias | an anchor or alias has an invalid name | Use letters, digits and hyphens. Put the text in quotes.",
      "config/yaml-syntax | an anchor or tag is in the wrong place | Put it right before its value.",
      "config/yaml-syntax | the text isn't valid YAML here | Check the colons, quotes and brackets right before it.",
      "config/duplicate-key | a key appears twice | Remove one of them.",
      "config/yaml-key | a key is longer than 1 024 characters | Write a plain name.",
      "config/yaml-key | a key is a list, a map or an alias | Write a plain name.",
      "config/yaml-tag | a value has two tags | Write the value without a tag; put quotes around text.",
      "config/yaml-tag | a tag that isn't part of the YAML core | Write the value without a tag; put quotes around text.",
      "config/yaml-tag | a tag doesn't match its value | Write the value without a tag; put quotes around text.",
      "config/too-complex | the YAML is nested too deeply | Use fewer levels.",
    ]
  `);
  expect(wording("a later code" as "IMPOSSIBLE")).toEqual(wording("IMPOSSIBLE"));
});

test.each(CASES)("%j", (text, says) => {
  expect(said(parseDocument({ file: "a.yaml", text }).diagnostics)).toEqual(says);
});
