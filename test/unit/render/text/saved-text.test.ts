// What a saved plan says of itself.
import { describe, expect, it } from "vitest";
import type { SavedFacts } from "../../../../src/model/planfile/planfile.js";
import { savedText } from "../../../../src/render/text/saved-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED } from "../facts.js";

describe("a saved plan", () => {
  const NOW = Date.UTC(2026, 10, 22, 12, 0);
  const facts = (changes: Partial<SavedFacts> = {}): SavedFacts => ({
    ...{ id: "p1", toolVersion: "1.2.3", account: "main", origin: "https://a.example", verified: true },
    ...{ createdAt: "2026-11-22T11:00:00.000Z", expiresAt: "2026-11-22T12:12:30.000Z" },
    ...changes,
  });

  it("shows its particulars below one another", () => {
    expect(asItCame(facts(), (one) => savedText(one, 3, NOW, MARKED))).toEqual([]);
    expect(savedText(facts(), 3, NOW, MARKED)).toMatchInlineSnapshot(`
      "<b>Saved plan p1</b>
        account      main on https://a.example
        made         2026-11-22T11:00:00.000Z by botform 1.2.3
        valid until  2026-11-22T12:12:30.000Z (12 minutes left)
        steps        3
        verified     <good>yes, for this configuration and key</good>
      "
    `);
  });

  it.each([
    [true, "<good>yes, for this configuration and key</good>"],
    [false, "<bad>NO, see the error</bad>"],
    [null, "not yet: anybody can write such a file; apply checks that it is authentic"],
  ])("that is verified %s reads %s", (verified, text) => {
    expect(savedText(facts({ verified }), 3, NOW, MARKED)).toContain(`\n  verified     ${text}\n`);
  });

  it.each([
    [1, "0 seconds left"],
    [1_000, "1 second left"],
    [59_999, "59 seconds left"],
    [60_000, "1 minute left"],
    [3_599_999, "59 minutes left"],
    [3_600_000, "1 hour left"],
    [86_399_999, "23 hours left"],
    [86_400_000, "1 day left"],
    [172_800_000, "2 days left"],
    [0, "expired 0 seconds ago"],
    [-1_500, "expired 1 second ago"],
    [-7_200_000, "expired 2 hours ago"],
  ])("that has %d ms: %s", (left, text) => {
    const expiresAt = new Date(NOW + left).toISOString();
    expect(savedText(facts({ expiresAt }), 3, NOW, MARKED)).toContain(`\n  valid until  ${expiresAt} (${text})\n`);
  });
});
