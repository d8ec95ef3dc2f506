// The codes of a configuration.
import { expect, it } from "vitest";
import { CONFIG_CODES } from "../../../../src/config/schema/codes.js";
import { undocumented } from "../../model/text/documented.js";

it("every code is as serious, and reads, as the page of diagnostics says", () => {
  expect(undocumented(CONFIG_CODES)).toEqual([]);
});
