// Expressions of the Common Expression Language: compiled with limits and run on plain data, without access to anything else.
import { Environment } from "@marcbachmann/cel-js";
import Big from "big.js";
import { FIELDS } from "../bot/field.js";
import { canonicalDecimal } from "../text/decimal.js";
import { once } from "../text/once.js";

export type Expression =
  | {
      readonly ok: true;
      readonly run: (data: ExpressionData) => Evaluation;
      /** Whether it asks what a plan does, not only what a bot is. */
      readonly asksThePlan: boolean;
    }
  | { readonly ok: false; readonly problem: string };

interface ExpressionData {
  readonly plan: unknown;
  readonly bot: unknown;
}

export type Evaluation =
  | { readonly ok: true; readonly value: boolean }
  | { readonly ok: false; readonly problem: string };

const LONGEST = 2_000;
/**
 * What all runs of one expression may take together, for a plan of a thousand bots asks a thousand times: reads of lists and
 * maps, each as often as the expression has nodes. The language has no loops but these, nor recursion.
 */
const MOST_STEPS = 25_000_000;
/** Lists walked inside of lists; three levels of a thousand bots would run for hours. */
const MOST_NESTED = 2;
const WALKS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** Made when the first expression is read: most configurations have none, and it takes a while. */
const environment = once(() =>
  new Environment({
    limits: { maxAstNodes: 500, maxDepth: 30, maxListElements: 100, maxMapEntries: 50, maxCallArguments: 8 },
  })
    .registerVariable("plan", "map")
    .registerVariable("bot", "map")
    // Money and prices are decimal text; as binary floating point 0.1 + 0.2 is no 0.3.
    .registerFunction("cmp(dyn, dyn): int", (left: unknown, right: unknown) => BigInt(big(left).cmp(big(right))))
    .registerFunction("add(dyn, dyn): string", (left: unknown, right: unknown) => big(left).plus(big(right)).toFixed())
    .registerFunction("sub(dyn, dyn): string", (left: unknown, right: unknown) =>
      big(left).minus(big(right)).toFixed(),
    ),
);

export function compileExpression(text: string): Expression {
  if (text.length > LONGEST) return { ok: false, problem: `it is longer than ${LONGEST} characters` };
  try {
    const parsed = environment().parse(text);
    const refused = refusal(parsed.ast, 0);
    if (refused !== undefined) return { ok: false, problem: refused };
    const strange = strangeName(parsed.ast);
    if (strange !== undefined) return { ok: false, problem: strange };
    const checked = parsed.check();
    if (!checked.valid) return { ok: false, problem: firstLine(checked.error) };
    if (checked.type !== "bool" && checked.type !== "dyn")
      return { ok: false, problem: `it gives ${checked.type}, not true or false` };
    return { ok: true, run: runner(parsed, nodesOf(parsed.ast)), asksThePlan: asksThePlan(parsed.ast) };
  } catch (error) {
    return { ok: false, problem: `${firstLine(error)}${otherwise(text)}` };
  }
}

/** Words and signs of other languages, in an expression that can't be read. */
function otherwise(text: string): string {
  const bare = text.replace(/'[^']*'|"[^"]*"/g, "");
  const word = /\b(?:and|or|not)\b/i.test(bare) ? "; write && for and, || for or, ! for not" : "";
  return `${word}${/[^=!<>]=(?!=)/.test(bare) ? "; write == to compare" : ""}`;
}

/** The plan is copied once, however many bots are asked about. */
function runner(
  parsed: (data: Record<string, unknown>) => unknown,
  nodes: number,
): (data: ExpressionData) => Evaluation {
  let left = MOST_STEPS;
  const read = (times: number) => {
    left -= times * nodes;
    if (left < 0) throw new RangeError(TOO_LONG);
  };
  let last: { readonly plan: unknown; readonly counted: unknown } | undefined;
  return ({ plan, bot }) => {
    if (left < 0) return { ok: false, problem: TOO_LONG };
    try {
      if (last === undefined || last.plan !== plan) last = { plan, counted: counted(plan, read) };
      const value = parsed({ plan: last.counted, bot: counted(bot, read) });
      if (typeof value === "boolean") return { ok: true, value };
      return { ok: false, problem: "it gives neither true nor false" };
    } catch (error) {
      return { ok: false, problem: firstLine(error) };
    }
  };
}

const TOO_LONG = "it takes too long";

function nodesOf(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, one) => sum + nodesOf(one), 0);
  return typeof node === "object" && node !== null && "op" in node && "args" in node ? 1 + nodesOf(node.args) : 0;
}

/** The same data with lists and maps that say how often they are read; nothing of it can be changed through it. */
function counted(value: unknown, read: (times: number) => void): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => counted(item, read));
    return new Proxy(items, {
      get(target, key, receiver) {
        read(1);
        return Reflect.get(target, key, receiver);
      },
    });
  }
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, counted(one, read)]));
  // Whoever walks a map asks for all of its keys first.
  return new Proxy(copy, {
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      read(keys.length);
      return keys;
    },
  });
}

const ORDERINGS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);
/** Decimal text of bots and of figures in money: as text 10 comes before 9. */
const DECIMALS: ReadonlySet<string> = new Set([
  ...FIELDS.filter(({ kind }) => kind !== "text" && kind !== "word").map(({ name }) => name),
  ...["position", "margin", "feeReserve", "cover", "bounce", "lossAtEnd", "funding", "walletExposure"],
  ...["need", "free", "usable", "wallet", "loss", "equity", "maintenance"],
]);

