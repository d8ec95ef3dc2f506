// What is reported of an account, for a terminal and for a chat: what has changed, which bots, and what to type next.
import { describe, expect, it } from "vitest";
import type { AccountDrift } from "../../../../src/model/bot/drift.js";
import type { News, Reported } from "../../../../src/model/look.js";
import type { Outcome } from "../../../../src/model/plan/outcome.js";
import { newsNotice, newsText } from "../../../../src/render/text/news-text.js";
import { paint } from "../../../../src/render/text/paint.js";

const AT = Date.parse("2026-01-15T12:00:00Z");
const reported = (news: News, more: Partial<Reported> = {}): Reported => ({
  ...{ account: "main", mode: "correct", at: AT, news, drift: undefined, report: undefined },
  ...more,
});
const shown = (...of: Parameters<typeof reported>) => newsText(reported(...of), paint(false));
const notice = (...of: Parameters<typeof reported>) => {
  const { title, lines, severity } = newsNotice(reported(...of));
  return { title, lines, severity };
};
const ARM = "botform breaker arm -c fleet day-loss --reason TEXT";
const NO_DRIFT: AccountDrift = {
  ...{ account: "main", drifted: [], acknowledged: [], inDoubt: [], naked: [], held: [], missing: [], undeclared: [] },
  ...{ undeclaredRule: "report", strays: 0, unchanged: 1, diagnostics: [] },
};
const OFF: Outcome = {
  ...{ address: "main/dip", action: "turn-off", kind: "applied", detail: "seen off", stale: false, wrote: true },
};

describe("a report", () => {
  it("of a breaker that has tripped says how it is armed", () => {
    const news: News = { kind: "tripped", breakers: ["day-loss: lost 100 of 100 USDT"], names: ["day-loss"] };
    expect(shown(news, { next: ARM })).toBe(
      `2026-01-15 12:00:00 UTC  main: a breaker has tripped: day-loss: lost 100 of 100 USDT\n  When its bots may run again: ${ARM}\n`,
    );
    expect(notice(news, { next: ARM })).toEqual({
      title: "botform: main: a breaker has tripped: day-loss: lost 100 of 100 USDT",
      lines: [`When its bots may run again: ${ARM}`],
      severity: "bad",
    });
  });

  it("of drift that is over, since a roll-out has begun that brings what differs, says that bots wait", () => {
    const waiting = [{ address: "main/dip", botId: 7, title: "Dip", why: "the wave rest brings it" }];
    const drift = { ...NO_DRIFT, waiting };
    expect(shown({ kind: "closed", since: AT }, { drift })).toBe(
      "2026-01-15 12:00:00 UTC  main: no drift any more; it was reported at 2026-01-15 12:00:00 UTC; 1 bot waits for a wave of the roll-out\n",
    );
    expect(notice({ kind: "closed", since: AT }, { drift: NO_DRIFT }).title).not.toContain("wave");
  });

  it("of bots that came on while they are held names them", () => {
    expect(notice({ kind: "turned-off", bots: ['#12 "Dip"'] })).toEqual({
      title: 'botform: main: bots were on while a breaker holds them, and were turned off again: #12 "Dip"',
      lines: [],
      severity: "bad",
    });
  });

  it("of a correction names the bots, and what was done to each", () => {
    const report = { outcomes: [OFF], notes: [], unsettled: [], violations: [] };
    expect(notice({ kind: "corrected" }, { report })).toEqual({
      title: "botform: main: corrected",
      lines: ["main/dip: turn-off applied: seen off"],
      severity: "good",
    });
    expect(shown({ kind: "corrected" }, { report })).toContain("main/dip");
  });

  it("of a plan that waits names the command that shows and answers it", () => {
    const next = "botform approve -c fleet 3f9a1c20";
    expect(shown({ kind: "asked", plan: "3f9a1c20" }, { next })).toBe(
      `2026-01-15 12:00:00 UTC  main: a plan waits for a yes: 3f9a1c20\n  To see it and to answer: ${next}\n`,
    );
  });
});
