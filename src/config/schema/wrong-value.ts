// Words for a value that doesn't fit its key: the wrong type, form or size, or not an allowed word.

import type { FieldSpec } from "../../model/bot/field.js";
import { RULE_NAMES } from "../../model/policy/policy-rules.js";
import { holdRemedy } from "../holds/hold-schema.js";
import { listed, quoted } from "../problem.js";
import { rolloutRemedy } from "../rollout/rollout-schema.js";
import { mapRemedy, sameValue, switchRemedy } from "./meant-shape.js";
import { mayBeShown, type Path } from "./place.js";
import { accountVariable, LONGEST_TEXT } from "./schema-parts.js";
import { holdsVariable, type ProblemText, type ValueContext, variableProblem, words } from "./schema-problem.js";
import { variantRemedy } from "./schema-variants.js";
import { nearest, pairRemedy, suggestion, wordRemedy } from "./suggest.js";
import { numberAsText } from "./wrong-number.js";

/** What a type is called in messages, and how to write one. */
const EXPECTED: Readonly<Record<string, readonly [noun: string, remedy: string]>> = {
  string: ["text", "Write text."],
  number: ["a number", "Write a plain number, for example 1.5."],
  int: ["a whole number", "Write a whole number, for example 5."],
  boolean: ["true or false", "Write true or false."],
  array: ["a list", "Write a list: [first, second]."],
  object: ["a map of keys and values", "Write keys below it, or remove it."],
  record: ["a map of names and values", "Write names below it, or remove it."],
};
const UNEXPECTED = ["something else", "Compare it with the key's documentation: botform explain."] as const;

/** @param expected zod's name of the type that was needed */
export function typeProblem(expected: string, subject: ValueContext): ProblemText {
  const { name, value, spec } = subject;
  const [noun, remedy] = EXPECTED[expected] ?? UNEXPECTED;
  const shown = mayBeShown(subject.path) && typeof value !== "object" ? ` ${quoted(value)}` : "";
  if (value === null) {
    const key = String(subject.path.at(-1));
    const orNot =
      spec === undefined || key === "title"
        ? ""
        : ` To leave it as it is on the service, remove the line and write unmanaged: [${key}], which defaults don't fill.`;
    const how = spec?.kind === "integer" ? "Write a whole number, for example 5." : remedy;
    return words("config/wrong-type", `${name} must be ${noun}; it is empty (null)`, how + orNot);
  }
  if (expected === "int" && typeof value === "number")
    return words("config/not-whole", `${name} must be a whole number, not${shown || " a fraction"}`, remedy);
  if (value === undefined)
    return words("config/wrong-type", `${name} is missing: it must be ${noun}`, `Add it. ${remedy}`);
  const wantsNumber = expected === "number" || expected === "int";
  if (wantsNumber && typeof value === "string") return numberAsText(subject, noun, shown);
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    // In quotes it would be a secret in the file.
    if (isSecret(subject)) return secret(subject);
    const summary = `${name} must be text, but without quotes${shown || " its value"} is ${kindOf(value)}`;
    return words("config/unquoted-text", summary, "Put quotes around it.");
  }
  // "not true" is enough; "not true or false true" would confuse.
  if (expected === "record" || expected === "object") {
    const instead = Array.isArray(value) ? "a list" : `${kindOf(value)}${shown}`;
    return words("config/wrong-type", `${name} must be ${noun}, not ${instead}`, mapRemedy(subject) ?? remedy);
  }
  if (expected === "boolean") {
    const how = switchRemedy(shown === "" ? undefined : value);
    return words("config/wrong-type", `${name} must be ${noun}, not ${kindOf(value)}${shown}`, how);
  }
  const instead = typeof value === "boolean" && shown !== "" ? shown.trim() : `${kindOf(value)}${shown}`;
  return words("config/wrong-type", `${name} must be ${noun}, not ${instead}`, sameValue(subject, expected) ?? remedy);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "a number" : "true or false";
}

