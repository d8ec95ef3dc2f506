// Words for a text of a policy that doesn't have the form its key asks for, and for a rule that there isn't.

import { RULE_NAMES } from "../../model/policy/policy-rules.js";
import { quoted } from "../problem.js";
import type { Subject, Words } from "../schema/finding.js";
import { suggestion } from "../schema/suggest.js";

const FORMS: ReadonlyMap<string, string> = new Map([
  ["until", "a day: YYYY-MM-DD"],
  ["firstDay", "a day: YYYY-MM-DD"],
  ["lastDay", "a day: YYYY-MM-DD"],
  ["from", "a time of day in quotes: HH:MM"],
  ["to", "a time of day in quotes: HH:MM"],
  ["timeZone", "an IANA name such as Europe/Berlin"],
  ["quotes", "quote assets in capitals, such as USDT"],
  ["file", "the name of a file beside this one or below, without .. or hidden folders"],
  ["env", "the name of an environment variable that begins with BOTFORM_"],
  ["when", "an expression of 1 to 2000 characters"],
]);

export function policyText({ name, path, value }: Subject): Words {
  const key = path.findLast((part) => typeof part === "string");
  const form = FORMS.get(String(key)) ?? "text of 1 to 255 characters without control characters";
  return { code: "config/bad-text", summary: `${name} can't be ${quoted(value)}`, remedy: `Write ${form}.` };
}

/** There are more rules than a message should hold, unless none is near. */
export function ruleProblem({ name, value }: Subject): Words {
  const remedy = typeof value === "string" ? suggestion(value, RULE_NAMES) : "Write rule: max-leverage or another.";
  return { code: "config/unknown-word", summary: `${name} must be the name of a rule, not ${quoted(value)}`, remedy };
}
