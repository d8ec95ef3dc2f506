// The codes of a webhook in a configuration.
import { expect, it } from "vitest";
import { WEBHOOK_CONFIG_CODES } from "../../../../src/config/webhooks/webhook-codes.js";
import { undocumented } from "../../model/text/documented.js";

it("every code is as serious, and reads, as the page of diagnostics says", () => {
  expect(undocumented(WEBHOOK_CONFIG_CODES)).toEqual([]);
});
