// Spans of time as they read in a sentence.
import { counted } from "./counted.js";

/** `12 minutes`, `2 days`: whole units, rounded down. */
export function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? ([1, "second"] as const);
  return counted(Math.floor(seconds / size), unit);
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;
