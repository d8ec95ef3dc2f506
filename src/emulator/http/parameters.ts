// Checks received parameters against the operations table and turns them into canonical text.
import Big from "big.js";
import type { Operation, Parameter } from "../../service/operations.js";
import type { Quirks } from "../quirks/quirks.js";
import { isScaleName, REQUIRED } from "../store/settings.js";
import type { RawValue, Received } from "./request.js";

/** Checked parameters: integers and decimals as canonical text, booleans as 1 and 0, "" for "sent empty". */
export type RequestParameters = ReadonlyMap<string, string>;

type Check =
  | { readonly ok: true; readonly parameters: RequestParameters }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Bounds the interface leaves out and any real service has; `least` is inclusive. */
const COMMON_SENSE: Readonly<Record<string, { readonly least?: string; readonly above?: string }>> = {
  leverage: { least: "1" },
  volumeFirstOrder: { above: "0" },
  volumeSafetyOrder: { least: "0" },
  cycleLimitScale: { least: "0" },
  priceLevelDown: { least: "0" },
  priceLevelUp: { least: "0" },
  newPercentOfTp: { above: "0" },
  limit: { least: "1" },
};

const PAIR = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/;
const INTEGER = /^[+-]?\d{1,19}$/;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/;
/** No price or volume has more digits; longer text would only keep the arithmetic busy. */
const MOST_DIGITS = 30;

/** Create's required parameters can't be emptied by an update either. */
const NEVER_EMPTY: ReadonlySet<string> = new Set<string>(REQUIRED);

/** Checks every parameter of an operation and reports all problems together. */
export function checkParameters(operation: Operation, received: Received, quirks: Quirks): Check {
  const parameters = new Map<string, string>();
  const problems = quirks.parameters === "strict" ? strictProblems(operation, received) : [];
  for (const parameter of operation.parameters) {
    const raw = received.values.get(parameter.name);
    if (raw === undefined || (raw === "" && !mayBeEmpty(parameter))) {
      if (parameter.required || (raw === "" && NEVER_EMPTY.has(parameter.name))) {
        problems.push(`${parameter.name} can't be blank.`);
      }
      continue;
    }
    const value = raw === "" ? { text: "" } : readValue(parameter, raw, quirks);
    if ("problem" in value) problems.push(`${parameter.name} ${value.problem}`);
    else parameters.set(parameter.name, value.text);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, parameters };
}

/** Sent empty, an optional setting asks for its default; everything else counts as not sent. */
function mayBeEmpty(parameter: Parameter): boolean {
  return !parameter.required && !NEVER_EMPTY.has(parameter.name) && parameter.name !== "limit";
}

function strictProblems(operation: Operation, received: Received): string[] {
  const known = new Set(operation.parameters.map((parameter) => parameter.name));
  const problems = received.repeated.map((name) => `${name} is repeated.`);
  for (const [name, raw] of received.values) {
    if (!known.has(name)) problems.push(`${name} is unknown.`);
    else if (raw === "") problems.push(`${name} is empty.`);
  }
  return problems;
}

type ParsedValue = { readonly text: string } | { readonly problem: string };

/** Reads one value that isn't empty. */
function readValue(parameter: Parameter, raw: RawValue, quirks: Quirks): ParsedValue {
  if (parameter.type === "boolean") return readBoolean(raw, quirks);
  if (parameter.type === "string") return readText(parameter, raw);
  const number = readNumber(parameter, raw, quirks);
  return "problem" in number ? number : withinBounds(parameter, number.text);
}

const TRUE = new Set(["1", "true", "True"]);
const FALSE = new Set(["0", "false", "False"]);

function readBoolean(raw: RawValue, quirks: Quirks): ParsedValue {
  const text = String(raw);
  if (quirks.booleans === "php") return { text: text === "0" || raw === false ? "0" : "1" };
  if (quirks.booleans === "digits" && text.length > 1) return { problem: "must be 1 or 0." };
  if (TRUE.has(text)) return { text: "1" };
  return FALSE.has(text) ? { text: "0" } : { problem: "must be a boolean." };
}

function readText(parameter: Parameter, raw: RawValue): ParsedValue {
  if (typeof raw !== "string") return { problem: "must be text." };
  if (!raw.isWellFormed()) return { problem: "must be well-formed text." };
  if (parameter.words !== undefined && !parameter.words.includes(raw)) {
    return { problem: `must be one of ${parameter.words.join(", ")}.` };
  }
  if (parameter.name === "title" && raw.trim() === "") return { problem: "can't be blank." };
  if (parameter.name === "pairTitle" && !PAIR.test(raw)) return { problem: "must have the form QUOTE-BASE." };
  return { text: raw };
}

function readNumber(parameter: Parameter, raw: RawValue, quirks: Quirks): ParsedValue {
  const text = typeof raw === "number" ? String(raw) : raw;
  if (typeof text !== "string") return { problem: "must be a number." };
  if (parameter.type === "int64") {
    if (!INTEGER.test(text) || !isInt64(text)) return { problem: "must be an integer." };
    return { text: plain(bigOf(text)) };
  }
  const form = quirks.parameters === "strict" ? PLAIN : DECIMAL;
  if (!form.test(text) || text.length > 60) return { problem: "must be a decimal number." };
  const value = bigOf(text);
  if (value.c.length > MOST_DIGITS || Math.abs(value.e) > MOST_DIGITS) return { problem: "has too many digits." };
  return { text: plain(value) };
}

/** Big reads no leading plus, PHP does. */
function bigOf(text: string): Big {
  return new Big(text.replace(/^\+/, ""));
}

const INT64_MAX = 2n ** 63n - 1n;

/** The interface's ids have 64 bits; ours are small, so that a larger one is simply not found. */
function isInt64(text: string): boolean {
  if (text.length > 60) return false;
  const value = BigInt(text.replace(/^\+/, ""));
  return value <= INT64_MAX && value >= -INT64_MAX - 1n;
}

function plain(value: Big): string {
  return value.eq(0) ? "0" : value.toFixed();
}

function withinBounds(parameter: Parameter, text: string): ParsedValue {
  const value = new Big(text);
  // The quirk scaleEmpty decides about an empty or zero scale.
  if (isScaleName(parameter.name) && value.eq(0)) return { text };
  const { least, above } = COMMON_SENSE[parameter.name] ?? {};
  const min = parameter.min ?? least;
  if (min !== undefined && value.lt(min)) return { problem: `must be no less than ${min}.` };
  if (above !== undefined && value.lte(above)) return { problem: `must be greater than ${above}.` };
  if (parameter.max !== undefined && value.gt(parameter.max))
    return { problem: `must be no more than ${parameter.max}.` };
  return { text };
}
