// The variables of a configuration: those of `vars`, with what the command line puts in their place.
import { isRecord } from "../../model/record.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import { chain } from "../schema/finding.js";
import { suggestion } from "../schema/suggest.js";
import {
  Fault,
  fault,
  type Item,
  namesIn,
  type Scalar,
  type Scope,
  substitute,
  type VariableValue,
} from "./reference.js";

/** Values that stand in the place of what `vars` says; they hold no references. */
export type GivenVariables = ReadonlyMap<string, VariableValue>;

export const NONE_GIVEN: GivenVariables = new Map();

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
  /** A slip in a template is met with every bot, and looking for what was meant takes time. */
  readonly #advice = new Map<string, string>();

  constructor({ byName, isPartial }: DeclaredVariables, given: GivenVariables = NONE_GIVEN) {
    this.#declared = byName;
    this.#isPartial = isPartial;
    for (const [name, value] of given) this.#values.set(name, value);
    this.names = [...new Set([...byName.keys(), ...given.keys()])];
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

  /** What is wrong with the declared ones, each said once. */
  problems(): Diagnostic[] {
    for (const name of this.#declared.keys()) this.get(name);
    return [...this.#found];
  }

  /** What it refers to first; without recursion, since a chain of variables may be longer than the stack is deep. */
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

  /** A circle is said once, and none of its variables has a value. */
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

export const ENV_TAKEN = {
  summary: "a variable can't be called env",
  remedy: "Choose another name: ${env.…} is the environment.",
} as const;

function readValue(name: string, value: unknown): VariableValue | Fault {
  if (value instanceof Fault) return value;
  if (name === "env") return fault("config/bad-variable", ENV_TAKEN.summary, ENV_TAKEN.remedy);
  if (isVariableValue(value)) return value;
  const summary = `the variable ${name} holds more than botform can put into a setting`;
  return fault("config/bad-variable", summary, "A variable is a scalar, a map of scalars, or a list of these.");
}

/** Whether a value is one that a variable may hold. */
export function isVariableValue(value: unknown): value is VariableValue {
  return isItem(value) || (Array.isArray(value) && value.every(isItem));
}

function isItem(value: unknown): value is Item {
  return isScalar(value) || (isRecord(value) && Object.values(value).every(isScalar));
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
