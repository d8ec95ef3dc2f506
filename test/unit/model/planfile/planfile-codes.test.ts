// The codes of a saved plan.
import { expect, it } from "vitest";
import { PLANFILE_CODES } from "../../../../src/model/planfile/planfile-codes.js";
import { undocumented } from "../text/documented.js";

it("every code is as serious, and reads, as the page of diagnostics says", () => {
  expect(undocumented(PLANFILE_CODES)).toEqual([]);
});
