// Money, spans of time and counts as a back-test's report writes them.
import Big from "big.js";

/** Two places, half up; less than a cent keeps what it has. */
export function money(text: string): string {
  const value = new Big(text);
  return value.eq(0) || value.abs().gte("0.01") ? value.toFixed(2) : value.toFixed();
}

/** `3d 4h`, `5h 10m`, `12m`, `30s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  const part = (count: number, unit: string) => (count === 0 ? "" : `${count}${unit}`);
  const [big, small] = days > 0 ? [part(days, "d"), part(hours, "h")] : [part(hours, "h"), part(minutes, "m")];
  return `${big} ${small}`.trim() || `${seconds}s`;
}

/** Thousands apart: `44 640`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, " ");
}
