// What a page may leave out of what a command prints.
import { describe, expect, it } from "vitest";
import { abridged } from "./abridged.js";

const PRINTED = "summary\n\nbot 1\n  leverage\n  pair\n\nbot 2\n\nbot 3\n\nmoney\n";

describe("abridged", () => {
  it.each([
    { shown: "", is: PRINTED, because: "nothing is left out" },
    { shown: "old\n\n…\n\nold\n", is: "summary\n\n…\n\nmoney\n", because: "one paragraph is kept on both sides" },
    { shown: "…\n\nold\n\nold\n", is: "…\n\nbot 3\n\nmoney\n", because: "the beginning is left out" },
    { shown: "old\n\n…\n", is: "summary\n\n…\n", because: "the end is left out" },
    {
      shown: "old\n\nold\n  …\n\n…\n",
      is: "summary\n\nbot 1\n  …\n\n…\n",
      because: "the rest of a paragraph is left out, too",
    },
    { shown: "old\n\nold\n  …\n", is: PRINTED.replace("  leverage\n  pair", "  …"), because: "that alone" },
    { shown: "a\n\nb\n\nc\n\n…\n\nd\n\ne\n", is: PRINTED, because: "there is nothing left to leave out" },
    { shown: "a\n…\n", is: PRINTED, because: "a paragraph has no more lines than are kept" },
  ])("$shown is $is since $because", ({ shown, is }) => {
    expect(abridged(shown, PRINTED)).toBe(is);
  });

  it("keeps a page as it is that shows what is printed now", () => {
    const page = "summary\n\nbot 1\n  …\n\n…\n\nmoney\n";
    expect(abridged(page, PRINTED)).toBe(page);
  });

  it("leaves out one part only", () => {
    expect(() => abridged("…\n\na\n\n…\n", PRINTED)).toThrow("more than one paragraph is left out");
  });
});
