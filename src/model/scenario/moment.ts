// Times of a scenario, counted from its beginning: 45s, 10m, 1h30m, 2d.

/** At least one number with its unit, the largest unit first. */
export const MOMENT = /^(?=\d)(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,4})s)?$/;
const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** Milliseconds; undefined for any other text. */
export function momentMs(text: string): number | undefined {
  const parts = MOMENT.exec(text);
  if (parts === null) return undefined;
  return UNITS.reduce((sum, [, each], index) => sum + Number(parts[index + 1] ?? 0) * each, 0);
}

/** The smallest unit that a text names, in milliseconds: of 1h30m a minute. */
export function precisionOf(text: string): number {
  return UNITS.find(([unit]) => text.endsWith(unit))?.[1] ?? 1;
}

/** In whole seconds, the form that `momentMs` reads: `1h12m5s`, `0m` for the beginning. */
export function momentText(ms: number): string {
  let rest = Math.floor(ms / 1_000) * 1_000;
  const parts = UNITS.map(([unit, each]) => {
    const count = Math.floor(rest / each);
    rest -= count * each;
    return count === 0 ? "" : `${count}${unit}`;
  });
  return parts.join("") || "0m";
}
