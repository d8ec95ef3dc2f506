// Tables, widths and what hostile cells do to them: nothing.
import { describe, expect, it } from "vitest";
import { paint } from "../../../../src/render/text/paint.js";
import { columns, table, width } from "../../../../src/render/text/table.js";

const plain = paint(false);

describe("table", () => {
  it("puts numbers at the right, pads what stands before others, and ends lines at their text", () => {
    const columns = [{ head: "ID", align: "right" }, { head: "TITLE" }, { head: "X" }] as const;
    expect(
      table(
        columns,
        [
          ["1", "a", "x"],
          ["1000", "long one", ""],
        ],
        plain,
      ),
    ).toBe("  ID  TITLE     X\n   1  a         x\n1000  long one\n");
  });

  it("shows the heads alone where there are no rows", () => {
    expect(table([{ head: "A" }, { head: "B" }], [], plain)).toBe("A  B\n");
  });

  it("paints a cell and not the space around it, so that columns stay where they are", () => {
    const bad = (text: string) => `<${text}>`;
    expect(
      table(
        [{ head: "P", align: "right" }, { head: "Q" }],
        [
          [{ text: "-1", paint: bad }, "q"],
          ["10.5", "r"],
        ],
        plain,
      ),
    ).toBe("   P  Q\n  <-1>  q\n10.5  r\n");
  });

  it.each([
    { because: "a terminal's command", text: "\u001b[2Jx" },
    { because: "a line feed", text: "a\nb" },
    { because: "a right-to-left override", text: "a\u202eb" },
    { because: "a runner's command", text: "::error::x" },
  ])("keeps a row on one line and harmless: $because", ({ text }) => {
    const shown = table([{ head: "T" }, { head: "N" }], [[text, "1"]], plain);
    expect(shown.split("\n")).toHaveLength(3);
    expect(shown).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    expect(shown).not.toMatch(/^\s*::/m);
  });

  describe("on a terminal that is narrower", () => {
    const heads = columns("ID> | TITLE | AMOUNT> | STATUS");
    const rows = [
      ["1", "a", "10", "on"],
      ["20", "longer", "2000", "off"],
    ];

    it("goes on below, each figure under its head", () => {
      expect(table(heads, rows, paint(false, 21))).toBe(
        "ID  TITLE   AMOUNT\n    STATUS\n 1  a           10\n    on\n20  longer    2000\n    off\n",
      );
    });

    it("is one line where the width is just enough, and one column a line where there is hardly any", () => {
      expect(table(heads, rows, paint(false, 26))).toBe(table(heads, rows, plain));
      expect(table(heads, rows, paint(false, 25))).not.toBe(table(heads, rows, plain));
      expect(table(heads, rows.slice(0, 1), paint(false, 1))).toBe(
        "ID\n    TITLE\n    AMOUNT\n    STATUS\n 1\n    a\n        10\n    on\n",
      );
    });
  });

  it("cuts a cell that would push all others away", () => {
    const [, row = ""] = table([{ head: "T" }, { head: "N" }], [["x".repeat(10_000), "1"]], plain).split("\n");
    expect(row).toBe(`${"x".repeat(47)}…  1`);
  });

  it("cuts it where its columns end, of one and of two alike", () => {
    const cut = (text: string) => table([{ head: "T" }], [[text]], plain, 6).split("\n")[1];
    expect(["abcdef", "abcdefg", "日本語", "日本語a", "a日本語", "e\u0301bcdefg"].map(cut)).toEqual([
      "abcdef",
      "abcde…",
      "日本語",
      "日本…",
      "a日本…",
      "e\u0301bcde…",
    ]);
  });
});

it.each([
  { text: "abc", columns: 3, because: "letters" },
  { text: "日本", columns: 4, because: "East Asian wide" },
  { text: "한글", columns: 4, because: "Hangul" },
  { text: "🚀x", columns: 3, because: "an emoji takes two" },
  { text: "e\u0301", columns: 1, because: "a combining mark takes none" },
  { text: "ＡＢ", columns: 4, because: "full-width letters" },
  { text: "ｱ", columns: 1, because: "half-width kana" },
])("$text is $columns columns wide ($because)", ({ text, columns }) => {
  expect(width(text)).toBe(columns);
});
