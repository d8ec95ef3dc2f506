// RFC 4180, and nothing that a spreadsheet would compute.
import { describe, expect, it } from "vitest";
import { csv } from "../../../../src/render/machine/csv.js";

describe("csv", () => {
  it.each([
    { text: "plain", field: "plain", because: "as it is" },
    { text: 'a "b", c', field: '"a ""b"", c"', because: "quotes are doubled" },
    { text: "=1+1", field: "'=1+1", because: "a formula" },
    { text: "+1", field: "'+1", because: "a formula" },
    { text: "-1", field: "'-1", because: "a text, though it looks like a number" },
    { text: "@SUM(A1)", field: "'@SUM(A1)", because: "a formula of old" },
    { text: "  =1", field: "'  =1", because: "spaces are taken away by some" },
    { text: "＝1", field: "'＝1", because: "full-width signs count for some" },
    { text: '=HYPERLINK("http://x","y")', field: '"\'=HYPERLINK(""http://x"",""y"")"', because: "both at once" },
    { text: "a\u001b[2J\nb", field: "a\\u{1b}[2J\\u{a}b", because: "controls are made visible" },
    { text: "\t=1", field: "\\u{9}=1", because: "a tab before it is no way round" },
  ])("writes $text as $field ($because)", ({ text, field }) => {
    expect(csv(["h"], [[{ text }]])).toBe(`h\r\n${field}\r\n`);
  });

  it("leaves numbers numbers, negative ones too, and a missing one empty", () => {
    expect(csv(["a", "b", "c"], [[{ number: "-1.50" }, { number: null }, { number: "2" }]])).toBe(
      "a,b,c\r\n-1.50,,2\r\n",
    );
  });
});
