// Sessions and their one-time token: used once, in time, compared in a time that tells nothing, and never more than a few.
import { expect, it } from "vitest";
import { isSame, sessions } from "../../../src/fleet/sessions.js";

function stage() {
  const time = { now: 0 };
  let count = 0;
  const random = (bytes: number) => {
    count += 1;
    return Buffer.alloc(bytes, count);
  };
  return { time, own: sessions({ now: () => time.now, random }) };
}

it("opens one session with each token, for 12 hours", () => {
  const { own, time } = stage();
  const id = own.enter(own.invite());
  expect(id !== undefined && own.has(id)).toBe(true);
  time.now = own.seconds * 1000 - 1;
  expect(own.has(id ?? "")).toBe(true);
  time.now += 1;
  expect(own.has(id ?? "")).toBe(false);
});

it("knows no token before it was made, after it was used, after the next one, and after 10 minutes", () => {
  const { own, time } = stage();
  expect(own.enter("")).toBeUndefined();
  const first = own.invite();
  const second = own.invite();
  expect(own.enter(first)).toBeUndefined();
  expect(own.enter(second)).toBeDefined();
  expect(own.enter(second)).toBeUndefined();
  const third = own.invite();
  time.now = 600_000;
  expect(own.enter(third)).toBeUndefined();
});

it("keeps 32 sessions: the oldest makes room", () => {
  const { own } = stage();
  const ids = Array.from({ length: 33 }, () => own.enter(own.invite()) ?? "");
  expect(ids.map(own.has)).toEqual([false, ...Array.from({ length: 32 }, () => true)]);
});

it.each([
  ["abc", "abc", true],
  ["abc", "abd", false],
  ["ab", "abc", false],
  ["", "", true],
  ["é", "ab", false],
])("%j and %j are the same: %s", (given, wanted, same) => {
  expect(isSame(given, wanted)).toBe(same);
});
