// A sum of booked money, exact: whole hundred-millionths in a double as long as doubles count them one by one, else a decimal.
import Big from "big.js";
import { MONEY_PLACES } from "../rules.js";

/** Of one of the quote asset: hundred-millionths, the smallest amounts that are booked. */
export const UNITS = 10 ** MONEY_PLACES;
/** A double near this many units lies within a quarter of one of the decimal that it was read from. */
const MOST = 2 ** 50;

export class MoneySum {
  /** A whole number. */
  #units = 0;
  #rest: Big;

  constructor(start = new Big(0)) {
    this.#rest = start;
  }

  /** @param amount booked, so with at most 8 places */
  add(amount: string): void {
    const units = Number(amount) * UNITS;
    if (Math.abs(units) < MOST) this.addUnits(Math.round(units));
    else this.#rest = this.#rest.plus(amount);
  }

  /** @param amount booked, so with at most 8 places */
  subtract(amount: string): void {
    const units = Number(amount) * UNITS;
    if (Math.abs(units) < MOST) this.addUnits(-Math.round(units));
    else this.#rest = this.#rest.minus(amount);
  }

  /** @param units a whole number of hundred-millionths, less than 2^50 of them */
  addUnits(units: number): void {
    this.#units += units;
    if (Math.abs(this.#units) < MOST) return;
    this.#rest = this.value;
    this.#units = 0;
  }

  get value(): Big {
    return this.#units === 0 ? this.#rest : this.#rest.plus(`${this.#units}e-${MONEY_PLACES}`);
  }
}
