// The codes of files and their YAML.
import { expect, it } from "vitest";
import { SOURCE_CODES } from "../../../../src/config/yaml/source-codes.js";
import { undocumented } from "../../model/text/documented.js";

it("every code is as serious, and reads, as the page of diagnostics says", () => {
  expect(undocumented(SOURCE_CODES)).toEqual([]);
});
