// The seed: accounts, accesses, bots, pairs and prices an emulator starts with, read strictly from JSON.
import Big from "big.js";
import * as z from "zod/mini";
import { DEFAULT_RULES, type MarketRules } from "../../market/rules.js";
import { OPERATIONS } from "../../service/operations.js";
import { checkParameters } from "../http/parameters.js";
import type { RawValue } from "../http/request.js";
import { completeQuirks } from "../quirks/quirk-text.js";
import type { Quirks } from "../quirks/quirks.js";
import { courseProblems, courseSchema, DEFAULT_PAIRS, price } from "./seed-courses.js";

const id = z.int().check(z.positive());
const name = z.string().check(z.minLength(1));
const decimal = z.string().check(z.regex(/^\d{1,15}(?:\.\d{1,12})?$/));
/** Of an order's volume, in percent. */
const fraction = z.string().check(z.regex(/^\d(?:\.\d{1,8})?$/));

const access = z.strictObject({ accessId: id, title: name, exchange: z.optional(name) });

/** Besides these three, a bot has create's parameters under their own names; `null` is "not set". */
const bot = z.catchall(
  z.object({ id: z.optional(id), accessId: id, enabled: z.optional(z.boolean()) }),
  z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
);

/** The webhook address of an account: `/crazy/hook/{accountId}:{token}`. */
const hook = z.strictObject({
  accountId: id,
  token: z.string().check(z.regex(/^[\w-]{1,200}$/)),
  /** Where deals of the Ghost bot run; the first access by default. */
  accessId: z.optional(id),
});

const account = z.strictObject({
  name,
  apiKey: name,
  apiSecret: name,
  balance: z.optional(z.record(z.string(), decimal)),
  hook: z.optional(hook),
  accesses: z.array(access).check(z.minLength(1)),
  bots: z.optional(z.array(bot)),
});

const seedSchema = z.strictObject({
  /** Exchange of every access that doesn't name its own; SERVICE_FUTURES by default. */
  exchange: z.optional(name),
  accounts: z.array(account).check(z.minLength(1)),
  pairs: z.optional(z.array(z.string().check(z.regex(/^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/)))),
  prices: z.optional(z.record(z.string(), courseSchema)),
  /** Where the market's time begins, for example 2026-01-01T00:00:00Z; now by default. */
  start: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/))),
  fees: z.optional(z.strictObject({ makerPercent: fraction, takerPercent: fraction })),
  /** By pair: prices are multiples of `tick`, amounts of `lot`. */
  markets: z.optional(z.record(z.string(), z.strictObject({ tick: z.optional(price), lot: z.optional(price) }))),
});

export type Seed = z.infer<typeof seedSchema>;
export type SeedBot = z.infer<typeof bot>;

type SeedReading =
  | { readonly ok: true; readonly seed: Seed }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a parsed JSON document; every problem is reported with its path, for example `accounts[0].apiKey`. */
export function parseSeed(json: unknown): SeedReading {
  const read = z.safeParse(seedSchema, json);
  if (!read.success) return { ok: false, problems: read.error.issues.flatMap((issue) => issueTexts(issue)) };
  const problems = seedProblems(read.data);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, seed: read.data };
}

/** Parameters of a seed's bot in the form of a request's, with the exchange left to its access. */
export function seedParameters(bot: Omit<SeedBot, "id" | "enabled">, exchange: string): ReadonlyMap<string, RawValue> {
  const values = new Map<string, RawValue>([["exchange", exchange]]);
  for (const [name, value] of Object.entries(bot)) {
    if (name !== "id" && name !== "enabled" && value !== null && value !== undefined) values.set(name, value);
  }
  return values;
}

/** Seeds are read by one fixed set of rules, whatever the quirks of the API. */
const SEED_RULES = completeQuirks({ parameters: "strict" });

