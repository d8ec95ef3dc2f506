// Parts for schemas of data from outside, with every text and list bounded, and the type of what they read.
import * as z from "zod/mini";

/** What a schema gives, as nobody changes it. */
export type Data<T> = T extends readonly (infer Entry)[]
  ? readonly Data<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Data<T[Key]> }
    : T;

export const text = () => z.string().check(z.maxLength(65_536));
/** A name or a code. */
export const word = () => z.string().check(z.maxLength(256));
/** A count, or an id. */
export const count = () => z.int().check(z.nonnegative());
/** SHA-256, hexadecimal. */
export const digest = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Far longer than any account needs. */
export function listOf<T extends z.core.$ZodType>(entry: T) {
  return z.array(entry).check(z.maxLength(100_000));
}
