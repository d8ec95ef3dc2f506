// The variables of a configuration: those of `vars`, and those of the command line, which win.
import { existsSync } from "node:fs";
import { isRecord } from "../../model/record.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem, quoted } from "../problem.js";
import { VARIABLE } from "../schema/schema-parts.js";
import { chain } from "../schema/schema-problem.js";
import { suggestion } from "../schema/suggest.js";
import { parseDocument, readAny } from "../yaml/document.js";
import { plainScalar } from "../yaml/scalar.js";
import { readSources } from "../yaml/source.js";
import {
  Fault,
  fault,
  type Item,
  namesIn,
  type Scope,
  substitute,
  type VariableScalar,
  type VariableValue,
} from "./reference.js";

/**
 * Reads what the command line gives: later files win over earlier ones, and single values over files.
 *
 * @param texts each `name=value`; the value is a YAML scalar, or a list or map in flow form
 * @param files YAML files, each a map of names and values
 */
export function readInputs(
  texts: readonly string[],
  files: readonly string[],
): { readonly inputs: InputVariables; readonly diagnostics: readonly Diagnostic[] } {
  const inputs = new Map<string, VariableValue>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) readFile(file, inputs, diagnostics);
  for (const [index, text] of texts.entries()) {
    const at = text.indexOf("=");
    const [name, value] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
    if (at < 1 && isName(texts[index - 1])) continue;
    if (at < 1)
      diagnostics.push(
        wrong(
          `--var ${quoted(text)} has no ${at === 0 ? "name" : "value"}`,
          `Write --var ${example(text, texts[index + 1])}.`,
        ),
      );
    else take(name, parsed(value), `--var ${name}`, inputs, diagnostics);
  }
  return { inputs, diagnostics };
}

/** Of `--var leverage 3`, which lacks its equals sign. */
function isName(text = ""): boolean {
  return /^[A-Za-z]\w{0,60}$/.test(text);
}

/** Only what can't be a secret is repeated. */
function example(text: string, next = ""): string {
  return isName(text) ? `${text}=${/^(?:-?[\d.]{1,12}|true|false)$/.test(next) ? next : "value"}` : "name=value";
}

/** Given variables that nothing declares and nothing refers to: most likely misspelt. */
export function unusedVariables(
  inputs: InputVariables,
  declared: readonly string[],
  referred: ReadonlySet<string>,
): Diagnostic[] {
  return [...inputs.keys()]
    .filter((name) => !declared.includes(name) && !referred.has(name))
    .map((name) =>
      problem("config/undefined-variable", {
        summary: `the variable ${name} is given, but nothing declares or uses it`,
        remedy: suggestion(name, declared),
      }),
    );
}

function readFile(file: string, inputs: Map<string, VariableValue>, diagnostics: Diagnostic[]): void {
  if (!existsSync(file)) {
    diagnostics.push(wrong(`the variables file ${quoted(file)} doesn't exist`, "Correct the path after --var-file."));
    return;
  }
  const { sources, diagnostics: unread } = readSources(file);
  diagnostics.push(...unread);
  for (const source of sources) {
    const document = parseDocument(source);
    diagnostics.push(...document.diagnostics);
    if (document.diagnostics.length > 0) continue;
    if (!isRecord(document.value)) {
      const fault = wrong("a variables file must be a map of names and values", "Write `name: value` lines.");
      diagnostics.push({ ...fault, position: document.locate([]) });
    }
    for (const [name, value] of Object.entries(isRecord(document.value) ? document.value : {})) {
      const found: Diagnostic[] = [];
      take(name, value, `the variable ${name}`, inputs, found);
      diagnostics.push(...found.map((one) => ({ ...one, position: document.locate([name], true) })));
    }
  }
}

function take(
  name: string,
  value: unknown,
  what: string,
  inputs: Map<string, VariableValue>,
  diagnostics: Diagnostic[],
): void {
  if (!VARIABLE.test(name) || name === "env") {
    diagnostics.push(wrong(`${quoted(name)} can't be a variable's name`, "Use letters, digits, - and _, and not env."));
  } else if (isVariableValue(value)) inputs.set(name, value);
  else
    diagnostics.push(
      wrong(`${what} contains more than a setting can take`, "Write a scalar, a map of scalars, or a list of these."),
    );
}

/** Reads a value of the command line: as text unless it is plainly something else, so that titles need no second quotes. */
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

/** Values that stand in the place of what `vars` says; they hold no references. */
export type InputVariables = ReadonlyMap<string, VariableValue>;

export const NO_INPUTS: InputVariables = new Map();

export interface DeclaredVariable {
  readonly raw: unknown;
  readonly origin: Origin;
}

/** What the files declare. */
export interface DeclaredVariables {
  readonly byName: ReadonlyMap<string, DeclaredVariable>;
  /** Whether a file has `vars` that can't be used: then a name that isn't there may be one of them. */
  readonly isPartial: boolean;
}

