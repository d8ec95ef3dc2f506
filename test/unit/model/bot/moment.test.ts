// Moments of the service and of people.
import { describe, expect, it } from "vitest";
import { instantOf, momentText, readMoment } from "../../../../src/model/bot/moment.js";

const at = (date: string, timezone = "UTC") => ({ date, timezone, timezoneType: 3 });

describe("instantOf", () => {
  it.each([
    { moment: at("2026-01-15 12:00:00.000000"), iso: "2026-01-15T12:00:00.000Z", because: "the form seen" },
    { moment: at("2026-01-15 12:00:00.123456"), iso: "2026-01-15T12:00:00.123Z", because: "to the millisecond" },
    { moment: at("2026-01-15 12:00:00", "+03:00"), iso: "2026-01-15T09:00:00.000Z", because: "an offset" },
    { moment: at("2026-01-15 12:00:00", "-0130"), iso: "2026-01-15T13:30:00.000Z", because: "an offset to the west" },
    { moment: at("2026-01-15 12:00:00", "Europe/Rome"), iso: "2026-01-15T12:00:00.000Z", because: "a name: as UTC" },
    { moment: at("2026-01-15 12:00:00", "+03:00:30"), iso: "2026-01-15T12:00:00.000Z", because: "no offset: as UTC" },
    { moment: at("2026-01-15 12:00:00", "GMT+03:00"), iso: "2026-01-15T12:00:00.000Z", because: "nor this one" },
    { moment: at("2026-01-15 12:00:00.1"), iso: "2026-01-15T12:00:00.100Z", because: "a tenth of a second" },
    { moment: at("on 2026-01-15 12:00:00"), iso: null, because: "a word before it" },
    { moment: at("2026-01-15 12:00:00 or so"), iso: null, because: "words behind it" },
    { moment: at("yesterday"), iso: null, because: "no date" },
  ])("$moment.date in $moment.timezone ($because)", ({ moment, iso }) => {
    const instant = instantOf(moment);
    expect(instant === null ? null : new Date(instant).toISOString()).toBe(iso);
  });
});

it("says the zone only where it isn't UTC", () => {
  expect(momentText(at("2026-01-15 12:00:00.000000"))).toBe("2026-01-15 12:00:00");
  expect(momentText(at("2026-01-15 12:00:00.000000", "+03:00"))).toBe("2026-01-15 12:00:00 +03:00");
});

describe("readMoment", () => {
  const now = Date.UTC(2026, 0, 15, 12);
  it.each([
    { text: "2026-01-10", end: false, iso: "2026-01-10T00:00:00.000Z", because: "a day begins" },
    { text: "2026-01-10", end: true, iso: "2026-01-10T23:59:59.999Z", because: "a day ends" },
    { text: "2026-01-10T08:30", end: true, iso: "2026-01-10T08:30:00.000Z", because: "a minute" },
    { text: "2026-01-10 08:30:15Z", end: false, iso: "2026-01-10T08:30:15.000Z", because: "a second" },
    { text: "36h", end: false, iso: "2026-01-14T00:00:00.000Z", because: "hours ago" },
    { text: "90m", end: false, iso: "2026-01-15T10:30:00.000Z", because: "minutes ago" },
    { text: "7d", end: true, iso: "2026-01-08T12:00:00.000Z", because: "days ago, with their time" },
    { text: "2026-01-10Z", end: true, iso: "2026-01-10T23:59:59.999Z", because: "a day in UTC ends" },
    { text: "about 7d", end: false, iso: undefined, because: "a word before it" },
    { text: "7days", end: false, iso: undefined, because: "no unit" },
    { text: "2w", end: false, iso: "2026-01-01T12:00:00.000Z", because: "weeks ago" },
    { text: "2026-02-30", end: false, iso: undefined, because: "no such day" },
    { text: "2026-13-01", end: false, iso: undefined, because: "no such month" },
    { text: "tomorrow", end: false, iso: undefined, because: "no word is known" },
    { text: "", end: false, iso: undefined, because: "nothing" },
  ])("$text, end $end ($because)", ({ text, end, iso }) => {
    const moment = readMoment(text, now, end);
    expect(moment === undefined ? undefined : new Date(moment).toISOString()).toBe(iso);
    if (!end) expect(readMoment(text, now)).toBe(moment);
  });
});
