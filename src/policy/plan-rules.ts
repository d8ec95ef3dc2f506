// Rules about the plan as a whole: how much it touches, when it is applied, and whether anything may be applied at all.
import { type TimeWindow, WEEKDAYS } from "../model/policy/policy.js";
import { counted } from "../model/text/counted.js";
import { type FleetRule, limitOf, NONE } from "./violation.js";

const maxBots: FleetRule = (subjects, context) => {
  const touched = subjects.filter((subject) => subject.touched && subject.steps.length > 0);
  const most = limitOf(context);
  if (most.gte(touched.length)) return NONE;
  const [figure, limit] = [counted(touched.length, "bot"), counted(most.toNumber(), "bot")];
  const summary = `the plan changes ${figure}, more than ${limit}`;
  return [{ summary, figure, limit, remedy: "Apply it in parts with --target." }];
};

/** The time has to be within one of the windows or, if they aren't wanted, within none. */
const windowed =
  (isWanted: boolean, where: string, remedy: string): FleetRule =>
  (_subjects, { facts: { now }, parameters: { windows = [] } }) => {
    const inside = windows.filter((window) => isWithin(window, now));
    if (inside.length > 0 === isWanted) return NONE;
    const named = isWanted ? windows : inside;
    const [figure, limit] = [clock(now, named), named.map(shownWindow).join("; ")];
    return [{ summary: `it is ${figure}, ${where} (${limit})`, figure, limit, remedy }];
  };

const killSwitch: FleetRule = (_subjects, { facts: { engaged }, name }) => {
  const by = engaged.get(name);
  if (by === undefined) return NONE;
  const summary = `the kill switch is on (${by}): only plans that just turn bots off are applied`;
  return [{ summary, figure: by, limit: "off", remedy: "Find out who switched it on and why, then switch it off." }];
};

export const PLAN_RULES = {
  "max-bots-changed": maxBots,
  "change-windows": windowed(true, "outside the change windows", "Apply it within a window."),
  "blackout-windows": windowed(false, "inside a blackout window", "Apply it after the window."),
  "kill-switch": killSwitch,
} as const satisfies Readonly<Record<string, FleetRule>>;

interface LocalTime {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Minutes since local midnight, as a clock on the wall shows them. */
  readonly minutes: number;
}

const DAY_MS = 86_400_000;
const WHOLE_DAY = 24 * 60;

/** Whether a moment lies in a window of local time, whatever the time zone and its clocks do. @param now milliseconds since the epoch */
export function isWithin(window: TimeWindow, now: number): boolean {
  const { day, minutes } = localTime(now, window.timeZone);
  const from = minutesOf(window.from ?? "00:00");
  const to = minutesOf(window.to ?? "24:00");
  if (from < to) return minutes >= from && minutes < to && mayBegin(window, day);
  // The window ends on the day after it began; if `from` equals `to`, it is a whole day.
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

function localTime(now: number, timeZone: string): LocalTime {
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

function clock(now: number, windows: readonly TimeWindow[]): string {
  const timeZone = windows[0]?.timeZone ?? "UTC";
  const { day, minutes } = localTime(now, timeZone);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${timeZone}`;
}

function shownWindow({ days, from = "00:00", to = "24:00", firstDay, lastDay, timeZone }: TimeWindow): string {
  const dates = firstDay === undefined && lastDay === undefined ? "" : `${firstDay ?? "…"} to ${lastDay ?? "…"} `;
  return `${dates}${days === undefined ? "" : `${days.join(" ")} `}${from}–${to} ${timeZone}`;
}
