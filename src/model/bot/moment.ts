// A moment as the service writes it: kept with its zone, and placed in time where the zone tells how.

export interface Moment {
  /** `YYYY-MM-DD HH:MM:SS.ffffff`, in the zone beside it. */
  readonly date: string;
  /** UTC is the only one seen. */
  readonly timezone: string;
  /** PHP's: 1 an offset, 2 an abbreviation, 3 a name. */
  readonly timezoneType: number;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?$/;
const OFFSET = /^([+-])(\d\d):?(\d\d)$/;

/** Milliseconds since the epoch; null where the date can't be read. A zone with a name but UTC's is taken for UTC. */
export function instantOf({ date, timezone }: Moment): number | null {
  const match = DATE.exec(date);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0"));
  const instant = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const offset = OFFSET.exec(timezone);
  if (offset === null) return instant;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return instant - (offset[1] === "-" ? -minutes : minutes) * 60_000;
}

/** To the second, with the zone where it isn't UTC. */
export function momentText({ date, timezone }: Moment): string {
  return timezone === "UTC" ? date.slice(0, 19) : `${date.slice(0, 19)} ${timezone}`;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/;

/**
 * A moment as a person gives it, in milliseconds since the epoch: `2026-01-15`, `2026-01-15T12:00`, with seconds, all UTC, or
 * how long ago: `36h`, `7d`, `2w`. With `end`, a day without a time means its last millisecond. Undefined for anything else.
 */
export function readMoment(text: string, now: number, end = false): number | undefined {
  const ago = /^(\d{1,5})([mhdw])$/.exec(text);
  if (ago !== null) return now - Number(ago[1]) * (UNITS[ago[2] ?? ""] ?? 0);
  const plain = text.replace(/Z$/, "");
  const whole = DAY.test(plain) ? `${plain} 00:00:00` : MINUTE.test(plain) ? `${plain}:00` : plain;
  const instant = instantOf({ date: whole, timezone: "UTC", timezoneType: 3 });
  if (instant === null || !new Date(instant).toISOString().startsWith(whole.slice(0, 10))) return undefined;
  return DAY.test(plain) && end ? instant + 86_399_999 : instant;
}
