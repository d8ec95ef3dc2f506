// Text of any characters, for properties: fast-check's own `unit: "binary"` first lists all 1.1 million of them, which takes seconds in each process.
import fc from "fast-check";

/** Any code point that is a character of its own; half of them of ASCII, where most of what has a meaning stands. */
const CHARACTER = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0, max: 0xffff }).filter((point) => point < 0xd800 || point > 0xdfff),
  fc.integer({ min: 0x1_0000, max: 0x10_ffff }),
);

/** Lengths are in characters. Words that mean something to JavaScript (`__proto__`) are among them. */
export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(CHARACTER, lengths).map((points) => String.fromCodePoint(...points)) },
    { weight: 1, arbitrary: fc.string(lengths) },
  );
}
