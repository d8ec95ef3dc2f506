// Log entries without ids: in order, and each one once, whatever window of them is shown.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chronological, type LogEntry, logFollower } from "../../../../src/model/bot/new-logs.js";

const entry = (second: number, message: string): LogEntry => ({
  datetime: `2026-01-15 12:00:${String(second).padStart(2, "0")}`,
  message,
});
const said = (entries: readonly LogEntry[]) => entries.map(({ message }) => message).join("");

describe("chronological", () => {
  it.each([
    { entries: [entry(1, "a"), entry(2, "b")], order: "ab", because: "oldest first stays" },
    { entries: [entry(2, "b"), entry(1, "a")], order: "ab", because: "newest first is turned" },
    { entries: [entry(2, "c"), entry(1, "b"), entry(1, "a")], order: "abc", because: "equal ones turn with the list" },
    { entries: [entry(1, "a"), entry(1, "b"), entry(2, "c")], order: "abc", because: "equal ones stay" },
    { entries: [entry(1, "b"), entry(1, "a")], order: "ab", because: "all of one second: newest first" },
    { entries: [entry(2, "b"), entry(3, "c"), entry(1, "a")], order: "abc", because: "in no order" },
    { entries: [], order: "", because: "none" },
  ])("$because", ({ entries, order }) => {
    expect(said(chronological(entries))).toBe(order);
  });
});

describe("following", () => {
  it("takes equal entries for as many as there are", () => {
    const follower = logFollower();
    expect(said(follower.take([entry(1, "a"), entry(1, "a")]).entries)).toBe("aa");
    expect(follower.take([entry(1, "a"), entry(1, "a")])).toEqual({ entries: [], gap: false });
    expect(said(follower.take([entry(1, "a"), entry(1, "a"), entry(1, "a"), entry(2, "b")]).entries)).toBe("ab");
  });

  it("says where entries may have been missed: nothing of the last look is left in sight", () => {
    const follower = logFollower();
    follower.take([entry(1, "a"), entry(2, "b")]);
    expect(follower.take([entry(5, "e"), entry(6, "f")])).toMatchObject({ gap: true });
    expect(follower.take([entry(6, "f"), entry(7, "g")])).toEqual({ entries: [entry(7, "g")], gap: false });
    expect(follower.take([])).toEqual({ entries: [], gap: false });
  });

  it("misses nothing where there was nothing before", () => {
    const follower = logFollower();
    expect(follower.take([])).toEqual({ entries: [], gap: false });
    expect(follower.take([entry(5, "e")])).toEqual({ entries: [entry(5, "e")], gap: false });
    expect(follower.take([entry(9, "i")])).toMatchObject({ gap: true });
  });

  it("gives every entry once and in order, whichever way the window on them is shown", () => {
    const steps = fc.array(fc.record({ later: fc.nat(2), message: fc.constantFrom("a", "b") }), { maxLength: 28 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), fc.boolean(), (made, atOnce, newestFirst) => {
        let second = 0;
        const all = made.map(({ later, message }) => {
          second += later;
          return entry(second, message);
        });
        const follower = logFollower();
        const got: LogEntry[] = [];
        for (let end = 0; end <= all.length + atOnce; end += atOnce) {
          const window = all.slice(0, end);
          got.push(...follower.take(newestFirst ? window.toReversed() : window).entries);
        }
        expect(got.map(({ datetime, message }) => datetime + message).sort()).toEqual(
          all.map(({ datetime, message }) => datetime + message).sort(),
        );
        // In order by time; within one second a list of one second alone doesn't tell which way it runs.
        expect(got.map(({ datetime }) => datetime)).toEqual(all.map(({ datetime }) => datetime));
        if (newestFirst) expect(got).toEqual(all);
      }),
    );
  });
});
