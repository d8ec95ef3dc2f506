// Variables from the command line: name=value, and files of names and values; they take the place of what `vars` says.

import { existsSync } from "node:fs";
import { isRecord } from "../../model/record.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { problem, quoted } from "../problem.js";
import { VARIABLE } from "../schema/schema-parts.js";
import { suggestion } from "../schema/suggest.js";
import { parseDocument, readAny } from "../yaml/document.js";
import { plainScalar } from "../yaml/scalar.js";
import { readSources } from "../yaml/source.js";
import type { VariableValue } from "./reference.js";
import { type GivenVariables, isVariableValue } from "./variables.js";

/**
 * Reads what the command line gives: later files win over earlier ones, and single values over files.
 *
 * @param texts each `name=value`; the value is a YAML scalar, or a list or map in flow form
 * @param files YAML files, each a map of names and values
 */
export function readGiven(
  texts: readonly string[],
  files: readonly string[],
): { readonly given: GivenVariables; readonly diagnostics: readonly Diagnostic[] } {
  const given = new Map<string, VariableValue>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) readFile(file, given, diagnostics);
  for (const text of texts) {
    const at = text.indexOf("=");
    const [name, value] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
    if (at < 1) diagnostics.push(wrong(`--var ${quoted(text)} has no name`, "Write --var name=value."));
    else take(name, parsed(value), `--var ${name}`, given, diagnostics);
  }
  return { given, diagnostics };
}

/** Given variables that nothing declares and nothing refers to: most likely misspelt. */
export function strangers(
  given: GivenVariables,
  declared: readonly string[],
  referred: ReadonlySet<string>,
): Diagnostic[] {
  return [...given.keys()]
    .filter((name) => !declared.includes(name) && !referred.has(name))
    .map((name) =>
      problem("config/undefined-variable", {
        summary: `the variable ${name} is given, and nothing declares it or refers to it`,
        remedy: suggestion(name, declared),
      }),
    );
}

function readFile(file: string, given: Map<string, VariableValue>, diagnostics: Diagnostic[]): void {
  if (!existsSync(file)) {
    diagnostics.push(
      wrong(`the file of variables ${quoted(file)} doesn't exist`, "Correct the path after --var-file."),
    );
    return;
  }
  const { sources, diagnostics: unread } = readSources(file);
  diagnostics.push(...unread);
  for (const source of sources) {
    const document = parseDocument(source);
    diagnostics.push(...document.diagnostics);
    if (document.diagnostics.length > 0) continue;
    if (!isRecord(document.value)) {
      const fault = wrong("a file of variables is a map of names and values", "Write `name: value` lines.");
      diagnostics.push({ ...fault, position: document.locate([]) });
    }
    for (const [name, value] of Object.entries(isRecord(document.value) ? document.value : {})) {
      const found: Diagnostic[] = [];
      take(name, value, `the variable ${name}`, given, found);
      diagnostics.push(...found.map((one) => ({ ...one, position: document.locate([name], true) })));
    }
  }
}

function take(
  name: string,
  value: unknown,
  what: string,
  given: Map<string, VariableValue>,
  diagnostics: Diagnostic[],
): void {
  if (!VARIABLE.test(name) || name === "env") {
    diagnostics.push(wrong(`${quoted(name)} can't be a variable's name`, "Use letters, digits, - and _, and not env."));
  } else if (isVariableValue(value)) given.set(name, value);
  else
    diagnostics.push(
      wrong(`${what} holds more than a setting can take`, "Give a scalar, a map of scalars, or a list of these."),
    );
}

/** A value of the command line: text unless it is plainly something else, so that titles need no second quotes. */
function parsed(text: string): unknown {
  if (/^[[{"']/.test(text)) {
    const { value, marks } = readAny(text);
    return marks.length === 0 ? value : text;
  }
  const scalar = text === "" ? "" : plainScalar(text);
  return scalar === undefined ? text : scalar;
}

function wrong(summary: string, remedy: string): Diagnostic {
  return problem("config/bad-variable", { summary, remedy });
}
