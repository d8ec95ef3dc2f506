// That each module that mutation testing changes can be loaded: a change that breaks it must fail a test, not just a file without any.
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { GROUPS, groupOf } from "../../tools/mutants.mjs";

const group = groupOf(process.env["BOTFORM_MUTATE"] ?? "");
// A folder's own tests load what is in it.
const MODULES = (group === undefined ? Object.values(GROUPS) : [group])
  .flatMap(({ src }) => src)
  .filter((file) => !file.includes("*"));

// Stryker counts failed tests alone: a mutant that throws while its module loads would pass for one that survived.
it.each(MODULES)("%s loads", async (file) => {
  const loaded: object = await import(resolve("src", file));
  expect(Object.keys(loaded)).not.toEqual([]);
});
