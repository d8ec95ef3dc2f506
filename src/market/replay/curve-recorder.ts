// Records a value over time for a picture, in bounded room: where there are many moments, neighbours share a column, which keeps their lowest and highest.
import type { Curve } from "../../model/risk/picture.js";

/** Columns at most; from half as many on there are always enough for a screen. Even. */
export const MOST_COLUMNS = 800;

export class CurveRecorder {
  readonly #times: number[] = [];
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  readonly #lasts: number[] = [];
  /** Moments that share a column, and how many the last one holds. */
  #share = 1;
  #held = 0;
  #time = Number.NaN;

  /** @param time not before that of the call before; values of one time are of one moment */
  at(value: number, time: number): void {
    if (time !== this.#time) this.#next(value, time);
    const column = this.#times.length - 1;
    if (value < (this.#lows[column] ?? value)) this.#lows[column] = value;
    if (value > (this.#highs[column] ?? value)) this.#highs[column] = value;
    this.#lasts[column] = value;
  }

  curve(): Curve {
    return { times: [...this.#times], lows: [...this.#lows], highs: [...this.#highs], lasts: [...this.#lasts] };
  }

  #next(value: number, time: number): void {
    this.#time = time;
    if (this.#times.length > 0 && this.#held < this.#share) {
      this.#held += 1;
      return;
    }
    if (this.#times.length === MOST_COLUMNS) this.#halve();
    this.#times.push(time);
    this.#lows.push(value);
    this.#highs.push(value);
    this.#lasts.push(value);
    this.#held = 1;
  }

  /** Two columns become one. */
  #halve(): void {
    for (let column = 0; column < MOST_COLUMNS / 2; column += 1) {
      const [left, right] = [2 * column, 2 * column + 1];
      this.#times[column] = this.#times[left] ?? 0;
      this.#lows[column] = Math.min(this.#lows[left] ?? 0, this.#lows[right] ?? 0);
      this.#highs[column] = Math.max(this.#highs[left] ?? 0, this.#highs[right] ?? 0);
      this.#lasts[column] = this.#lasts[right] ?? 0;
    }
    for (const values of [this.#times, this.#lows, this.#highs, this.#lasts]) values.length = MOST_COLUMNS / 2;
    this.#share *= 2;
  }
}
