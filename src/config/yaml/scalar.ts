// Reads a plain scalar by the core schema of YAML 1.2, and checks that a number keeps all its digits.
import { canonicalDecimal } from "../../model/text/decimal.js";

type PlainScalar = string | number | boolean | null;

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["null", null],
  ["true", true],
  ["false", false],
]);
/** Some of these mean the same as the words above, others are text. */
const LIKE_A_WORD = /^(?:~|null|true|false)?$/i;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Made of nothing but what numbers in any form (0x1F, 1e3, -.inf) are made of. */
const LIKE_A_NUMBER = /^[-+.\d][-+.\da-finox]*$/i;

/** The value of a plain scalar; undefined where that takes a closer look, or where the number would be refused. */
export function plainScalar(source: string): PlainScalar | undefined {
  if (DECIMAL.test(source)) {
    const number = Number(source);
    return isExact(source, number) ? number : undefined;
  }
  if (LIKE_A_WORD.test(source)) return WORDS.get(source);
  return LIKE_A_NUMBER.test(source) ? undefined : source;
}

/** Whether the number carries exactly what is written: then it can serve as a lossless carrier from here on. */
export function isExact(source: string, value: number): boolean {
  const shortest = String(value);
  // An exponent is looked at more closely: 1e-40 has more digits than are kept.
  if (source === shortest && !source.includes("e")) return Number.isFinite(value);
  const decimal = canonicalDecimal(source);
  return decimal !== undefined && decimal === canonicalDecimal(shortest);
}
