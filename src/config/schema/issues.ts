// Explains zod's issues in words for the user; zod's own messages are never shown.
import type * as z from "zod/mini";
import { fieldSpec, isFieldName } from "../../model/bot/field.js";
import { missingSetting } from "../../model/text/aliases.js";
import { counted } from "../../model/text/counted.js";
import { WEBHOOK_ACTIONS } from "../../model/webhook/webhook.js";
import { accountLimitsSchema } from "../account-limits.js";
import { assumptionsSchema, limitsSchema } from "../assumptions.js";
import { BREAKER_SCOPE_KEYS, breakerSchema } from "../breakers/breaker-schema.js";
import { holdSchema } from "../holds/hold-schema.js";
import { POLICY_PARTS, policySchema } from "../policies/policy-schema.js";
import { listed, quoted } from "../problem.js";
import { gatesSchema, ROLLOUT_KEYS, waveSchema } from "../rollout/rollout-schema.js";
import { webhookFindings } from "../webhooks/webhook-issues.js";
import { keysBeside, keysWithoutOwner } from "./not-indented.js";
import { dotted, mayBeShown, ownerOf, type Path, pathOf, valueAt } from "./place.js";
import { accountSchema, fileSchema } from "./schema.js";
import { botSchema, defaultsSchema, exceptionSchema, templateSchema } from "./schema-bot.js";
import {
  holdsVariable,
  keyFinding,
  type ProblemText,
  type SchemaProblem,
  type ValueContext,
  variableProblem,
  words,
} from "./schema-problem.js";
import { VARIANT_KEYS, VARIANT_SETTINGS } from "./schema-variants.js";
import { pairRemedy, suggestion } from "./suggest.js";
import { formProblem, ownProblem, rangeProblem, sizeProblem, typeProblem, wordProblem } from "./wrong-value.js";

type Issue = z.core.$ZodIssue;

const BOT_KEYS = Object.keys(botSchema.shape);
const KNOWN_KEYS: Readonly<Record<ReturnType<typeof ownerOf>, readonly string[]>> = {
  file: Object.keys(fileSchema.shape),
  account: Object.keys(accountSchema.shape),
  defaults: Object.keys(defaultsSchema.shape),
  template: Object.keys(templateSchema.shape),
  exception: Object.keys(exceptionSchema.shape),
  bot: BOT_KEYS,
  policy: Object.keys(policySchema.shape),
  breaker: Object.keys(breakerSchema.shape),
  hold: Object.keys(holdSchema.shape),
  rollout: ROLLOUT_KEYS,
  variant: VARIANT_KEYS,
  "variant settings": VARIANT_SETTINGS,
  accesses: BOT_KEYS,
  names: BOT_KEYS,
};
/** Where a setting of a bot may stand by mistake. */
const NEAR_BOTS: ReadonlySet<string> = new Set([
  "defaults",
  "template",
  "exception",
  "accesses",
  "names",
  "variant settings",
]);

/** The findings of one issue; `root` is the value that was checked. */
export function explainIssue(issue: Issue, root: unknown): SchemaProblem[] {
  const path = pathOf(issue);
  const ofWebhooks = webhookFindings(issue, path, root);
  if (ofWebhooks !== undefined) return ofWebhooks;
  if (issue.code === "unrecognized_keys") {
    const section = issue.keys.find((key) => isSectionInside([...path, key], root));
    return section === undefined
      ? issue.keys.map((key) => unknownKey([...path, key], key))
      : [sectionInside([...path, section], section)];
  }
  if (issue.code === "invalid_key") return [badName(path, valueAt(root, path))];
  const last = path.findLast((part) => typeof part === "string");
  const spec = typeof last === "string" && isFieldName(last) && mayBeShown(path) ? fieldSpec(last) : undefined;
  const subject: ValueContext = { path, name: dotted(path), value: valueAt(root, path), spec };
  const beside = keysBeside(root, path);
  if (keysWithoutOwner(root, path).length > 0) return [{ ...nameMissing(path), path, key: true }];
  const problem = beside.length > 0 ? notIndented(subject, beside) : worded(issue, subject);
  return [{ ...problem, ...(endsInComma(subject) && { remedy: NO_COMMA }), path }];
}

/** What stands at the top of a file, and is a setting nowhere. */
const SECTIONS: ReadonlySet<string> = new Set(["accounts", "bots", "templates", "policies", "breakers", "defaults"]);

/** A list of names is something else by the same word, and settings for all bots of an account are called otherwise. */
function isSectionInside(path: Path, root: unknown): boolean {
  const [key, value] = [String(path.at(-1)), valueAt(root, path)];
  if (path.length === 1 || !SECTIONS.has(key) || (path[0] === "accounts" && key === "defaults")) return false;
  return value === null || (typeof value === "object" && !Array.isArray(value));
}

