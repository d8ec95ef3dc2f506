// A breaker: a rule on a live account that turns its bots off and holds them at its limit, until a person arms it again.
import * as z from "zod/mini";
import { type Data, text, word } from "../data.js";
import type { Origin } from "../text/diagnostic.js";
import { once } from "../text/once.js";

export const BREAKER_PARAMETERS = ["hours", "minutes", "limit", "quote"] as const;
export type BreakerParameter = (typeof BREAKER_PARAMETERS)[number];

/** Each rule with the parameters that it needs, all of them, and its figure for people. */
export const BREAKER_RULES = {
  loss: {
    parameters: ["hours", "limit", "quote"],
    figure:
      "What the account has lost: the results of the deals that ended within `hours`, and what the running ones have won or lost by now, in `quote`.",
    unit: "quote",
  },
  "margin-used": {
    parameters: ["limit"],
    figure: "The initial margin of positions and open orders, in percent of the wallet.",
    unit: "%",
  },
  "liquidation-distance": {
    parameters: ["limit"],
    figure: "How far the price of the nearest position is from its liquidation, in percent of the price.",
    unit: "%",
  },
  "naked-deals": {
    parameters: ["minutes"],
    figure: "The running deals that have been naked for `minutes`; the first one trips it.",
    unit: "deals",
  },
  "failed-steps": {
    parameters: ["hours", "limit"],
    figure: "The steps of this ledger's runs that failed within `hours`, or whose outcome is unknown.",
    unit: "steps",
  },
} as const satisfies Readonly<
  Record<string, { readonly parameters: readonly BreakerParameter[]; readonly figure: string; readonly unit: string }>
>;

export type BreakerRule = keyof typeof BREAKER_RULES;
export const BREAKER_RULE_NAMES = Object.keys(BREAKER_RULES).filter(isBreakerRule);

function isBreakerRule(name: string): name is BreakerRule {
  return Object.hasOwn(BREAKER_RULES, name);
}

interface Named {
  readonly name: string;
  /** What becomes of it where its figure isn't known. */
  readonly onUnknown: "warn" | "trip";
  /** Names of the accounts that it is for; absent is all. */
  readonly accounts?: readonly string[];
  readonly origin: Origin;
}

/** As it is declared. Limits are canonical decimal text. */
export type Breaker = Named &
  (
    | { readonly rule: "loss"; readonly hours: number; readonly limit: string; readonly quote: string }
    | { readonly rule: "margin-used"; readonly limit: string }
    | { readonly rule: "liquidation-distance"; readonly limit: string }
    | { readonly rule: "naked-deals"; readonly minutes: number }
    | { readonly rule: "failed-steps"; readonly hours: number; readonly limit: string }
  );

/** Those of an account. */
export function breakersOn(account: string, all: readonly Breaker[]): readonly Breaker[] {
  return all.filter(({ accounts }) => accounts === undefined || accounts.includes(account));
}

/** From this share of its limit on, a breaker warns. */
export const NEAR_PERCENT = 80;

/** What a breaker shows at one moment, as data that a plan carries. */
export const breakerReading = once(() =>
  z.strictObject({
    name: word(),
    rule: word(),
    /** `tripped`: at its limit now, or since `trippedAt`. `unknown` is never fine. */
    state: z.enum(["fine", "near", "tripped", "unknown"]),
    /** Decimal text; null where it isn't known, or there is nothing to measure. */
    figure: z.nullable(word()),
    limit: word(),
    /** %, deals, steps, or the quote asset. */
    unit: word(),
    /** How much of its limit is used, in percent, rounded down; null as `figure` is. */
    used: z.nullable(word()),
    /** The figure, or what isn't known, as a clause. */
    why: text(),
    /** When it turned the bots off and held them; ISO 8601, UTC. Absent where nobody has. */
    trippedAt: z.exactOptional(word()),
  }),
);

export type BreakerReading = Data<z.infer<ReturnType<typeof breakerReading>>>;

/** What the ledger remembers of a breaker: when it tripped last, and when it was armed last. */
export interface BreakerPast {
  /** Absent where it isn't tripped. */
  readonly trip?: {
    /** Milliseconds since the epoch. */
    readonly at: number;
    readonly why: string;
    /** Patterns of the holds that it needs. */
    readonly bots: readonly string[];
  };
  readonly armed?: {
    readonly at: number;
    readonly reason: string;
    /** What the running deals had won or lost then, by id: it isn't counted again. */
    readonly open: ReadonlyMap<number, string>;
  };
}

export const NEVER_TRIPPED: BreakerPast = {};

/** Why a hold of a breaker is set. */
export function breakerReason(name: string, why: string): string {
  return `breaker ${name}: ${why}`.slice(0, 255).trimEnd();
}

/** Why nothing but turn-offs is applied to an account. @param tripped at least one */
export function trippedText(tripped: readonly Pick<BreakerReading, "name" | "why" | "trippedAt">[]): string {
  const each = tripped.map(({ name, why, trippedAt }) => {
    const state = trippedAt === undefined ? "is at its limit" : "has tripped";
    return `the breaker ${name} ${state} (${why})`;
  });
  const names = tripped.flatMap(({ name, trippedAt }) => (trippedAt === undefined ? [] : name));
  const next =
    names.length > 0
      ? `until a person runs ${armText(names)}`
      : "; botform breaker check --act turns its bots off and holds them";
  return `${each.join("; ")}, so nothing is applied but turn-offs${next.startsWith(";") ? "" : " "}${next}`;
}

/** What a person types to arm it. */
export function armText(names: readonly string[]): string {
  return `botform breaker arm ${names.join(" ")} --reason TEXT`;
}
