// The colours of the pages: what is good is green, and what is bad is red, by day and by night.
import { expect, it } from "vitest";
import { STYLE } from "../../../../src/render/html/style.js";

const style = STYLE.text;
/** Red, green and blue of each value that a variable gets. */
const coloursOf = (name: string) =>
  [...style.matchAll(new RegExp(`--${name}:#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})`, "g"))].map((found) =>
    found.slice(1).map((part) => Number.parseInt(part, 16)),
  );

it.each(["good", "bad", "warn"])("a %s word has the colour of that name", (name) => {
  expect(style).toContain(`.${name}{color:var(--${name})}`);
});

it.each([
  ["good", 1],
  ["green", 1],
  ["bad", 0],
  ["red", 0],
])("%s is brightest in part %i of red, green and blue", (name, part) => {
  const found = coloursOf(name);
  expect(found.length).toBeGreaterThan(1);
  for (const colour of found) expect(colour.indexOf(Math.max(...colour))).toBe(part);
});
