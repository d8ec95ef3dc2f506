// Which map a path of a configuration leads into.
import { expect, it } from "vitest";
import { ownerPath } from "../../../../src/config/schema/place.js";
import { fileSchema } from "../../../../src/config/schema/schema.js";

/** Top-level keys whose value is a list. */
const LISTS = Object.entries(fileSchema.shape)
  .filter(([, schema]) => schema.def.innerType.def.type === "array")
  .map(([key]) => key);

it("drops a list at the top of a file as a whole", () => {
  expect(LISTS).toContain("protectedTitles");
  const lost = LISTS.filter((key) => ownerPath([key, 0]).length > 0);
  expect(lost.map((key) => `${key} is a list: add it to ownerPath in src/config/schema/place.ts`)).toEqual([]);
});
