// What each key of a configuration means, word for word: explain prints it, and no page does.
import { expect, it } from "vitest";
import { CONFIG_KEYS } from "../../../../src/config/schema/keys.js";
import { expectWords } from "../../../support/words.js";

it("every key has its place and its meaning", () => {
  const rows = Object.entries(CONFIG_KEYS);
  expect(rows.filter(([, { meaning }]) => !meaning.endsWith("."))).toEqual([]);
  const text = rows.map(([key, { place, meaning }]) => `${place} ${key}: ${meaning}\n`).join("");
  expectWords(import.meta.dirname, "keys.words.txt", text);
});