function seedProblems(seed: Seed): string[] {
  const problems = [
    ...courseProblems(seed.prices ?? {}),
    ...repeats(seed.accounts, "name", "accounts"),
    ...repeats(seed.accounts, "apiKey", "accounts"),
    ...repeats(
      seed.accounts.flatMap((each) => each.hook ?? []),
      "accountId",
      "hooks",
    ),
    ...repeats(
      seed.accounts.flatMap((each) => each.bots ?? []),
      "id",
      "bots",
    ),
  ];
  for (const [at, each] of seed.accounts.entries()) {
    const place = `accounts[${at}]`;
    problems.push(...repeats(each.accesses, "accessId", `${place}.accesses`));
    const ghosts = each.hook?.accessId;
    if (ghosts !== undefined && !each.accesses.some(({ accessId }) => accessId === ghosts)) {
      problems.push(`${place}.hook: accessId ${ghosts} is not one of the account's accesses.`);
    }
    for (const [index, entry] of (each.bots ?? []).entries()) {
      problems.push(
        ...botProblems(entry, each.accesses, seed.pairs ?? DEFAULT_PAIRS).map(
          (text) => `${place}.bots[${index}]: ${text}`,
        ),
      );
    }
  }
  return problems;
}

function botProblems(
  entry: SeedBot,
  accesses: Seed["accounts"][number]["accesses"],
  pairs: readonly string[],
): string[] {
  const values = seedParameters(entry, "any");
  const check = checkParameters(OPERATIONS.createBot, { values, repeated: [] }, SEED_RULES);
  const problems = check.ok ? [] : [...check.problems];
  if (!accesses.some((access) => access.accessId === entry.accessId)) {
    problems.push(`accessId ${entry.accessId} is not one of the account's accesses.`);
  }
  const pair = values.get("pairTitle");
  if (typeof pair === "string" && !pairs.includes(pair)) {
    problems.push(`pairTitle ${pair} is not one of the pairs.`);
  }
  return problems;
}

function repeats<T extends object>(entries: readonly T[], key: keyof T & string, place: string): string[] {
  const values = entries.map((entry) => entry[key]).filter((value) => value !== undefined);
  const twice = new Set(values.filter((value, at) => values.indexOf(value) !== at));
  return [...twice].map((value) => `${place}: ${key} ${JSON.stringify(value)} is used twice`);
}

type Issue = z.core.$ZodIssue;

/** zod/mini carries no message texts (they would cost start-up time), so the few that matter are written here. */
function issueTexts(issue: Issue): string[] {
  const place = pathText(issue.path);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${place}unknown key ${JSON.stringify(key)}`);
  if (issue.code === "invalid_type") return [`${place}must be ${article(issue.expected)}`];
  if (issue.code === "invalid_union") {
    const closest = closestOf(issue.errors);
    if (closest.length > 0) {
      return closest.flatMap((inner) => issueTexts({ ...inner, path: [...issue.path, ...inner.path] }));
    }
  }
  return [`${place}${WANTED[issue.code] ?? "has an invalid value"}`];
}

/** Of several forms the one that was most likely meant: it knows the outermost keys, and has the fewest mistakes in it. */
function closestOf(forms: readonly (readonly Issue[])[]): readonly Issue[] {
  const weight = (issue: Issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.length * (issue.path.length === 0 ? 10 : 1) : 1;
  const mistakes = (issues: readonly Issue[]) => issues.reduce((sum, issue) => sum + weight(issue), 0);
  const objects = forms.filter((issues) => issues.some((issue) => issue.path.length > 0));
  return objects.toSorted((left, right) => mistakes(left) - mistakes(right))[0] ?? [];
}

const WANTED: Readonly<Record<string, string>> = {
  too_small: "is too small or too short",
  too_big: "is too big",
  invalid_format: "has the wrong format",
  invalid_union: "has the wrong format",
};

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text === "" ? "" : `${text.replace(/^\./, "")}: `;
}

export const DEFAULT_SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      hook: { accountId: 7001, token: "demo-hook-token" },
      balance: { USDT: "10000", BUSD: "1000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Second futures" },
      ],
    },
  ],
};

/** Fees, ticks and lots as the seed has them, open questions as the quirks answer them. */
export function marketRules(seed: Seed, quirks: Quirks): MarketRules {
  const { fees, markets = {} } = seed;
  const pairs = Object.entries(markets).map(
    ([pair, { tick = null, lot = DEFAULT_RULES.other.lot }]) => [pair, { tick, lot }] as const,
  );
  return {
    ...DEFAULT_RULES,
    ...(fees !== undefined && { makerFee: share(fees.makerPercent), takerFee: share(fees.takerPercent) }),
    volumeBase: quirks.volumeBase,
    volumeMeaning: quirks.volumeMeaning,
    pairs: Object.fromEntries(pairs),
  };
}

function share(percent: string): string {
  return new Big(percent).div(100).toFixed();
}
