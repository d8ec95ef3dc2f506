// A problem as a value: what is wrong, where, why, and how to mend it.

import * as z from "zod/mini";
import { type Data, text } from "../data.js";

/** A place in a configuration file. Lines and columns count from 1. */
export function position() {
  const place = z.int().check(z.positive());
  /** `text` is the whole source line, without its line end. */
  return z.strictObject({ file: text(), line: place, column: place, text: text() });
}

export type Position = Data<z.infer<ReturnType<typeof position>>>;

/** A value in a configuration file by its keys; turned into a position only when a diagnostic is shown. */
export interface Origin {
  readonly file: string;
  readonly path: readonly (string | number)[];
  /** Whether the key itself is meant rather than its value. */
  readonly key?: boolean;
}

/** A problem without its origin, which only the configuration can read. */
export const diagnostic = () =>
  z.strictObject({
    severity: z.enum(["error", "warning"]),
    /** Stable and documented, for example `config/unknown-key`. */
    code: z.string().check(z.maxLength(100), z.regex(/^[a-z]+(?:[-/][a-z]+)*$/)),
    /** One line that holds no secrets; names of bots and fields are fine. */
    summary: text(),
    /** What to do about it. */
    remedy: z.exactOptional(text()),
    address: z.exactOptional(text()),
    position: z.exactOptional(position()),
  });

export type Diagnostic = Data<z.infer<ReturnType<typeof diagnostic>>> & { readonly origin?: Origin };
export type Severity = Diagnostic["severity"];

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
