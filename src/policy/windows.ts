// Whether a moment lies in a window of local time, whatever the time zone and its clocks do.
import { type TimeWindow, WEEKDAYS } from "../model/policy/policy.js";

interface LocalTime {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Minutes since local midnight, as a clock on the wall shows them. */
  readonly minutes: number;
}

const DAY_MS = 86_400_000;
const WHOLE_DAY = 24 * 60;

/** @param now milliseconds since the epoch */
export function isWithin(window: TimeWindow, now: number): boolean {
  const { day, minutes } = localTime(now, window.timeZone);
  const from = minutesOf(window.from ?? "00:00");
  const to = minutesOf(window.to ?? "24:00");
  if (from < to) return minutes >= from && minutes < to && mayBegin(window, day);
  // It ends on the day after it began; from and to alike are a whole day.
  return (minutes >= from && mayBegin(window, day)) || (minutes < to && mayBegin(window, dayBefore(day)));
}

function mayBegin({ days, firstDay, lastDay }: TimeWindow, day: string): boolean {
  if ((firstDay !== undefined && day < firstDay) || (lastDay !== undefined && day > lastDay)) return false;
  const weekday = WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
  return days === undefined || (weekday !== undefined && days.includes(weekday));
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Math.min(Number(hours) * 60 + Number(minutes), WHOLE_DAY);
}

export function localTime(now: number, timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone, hourCycle: "h23" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "0";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}`,
    minutes: Number(part("hour")) * 60 + Number(part("minute")),
  };
}
