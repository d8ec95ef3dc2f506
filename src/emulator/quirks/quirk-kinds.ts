// What a quirk can be: one of several words, a number within bounds, or text of a form.

export interface WordQuirk<Name extends string = string, Value extends string = string> {
  readonly kind: "word";
  readonly name: Name;
  readonly values: readonly Value[];
  readonly fallback: Value;
  readonly about: string;
}

export interface NumberQuirk<Name extends string = string> {
  readonly kind: "number";
  readonly name: Name;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly fallback: number;
  readonly about: string;
}

export interface TextQuirk<Name extends string = string> {
  readonly kind: "text";
  readonly name: Name;
  readonly pattern: RegExp;
  readonly form: string;
  readonly fallback: string;
  readonly about: string;
}

export type Quirk = WordQuirk | NumberQuirk | TextQuirk;

/** One of several words; the first is the default. */
export function word<const N extends string, const V extends string>(
  name: N,
  values: readonly [V, ...V[]],
  about: string,
): WordQuirk<N, V> {
  return { kind: "word", name, values, fallback: values[0], about };
}

export function number<const N extends string>(
  name: N,
  range: { readonly min: number; readonly max: number; readonly unit: string; readonly fallback: number },
  about: string,
): NumberQuirk<N> {
  return { kind: "number", name, ...range, about };
}

export const MILLISECONDS = { min: 0, max: 3_600_000, unit: "ms" };
