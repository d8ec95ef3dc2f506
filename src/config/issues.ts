// Says in the user's words what a zod issue means: zod's own messages are never shown.
import type * as z from "zod/mini";
import { fieldSpec, isFieldName } from "../model/field.js";
import { type Finding, holdsVariable, offHint, type Subject, variableWords, type Words } from "./finding.js";
import { formatProblem } from "./formats.js";
import { dotted, mayBeShown, ownerOf, type Path, valueAt } from "./place.js";
import { listed, quoted } from "./problem.js";
import { accountSchema, botSchema, defaultsSchema, fileSchema, RESERVED } from "./schema.js";
import { nearest, suggestion } from "./suggest.js";
import { typeProblem } from "./types.js";

type Issue = z.core.$ZodIssue;

const KNOWN_KEYS = {
  file: Object.keys(fileSchema.shape),
  account: Object.keys(accountSchema.shape),
  defaults: Object.keys(defaultsSchema.shape),
  bot: Object.keys(botSchema.shape),
} as const;

/** Where in the file's value an issue is. */
export function pathOf(issue: z.core.$ZodIssue): Path {
  return issue.path.map((part) => (typeof part === "number" ? part : String(part)));
}

/** The findings of one issue; `root` is the value that was checked. */
export function explainIssue(issue: Issue, root: unknown): Finding[] {
  const path = pathOf(issue);
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
      return formatProblem(subject);
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
      return holdsVariable(subject.value) ? variableWords(subject.name) : repeated(subject);
    case "invalid_union":
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
  const place = owner === "file" || owner === "account" || owner === "bot" ? owner : "bot";
  const where = path.length === 1 ? "at the top" : `in ${dotted(path.slice(0, -1))}`;
  if (RESERVED[place].includes(key)) {
    return {
      code: "config/not-yet",
      summary: `${key} ${where} comes with a later version of botform`,
      remedy: "Remove it for now, and spell the bots out.",
      path,
      key: true,
    };
  }
  const known = owner === "file" || owner === "account" || owner === "defaults" ? KNOWN_KEYS[owner] : KNOWN_KEYS.bot;
  const belongsToBot = owner === "defaults" && Object.hasOwn(botSchema.shape, key);
  return {
    code: "config/unknown-key",
    summary: `unknown key ${quoted(key)} ${where}`,
    remedy: belongsToBot ? `${key} is stated at each bot, never in defaults.` : suggestion(key, known),
    path,
    key: true,
  };
}

function badName(path: Path): Finding {
  const name = String(path.at(-1));
  if (holdsVariable(name)) return { ...variableWords(dotted(path)), path, key: true };
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
