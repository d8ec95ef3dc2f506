// A problem with one value of a file, before it has a position, and the value it is about.
import type { FieldSpec } from "../../model/bot/field.js";
import type { ConfigCode } from "./codes.js";
import type { Path } from "./place.js";

/** The words of a diagnostic. */
export interface ProblemText {
  readonly code: ConfigCode;
  readonly summary: string;
  readonly remedy: string;
}

export interface SchemaProblem extends ProblemText {
  readonly path: Path;
  /** Whether the key is meant. */
  readonly key?: boolean;
}

/** What is known of the value a finding is about. */
export interface ValueContext {
  readonly path: Path;
  /** The path in words. */
  readonly name: string;
  readonly value: unknown;
  readonly spec: FieldSpec | undefined;
}

export function words(code: ConfigCode, summary: string, remedy: string): ProblemText {
  return { code, summary, remedy };
}

/** Of a key. */
export function keyFinding(code: ConfigCode, path: Path, summary: string, remedy: string): SchemaProblem {
  return { code, summary, remedy, path, key: true };
}

/** Whether a value holds `${…}`, which stands for a variable. */
export function holdsVariable(value: unknown): boolean {
  return typeof value === "string" && value.includes("${");
}

export function variableProblem(name: string): ProblemText {
  return words(
    "config/bad-reference",
    `${name} holds \${…}, and variables aren't allowed there`,
    "Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.",
  );
}

/** A way through names, short enough for a message. */
export function chain(names: readonly string[]): string {
  const shown = names.length <= 8 ? names : [...names.slice(0, 4), "…", ...names.slice(-3)];
  return shown.join(" → ");
}
