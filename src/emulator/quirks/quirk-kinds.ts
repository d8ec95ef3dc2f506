// What a quirk can be: one of several words, a number within bounds, or text of a form.

export interface WordQuirk<Value extends string = string> {
  readonly kind: "word";
  readonly values: readonly Value[];
  readonly fallback: Value;
  readonly about: string;
}

export interface NumberQuirk {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly fallback: number;
  readonly about: string;
}

interface TextQuirk {
  readonly kind: "text";
  readonly pattern: RegExp;
  readonly form: string;
  readonly fallback: string;
  readonly about: string;
}

export type QuirkKind = WordQuirk | NumberQuirk | TextQuirk;
export type Quirk = QuirkKind & { readonly name: string };

/** One of several words; the first is the default. */
export function word<const V extends string>(values: readonly [V, ...V[]], about: string): WordQuirk<V> {
  return { kind: "word", values, fallback: values[0], about };
}

export function number(range: Pick<NumberQuirk, "min" | "max" | "unit" | "fallback">, about: string): NumberQuirk {
  return { kind: "number", ...range, about };
}

export const MILLISECONDS = { min: 0, max: 3_600_000, unit: "ms" };