export function wordProblem(known: readonly string[], subject: ValueContext): ProblemText {
  const { name, value, path } = subject;
  if (holdsVariable(value)) return variableProblem(name);
  if (value === null) return typeProblem("string", subject);
  if (path[0] === "version")
    return words(
      "config/bad-version",
      "the configuration's version must be 1",
      "Write `version: 1`; a higher version needs a newer botform.",
    );
  if (path[0] === "policies" && path.at(-1) === "rule") {
    // There are more rules than a message should hold, unless none is near.
    const remedy =
      typeof value === "string"
        ? suggestion(value.replace(/^policy\//, ""), RULE_NAMES)
        : "Write rule: max-leverage or another.";
    return words("config/unknown-word", `${name} must be the name of a rule, not ${quoted(value)}`, remedy);
  }
  const meant = typeof value === "string" ? nearest(value, known) : undefined;
  const shown = mayBeShown(path) && value !== undefined ? `, not ${quoted(value)}` : "";
  const wanted = known.length > 8 ? "the name of a field" : listed(known, "or");
  const remedy = wordRemedy(known, meant) + offHint(subject.spec);
  return words("config/unknown-word", `${name} must be ${wanted}${shown}`, remedy);
}

/** @param bound as the schema has it; a field's own bounds say more */
export function rangeProblem(
  { name, path, value, spec }: ValueContext,
  bound: Bounds & { readonly below?: number },
): ProblemText {
  const { min = bound.min, max = bound.max, above = bound.above }: Bounds = spec ?? {};
  const { below } = bound;
  const bounds: string[] = [];
  if (min !== undefined && max !== undefined) bounds.push(`from ${min} to ${max}`);
  else if (min !== undefined) bounds.push(`at least ${min}`);
  else if (max !== undefined) bounds.push(`at most ${max}`);
  if (above !== undefined) bounds.push(`greater than ${above}`);
  if (below !== undefined) bounds.push(`less than ${below}`);
  const shown = mayBeShown(path) ? `; it is ${String(value)}` : "";
  const remedy = `Write a number within the bounds.${offHint(spec)}`;
  return words("config/out-of-range", `${name} must be ${listed(bounds)}${shown}`, remedy);
}

type Bounds = Pick<FieldSpec, "min" | "max" | "above">;

/** Of a list. @param bound how many items it may have */
export function sizeProblem({ name, value }: ValueContext, bound: string): ProblemText {
  const count = Array.isArray(value) ? value.length : 0;
  return words("config/out-of-range", `${name} must have ${bound}; it has ${count}`, "Add or remove items.");
}

/** The text of a problem, for checks of our own. */
export function ownProblem({ name, value }: ValueContext): ProblemText {
  if (holdsVariable(value)) return variableProblem(name);
  if (typeof value === "number")
    return words(
      "config/inexact-number",
      `${name} is a number that can't be kept exactly`,
      "Write a number of a plausible size for a volume, a price or a percentage.",
    );
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const seen = new Set<unknown>();
  const twice = items.find((item) => seen.size === seen.add(item).size);
  return words("config/repeated-item", `${name} names ${quoted(twice)} twice`, "Remove one of them.");
}

type Wording = (subject: ValueContext) => ProblemText;

/** By key; any other key holds free text. */
const FORMS: ReadonlyMap<string | number | undefined, Wording> = new Map([
  ["pairTitle", pair],
  ["apiKey", secret],
  ["apiSecret", secret],
  ["apiUrl", url],
  ["hookUrl", url],
  ["hookAccount", secret],
  ["hookToken", secret],
  ["access", alias],
  ["serviceFacts", innerJson],
]);

/** Of an account: texts inside one of its maps, by the key of the map. */
const INSIDE: ReadonlyMap<string | number | undefined, Wording> = new Map([
  ["hookPaths", hookPath],
  ["hookUrls", secret],
  ["assumptions", innerJson],
]);

/** What is wrong with a text whose pattern or length doesn't fit. */
export function formProblem(subject: ValueContext): ProblemText {
  const { path } = subject;
  if (namesOthers(path)) return nameOfAnother(subject);
  if (path.at(-1) === "until" && path[0] === "accounts")
    return words("config/bad-text", `${subject.name} isn't a day`, "Write the last day: YYYY-MM-DD.");
  if (path[0] === "policies" || path[0] === "policyFiles") return policyText(subject);
  if (path[0] === "breakers" && path.at(-1) === "quote")
    return words(
      "config/bad-text",
      `${subject.name} can't be ${quoted(subject.value)}`,
      "Write the asset in capitals, as pairs have it: USDT.",
    );
  if (path[0] === "breakers" && path[2] === "scope") return nameOfAnother(subject);
  if (path[0] === "holds" && path[2] !== "reason")
    return words("config/bad-text", `${subject.name} can't be ${quoted(subject.value)}`, holdRemedy(path));
  if (path[0] === "variants" && path[3] !== "settings")
    return words("config/bad-text", `${subject.name} can't be ${quoted(subject.value)}`, variantRemedy(path));
  if (path[0] === "rollout")
    return words("config/bad-text", `${subject.name} can't be ${quoted(subject.value)}`, rolloutRemedy(path));
  const inside = path[0] === "accounts" ? INSIDE.get(path[2]) : undefined;
  if (inside !== undefined) return inside(subject);
  // A title inside `accesses` may be named like a setting.
  const key = path.length > 3 ? undefined : path.at(-1);
  return (FORMS.get(key) ?? freeText)(subject);
}

/** Lists of names of accounts or templates. */
function namesOthers([, , key]: Path): boolean {
  return key === "only" || key === "except" || key === "extends";
}

function nameOfAnother({ name, value }: ValueContext): ProblemText {
  if (holdsVariable(value)) return variableProblem(name);
  const summary = `${name} can't be ${quoted(value)}: that isn't a valid name`;
  return words("config/bad-name", summary, "Write the name exactly as it is declared.");
}

function pair({ name, value }: ValueContext): ProblemText {
  const written = String(value);
  if (holdsVariable(written)) return variableProblem(name);
  const summary = `${name} must have the form <QUOTE>-<BASE>, not ${quoted(written)}`;
  const variable = /^\$(\w+)$/.exec(written)?.[1];
  return words("config/bad-pair", summary, variable === undefined ? pairRemedy(written) : `Write \${${variable}}.`);
}

const VARIABLES: Readonly<Record<string, string>> = {
  apiKey: "API_KEY",
  apiSecret: "API_SECRET",
  hookAccount: "HOOK_ACCOUNT",
  hookToken: "HOOK_TOKEN",
};

function isSecret({ path }: ValueContext): boolean {
  return path[0] === "accounts" && path.length === 3 && Object.hasOwn(VARIABLES, String(path[2]));
}

function secret({ name, path, value }: ValueContext): ProblemText {
  const variable = `\${env.${accountVariable(String(path[1]), VARIABLES[String(path.at(-1))] ?? "HOOK_URL")}}`;
  if (isReference(value)) return badEnvironment(name, variable);
  const remedy = `Write ${variable} and set that variable; if the file was ever shared, revoke the old value.`;
  return words("config/literal-secret", `${name} is written into the file`, remedy);
}

function url({ name, value }: ValueContext): ProblemText {
  return isReference(value)
    ? badEnvironment(name, "${env.BOTFORM_…}")
    : words("config/bad-url", `${name} isn't an address`, "Write https://host, or ${env.BOTFORM_…}.");
}

/** One that is meant, as in a shell, too. */
function isReference(value: unknown): boolean {
  return typeof value === "string" && (value.startsWith("${") || /^\$BOTFORM_[A-Z0-9_]+$/.test(value));
}

function badEnvironment(name: string, variable: string): ProblemText {
  return words(
    "config/bad-reference",
    `${name} doesn't refer to an environment variable that botform may read`,
    `Write ${variable}: names begin with BOTFORM_ and use capitals, digits and "_".`,
  );
}

function hookPath({ name }: ValueContext): ProblemText {
  return words(
    "config/bad-url",
    `${name} isn't a valid end of an address, after account and token`,
    'Write nothing ("") or a path such as /topup-deal. Put a whole address into hookUrls, as ${env.BOTFORM_…}.',
  );
}

function innerJson({ name }: ValueContext): ProblemText {
  const remedy = "Write the name of a .json file beside this one or below it, without .. or hidden folders.";
  return words("config/bad-text", `${name} can't be used as written`, remedy);
}

function alias({ name, value }: ValueContext): ProblemText {
  const summary = `${name} must be an alias of the account's accesses, not ${quoted(value)}`;
  return words("config/bad-name", summary, "Name the alias (its key in `accesses`), not the access's title.");
}

const POLICY_FORMS: ReadonlyMap<unknown, string> = new Map([
  ["until", "a day: YYYY-MM-DD"],
  ["firstDay", "a day: YYYY-MM-DD"],
  ["lastDay", "a day: YYYY-MM-DD"],
  ["from", "a time of day in quotes: HH:MM"],
  ["to", "a time of day in quotes: HH:MM"],
  ["timeZone", "an IANA name such as Europe/Berlin"],
  ["quotes", "quote assets in capitals, such as USDT"],
  ["file", "the name of a file beside this one or below it, without .. or hidden folders"],
  ["env", "the name of an environment variable that begins with BOTFORM_"],
  ["when", "an expression of 1 to 2000 characters"],
]);

function policyText({ name, path, value }: ValueContext): ProblemText {
  const key = path.findLast((part) => typeof part === "string");
  const form = POLICY_FORMS.get(key) ?? "text of 1 to 255 characters without control characters";
  return words("config/bad-text", `${name} can't be ${quoted(value)}`, `Write ${form}.`);
}

function freeText({ name, path, value, spec }: ValueContext): ProblemText {
  const written = String(value);
  const shown = mayBeShown(path) ? `: ${quoted(written)}` : "";
  const bad = (what: string, remedy: string) => words("config/bad-text", `${name} ${what}`, remedy + offHint(spec));
  if (written === "") return bad("is empty", "Write text, or remove the line.");
  if (written.length > LONGEST_TEXT)
    return bad(`is ${written.length} characters long`, `At most ${LONGEST_TEXT} are allowed.`);
  if (written.trim() !== written)
    return bad(`begins or ends with a space${shown}`, "Remove it: titles are compared exactly.");
  return bad(`contains a control character${shown}`, "Remove it.");
}

/** The sentence about null for a field that null switches off. */
function offHint(spec: FieldSpec | undefined): string {
  return spec !== undefined && spec.off !== "never" ? " null switches it off." : "";
}
