// ${…} in a value: which variables it refers to, and the value after they are filled in.

import { PAIR } from "../../model/bot/pair.js";
import { isRecord } from "../../model/record.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { quoted } from "../problem.js";
import { VARIABLE } from "../schema/schema-parts.js";
import { type ProblemText, words } from "../schema/schema-problem.js";
import { suggestion } from "../schema/suggest.js";

export type VariableScalar = string | number | boolean | null;
export type Item = VariableScalar | Readonly<Record<string, VariableScalar>>;
/** What a variable may hold. */
export type VariableValue = Item | readonly Item[];

/** Where names are looked up. */
export interface Scope {
  /** undefined: no such variable; a fault: it is declared, and its problem was reported there. */
  get(name: string): VariableValue | Fault | undefined;
  /** What to do about a name that isn't there. @param own further names, of the bot at hand */
  advice(name: string, own?: readonly string[]): string;
}

export class Fault {
  /** undefined where it was reported already. */
  readonly words: ProblemText | undefined;

  constructor(words?: ProblemText) {
    this.words = words;
  }
}

export function fault(...args: Parameters<typeof words>): Fault {
  return new Fault(words(...args));
}

interface Reference {
  readonly name: string;
  readonly key: string | undefined;
}

const REFERENCE = /\$\$\{|\$\{([^{}]*)\}?/g;

/** The longest text that variables may make. Settings are far shorter, and variables that double each other would fill any memory. */
const LONGEST_TEXT = 10_000;

const LONGEST_KEY = 100;

/** Whether a value holds `${…}` anywhere. */
export function refers(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${");
  if (Array.isArray(value)) return value.some(refers);
  return isRecord(value) && Object.values(value).some(refers);
}

/** The variables that a value refers to. */
export function namesIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(namesIn);
  if (typeof value !== "string" || !value.includes("${")) return [];
  const parts = parsed(value);
  return parts instanceof Fault ? [] : parts.flatMap((part) => (typeof part === "string" ? [] : [part.name]));
}

/** The value with every reference replaced; a text that is one reference takes the variable's own type. */
export function substitute(raw: unknown, scope: Scope): unknown | Fault {
  if (typeof raw === "string") return raw.includes("${") ? substituteText(raw, scope) : raw;
  // The document said already why it can't be used.
  if (typeof raw === "symbol") return new Fault();
  if (Array.isArray(raw)) return firstFault(raw.map((part) => substitute(part, scope)));
  if (!isRecord(raw)) return raw;
  const parts = Object.entries(raw).map(([key, part]) => [key, substitute(part, scope)] as const);
  const fault = parts.find(([, part]) => part instanceof Fault);
  return fault === undefined ? Object.fromEntries(parts) : fault[1];
}

function firstFault(parts: readonly unknown[]): unknown {
  return parts.find((part) => part instanceof Fault) ?? parts;
}

/** The same texts come again with every bot that forEach makes. */
const PARSED = new Map<string, readonly (string | Reference)[] | Fault>();
const MOST_PARSED = 10_000;

function parsed(text: string): readonly (string | Reference)[] | Fault {
  let parts = PARSED.get(text);
  if (parts === undefined) {
    parts = parse(text);
    if (PARSED.size >= MOST_PARSED) PARSED.clear();
    PARSED.set(text, parts);
  }
  return parts;
}

function substituteText(text: string, scope: Scope): unknown | Fault {
  const parts = parsed(text);
  if (parts instanceof Fault) return parts;
  const [only, second] = parts;
  if (typeof only === "object" && second === undefined) return lookUp(only, scope);
  let result = "";
  for (const part of parts) {
    const value = typeof part === "string" ? part : lookUp(part, scope);
    if (value instanceof Fault) return value;
    if (value === null || typeof value === "object") return notText(part, value);
    result += typeof value === "number" ? (canonicalDecimal(value) ?? String(value)) : String(value);
    if (result.length > LONGEST_TEXT) return TOO_LONG;
  }
  return result;
}

function parse(text: string): readonly (string | Reference)[] | Fault {
  const parts: (string | Reference)[] = [];
  let end = 0;
  let literal = "";
  for (const match of text.matchAll(REFERENCE)) {
    literal += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0] === "$${") {
      literal += "${";
      continue;
    }
    const [name = "", key, more] = (match[1] ?? "").split(".");
    const isKey = key === undefined || (key !== "" && key.length <= LONGEST_KEY);
    if (!match[0].endsWith("}") || !VARIABLE.test(name) || !isKey || more !== undefined) {
      const computes = /[-+*/]\s*[\d$]/.test(match[1] ?? "")
        ? " botform doesn't calculate: give the result a variable of its own."
        : "";
      const remedy = `Write \${name} or \${name.key}; for a literal \${, write $\${.${computes}`;
      return fault("config/bad-reference", `${quoted(match[0])} is not a valid reference`, remedy);
    }
    if (name === "env") return ENVIRONMENT;
    if (literal !== "") parts.push(literal);
    literal = "";
    parts.push({ name, key });
  }
  literal += text.slice(end);
  if (literal !== "") parts.push(literal);
  return parts;
}

/** Where others keep their variables. */
const FOREIGN: ReadonlySet<string> = new Set(["vars", "var", "local", "each"]);

function lookUp({ name, key }: Reference, scope: Scope): VariableValue | Fault {
  const value = scope.get(name);
  if (value === undefined && FOREIGN.has(name) && key !== undefined)
    return fault(
      "config/undefined-variable",
      `there is no variable ${name}`,
      name === "each"
        ? "Write the name that forEach gives it: of forEach: { pair: […] } that is ${pair}."
        : `Write \${${key}}, without ${name}.`,
    );
  if (value === undefined) {
    const remedy = `${scope.advice(name)} Declare it under \`vars\`, or give it with --var ${name}=….`.trim();
    return fault("config/undefined-variable", `there is no variable ${name}`, remedy);
  }
  if (key === undefined || value instanceof Fault) return value;
  if (typeof value === "string" && PAIR.test(value) && (key === "base" || key === "quote")) {
    const [quote = "", base = ""] = value.split("-");
    return key === "base" ? base : quote;
  }
  if (isRecord(value) && Object.hasOwn(value, key)) return value[key] as VariableScalar; // checked where the variable was read
  const remedy = isRecord(value)
    ? suggestion(key, Object.keys(value))
    : "Only maps have keys, and pairs such as USDT-BTC have .base and .quote.";
  return fault("config/bad-reference", `the variable ${name} has no ${key}`, remedy);
}

function notText(part: string | Reference, value: unknown): Fault {
  const name = typeof part === "string" ? part : part.name;
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : "a map";
  const summary = `the variable ${name} is ${kind} and can't be part of a text`;
  const remedy = "Make the reference the whole value, or name a key of the variable.";
  return fault("config/bad-reference", summary, remedy);
}

const TOO_LONG = fault(
  "config/too-complex",
  `a text with variables is longer than ${LONGEST_TEXT} characters`,
  "Use shorter variables, or fewer of them.",
);

const ENVIRONMENT = fault(
  "config/bad-reference",
  "environment variables can't be used here",
  "${env.…} works only in accounts; give the value with --var or --var-file instead.",
);