/** Said where the variable is declared; whoever refers to it says nothing. */
const REPORTED = new Fault();

/** The variables of a whole configuration. A value is worked out when it is first asked for. */
export class Variables implements Scope {
  readonly names: readonly string[];
  readonly #declared: ReadonlyMap<string, DeclaredVariable>;
  readonly #isPartial: boolean;
  readonly #values = new Map<string, VariableValue | Fault>();
  readonly #found: Diagnostic[] = [];
  /** Suggestions are kept: a typo in a template comes up with every bot, and searching takes time. */
  readonly #advice = new Map<string, string>();

  constructor({ byName, isPartial }: DeclaredVariables, inputs: InputVariables = NO_INPUTS) {
    this.#declared = byName;
    this.#isPartial = isPartial;
    for (const [name, value] of inputs) this.#values.set(name, value);
    this.names = [...new Set([...byName.keys(), ...inputs.keys()])];
  }

  get(name: string): VariableValue | Fault | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    if (this.#declared.has(name)) this.#workOut(name);
    return this.#values.get(name) ?? (this.#isPartial ? REPORTED : undefined);
  }

  advice(name: string, own: readonly string[] = []): string {
    const id = JSON.stringify([name, ...own]);
    const advice = this.#advice.get(id) ?? suggestion(name, [...own, ...this.names]).replace("Remove it.", "");
    this.#advice.set(id, advice);
    return advice;
  }

  /** Problems of the declared variables, each once. */
  problems(): Diagnostic[] {
    for (const name of this.#declared.keys()) this.get(name);
    return [...this.#found];
  }

  /** Works out what it refers to first. It doesn't recurse, since a chain of variables may be longer than the stack. */
  #workOut(wanted: string): void {
    const open = new Set<string>();
    const waiting = [wanted];
    for (let name = waiting.at(-1); name !== undefined; name = waiting.at(-1)) {
      const declared = this.#declared.get(name);
      if (declared === undefined || this.#values.has(name)) {
        waiting.pop();
        continue;
      }
      const needed = open.has(name) ? [] : namesIn(declared.raw).filter((one) => this.#isOpen(one));
      open.add(name);
      const again = needed.find((one) => open.has(one));
      if (again !== undefined) {
        const circle = [...open].slice([...open].indexOf(again));
        this.#refuse(circle);
        for (const one of circle) open.delete(one);
      } else if (needed.length > 0) waiting.push(...needed);
      else {
        this.#settle(name, declared);
        open.delete(name);
        waiting.pop();
      }
    }
  }

  #isOpen(name: string): boolean {
    return this.#declared.has(name) && !this.#values.has(name);
  }

  /** A circle is reported once, and none of its variables has a value. */
  #refuse(circle: readonly string[]): void {
    const [first = ""] = circle;
    for (const name of circle) this.#values.set(name, REPORTED);
    const origin = this.#declared.get(first)?.origin;
    const summary = `the variable ${first} refers to itself`;
    const remedy = `Break the circle: ${chain([...circle, first])}.`;
    this.#found.push(problem("config/circular-reference", { summary, remedy, ...(origin && { origin }) }));
  }

  #settle(name: string, { raw, origin }: DeclaredVariable): void {
    const value = readValue(name, substitute(raw, this));
    this.#values.set(name, value instanceof Fault ? REPORTED : value);
    if (value instanceof Fault && value.words !== undefined)
      this.#found.push(problem(value.words.code, { ...value.words, origin }));
  }
}

/** Variables of the bot at hand over those of the configuration. */
export function within(outer: Scope, own: ReadonlyMap<string, Item>): Scope {
  return own.size === 0
    ? outer
    : {
        get: (name) => (own.has(name) ? own.get(name) : outer.get(name)),
        advice: (name) => outer.advice(name, [...own.keys()]),
      };
}

export const ENV_IS_RESERVED = {
  summary: "a variable can't be called env",
  remedy: "Choose another name: ${env.…} is the environment.",
} as const;

function readValue(name: string, value: unknown): VariableValue | Fault {
  if (value instanceof Fault) return value;
  if (name === "env") return fault("config/bad-variable", ENV_IS_RESERVED.summary, ENV_IS_RESERVED.remedy);
  if (isVariableValue(value)) return value;
  const summary = `the variable ${name} contains more than a setting can take`;
  return fault("config/bad-variable", summary, "Write a scalar, a map of scalars, or a list of these.");
}

/** Whether a value is one that a variable may hold. */
export function isVariableValue(value: unknown): value is VariableValue {
  return isItem(value) || (Array.isArray(value) && value.every(isItem));
}

function isItem(value: unknown): value is Item {
  return isScalar(value) || (isRecord(value) && Object.values(value).every(isScalar));
}

function isScalar(value: unknown): value is VariableScalar {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
