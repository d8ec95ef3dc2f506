// Makes a diagnostic from its code: the table of codes gives the severity, unless this one is milder.
import type { Diagnostic, Origin, Position, Severity } from "../model/text/diagnostic.js";
import { CONFIG_CODES, type ConfigCode } from "./schema/codes.js";
import { maskUrls } from "./yaml/mask.js";

interface ProblemFacts {
  /** Where it is milder than its code. */
  readonly severity?: Severity;
  readonly summary: string;
  readonly remedy: string;
  readonly origin?: Origin;
  readonly position?: Position;
  readonly address?: string;
}

/** A diagnostic of the configuration; every one says what to do. */
export function problem(code: ConfigCode, facts: ProblemFacts): Diagnostic {
  return { severity: CONFIG_CODES[code].severity, code, ...facts };
}

/** User text inside a message: quoted, control characters escaped, and never longer than a line. */
export function quoted(value: unknown): string {
  const text = maskUrls(JSON.stringify(value) ?? "nothing");
  return text.length <= 80 ? text : `${text.slice(0, 76)}…${text.endsWith('"') ? '"' : ""}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[], joint: "and" | "or" = "and"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}