/** Keys that stand beside it then belong to it. */
function sectionInside(path: Path, key: string): SchemaProblem {
  const remedy = `Remove the spaces before ${key}, so that it stands at the top; what belongs to it is indented by 2.`;
  return keyFinding("config/unknown-key", path, `${key} stands inside ${dotted(path.slice(0, -1))}`, remedy);
}

/** As in JSON, where a comma parts the values. */
function endsInComma({ value, path }: ValueContext): boolean {
  return typeof value === "string" && /^[\w.-]+,$/.test(value) && mayBeShown(path);
}

const NO_COMMA = "Remove the comma at its end: only { } and [ ] have commas between values.";

function nameMissing([section, key]: Path): ProblemText {
  const [what, example] = OWNERS[String(section)] ?? ["an entry", "name"];
  return words(
    "config/wrong-type",
    `${String(key)} stands right below ${String(section)}: the name of ${what} is missing above it`,
    `Write a name such as ${example}: above it, and indent what is below.`,
  );
}

const OWNERS: Readonly<Record<string, readonly [what: string, example: string]>> = {
  accounts: ["an account", "main"],
  bots: ["a bot", "btc-dip"],
  templates: ["a template", "dip"],
};

function notIndented({ name }: ValueContext, beside: readonly string[]): ProblemText {
  const keys = beside.length > 3 ? `${beside[0]} and the ${beside.length - 1} lines below it` : listed(beside);
  return words(
    "config/wrong-type",
    `${name} is empty, and the keys below it stand beside it`,
    `Indent ${keys} by two more spaces.`,
  );
}

function worded(issue: Issue, subject: ValueContext): ProblemText {
  switch (issue.code) {
    case "invalid_type":
      return typeProblem(issue.expected, subject);
    case "invalid_format":
      return formProblem(subject);
    case "invalid_value":
      return wordProblem(issue.values.map(String), subject);
    case "too_small":
      if (issue.origin === "string") return formProblem(subject);
      if (issue.origin === "array") return sizeProblem(subject, `at least ${counted(Number(issue.minimum), "item")}`);
      return rangeProblem(subject, { [issue.inclusive === false ? "above" : "min"]: Number(issue.minimum) });
    case "too_big":
      if (issue.origin === "string") return formProblem(subject);
      if (issue.origin === "array") return sizeProblem(subject, `at most ${counted(Number(issue.maximum), "item")}`);
      return rangeProblem(subject, { [issue.inclusive === false ? "below" : "max"]: Number(issue.maximum) });
    case "custom":
      return ownProblem(subject);
    case "invalid_union":
      return unionProblem(subject);
    default:
      return words(
        "config/wrong-type",
        `${subject.name} can't be used as written`,
        "Compare it with the key's documentation: botform explain.",
      );
  }
}

/** What a value may be that may be of several types. */
function unionProblem({ name, path, value }: ValueContext): ProblemText {
  if (holdsVariable(value)) return variableProblem(name);
  const [wanted, remedy] = path.includes("extends")
    ? ["the name of a template, or a list of names", "Write extends: name, or extends: [first, second]."]
    : path.at(-1) === "twin"
      ? ["the title of a live bot, or a list of titles", "Write twin: title, or twin: [first, second]."]
      : path.includes("forEach")
        ? [
            "text, a number, true or false, or a map of these",
            "Write lists of values: forEach: { pair: [USDT-ETH, USDT-SOL] }.",
          ]
        : ["an access's title in quotes, or its accessId as a number", "Write the title as the service shows it."];
  return words("config/wrong-type", `${name} must be ${wanted}`, remedy);
}

function unknownKey(path: Path, key: string): SchemaProblem {
  const owner = ownerOf(path);
  const where = path.length === 1 ? "at the top" : `in ${dotted(path.slice(0, -1))}`;
  const inner = innerKeys(path);
  const belongsToBot = inner === undefined && NEAR_BOTS.has(owner) && BOT_KEYS.includes(key);
  if (path[0] === "accounts" && path.length === 3 && key === "defaults")
    return keyFinding("config/unknown-key", path, `unknown key "defaults" ${where}`, "Did you mean overrides?");
  const remedy = belongsToBot
    ? `${key} can only be set for a bot, not here.`
    : ((NEAR_BOTS.has(owner) || owner === "bot" ? missingSetting(key) : undefined) ??
      ((path[0] === "policies" || path[0] === "breakers") && inner === undefined
        ? (SCOPES.get(key) ??
          (LIMIT_WORDS.has(key) ? "Write limit in its place: limit and the same number." : undefined))
        : undefined) ??
      (inner === undefined ? placeElsewhere(owner, key) : undefined) ??
      remedyOf(key, inner ?? KNOWN_KEYS[owner]));
  const joined = /^([A-Za-z]\w*)\s*([:=])./.exec(key);
  const comma = isDecimalPlaces(key) ? ": in braces, a comma ends a value" : "";
  return keyFinding(
    "config/unknown-key",
    path,
    `unknown key ${quoted(key)} ${where}${comma}`,
    joined === null ? remedy : colonRemedy(joined),
  );
}

