// What of a title survives a service that stores titles in another form.
import { expect, it } from "vitest";
import { folded, mayBeStoredAs, restsOf, unescaped, withFewMarks } from "../../../../src/model/text/folded.js";

const LONG = "Dip USDT-BTC 1";

it.each([
  ["BTC dip", "BTC DIP", 7, true],
  ["Straße", "STRASSE", 7, true],
  ["a & <b>", "a &amp; &lt;b&gt;", 16, true],
  ["a & b", "a &amp;amp; b", 13, true],
  ["a 'b'", "a &#39;b&#x27;", 14, true],
  ["Cafe\u0301", "Caf\u00e9", 4, true],
  ["BTC  dip ", "BTC dip", 7, true],
  ["🚀 &", "🚀 &amp;", 8, true],
  [LONG, "Dip USDT", 8, true],
  [LONG, "Dip USDT", 9, true],
  // Nothing was cut there: the service shows longer ones.
  [LONG, "Dip USDT", 10, false],
  [LONG, "Dip USD", 7, false],
  ["Dip USDT", LONG, 14, false],
  ["BTC dip 1", "BTC dip 2", 9, false],
  ["BTC dip", "BTC-dip", 7, false],
  ["cafe", "café", 4, false],
  ["!", "?", 1, false],
])("%j, stored as %j where the longest title has %i characters: %s", (title, stored, longest, expected) => {
  expect(mayBeStoredAs(folded(title), folded(stored), longest)).toBe(expected);
});

it("may be left whole or cut, but for very little", () => {
  expect(restsOf(folded("BTC dip"))).toEqual(["btcd", "btcdi", "btcdip"]);
  expect(restsOf(folded("BTC"))).toEqual(["btc"]);
  expect(restsOf(folded("BT C d"))).toEqual(["btcd"]);
});

it.each([
  ["\u0301\u0323", 60],
  ["\uff9e\u0323", 60],
  ["\u0301", 31],
])("sorts no more than 30 marks of a letter: of %j, %i marks", (marks, many) => {
  const title = (count: number) => `x${marks.repeat(count).slice(0, count)}y`;
  expect(folded(title(many)).rest).toBe(folded(title(30)).rest);
  expect(folded(title(30)).rest).not.toBe(folded(title(29)).rest);
  expect(withFewMarks(title(30))).toBe(title(30));
});

it("leaves alone what is no entity", () => {
  expect(unescaped("a &foo; &#99999999; &#x110000; & b")).toBe("a &foo; &#99999999; &#x110000; & b");
  expect(unescaped("&nbsp;&quot;&apos;&lt;&gt;&AMP;&#x10FFFF;&#65;")).toBe(" \"'<>&\u{10ffff}A");
});

it("was escaped a few times at most: a long title isn't read over and over", () => {
  const escaped = (times: number) => `a &${"amp;".repeat(times)} b`;
  expect([unescaped(escaped(8)), unescaped(escaped(9))]).toEqual(["a & b", "a &amp; b"]);
});
