// Builds one map of the fast reader, within its limits; what exceeds them is the yaml package's to judge (threat 1).
import { MOST_KEYS } from "./compose.js";
import { isForbiddenKey } from "./value.js";

/** Levels of maps and lists: half of what is accepted, and far more than a configuration needs. */
export const DEEPEST = 16;

export class MapBuilder {
  readonly value: Record<string, unknown> = {};
  #keys = 0;

  /** false, and nothing is added, for a key that is refused, and for one too many. */
  add(key: string, value: unknown): boolean {
    this.#keys += 1;
    if (this.#keys >= MOST_KEYS || isForbiddenKey(key) || Object.hasOwn(this.value, key)) return false;
    this.value[key] = value;
    return true;
  }

  /** Gives a key that stands there its value. */
  fill(key: string, value: unknown): void {
    this.value[key] = value;
  }
}
