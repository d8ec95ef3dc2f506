// What the emulator's store keeps at most, and from which ids it counts.
import { expect, it } from "vitest";
import { DEFAULT_SEED } from "../../../../src/emulator/seed/seed.js";
import { Store } from "../../../../src/emulator/store/store.js";

it.each([
  { written: 1, kept: 1, first: "entry 1", because: "the first" },
  { written: 999, kept: 999, first: "entry 1", because: "one below the limit" },
  { written: 1_000, kept: 1_000, first: "entry 1", because: "the limit itself" },
  { written: 1_001, kept: 1_000, first: "entry 2", because: "the oldest goes" },
  { written: 1_500, kept: 1_000, first: "entry 501", because: "and each after it" },
])("of $written log entries $kept are kept, from $first: $because", ({ written, kept, first }) => {
  const store = new Store(DEFAULT_SEED);
  for (let entry = 1; entry <= written; entry += 1) store.log(7, `entry ${entry}`, entry);
  store.log(8, "another bot's", 0);
  const entries = store.logs.get(7) ?? [];
  expect([entries.length, entries[0]?.message, entries.at(-1)?.message]).toEqual([kept, first, `entry ${written}`]);
});

it("counts bots from 1001 and deals from 50001", () => {
  const { nextBotId, nextDealId } = new Store(DEFAULT_SEED);
  expect([nextBotId, nextDealId]).toEqual([1_001, 50_001]);
});
