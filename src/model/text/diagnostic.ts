// A problem as a value: what is wrong, where, why, and how to mend it.

export type Severity = "error" | "warning";

/** A place in a configuration file. Lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The whole source line, without its line end. */
  readonly text: string;
}

/** A value in a configuration file by its keys; turned into a position only when a diagnostic is shown. */
export interface Origin {
  readonly file: string;
  readonly path: readonly (string | number)[];
  /** Whether the key itself is meant rather than its value. */
  readonly key?: boolean;
}

export interface Diagnostic {
  readonly severity: Severity;
  /** Stable and documented, for example `config/unknown-key`. */
  readonly code: string;
  /** One line that holds no secrets; names of bots and fields are fine. */
  readonly summary: string;
  /** What to do about it. */
  readonly remedy?: string;
  readonly address?: string;
  readonly origin?: Origin;
  readonly position?: Position;
}

/** What a code stands for, whichever bot or file it is said of. */
export interface CodeRow {
  readonly severity: Severity;
  readonly title: string;
  readonly help: string;
}

/** A row of an error, and of a warning: tables of codes are written with these. */
export const errorRow = (title: string, help: string): CodeRow => ({ severity: "error", title, help });
export const warningRow = (title: string, help: string): CodeRow => ({ severity: "warning", title, help });

/** Whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
