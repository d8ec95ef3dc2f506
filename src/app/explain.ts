// Explains a field, a key, a parameter, a diagnostic code or a word, and what nobody knows about it.
import { CONFIG_CODES } from "../config/schema/codes.js";
import { CONFIG_KEYS } from "../config/schema/keys.js";
import { nearest } from "../config/schema/suggest.js";
import { FIELD_NAMES, FIELDS, type FieldName, type FieldSpec, fieldSpec, isFieldName } from "../model/bot/field.js";
import { PLAN_CODES } from "../model/plan/plan-codes.js";
import { PLANFILE_CODES } from "../model/planfile/planfile-codes.js";
import { POLICY_CODES } from "../model/policy/policy-codes.js";
import { answerValue, seenOn } from "../model/service-facts.js";
import { ABOUT_FIELDS, QUESTIONS, type ServiceFacts } from "../model/service-questions.js";
import { missingSetting, ownNames } from "../model/text/aliases.js";
import type { CodeRow } from "../model/text/diagnostic.js";
import type { CodeFacts, Explained, FieldAnswer, FieldFacts, Index } from "../model/text/explained.js";
import { WORDS } from "../model/text/glossary.js";
import { WEBHOOK_CODES } from "../model/webhook/webhook-codes.js";
import { wireNames } from "../service/canonical.js";
import { PARAMETERS, UNKNOWNS } from "../service/unknowns.js";
import { AppError } from "./error.js";

/** Every code of every stage. */
export const CODES: ReadonlyMap<string, CodeRow> = new Map(
  Object.entries({ ...CONFIG_CODES, ...PLAN_CODES, ...PLANFILE_CODES, ...WEBHOOK_CODES, ...POLICY_CODES }),
);
const KEYS = new Map(Object.entries(CONFIG_KEYS));
const COMMANDED = new Map(Object.entries(PARAMETERS));

/** All that can be explained. */
export const INDEX: Index = {
  fields: FIELD_NAMES,
  keys: [...KEYS.keys()],
  parameters: [...COMMANDED.keys()],
  codes: [...CODES.keys()],
  words: [...WORDS.keys()],
};

/** Everything of that name, with what these services were seen to do. A code may be named without its stage, and two stages may share a name. Throws AppError for none. */
export function explained(name: string, services: readonly ServiceFacts[] = []): readonly Explained[] {
  const key = KEYS.get(name);
  const parameter = COMMANDED.get(name);
  const word = WORDS.get(name.toLowerCase());
  const codes = [...CODES]
    .filter(([code]) => code === name || bare(code) === name)
    .map(([code, row]): CodeFacts => ({ kind: "code", name: code, ...row }));
  const found = [
    ...(isFieldName(name) ? [fieldFacts(name, services)] : []),
    ...(key === undefined ? [] : [{ kind: "key" as const, name, ...key }]),
    ...(parameter === undefined ? [] : [{ kind: "parameter" as const, name, ...parameter }]),
    ...codes,
    ...(word === undefined ? [] : [{ kind: "word" as const, name: name.toLowerCase(), meaning: word }]),
  ];
  if (found.length > 0) return found;
  const others = ownNames(name).flatMap((own) => explained(own, services));
  if (others.length > 0) return others;
  const missing = missingSetting(name);
  if (missing !== undefined) throw new AppError(`nothing to explain is called ${name}\n${missing}`);
  const { fields, keys, parameters, codes: all, words } = INDEX;
  const near = nearest(name, [...fields, ...keys, ...parameters, ...words, ...all, ...all.map(bare)]);
  const hint = near === undefined ? "Run botform explain to list everything." : `Did you mean ${near}?`;
  throw new AppError(`nothing to explain is called ${name.slice(0, 100)}\n${hint}`);
}

/** The names that can be explained, each with a short description. */
export function explainable(): readonly { readonly value: string; readonly about: string }[] {
  return [
    ...FIELDS.map(({ name, about }) => ({ value: name, about })),
    ...[...KEYS, ...COMMANDED].map(([value, { meaning }]) => ({ value, about: meaning })),
    ...[...CODES].map(([value, { title }]) => ({ value, about: title })),
    ...[...WORDS].map(([value, about]) => ({ value, about })),
  ];
}

function bare(code: string): string {
  return code.slice(code.indexOf("/") + 1);
}

function fieldFacts(name: FieldName, services: readonly ServiceFacts[]): FieldFacts {
  const spec = fieldSpec(name);
  const seen = services.flatMap(({ origin, seen: answers }) =>
    answers.flatMap((one): FieldAnswer[] =>
      ABOUT_FIELDS[one.name]?.includes(name) === true
        ? [{ origin, name: one.name, asks: QUESTIONS[one.name].asks, answer: answerValue(one), seen: seenOn(one) }]
        : [],
    ),
  );
  return {
    kind: "field",
    name,
    meaning: spec.about,
    values: valuesOf(spec),
    required: spec.required,
    absent: `not managed: botform neither compares nor changes it.${spec.required ? "" : OF_A_NEW_BOT}`,
    off: offOf(spec),
    wire: wireNames(name),
    unknown: UNKNOWNS[name] ?? [],
    ...(seen.length > 0 && { seen }),
  };
}

const OF_A_NEW_BOT = " A new bot gets the service's default, which isn't documented.";

function valuesOf({ words, kind, min, max, above }: FieldSpec): string {
  if (words !== undefined) return words.join(", ");
  if (kind === "text") return "text of at most 255 characters";
  const noun = kind === "integer" ? "whole number" : "number";
  return min === undefined ? `${noun} above ${above}` : `${noun} from ${min} to ${max}`;
}

function offOf({ off, none }: FieldSpec): string {
  if (off === "never") return "not allowed: it can't be switched off";
  if (off === "omit") return "off: the parameter is left out, because no parameter carries its on/off flag";
  return `off: ${none === "" ? "an empty text" : none} is sent if the service shows another value`;
}
