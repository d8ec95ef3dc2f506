// The kinds of value that a quirk can have: one of several words, a number within bounds, or text of a form.

interface Answers {
  /** The entry of docs/service.md that asks the question, for example S-12. */
  readonly question: string;
  readonly about: string;
}

export interface WordQuirk<Value extends string = string> extends Answers {
  readonly kind: "word";
  readonly values: readonly Value[];
  readonly fallback: Value;
}

export interface NumberQuirk extends Answers {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly fallback: number;
}

interface TextQuirk extends Answers {
  readonly kind: "text";
  readonly pattern: RegExp;
  readonly form: string;
  readonly fallback: string;
}

export type QuirkKind = WordQuirk | NumberQuirk | TextQuirk;
export type Quirk = QuirkKind & { readonly name: string };

/** One of several words; the first is the default. */
export function word<const V extends string>(
  question: string,
  values: readonly [V, ...V[]],
  about: string,
): WordQuirk<V> {
  return { kind: "word", question, values, fallback: values[0], about };
}

export function number(
  question: string,
  range: Pick<NumberQuirk, "min" | "max" | "unit" | "fallback">,
  about: string,
): NumberQuirk {
  return { kind: "number", question, ...range, about };
}

export const MILLISECONDS = { min: 0, max: 3_600_000, unit: "ms" };
