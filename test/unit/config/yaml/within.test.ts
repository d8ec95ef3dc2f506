// Files that a configuration may name: below its folder, or below the one botform is started in; links count as what they lead to.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { placeOfNamed } from "../../../../src/config/yaml/within.js";
import { folder } from "../../app/room.js";

const at = folder();

it("is where it really is", () => {
  const configuration = at.written("version: 1\n");
  const here = dirname(configuration);
  const elsewhere = at.written("{}", "facts.json");
  mkdirSync(join(here, "below"));
  writeFileSync(join(here, "below", "facts.json"), "{}");
  symlinkSync(elsewhere, join(here, "link.json"));
  symlinkSync(join(here, "below", "facts.json"), join(here, "inner.json"));
  const places = ["below/facts.json", "inner.json", "link.json", "none.json", "."].map((name) =>
    placeOfNamed(join(here, name), configuration),
  );
  expect(places).toEqual(["within", "within", "outside", "missing", "within"]);
  expect([placeOfNamed(join(here, "below", "facts.json"), here), placeOfNamed(elsewhere, here)]).toEqual([
    "within",
    "outside",
  ]);
  expect(placeOfNamed("package.json", configuration)).toBe("within");
});
