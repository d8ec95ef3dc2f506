// The locks of this machine as text: who holds each, whether that run may still be going, and names made safe.
import { expect, it } from "vitest";
import type { ShownLock } from "../../../../src/model/lock.js";
import { brokenText, locksText } from "../../../../src/render/text/lock-text.js";
import { asItCame } from "../as-it-came.js";
import { NASTY } from "../facts.js";

const HELD: ShownLock = {
  ...{ name: "a.lock", about: "main at https://api.example.net", host: "box", pid: 41, gone: false },
  since: "2026-11-21T18:00:00.000Z",
};
const UNREAD: ShownLock = { name: `b${NASTY}`, about: null, host: null, pid: null, since: null, gone: false };

it("has a line for each lock", () => {
  const locks = [HELD, { ...HELD, name: "c.lock", gone: true, about: NASTY, host: null, since: null }, UNREAD];
  expect(asItCame({ folder: `/locks${NASTY}`, locks }, locksText)).toEqual([]);
  expect(locksText({ folder: `/locks${NASTY}`, locks })).toMatchInlineSnapshot(`
    "locks in /locks<x>\\u{1b}&
      a.lock  main at https://api.example.net, process 41 on box, since 2026-11-21T18:00:00.000Z: may be running
      c.lock  <x>\\u{1b}&, process 41 on , since : gone: the next run takes the lock over
      b<x>\\u{1b}&  can't be read
    "
  `);
  expect(asItCame({ folder: NASTY, locks: [] }, locksText)).toEqual([]);
  expect(locksText({ folder: NASTY, locks: [] })).toBe("no locks in <x>\\u{1b}&\n");
});

it("names what was broken", () => {
  expect(asItCame({ folder: "/locks", locks: [HELD, UNREAD] }, brokenText)).toEqual([]);
  expect(brokenText({ folder: "/locks", locks: [HELD, UNREAD] })).toBe("broken: a.lock\nbroken: b<x>\\u{1b}&\n");
  expect(asItCame({ folder: "/locks", locks: [] }, brokenText)).toEqual([]);
  expect(brokenText({ folder: "/locks", locks: [] })).toBe("");
});