/** Where a key belongs that is right, in a place that isn't. */
function placeElsewhere(owner: ReturnType<typeof ownerOf>, key: string): string | undefined {
  if (owner === "file" && KNOWN_KEYS.account.includes(key))
    return `It belongs to an account: write it below accounts: { main: { ${key}: … } }.`;
  if (!KNOWN_KEYS.defaults.includes(key)) return undefined;
  if (owner === "file") return `Write it under defaults, for every bot: defaults: { ${key}: … }; or in a bot.`;
  return owner === "account"
    ? `Write it under overrides, as the account's last word: overrides: { ${key}: … }; or under defaults.`
    : undefined;
}

/** By what others write for a rule's limit. */
const LIMIT_WORDS: ReadonlySet<string> = new Set(["max", "maximum", "value", "most", "threshold", "min"]);

/** By what others write beside a policy's rule to say whom it is for. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ...["account", "accounts"].map((key) => [key, "Write scope: { account: [main] }."] as const),
  ...["access", "accesses"].map((key) => [key, "Write scope: { access: [primary] }."] as const),
  ...["bot", "bots", "title", "titles"].map((key) => [key, 'Write scope: { title: ["BTC*"] }, by titles.'] as const),
  ["pair", 'Write scope: { pair: ["USDT-BTC"] }.'],
]);

/** Of `leverage:3` and `leverage=3`, which are one text. */
function colonRemedy([, name, sign]: RegExpExecArray): string {
  return sign === ":"
    ? `Write a space after the colon: ${name}: …`
    : `Write a colon and a space instead of =: ${name}: …`;
}

/** The keys of a map inside an account or a policy. @param path of a key of it */
function innerKeys([section, inner, part, ...deeper]: Path): readonly string[] | undefined {
  if (section === "rollout" && part !== undefined)
    return Object.keys((inner === "gates" ? gatesSchema : waveSchema).shape);
  if (deeper.length === 0) return undefined;
  if (section === "policies") return POLICY_PARTS.get(part);
  if (section === "breakers") return part === "scope" ? BREAKER_SCOPE_KEYS : undefined;
  if (section !== "accounts") return undefined;
  if (part === "hookPaths" || part === "hookUrls") return WEBHOOK_ACTIONS;
  if (part === "limits") return Object.keys(accountLimitsSchema.shape);
  if (part === "assumptions") return Object.keys((deeper.length > 1 ? limitsSchema : assumptionsSchema).shape);
  return undefined;
}

/** In braces a comma ends a value, so of 1,5 the 5 is a key. */
function isDecimalPlaces(key: string): boolean {
  return /^\d+$/.test(key);
}

function remedyOf(key: string, known: readonly string[]): string {
  return isDecimalPlaces(key)
    ? key.length === 3
      ? "Write the number before it without a comma: 1000, or 1.5."
      : "If this is the end of a decimal, write it with a point, such as 1.5."
    : suggestion(key, known);
}

function badName(path: Path, value: unknown): SchemaProblem {
  const name = String(path.at(-1));
  const isBot = path[0] === "bots" && path.length === 2;
  if (holdsVariable(name) && !isBot) return { ...variableProblem(dotted(path)), path, key: true };
  if (holdsVariable(name)) {
    const remedy = 'Use letters, digits, ".", "_" and "-", and references such as ${pair} or ${pair.base}.';
    return keyFinding("config/bad-name", path, `${quoted(name)} can't be a bot's key`, remedy);
  }
  if (path[2] === "assumptions") {
    const summary = `${quoted(name)} can't be a pair in ${dotted(path.slice(0, -1))}`;
    return keyFinding("config/bad-name", path, summary, pairRemedy(name));
  }
  const better = name
    .slice(0, 80)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|-+$/g, "");
  const summary = `${quoted(name)} can't be a name in ${dotted(path.slice(0, -1))}`;
  const example = better === "" ? "" : `, for example ${better}`;
  const [, alias, title] = value === null && path[2] === "accesses" ? (/^([\w.-]+) (.+)$/.exec(name) ?? []) : [];
  if (alias !== undefined)
    return keyFinding(
      "config/bad-name",
      path,
      summary,
      `Write a colon and a space after the name: ${alias}: ${title}.`,
    );
  return keyFinding("config/bad-name", path, summary, `Use letters, digits, ".", "_" and "-"${example}.`);
}
