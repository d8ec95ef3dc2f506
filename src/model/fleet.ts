// A fleet as its last looks saw it: each account with its bots and positions. It is kept to be shown: no decision rests on it.
import * as z from "zod/mini";
import { MODES } from "./look.js";
import { once } from "./text/once.js";

/** Of one bot, the worst that is true of it. `held` is a hold, a protection, or a deal that freezes it; `in-wave`: a roll-out has yet to bring it. */
export const BOT_STATES = ["in-doubt", "drifted", "missing", "held", "in-wave", "undeclared", "in-step"] as const;

/** Amounts are canonical decimals in the quote asset, moments milliseconds since the epoch. Null is unknown. */
const snapshot = once(() => {
  const amount = z.nullable(z.string());
  const deal = z.object({
    ...{ id: z.int(), side: z.string() },
    /** At the mark price. */
    value: amount,
    /** Unrealised. */
    profit: amount,
    ...{ margin: amount, markPrice: amount, liquidationPrice: amount },
    /** Whether it holds a position without a take-profit order; null where that isn't certain. */
    isNaked: z.nullable(z.boolean()),
  });
  const value = z.nullable(z.union([z.string(), z.boolean()]));
  const bot = z.object({
    /** Null of a bot that the configuration doesn't declare. */
    address: z.nullable(z.string()),
    /** Null where there is none. */
    id: z.nullable(z.int()),
    ...{ title: z.string(), pair: z.nullable(z.string()), strategy: z.nullable(z.string()) },
    state: z.enum(BOT_STATES),
    /** Why it is held, or in doubt, or what it waits for. */
    why: z.optional(z.string()),
    /** Null where it isn't there, or a turn-on may still take effect. */
    on: z.nullable(z.boolean()),
    /** In what it differs from the configuration. */
    differs: z.array(z.object({ name: z.string(), live: value, declared: value })),
    /** The running ones; null where they weren't read. */
    deals: z.nullable(z.array(deal)),
  });
  return {
    bot,
    /** What a look has come to, whether it could read the account or not. */
    look: z.object({
      version: z.literal(1),
      at: z.int(),
      /** When the next look is due. */
      dueAt: z.int(),
      mode: z.enum(MODES),
      /** Why the account couldn't be read. */
      unreadable: z.nullable(z.string()),
      /** Since when it differs from the configuration; null where it doesn't. */
      driftedSince: z.nullable(z.int()),
      /** Why drift isn't corrected. */
      refused: z.nullable(z.string()),
      /** The digest of the plan that waits for a yes, or was answered and not carried out. */
      asked: z.nullable(z.string()),
      /** By what they say of themselves. */
      breakers: z.object({
        ...{ near: z.array(z.string()), unknown: z.array(z.string()), tripped: z.array(z.string()) },
        exposed: z.nullable(z.string()),
      }),
    }),
    /** What the last look that could read it has seen. */
    seen: z.object({ at: z.int(), bots: z.array(bot) }),
  };
});

export type Look = z.infer<ReturnType<typeof snapshot>["look"]>;
export type Seen = z.infer<ReturnType<typeof snapshot>["seen"]>;
export type BotSnapshot = z.infer<ReturnType<typeof snapshot>["bot"]>;
export type DealSnapshot = NonNullable<BotSnapshot["deals"]>[number];

/** An account as it was seen last. */
export interface AccountSnapshot {
  readonly account: string;
  readonly look: Look;
  /** Undefined where no look could read it yet. */
  readonly seen: Seen | undefined;
}

/** What is kept of the looks, one entry for each account. Both methods reject with DiskError alone. */
export interface Snapshots {
  /** Without `seen`, what was seen before stays. */
  put(account: string, look: string, seen: string | undefined): Promise<void>;
  all(): Promise<readonly { readonly account: string; readonly look: string; readonly seen: string | null }[]>;
}

/** undefined of what another version has written, or nobody can read. */
export function readSnapshot(account: string, look: unknown, seen: unknown): AccountSnapshot | undefined {
  const own = snapshot().look.safeParse(look);
  if (!own.success) return undefined;
  const read = snapshot().seen.safeParse(seen);
  return { account, look: own.data, seen: read.success ? read.data : undefined };
}