/** Why an expression is refused: regular expressions can take for ever on a short text, and so can nested loops. */
function refusal(node: unknown, depth: number): string | undefined {
  if (Array.isArray(node)) return firstOf(node, depth);
  if (typeof node !== "object" || node === null || !("op" in node) || !("args" in node)) return undefined;
  const { op, args } = node;
  if (ORDERINGS.has(String(op)) && Array.isArray(args) && args.some(isDecimalText))
    return "decimals are text; compare them with cmp(a, b)";
  const name = op === "rcall" && Array.isArray(args) ? String(args[0]) : undefined;
  if (name === "matches") return "matches isn't available; use startsWith, endsWith, contains or ==";
  if (name === "bind") return "bind isn't available; write the value where it is used";
  const inner = name !== undefined && WALKS.has(name) ? depth + 1 : depth;
  if (inner > MOST_NESTED) return `loops over lists are nested more than ${MOST_NESTED} deep`;
  return refusal(args, inner);
}

/** What is known of a bot without a plan. */
const OF_A_BOT: ReadonlySet<string> = new Set(["address", "title", "access", "on", "after", "risk"]);

function asksThePlan(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(asksThePlan);
  if (typeof node !== "object" || node === null || !("op" in node) || !("args" in node)) return false;
  const { op, args } = node;
  if (op === "id") return args === "plan" || args === "bot";
  if (op === "." && Array.isArray(args) && isBot(args[0])) return !OF_A_BOT.has(String(args[1]));
  return asksThePlan(args);
}

function isBot(node: unknown): boolean {
  return (
    typeof node === "object" &&
    node !== null &&
    "op" in node &&
    "args" in node &&
    node.op === "id" &&
    node.args === "bot"
  );
}

/** What a bot has; docs/reference/policies.md documents every key. */
const BOT_KEYS = [
  "address",
  "title",
  "access",
  "isNew",
  "on",
  "before",
  "after",
  "actions",
  "changes",
  "deals",
  "risk",
];

/** A name that no bot has: it would never be true, or make every plan fail. Inside a walk over other things called bot, any name may be right. */
function strangeName(node: unknown): string | undefined {
  if (Array.isArray(node)) return node.map(strangeName).find((one) => one !== undefined);
  if (typeof node !== "object" || node === null || !("op" in node) || !("args" in node)) return undefined;
  const { op, args } = node;
  if (op === "rcall" && Array.isArray(args) && Array.isArray(args[2]) && isBot(args[2][0])) return strangeName(args[1]);
  if (op !== "." || !Array.isArray(args)) return strangeName(args);
  const [of, key] = [args[0], String(args[1])];
  if (isBot(of) && !BOT_KEYS.includes(key))
    return FIELDS.some(({ name }) => name === key) ? `bot has no ${key}; write bot.after.${key}` : `bot has no ${key}`;
  const isOfSettings = isSettings(of) && !FIELDS.some(({ name }) => name === key);
  return isOfSettings ? `a bot has no setting ${key}` : strangeName(of);
}

/** `bot.before` or `bot.after`. */
function isSettings(node: unknown): boolean {
  if (typeof node !== "object" || node === null || !("op" in node) || !("args" in node)) return false;
  const { op, args } = node;
  return op === "." && Array.isArray(args) && isBot(args[0]) && (args[1] === "before" || args[1] === "after");
}

/** A decimal in quotes, or a path to one. */
function isDecimalText(node: unknown): boolean {
  if (typeof node !== "object" || node === null || !("op" in node) || !("args" in node)) return false;
  const { op, args } = node;
  if (op === "value") return typeof args === "string" && canonicalDecimal(args) !== undefined;
  return op === "." && Array.isArray(args) && DECIMALS.has(String(args[1]));
}

function firstOf(nodes: readonly unknown[], depth: number): string | undefined {
  for (const node of nodes) {
    const found = refusal(node, depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

function big(value: unknown): Big {
  const text = typeof value === "string" || typeof value === "number" ? canonicalDecimal(value) : undefined;
  if (text !== undefined) return new Big(text);
  if (typeof value === "bigint") return new Big(String(value));
  throw new RangeError("cmp, add and sub take numbers or decimal text");
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ""] = message.split("\n");
  return first
    .slice(0, 300)
    .replace(
      /^Unexpected (?:token|character): '?(.+?)'?$/,
      (_, token: string) => `${written(token)} isn't expected there`,
    )
    .replace(
      /^Expected (\w+), got (\w+)$/,
      (_, one: string, other: string) => `${written(one)} is missing before ${written(other)}`,
    );
}

/** The parser's names of what is written with signs. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  [
    ...(["EQ ==", "NE !=", "LT <", "LE <=", "GT >", "GE >=", "AND &&", "OR ||", "NOT !", "PLUS +", "MINUS -"] as const),
    ...(["MULTIPLY *", "DIVIDE /", "MODULO %", "LPAREN (", "RPAREN )", "LBRACKET [", "RBRACKET ]"] as const),
    ...(["LBRACE {", "RBRACE }", "DOT .", "COMMA ,", "COLON :", "QUESTION ?", "IN in"] as const),
  ].map((row) => row.split(" ") as [string, string]),
);

function written(token: string): string {
  if (token === "EOF") return "the end";
  if (token === "IDENTIFIER") return "a name";
  return /^[A-Z]{5,}$/.test(token) && !SIGNS.has(token) ? `a ${token.toLowerCase()}` : (SIGNS.get(token) ?? token);
}
