// Reads a decimal number out of bytes, exactly as long as it has at most 15 digits.

/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const MOST_DIGITS = 15;
const MOST_DIGITS_VALUE = 10 ** MOST_DIGITS;
const NUMBER = /^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;

/** What a reader of many numbers finds out on the way. */
export interface NumberCount {
  /** Numbers of more than 15 significant digits: the double nearest to each was taken. */
  rounded: number;
}

/**
 * The number in bytes[start, end), or NaN. Digits and a power of ten that doubles hold exactly are divided once, which
 * IEEE 754 rounds correctly: the result is the double nearest to the decimal, the same that Number() gives, in a fraction of
 * its time.
 */
export function numberAt(bytes: Uint8Array, start: number, end: number, count: NumberCount): number {
  let value = 0;
  let point = -1;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) value = value * 10 + (byte - 0x30);
    else if (byte === 0x2e && point < 0) point = at;
    else return slowly(bytes, start, end, count);
  }
  const exact = exactly(value, point < 0 ? 0 : end - point - 1);
  if (exact === undefined || end - start === (point < 0 ? 0 : 1)) return slowly(bytes, start, end, count);
  return exact;
}

/**
 * The double nearest to a number whose digits, read as a whole number, are `value`, with so many of them after its point; undefined
 * where one division can't tell. At most 15 digits are exact, and so are whole numbers as long as doubles count in ones (times in
 * microseconds do).
 */
export function exactly(value: number, places: number): number | undefined {
  if (places === 0) return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
  return value < MOST_DIGITS_VALUE && places <= 22 ? value / (POWERS[places] ?? Number.NaN) : undefined;
}

function slowly(bytes: Uint8Array, start: number, end: number, count: NumberCount): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
  if (!NUMBER.test(text)) return Number.NaN;
  const significant = text
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "");
  if (significant.length > MOST_DIGITS) count.rounded += 1;
  return Number(text);
}
