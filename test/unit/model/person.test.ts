// What a role may do: its own, and all that stands before it.
import { expect, it } from "vitest";
import { mayDo, PERSON, ROLES } from "../../../src/model/person.js";

it("each role may do what those before it may, and nothing more", () => {
  const table = ROLES.map((role) => ROLES.filter((needed) => mayDo(role, needed)));
  expect(table).toEqual([["look"], ["look", "approve"], ["look", "approve", "operate"]]);
});

it.each([
  ["ana", true],
  ["ana.b+c@example.com", true],
  ["", false],
  ["ana b", false],
  ["ana\n", false],
  ["a".repeat(201), false],
])("%j is a name: %s", (name, isName) => {
  expect(PERSON.test(name)).toBe(isName);
});
