// The canonical form of files: the order of keys, comments that move with them, and laws that hold for any text.

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commentTexts } from "../../../src/authoring/edit-work.js";
import { formatText } from "../../../src/authoring/format.js";
import { FILE } from "../../../src/authoring/format-order.js";
import { readAny } from "../../../src/config/yaml/document.js";
import { isRecord } from "../../../src/model/record.js";
import { amount } from "../../support/lane.js";
import { styledBots, styledYaml } from "./yaml-styles.js";

function formatted(text: string): string {
  const result = formatText({ file: "x.yaml", text });
  return result.kind === "text" ? result.text : result.kind;
}

const cases: readonly { because: string; text: string; result: string }[] = [
  {
    because: "a tab between becomes a space, one in a text stays",
    text: "bots:\n  a: {\ttitle: \"A\tB\",\tpairTitle: 'C\tD' }\n",
    result: "bots:\n  a: { title: \"A\tB\", pairTitle: 'C\tD' }\n",
  },
  {
    because: "sections in their order, blank lines between them",
    text: "bots:\n  a: {}\n\naccounts:\n  m: {}\n\nversion: 1\n",
    result: "version: 1\n\naccounts:\n  m: {}\n\nbots:\n  a: {}\n",
  },
  {
    because: "comments move with their key",
    text: "# head\n\n# of bots\nbots: {} # behind bots\n\n# of version\nversion: 1 # behind version\n# end\n",
    result: "# head\n\n# of version\nversion: 1 # behind version\n\n# of bots\nbots: {} # behind bots\n# end\n",
  },
  {
    because: "the comment above the first key of a map within moves with it",
    text: "bots:\n  a:\n    # high\n    leverage: 3\n    title: A\nversion: 1\n",
    result: "version: 1\nbots:\n  a:\n    title: A\n    # high\n    leverage: 3\n",
  },
  {
    because: "the comment at the top stays",
    text: "# yaml-language-server: $schema=x\n# A fleet.\nbots: {}\nversion: 1\n",
    result: "# yaml-language-server: $schema=x\n# A fleet.\nversion: 1\nbots: {}\n",
  },
  {
    because: "so does the modeline, wherever it stands",
    text: "# A fleet.\n\n# yaml-language-server: $schema=x\nbots: {}\nversion: 1\n",
    result: "# A fleet.\n\n# yaml-language-server: $schema=x\nversion: 1\nbots: {}\n",
  },
  {
    because: "keys of a bot",
    text: "bots:\n  b:\n    enabled: true\n    # what it trades\n    pairTitle: USDT-BTC\n    martingaleScale: 1.20 # steep\n    title: B\n    extends: dip\n",
    result:
      "bots:\n  b:\n    extends: dip\n    title: B\n    # what it trades\n    pairTitle: USDT-BTC\n    martingaleScale: 1.20 # steep\n    enabled: true\n",
  },
  {
    because: "bots stand as their author put them",
    text: "bots:\n  z: { title: Z }\n  # of a\n  a: { title: A }\n",
    result: "bots:\n  z: { title: Z }\n  # of a\n  a: { title: A }\n",
  },
  {
    because: "keys in braces",
    text: 'bots:\n  b: {  enabled: true, title: "B",pairTitle: USDT-BTC } # c\n',
    result: 'bots:\n  b: {  title: "B", pairTitle: USDT-BTC,enabled: true } # c\n',
  },
  {
    because: "braces over lines stay",
    text: "bots:\n  b: {\n    enabled: true,\n    title: B,\n  }\n",
    result: "bots:\n  b: {\n    enabled: true,\n    title: B,\n  }\n",
  },
  {
    because: "accounts, overrides, templates and exceptions",
    text: "accounts:\n  m:\n    overrides: { leverage: 3, access: x }\n    apiKey: k\n    preset: cryptorg\ntemplates:\n  t: { leverage: 1, extends: u }\nbots:\n  a:\n    exceptions:\n      z: { leverage: 1, title: Z }\n    forEach: { x: [1] }\n",
    result:
      "accounts:\n  m:\n    preset: cryptorg\n    apiKey: k\n    overrides: { access: x, leverage: 3 }\ntemplates:\n  t: { extends: u, leverage: 1 }\nbots:\n  a:\n    forEach: { x: [1] }\n    exceptions:\n      z: { title: Z, leverage: 1 }\n",
  },
  {
    because: "unknown keys come last, in their order",
    text: "zebra: 1\nbots: {}\napple: 2\nversion: 1\n",
    result: "version: 1\nbots: {}\nzebra: 1\napple: 2\n",
  },
  {
    because: "an anchor stays before its aliases",
    text: "bots:\n  a: &x { leverage: 1, title: A }\ndefaults: *x\nversion: 1\n",
    result: "bots:\n  a: &x { title: A, leverage: 1 }\ndefaults: *x\nversion: 1\n",
  },
  {
    because: "an alias inside a value that bears the same name",
    text: "defaults:\n  a: &q x\nversion:\n  a: &q\n    a: *q\nprotectedTitles: &q x\n",
    result: "defaults:\n  a: &q x\nversion:\n  a: &q\n    a: *q\nprotectedTitles: &q x\n",
  },
  {
    because: "and one that doesn't get into the way is none",
    text: "bots:\n  a: *x\ndefaults: &y { leverage: 1 }\n".replace("*x", "1"),
    result: "defaults: &y { leverage: 1 }\nbots:\n  a: 1\n",
  },
  {
    because: "blank lines inside a bot",
    text: "bots:\n  a:\n    leverage: 1\n\n    # what it is called\n    title: A\n  b:\n    title: B\n",
    result: "bots:\n  a:\n    # what it is called\n    title: A\n\n    leverage: 1\n  b:\n    title: B\n",
  },
  {
    because: "comments that are indented like a value belong to it",
    text: "bots:\n  a:\n    title: A\n    # leverage: 3\n\nversion: 1\n",
    result: "version: 1\n\nbots:\n  a:\n    title: A\n    # leverage: 3\n",
  },
  {
    because: "white space",
    text: "\n\nversion:\t1\t # c  \n\n\n\nbots: {} \n   \n\n",
    result: "version: 1  # c\n\nbots: {}\n",
  },
  { because: "no end of line", text: "version: 1", result: "version: 1\n" },
  { because: "CRLF", text: "bots: {}\r\n\r\nversion: 1", result: "version: 1\r\n\r\nbots: {}\r\n" },
  { because: "spaces that are content", text: "a: |\n  x  \n\n\n  y\nb: 1\n", result: "a: |\n  x  \n\n\n  y\nb: 1\n" },
  {
    because: "lines that are content",
    text: "bots: |+\n  x\n\n\nversion: 1\n",
    result: "bots: |+\n  x\n\n\nversion: 1\n",
  },
  { because: "markers", text: "---\nbots: {}\nversion: 1\n...\n", result: "---\nversion: 1\nbots: {}\n...\n" },
  { because: "an explicit key", text: "? bots\n: {}\n? version\n: 1\n", result: "? bots\n: {}\n? version\n: 1\n" },
  { because: "nothing", text: "", result: "" },
  { because: "comments alone", text: "# c\n\n\n# d", result: "# c\n\n# d\n" },
  { because: "a file in braces", text: "{bots: {}, version: 1}\n", result: "{version: 1, bots: {}}\n" },
];

