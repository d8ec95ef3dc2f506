// SURVIVORS.md names changes of src that no test notices, by the text that is changed: it has to stand where the page says.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GROUPS } from "../../tools/mutants.mjs";

const PAGE = readFileSync("test/unit/SURVIVORS.md", "utf8");
/** "- `file`: `text` → what becomes of it — why". Text that holds a backtick stands between two of them. */
const ROW = /^- `([^`]+)`: (`+) ?(.+?) ?\2 → .+ — .+$/;

const rows = PAGE.split("\n").filter((line) => line.startsWith("- "));
const heads = PAGE.split("\n").flatMap((line) => (line.startsWith("## ") ? [line.slice(3)] : []));

describe("SURVIVORS.md", () => {
  it.each(rows)("%s", (row) => {
    const [, file = "", , text = ""] = ROW.exec(row) ?? [];
    expect(Object.values(GROUPS).flatMap(({ src }) => src)).toContain(file);
    expect(readFileSync(`src/${file}`, "utf8")).toContain(text);
  });

  it("has a part for each group of mutation testing", () => {
    expect(heads).toEqual(Object.keys(GROUPS));
  });
});

it("each group has tests", () => {
  for (const { src, tests } of Object.values(GROUPS)) expect([src.length > 0, tests.length > 0]).toEqual([true, true]);
});
