// Words for a value of the wrong type: what was meant is usually plain from what was written.

import { quoted } from "../problem.js";
import { holdsVariable, type Subject, variableWords, type Words } from "./finding.js";
import { mayBeShown } from "./place.js";

/** Beyond this nobody has written a number. */
const LONGEST_NUMBER = 100;
const NUMBER_TEXT = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const NUMBER_WITH_EXTRAS = /^\s*[+-]?\d[\d_,.' ]*\s*[%xX]?\s*$/;

/** What a type is called in messages, and how to write one. */
const EXPECTED: Readonly<Record<string, { readonly noun: string; readonly remedy: string }>> = {
  string: { noun: "text", remedy: "Write text." },
  number: { noun: "a number", remedy: "Write a plain number, for example 1.5." },
  int: { noun: "a whole number", remedy: "Write a whole number, for example 5." },
  boolean: { noun: "true or false", remedy: "Write true or false, without quotes." },
  array: { noun: "a list", remedy: "Write a list: [first, second]." },
  object: { noun: "a map of keys and values", remedy: "Write keys below it, or remove it." },
  record: { noun: "a map of names and values", remedy: "Write names below it, or remove it." },
};
const UNEXPECTED = { noun: "something else", remedy: "Compare it with the documentation of the key." };

/** @param expected zod's name of the type that was needed */
export function typeProblem(expected: string, subject: Subject): Words {
  const { name, value, spec } = subject;
  const { noun, remedy } = EXPECTED[expected] ?? UNEXPECTED;
  const shown = mayBeShown(subject.path) && typeof value !== "object" ? ` ${quoted(value)}` : "";
  if (value === null) {
    const orNot = spec === undefined ? "" : " Or remove the line: a field that is absent is not managed.";
    return {
      code: "config/wrong-type",
      summary: `${name} must be ${noun}; it is empty (null)`,
      remedy: remedy + orNot,
    };
  }
  if (expected === "int" && typeof value === "number") {
    return {
      code: "config/not-whole",
      summary: `${name} must be a whole number, not${shown || " a fraction"}`,
      remedy,
    };
  }
  if (value === undefined)
    return {
      code: "config/wrong-type",
      summary: `${name} is missing: it must be ${noun}`,
      remedy: `Add it. ${remedy}`,
    };
  const wantsNumber = expected === "number" || expected === "int";
  if (wantsNumber && typeof value === "string") return numberAsText(subject, noun, shown);
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    return {
      code: "config/unquoted-text",
      summary: `${name} must be text, and without quotes${shown || " its value"} is ${kindOf(value)}`,
      remedy: "Put quotes around it.",
    };
  }
  // "not true" says it all; "not true or false true" says less.
  const instead = typeof value === "boolean" && shown !== "" ? shown.trim() : `${kindOf(value)}${shown}`;
  return { code: "config/wrong-type", summary: `${name} must be ${noun}, not ${instead}`, remedy };
}

function numberAsText({ name, value, path }: Subject, noun: string, shown: string): Words {
  const text = String(value).slice(0, LONGEST_NUMBER);
  if (holdsVariable(value) && mayBeShown(path)) return variableWords(name);
  if (NUMBER_TEXT.test(text)) {
    return {
      code: "config/quoted-number",
      summary: `${name} must be ${noun}; in quotes it is text`,
      remedy: "Remove the quotes.",
    };
  }
  const remedy = NUMBER_WITH_EXTRAS.test(text)
    ? "Write digits with a point for the fraction, without separators or units."
    : "Write a plain number.";
  return { code: "config/wrong-type", summary: `${name} must be ${noun}, not text${shown}`, remedy };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "a number" : "true or false";
}