describe("a file", () => {
  test.each(cases)("$because", ({ text, result }) => {
    expect(formatted(text)).toBe(result);
    expect(formatted(result)).toBe(result);
  });

  test("with errors is left to its diagnostics", () => {
    const result = formatText({ file: "x.yaml", text: "a: [\n" });
    expect(result).toMatchObject({
      kind: "invalid",
      diagnostics: [{ severity: "error", position: { file: "x.yaml" } }],
    });
  });

  const root = new URL("../../../examples/", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
  test.each(files)("of the examples is kept or, where it is YAML, means the same: %s", (file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    const result = formatText({ file, text });
    expect(result.kind).not.toBe("fault");
    if (result.kind === "text") expect(formatted(result.text)).toBe(result.text);
  });
});

const RUNS = amount({ fast: 38, all: 150 });

/** Keys of the file that stand behind one that belongs behind them. */
function outOfOrder(value: unknown): readonly string[] {
  const keys = isRecord(value) ? Object.keys(value).map((key) => (FILE.order ?? []).indexOf(key)) : [];
  const ranks = keys.map((rank) => (rank < 0 ? Number.POSITIVE_INFINITY : rank));
  return ranks.flatMap((rank, index) => (rank < (ranks[index - 1] ?? 0) ? [String(rank)] : []));
}

test.each([
  ["configuration", styledBots],
  ["map", styledYaml],
])("any %s keeps its value and its comments, and once formatted stays", (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const once = formatText({ file: "x.yaml", text });
      if (once.kind !== "text") throw new Error(once.kind);
      expect(formatted(once.text)).toBe(once.text);
      expect(readAny(once.text).value).toEqual(readAny(text).value);
      expect([...commentTexts(once.text)].sort()).toEqual([...commentTexts(text)].sort());
      if (/[|>]/.test(text)) return;
      // No block scalar owns any white space: nothing blank at either end, nothing invisible at the ends of lines.
      expect(once.text).not.toMatch(/^\s|\n\s*\n$|[ \t]\r?\n|\n\r?\n\r?\n|\t/);
      if (!/[&*]/.test(text)) expect(outOfOrder(readAny(once.text).value)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
