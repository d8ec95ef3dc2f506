// Rules about the plan as a whole: how much it touches, when it is applied, and whether anything may be applied at all.

import type { TimeWindow } from "../model/policy/policy.js";
import { type FleetRule, limitOf, NONE } from "./breach.js";
import { isWithin, localTime } from "./windows.js";

const maxBots: FleetRule = (subjects, scene) => {
  const touched = subjects.filter((subject) => subject.touched && subject.steps.length > 0);
  const limit = limitOf(scene);
  if (limit.gte(touched.length)) return NONE;
  const [figure, allowed] = [`${touched.length} bots`, `${limit.toFixed()} bots`];
  const summary = `the plan changes ${figure}, more than ${allowed}`;
  return [{ summary, figure, limit: allowed, remedy: "Apply it in parts with --target." }];
};

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

const changeWindows: FleetRule = (_subjects, { facts: { now }, parameters: { windows = [] } }) => {
  if (windows.some((window) => isWithin(window, now))) return NONE;
  const [figure, limit] = [clock(now, windows), windows.map(shownWindow).join("; ")];
  return [
    {
      summary: `it is ${figure}, outside of the change windows (${limit})`,
      figure,
      limit,
      remedy: "Apply it within a window.",
    },
  ];
};

const blackout: FleetRule = (_subjects, { facts: { now }, parameters: { windows = [] } }) => {
  const inside = windows.filter((window) => isWithin(window, now));
  if (inside.length === 0) return NONE;
  const [figure, limit] = [clock(now, inside), inside.map(shownWindow).join("; ")];
  return [
    {
      summary: `it is ${figure}, inside of a blackout window (${limit})`,
      figure,
      limit,
      remedy: "Apply it after the window.",
    },
  ];
};

const killSwitch: FleetRule = (_subjects, { facts: { engaged }, name }) => {
  const by = engaged.get(name);
  if (by === undefined) return NONE;
  const summary = `the kill switch is engaged (${by}): only plans of turn-offs alone are applied`;
  return [{ summary, figure: by, limit: "not engaged", remedy: "Find out who engaged it and why, then take it back." }];
};

export const PLAN_RULES = {
  "max-bots-changed": maxBots,
  "change-windows": changeWindows,
  "blackout-windows": blackout,
  "kill-switch": killSwitch,
} as const satisfies Readonly<Record<string, FleetRule>>;
