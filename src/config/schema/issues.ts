// Says in the user's words what a zod issue means: zod's own messages are never shown.
import type * as z from "zod/mini";
import { fieldSpec, isFieldName } from "../../model/bot/field.js";
import { WEBHOOK_ACTIONS } from "../../model/webhook/webhook.js";
import { policySchema } from "../policies/policy-schema.js";
import { ruleProblem } from "../policies/policy-words.js";
import { listed, quoted } from "../problem.js";
import { webhookFindings } from "../webhooks/webhook-issues.js";
import { type Finding, holdsVariable, offHint, type Subject, variableWords, type Words } from "./finding.js";
import { formatProblem } from "./formats.js";
import { dotted, mayBeShown, ownerOf, type Path, valueAt } from "./place.js";
import { accountSchema, fileSchema } from "./schema.js";
import { botSchema, defaultsSchema, exceptionSchema, templateSchema } from "./schema-bot.js";
import { nearest, suggestion } from "./suggest.js";
import { typeProblem } from "./types.js";

type Issue = z.core.$ZodIssue;

const KNOWN_KEYS = {
  file: Object.keys(fileSchema.shape),
  account: Object.keys(accountSchema.shape),
  defaults: Object.keys(defaultsSchema.shape),
  template: Object.keys(templateSchema.shape),
  exception: Object.keys(exceptionSchema.shape),
  bot: Object.keys(botSchema.shape),
  policy: Object.keys(policySchema.shape),
} as const;

/** Where in the file's value an issue is. */
export function pathOf(issue: z.core.$ZodIssue): Path {
  return issue.path.map((part) => (typeof part === "number" ? part : String(part)));
}

/** The findings of one issue; `root` is the value that was checked. */
export function explainIssue(issue: Issue, root: unknown): Finding[] {
  const path = pathOf(issue);
  const ofWebhooks = webhookFindings(issue, path, root);
  if (ofWebhooks !== undefined) return ofWebhooks;
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey([...path, key], key));
  if (issue.code === "invalid_key") return [badName(path)];
  const last = path.findLast((part) => typeof part === "string");
  const spec = typeof last === "string" && isFieldName(last) && mayBeShown(path) ? fieldSpec(last) : undefined;
  const subject: Subject = { path, name: dotted(path), value: valueAt(root, path), spec };
  return [{ ...worded(issue, subject), path }];
}

function worded(issue: Issue, subject: Subject): Words {
  switch (issue.code) {
    case "invalid_type":
      return typeProblem(issue.expected, subject);
    case "invalid_format":
      return namesOthers(subject.path) ? nameProblem(subject) : formatProblem(subject);
    case "invalid_value":
      return wordProblem(issue.values.map(String), subject);
    case "too_small":
      return rangeProblem(
        subject,
        issue.inclusive === false ? { above: Number(issue.minimum) } : { low: Number(issue.minimum) },
      );
    case "too_big":
      return issue.origin === "string"
        ? formatProblem(subject)
        : rangeProblem(subject, { high: Number(issue.maximum) });
    case "custom":
      return ownProblem(subject);
    case "invalid_union":
      if (holdsVariable(subject.value)) return variableWords(subject.name);
      if (subject.path.includes("extends"))
        return {
          code: "config/wrong-type",
          summary: `${subject.name} must be the name of a template, or a list of names`,
          remedy: "Write extends: name, or extends: [first, second].",
        };
      if (subject.path.includes("forEach"))
        return {
          code: "config/wrong-type",
          summary: `${subject.name} must be text, a number, true or false, or a map of these`,
          remedy: "Write lists of values: forEach: { pair: [USDT-ETH, USDT-SOL] }.",
        };
      return {
        code: "config/wrong-type",
        summary: `${subject.name} must be an access's title in quotes, or its accessId as a number`,
        remedy: "Write the title as the service shows it.",
      };
    default:
      return {
        code: "config/wrong-type",
        summary: `${subject.name} can't be used as it is`,
        remedy: "Compare it with the documentation of the key.",
      };
  }
}

