// The codes of the body of a webhook.
import { expect, it } from "vitest";
import { WEBHOOK_CODES } from "../../../../src/model/webhook/webhook-codes.js";
import { undocumented } from "../text/documented.js";

it("every code is as serious, and reads, as the page of diagnostics says", () => {
  expect(undocumented(WEBHOOK_CODES)).toEqual([]);
});
