// Bots that a wave has passed over, in words.
import { counted } from "../text/counted.js";
import { namesText } from "../text/named.js";
import type { LeftOut } from "./record.js";

const MOST_NAMES = 3;

/** `2 bots left out: main/a (held), main/b (protected)`; null where there is none. */
export function leftOutText(all: readonly LeftOut[]): string | null {
  if (all.length === 0) return null;
  const names = all.map(({ address, why }) => `${address} (${why})`);
  return `${counted(all.length, "bot")} left out: ${namesText(names, MOST_NAMES)}`;
}