function unknownKey(path: Path, key: string): Finding {
  const owner = ownerOf(path);
  const where = path.length === 1 ? "at the top" : `in ${dotted(path.slice(0, -1))}`;
  const isByAction = path.length === 4 && (path[2] === "hookPaths" || path[2] === "hookUrls");
  const known = isByAction
    ? WEBHOOK_ACTIONS
    : owner === "accesses" || owner === "names"
      ? KNOWN_KEYS.bot
      : KNOWN_KEYS[owner];
  const belongsToBot =
    !isByAction &&
    owner !== "policy" &&
    owner !== "bot" &&
    owner !== "file" &&
    owner !== "account" &&
    Object.hasOwn(botSchema.shape, key);
  return {
    code: "config/unknown-key",
    summary: `unknown key ${quoted(key)} ${where}`,
    remedy: belongsToBot ? `${key} is stated at a bot, never here.` : suggestion(key, known),
    path,
    key: true,
  };
}

/** Lists of names of accounts or templates. */
function namesOthers(path: Path): boolean {
  return path.some((part, depth) => depth === 2 && (part === "only" || part === "except" || part === "extends"));
}

function nameProblem({ name, value }: Subject): Words {
  if (holdsVariable(value)) return variableWords(name);
  return {
    code: "config/bad-name",
    summary: `${name} can't be the name of anything: ${quoted(value)}`,
    remedy: "Write the name as it stands where it is declared.",
  };
}

function badName(path: Path): Finding {
  const name = String(path.at(-1));
  const mayHold = path[0] === "bots" && path.length === 2;
  if (holdsVariable(name) && !mayHold) return { ...variableWords(dotted(path)), path, key: true };
  if (holdsVariable(name)) {
    return {
      code: "config/bad-name",
      summary: `${quoted(name)} can't be a bot's key`,
      remedy: 'Use letters, digits, ".", "_" and "-", and references such as ${pair} or ${pair.base}.',
      path,
      key: true,
    };
  }
  const better = name
    .slice(0, 80)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|-+$/g, "");
  return {
    code: "config/bad-name",
    summary: `${quoted(name)} can't be a name in ${dotted(path.slice(0, -1))}`,
    remedy: `Use letters, digits, ".", "_" and "-"${better === "" ? "" : `, for example ${better}`}.`,
    path,
    key: true,
  };
}

function wordProblem(words: readonly string[], subject: Subject): Words {
  const { value, path } = subject;
  if (holdsVariable(value)) return variableWords(subject.name);
  if (value === null) return typeProblem("string", subject);
  if (path[0] === "version") {
    return {
      code: "config/bad-version",
      summary: "the configuration's version must be 1",
      remedy: "Write `version: 1`; a higher version needs a newer botform.",
    };
  }
  if (path[0] === "policies" && path.at(-1) === "rule") return ruleProblem(subject);
  const meant = typeof value === "string" ? nearest(value, words) : undefined;
  const shown = mayBeShown(path) && value !== undefined ? `, not ${quoted(value)}` : "";
  return {
    code: "config/unknown-word",
    summary: `${subject.name} must be ${words.length > 8 ? "the name of a field" : listed(words, "or")}${shown}`,
    remedy: `${meant === undefined ? `Write ${listed(words, "or")}.` : `Did you mean ${meant}?`}${offHint(subject.spec)}`,
  };
}

function rangeProblem(subject: Subject, bound: { low?: number; above?: number; high?: number }): Words {
  const low = subject.spec?.min ?? bound.low;
  const high = subject.spec?.max ?? bound.high;
  const above = subject.spec?.above ?? bound.above;
  const bounds: string[] = [];
  if (low !== undefined && high !== undefined) bounds.push(`from ${low} to ${high}`);
  else if (low !== undefined) bounds.push(`at least ${low}`);
  else if (high !== undefined) bounds.push(`at most ${high}`);
  if (above !== undefined) bounds.push(`greater than ${above}`);
  const shown = mayBeShown(subject.path) ? `; it is ${String(subject.value)}` : "";
  return {
    code: "config/out-of-range",
    summary: `${subject.name} must be ${listed(bounds)}${shown}`,
    remedy: `Write a number within the bounds.${offHint(subject.spec)}`,
  };
}

/** Of the checks that zod doesn't have. */
function ownProblem(subject: Subject): Words {
  if (holdsVariable(subject.value)) return variableWords(subject.name);
  if (typeof subject.value !== "number") return repeated(subject);
  return {
    code: "config/inexact-number",
    summary: `${subject.name} is a number that can't be kept exactly`,
    remedy: "Write a number of a size that a volume, a price or a percentage has.",
  };
}

function repeated({ name, value }: Subject): Words {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const seen = new Set<unknown>();
  const twice = items.find((item) => seen.size === seen.add(item).size);
  return {
    code: "config/repeated-item",
    summary: `${name} names ${quoted(twice)} twice`,
    remedy: "Leave one of the two.",
  };
}
