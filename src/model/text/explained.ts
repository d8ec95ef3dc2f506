// The explanations of fields, keys, parameters and codes that explain shows, and the list of all of them.
import type { CodeRow } from "./diagnostic.js";

export interface FieldFacts {
  readonly kind: "field";
  readonly name: string;
  readonly meaning: string;
  readonly values: string;
  /** Whether a bot can't be created without it. */
  readonly required: boolean;
  readonly absent: string;
  readonly off: string;
  readonly wire: { readonly parameter: string; readonly read: string; readonly flag?: string };
  readonly unknown: readonly string[];
  /** What services were seen to do about it; absent where nobody has asked one. */
  readonly seen?: readonly FieldAnswer[];
}

/** The answer of a service to a question about a field. */
export interface FieldAnswer {
  readonly origin: string;
  readonly name: string;
  readonly asks: string;
  readonly answer: string;
  /** `seen 2026-11-20` */
  readonly seen: string;
}

export interface KeyFacts {
  readonly kind: "key";
  readonly name: string;
  readonly place: string;
  readonly meaning: string;
}

/** A parameter of an operation that is no setting of a bot. */
export interface ParameterFacts {
  readonly kind: "parameter";
  readonly name: string;
  readonly operation: string;
  readonly meaning: string;
  readonly unknown: readonly string[];
}

export interface CodeFacts extends CodeRow {
  readonly kind: "code";
  readonly name: string;
}

/** A word of the glossary. */
export interface WordFacts {
  readonly kind: "word";
  readonly name: string;
  readonly meaning: string;
}

export type Explained = FieldFacts | KeyFacts | ParameterFacts | CodeFacts | WordFacts;

export interface Index {
  readonly fields: readonly string[];
  readonly keys: readonly string[];
  readonly parameters: readonly string[];
  readonly codes: readonly string[];
  readonly words: readonly string[];
}
