// Windows of local time: nights, weekdays, days of a year, and clocks that are put forward and back.
import { expect, test } from "vitest";
import type { TimeWindow } from "../../../src/model/policy/policy.js";
import { isWithin } from "../../../src/policy/plan-rules.js";

const BERLIN = "Europe/Berlin";
const ROWS: readonly [TimeWindow, string, boolean, string][] = [
  [{ from: "09:00", to: "17:00", timeZone: "UTC" }, "2026-03-04T09:00:00Z", true, "the beginning belongs to it"],
  [{ from: "09:00", to: "17:00", timeZone: "UTC" }, "2026-03-04T17:00:00Z", false, "the end doesn't"],
  [{ from: "09:00", to: "17:00", timeZone: BERLIN }, "2026-03-04T08:00:00Z", true, "winter: UTC+1"],
  [{ from: "09:00", to: "17:00", timeZone: BERLIN }, "2026-07-01T07:00:00Z", true, "summer: UTC+2"],
  [{ from: "09:00", to: "17:00", timeZone: BERLIN }, "2026-07-01T06:59:00Z", false, "a minute before"],
  [{ from: "09:00", timeZone: "Asia/Kolkata" }, "2026-03-04T03:30:00Z", true, "UTC+5:30"],
  [{ from: "09:00", timeZone: "Asia/Kolkata" }, "2026-03-04T03:29:00Z", false, "a minute before"],
  [{ days: ["mon"], timeZone: "America/New_York" }, "2026-03-03T04:59:00Z", true, "Monday there, Tuesday in UTC"],
  [{ days: ["mon"], timeZone: "America/New_York" }, "2026-03-03T05:00:00Z", false, "Tuesday there, too"],
  [
    { days: ["fri"], from: "22:00", to: "06:00", timeZone: "UTC" },
    "2026-03-07T05:59:00Z",
    true,
    "the night that began on Friday",
  ],
  [
    { days: ["fri"], from: "22:00", to: "06:00", timeZone: "UTC" },
    "2026-03-06T05:59:00Z",
    false,
    "the night that began on Thursday",
  ],
  [
    { firstDay: "2026-12-24", lastDay: "2026-12-26", timeZone: "UTC" },
    "2026-12-26T23:59:59Z",
    true,
    "the last day is whole",
  ],
  [{ firstDay: "2026-12-24", lastDay: "2026-12-26", timeZone: "UTC" }, "2026-12-27T00:00:00Z", false, "over"],
  [
    { from: "02:00", to: "03:00", timeZone: BERLIN },
    "2026-03-29T01:00:00Z",
    false,
    "03:00: the hour from 2 to 3 isn't there",
  ],
  [{ from: "02:00", to: "03:00", timeZone: BERLIN }, "2026-10-25T00:30:00Z", true, "02:30 for the first time"],
  [{ from: "02:00", to: "03:00", timeZone: BERLIN }, "2026-10-25T01:30:00Z", true, "02:30 for the second time"],
  [
    { from: "00:00", to: "24:00", timeZone: BERLIN },
    "2026-10-24T22:00:00Z",
    true,
    "midnight belongs to the day that begins",
  ],
  [
    { days: ["mon"], from: "09:00", to: "09:00", timeZone: "UTC" },
    "2026-03-02T09:00:00Z",
    true,
    "a whole day from its beginning",
  ],
  [
    { days: ["mon"], from: "09:00", to: "09:00", timeZone: "UTC" },
    "2026-03-03T08:59:00Z",
    true,
    "to its end on the next one",
  ],
  [{ days: ["mon"], from: "09:00", to: "09:00", timeZone: "UTC" }, "2026-03-03T09:00:00Z", false, "and no longer"],
  [{ days: ["mon"], from: "09:00", to: "09:00", timeZone: "UTC" }, "2026-03-02T08:59:00Z", false, "nor before"],
];

test.each(ROWS)("%j at %s: %s, %s", (window, now, expected) => {
  expect(isWithin(window, Date.parse(now))).toBe(expected);
});
