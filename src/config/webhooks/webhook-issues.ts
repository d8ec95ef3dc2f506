// Explains problems of values within a bot's webhooks in words for the user.
import type * as z from "zod/mini";
import {
  fieldsOf,
  PLAIN_OF,
  SECTIONS_OF,
  WEBHOOK_ACTIONS,
  type WebhookFieldSpec,
  type WebhookKind,
  webhookField,
} from "../../model/webhook/webhook.js";
import { listed, quoted } from "../problem.js";
import { switchRemedy } from "../schema/meant-shape.js";
import { dotted, ownerPath, type Path, pathOf, valueAt } from "../schema/place.js";
import { keyFinding, type ProblemText, type SchemaProblem, words } from "../schema/schema-problem.js";
import { nearest, suggestion, wordRemedy } from "../schema/suggest.js";

type Issue = z.core.$ZodIssue;

/** The findings of an issue in webhooks; undefined for an issue elsewhere. */
export function webhookFindings(issue: Issue, path: Path, root: unknown): SchemaProblem[] | undefined {
  const depth = ownerPath(path).length;
  if (path[depth] !== "webhooks") return undefined;
  const inner = path.slice(depth + 1);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey([...path, key], [...inner, key]));
  if (issue.code === "invalid_union") {
    const deeper = issue.errors.find((branch) =>
      branch.every((one) => one.path.length > 0 || one.code === "unrecognized_keys"),
    );
    const found = deeper?.flatMap((one) => webhookFindings(one, [...path, ...pathOf(one)], root) ?? []);
    if (found !== undefined && found.length > 0) return found;
  }
  return [{ ...worded(path, inner, valueAt(root, path)), path }];
}

/** Keys that may stand at a path within webhooks. */
function keysAt(inner: Path): readonly string[] {
  const [first, second] = inner;
  if (first === undefined) return WEBHOOK_ACTIONS;
  const action = WEBHOOK_ACTIONS.find((name) => name === first);
  if (action === undefined) return [];
  const section = SECTIONS_OF[action].find((name) => name === second);
  if (second === undefined) return [...PLAIN_OF[action], ...SECTIONS_OF[action]];
  return section === undefined ? [] : fieldsOf(section);
}

function unknownKey(path: Path, inner: Path): SchemaProblem {
  const key = String(inner.at(-1));
  const around = inner.slice(0, -1);
  // open.orderVolume reads as if it stood one level higher than it does.
  const home = around.length === 1 ? SECTIONS_OF.open.find((name) => fieldsOf(name).includes(key)) : undefined;
  const remedy =
    home !== undefined && keysAt(around).includes(home)
      ? `Write it in the section it belongs to: ${home}: { ${key}: … }.`
      : key === "botId"
        ? "Set a bot's id in the bot itself, as botId."
        : suggestion(key, keysAt(around));
  const summary = `unknown key ${quoted(key)} in ${dotted(path.slice(0, -1))}`;
  return keyFinding("config/unknown-key", path, summary, remedy);
}

function worded(path: Path, inner: Path, value: unknown): ProblemText {
  const name = dotted(path);
  const spec = specAt(inner);
  if (spec === undefined) return words("config/wrong-type", `${name} must be ${mapAt(inner)}`, mapRemedy(inner));
  if (spec.kind === "word" && typeof value === "string") return wordProblem(name, spec, value);
  if (spec.kind === "pairs" && typeof value === "string" && typeof inner.at(-1) === "number") {
    const symbol = symbolMeant(value);
    const remedy = symbol === undefined ? "Write base and quote together, in capitals." : `Write ${symbol}.`;
    return words("config/bad-pair", `${name} must be an exchange symbol such as BTCUSDT, not ${quoted(value)}`, remedy);
  }
  const number = Number(typeof value === "string" && /\d/.test(value) ? value : Number.NaN);
  const isNumber = typeof value === "number" || (spec.kind === "decimal" && Number.isFinite(number));
  const { min, above } = spec;
  const amount = typeof value === "number" ? value : number;
  const isTooSmall = isNumber && ((min !== undefined && amount < min) || (above !== undefined && amount <= above));
  if (isTooSmall) {
    const bound = above === undefined ? `at least ${min}` : `greater than ${above}`;
    const summary = `${name} must be ${bound}; it is ${quoted(value)}`;
    return words("config/out-of-range", summary, "Write a number within these bounds; null leaves the field out.");
  }
  const [noun, remedy] = KINDS[spec.kind];
  if (spec.kind === "integer" && typeof value === "number")
    return words("config/not-whole", `${name} must be a whole number, not ${value}`, remedy);
  const how = spec.kind === "boolean" ? switchRemedy(value) : remedy;
  return words("config/wrong-type", `${name} must be ${noun}, not ${shown(value)}`, how);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" && value !== null ? "a map" : quoted(value);
}

function specAt(inner: Path): WebhookFieldSpec | undefined {
  const names = inner.filter((one) => typeof one === "string").slice(1);
  return webhookField(names.join("."));
}

function mapAt(inner: Path): string {
  if (inner.length < 2)
    return `true, or a map of ${inner.length === 0 ? listed(WEBHOOK_ACTIONS) : "the fields of its message"}`;
  return "a map of its fields";
}

const MAP = "Write keys below it; true takes everything from the bot, null leaves it out.";

/** Only an action as a whole can be taken from the bot. */
function mapRemedy(inner: Path): string {
  if (inner.length < 2) return MAP;
  return inner.at(-1) === "stop"
    ? "Write stop: { enabled: true, event: percentage, value: 5 }, with your number of percent; null leaves it out."
    : "Write keys below it; null leaves it out.";
}

const KINDS: Readonly<Record<WebhookKind, readonly [string, string]>> = {
  decimal: ["a decimal", 'Write a plain number such as 20.5, or the same in quotes; or one placeholder: "{{plot_0}}".'],
  integer: ["a whole number", "Write a whole number, for example 5, without quotes."],
  boolean: ["true or false", "Write true or false."],
  word: ["a word", "Write one of the words of the interface."],
  pairs: ["a list of exchange symbols", "Write a list: [BTCUSDT]."],
};

function wordProblem(name: string, { words: known = [], name: field }: WebhookFieldSpec, value: string): ProblemText {
  const meant = field === "strategy" ? SIDES[value.toLowerCase()] : nearest(value, known);
  const summary = `${name} must be ${listed(known, "or")}, not ${quoted(value)}`;
  return words("config/unknown-word", summary, wordRemedy(known, meant));
}

const SIDES: Readonly<Record<string, string>> = { long: "long", short: "short", buy: "long", sell: "short" };

/** The symbol that another way of writing a pair means: USDT-BTC, BTCUSDT.P, BINANCE:BTCUSDT, BTC/USDT, btcusdt. */
export function symbolMeant(written: string): string | undefined {
  const bare = written
    .trim()
    .toUpperCase()
    .replace(/^[A-Z0-9_]+:/, "")
    .replace(/\.P$/, "");
  const dashed = /^([A-Z0-9]+)-([A-Z0-9]+)$/.exec(bare);
  const symbol = dashed === null ? bare.replace(/[/_ ]/, "") : `${dashed[2]}${dashed[1]}`;
  return /^[A-Z0-9]{2,40}$/.test(symbol) ? symbol : undefined;
}
