// The page of a promotion: it names what is overruled, with when that was seen, and nothing of it is markup.
import { expect, it } from "vitest";
import type { Overrules } from "../../../../../src/model/rollout/overrules.js";
import { livePage, type Viewing } from "../../../../../src/render/html/live/frame.js";
import { promoteParts } from "../../../../../src/render/html/live/promote-page.js";

const AT = "2026-01-15T10:00:00.000Z";
const VIEWING: Viewing = {
  ...{ person: "ana", role: "approve", formToken: "t", waiting: 0, at: AT },
  assets: { style: "/s", script: "/j" },
};

function shown(overrules?: Overrules): string {
  const facts = {
    ...{ waves: [], gates: { drift: true }, onFailure: "pause" as const, waitMs: 1_000 },
    ...(overrules !== undefined && { overrules }),
  };
  const about = { digest: "0".repeat(64), id: "one", diagnostics: [], mayPromote: true, isWatched: true, at: AT };
  return livePage(promoteParts({ ...about, facts }, VIEWING), VIEWING, "/").replaceAll(/<\/?bdi>/g, "");
}

it("names the gates that haven't passed, and when they were seen", () => {
  const text = shown({
    ...{ wave: "first", why: "by <b>", gatesSeenAt: "2026-01-15T09:31:00.000Z" },
    gates: [
      { gate: "drift", state: "failed", text: "1 bot differs: <i>" },
      { gate: "ended-deals", state: "unknown", text: "0 of 5 deals ended" },
    ],
  });
  expect(text).toContain("This overrules: by &lt;b&gt;.");
  expect(text).toMatch(/This overrules gates of the wave first, as seen <time datetime="2026-01-15T09:31:00.000Z">/);
  expect(text).toContain('<b class="bad">drift: failed</b>, 1 bot differs: &lt;i&gt;');
  expect(text).toContain('<b class="warn">ended-deals: unknown</b>, 0 of 5 deals ended');
  // Once: what is left says it no second time.
  expect(text.split("0 of 5 deals ended")).toHaveLength(2);
});

it("says nothing of it where nothing is in the way", () => {
  expect(shown()).not.toContain("overrules");
});
