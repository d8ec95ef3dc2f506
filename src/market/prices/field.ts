// Reads the numbers of a row, one after the other: in one pass over bytes that are nothing but digits and a point, else with care.
import { exactly, type NumberCount, numberAt } from "./number-bytes.js";

const COMMA = 0x2c;
const POINT = 0x2e;

export class Fields {
  /** Where the number that was read last ends: at its comma, or at the end of the row. */
  end = 0;
  readonly #count: NumberCount;

  constructor(count: NumberCount) {
    this.#count = count;
  }

  /** The number in the field that begins at `start` of a row that ends before `to`, spaces around it aside; NaN where there is none. */
  read(bytes: Uint8Array, start: number, to: number): number {
    let value = 0;
    let point = -1;
    let at = start;
    for (; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x30 && byte <= 0x39) value = value * 10 + (byte - 0x30);
      else if (byte === POINT && point < 0) point = at;
      else break;
    }
    const isEnded = at === to || bytes[at] === COMMA;
    const plain = isEnded && at > start ? exactly(value, point < 0 ? 0 : at - point - 1) : undefined;
    if (plain === undefined) return this.#carefully(bytes, start, to);
    this.end = at;
    return plain;
  }

  #carefully(bytes: Uint8Array, start: number, to: number): number {
    let end = start;
    while (end < to && bytes[end] !== COMMA) end += 1;
    this.end = end;
    let [first, last] = [start, end];
    while (first < last && isSpace(bytes[first] ?? 0)) first += 1;
    while (last > first && isSpace(bytes[last - 1] ?? 0)) last -= 1;
    return numberAt(bytes, first, last, this.#count);
  }
}

export function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
