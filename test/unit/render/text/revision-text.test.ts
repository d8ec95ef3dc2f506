// What is reported of revisions, as text and as a notice, the list of them, and what was pushed.
import { expect, it } from "vitest";
import type { ReportedRevision, RevisionNews } from "../../../../src/model/revision.js";
import { paint } from "../../../../src/render/text/paint.js";
import {
  pushedText,
  revisionNewsText,
  revisionNotice,
  revisionsText,
} from "../../../../src/render/text/revision-text.js";

const PLAIN = paint(false);
const [COMMIT, DIGEST] = ["3f2a9c1d4e5f60718293a4b5c6d7e8f901234567", "8b".repeat(32)];
const FROM = "https://git.example.net/fleet.git main";
const about = { commit: COMMIT, digest: DIGEST, author: "Ana", subject: "raise\u001b[31m leverage" };
const reported = (news: RevisionNews, revision: ReportedRevision["revision"] = about): ReportedRevision => ({
  ...{ from: FROM, at: Date.UTC(2026, 10, 29, 18, 5, 7), news, revision },
});
const PROBLEM = {
  ...{ severity: "error" as const, code: "config/wrong-type", summary: "leverage isn't a number" },
  position: { file: "fleet/a.yaml", line: 9, column: 28, text: "  a: { leverage: lots }" },
};

it("says what is wrong with a commit, whose it is, and what counts", () => {
  const text = revisionNewsText(
    reported({ kind: "refused", why: "the configuration has errors", diagnostics: [PROBLEM] }),
    PLAIN,
  );
  expect(text).toContain(`${FROM}, commit 3f2a9c1d4e5f (Ana: raise`);
  expect(text).toContain("can't be used, so the revision before it still counts: the configuration has errors\n");
  expect(text).toContain("  fleet/a.yaml:9:28");
  expect(text).not.toContain("\u001b");
});

it.each([
  [{ kind: "accepted" }, "counts from now on"],
  [{ kind: "accepted", isKept: true }, "as the last one that was accepted"],
  [{ kind: "mended" }, "has no errors any more"],
  [{ kind: "unreachable", why: "no\nhost" }, "can't be read now, so the last revision that was accepted counts: no"],
  [{ kind: "reachable" }, "can be read again"],
  [{ kind: "rewritten", before: COMMIT }, "the commit 3f2a9c1d4e5f, which counted before, isn't part of it any more"],
  [{ kind: "behind" }, "was accepted by another worker"],
] satisfies readonly (readonly [RevisionNews, string])[])("%j: %s", (news, text) => {
  const shown = revisionNewsText(reported(news), PLAIN);
  expect(shown).toContain(text);
  expect(shown.split("\n")).toHaveLength(2);
});

it("tells a chat the commit and the first problems", () => {
  const diagnostics = Array.from({ length: 12 }, () => PROBLEM);
  const notice = revisionNotice(reported({ kind: "refused", why: "the configuration has errors", diagnostics }));
  expect(notice.title).toContain("commit 3f2a9c1d4e5f (Ana: raise");
  expect([notice.severity, notice.lines.length, notice.lines[0]]).toEqual([
    "bad",
    10,
    "fleet/a.yaml:9:28: error: leverage isn't a number",
  ]);
  expect(revisionNotice(reported({ kind: "mended" })).severity).toBe("good");
});

it("lists what was accepted", () => {
  const row = { ...about, from: FROM, by: "host-1", acceptedAt: "2026-11-29T18:05:07.000Z", files: 1, isCurrent: true };
  const text = revisionsText({ revisions: [row, { ...row, isCurrent: false, files: 2 }] }, PLAIN);
  expect(text.match(/counts now/g)).toHaveLength(1);
  // A repository and what was pushed: each has one that counts, for whoever follows it.
  const two = revisionsText({ revisions: [row, { ...row, from: "fleet push" }] }, PLAIN);
  expect(two.match(/counts now for what follows this source\n/g)).toHaveLength(2);
  expect(text).toContain(`${FROM}, by Ana; accepted 2026-11-29 18:05:07 UTC by host-1; 1 file\n`);
  expect(revisionsText({ revisions: [] }, PLAIN)).toContain("botform fleet push");
});

it.each([
  ["pushed", "Pushed: digest 8b8b8b8b8b8b. It is valid for 2 accounts"],
  ["current", "Nothing to push: digest 8b8b8b8b8b8b counts already.\n"],
  ["valid", "Nothing was pushed (--dry-run): digest 8b8b8b8b8b8b is valid for 2 accounts.\n"],
] as const)("says what came of a push: %s", (outcome, text) => {
  expect(pushedText({ outcome, revision: { digest: DIGEST, accounts: 2 } }, PLAIN)).toContain(text);
});
