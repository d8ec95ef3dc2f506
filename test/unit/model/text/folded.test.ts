// What of a title survives a service that stores titles in another form.
import { expect, it } from "vitest";
import { mayBeStoredAs, unescaped } from "../../../../src/model/text/folded.js";

it.each([
  ["BTC dip", "BTC DIP", true],
  ["a & <b>", "a &amp; &lt;b&gt;", true],
  ["a & b", "a &amp;amp; b", true],
  ["a 'b'", "a &#39;b&#x27;", true],
  ["Cafe\u0301", "Caf\u00e9", true],
  ["BTC  dip ", "BTC dip", true],
  ["Dip USDT-BTC 1", "Dip USDT-B", true],
  ["BTC dip", "BTC", false],
  ["BTC dip 1", "BTC dip 2", false],
  ["!", "?", false],
])("%j, stored as %j: %s", (title, stored, expected) => {
  expect(mayBeStoredAs(title, stored)).toBe(expected);
});

it("leaves alone what is no entity", () => {
  expect(unescaped("a &foo; &#99999999; &#x110000; & b")).toBe("a &foo; &#99999999; &#x110000; & b");
});
