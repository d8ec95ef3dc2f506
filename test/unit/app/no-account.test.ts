// An account that the configuration doesn't have: the names there are, and the one that was probably meant.
import { expect, it } from "vitest";
import { meantAccount, noAccount } from "../../../src/app/no-account.js";

it.each([
  { name: "Demo", known: ["main", "demo"], meant: "\nDid you mean --account demo?", because: "another case" },
  { name: "mian-futures", known: ["main-futures"], meant: "\nDid you mean --account main-futures?", because: "a slip" },
  { name: "hedge", known: ["main"], meant: "", because: "nothing is near" },
  { name: "c", known: ["a", "b"], meant: "", because: "it is too short to guess from" },
  { name: "hedge", known: [], meant: "", because: "there is none" },
  { name: "main", known: ["main", "main2"], meant: "", because: "it is there, in a configuration with errors" },
])("$because", ({ name, known, meant }) => {
  expect(meantAccount(name, known)).toBe(meant);
  expect(noAccount(name, known)).toBe(
    `the configuration has no account ${name}; it has ${known.join(", ") || "none"}${meant}`,
  );
});
