// How long a request may be on its way, in milliseconds since the epoch.
import { expect, it } from "vitest";
import { notAfter } from "../../../../src/reconcile/ledger/nonce-window.js";

it.each([
  { windowS: undefined, over: 165_000, because: "60 s are assumed, and five more for clocks that differ" },
  { windowS: 1, over: 106_000, because: "what is stated counts" },
])("signed with second 100: refused from $over on, $because", ({ windowS, over }) => {
  expect(notAfter(100, windowS)).toBe(over);
});
