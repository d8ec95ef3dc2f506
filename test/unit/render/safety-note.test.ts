// Why the safety orders of a row aren't known, and nothing where they are, or where there are no deals.
import { expect, it } from "vitest";
import { safetyNote } from "../../../src/render/safety-note.js";
import { figuresOf } from "../../../src/results/figures.js";

const row = (name: string, deals: number, unclear: number) => ({
  name,
  figures: {
    ...figuresOf("USDT", [], [], 0),
    ...{
      deals,
      safetyOrders: unclear === 0 && deals > 0 ? { mean: 1, most: 2, unclear } : { mean: null, most: null, unclear },
    },
  },
});

it("names each row, and of how many of its deals they aren't known", () => {
  expect(safetyNote([row("half", 126, 0), row("more", 42, 3), row("new", 0, 0)], "SAFETY")).toEqual([
    "SAFETY isn't known where deals don't show it: the volume of their filled safety orders fits no number of orders, or several (3 of 42 deals of more).",
  ]);
  expect(safetyNote([row("half", 126, 0), row("new", 0, 0)], "SAFETY")).toEqual([]);
  const many = ["a", "b", "c", "d", "e"].map((name) => row(name, 1, 1));
  expect(safetyNote(many, "SAFETY")[0]).toContain(
    "(1 of 1 deal of a, 1 of 1 deal of b, 1 of 1 deal of c … and 2 more)",
  );
});
