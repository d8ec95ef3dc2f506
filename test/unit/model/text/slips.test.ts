// A word of the same letters in another order is one slip away, unless it is so short that it is another word.
import { expect, it } from "vitest";
import { slips } from "../../../../src/model/text/slips.js";

it.each([
  ["main", "main", 0],
  ["mian", "main", 1],
  ["stauts", "status", 1],
  ["lefd", "left", 1],
  ["on", "no", 2],
  ["btc-dpi", "btc-dip", 1],
  ["Mian", "main", 3],
  ["statu", "status", 1],
])("%s is %s with %i", (word, name, away) => {
  expect(slips(word, name)).toBe(away);
});
