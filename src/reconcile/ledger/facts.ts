// What is remembered of an account in lines that only grow: bots that were seen, emergency stops, holds, acknowledged drift, breakers, answers to plans. Later lines outdate earlier ones.
import * as z from "zod/mini";
import { FIELD_NAMES, type Fields } from "../../model/bot/field.js";
import { digest } from "../../model/data.js";
import { DEEDS } from "../../model/deed.js";
import { isRecord } from "../../model/record.js";
import { QUESTION_NAMES } from "../../model/service-questions.js";
import { once } from "../../model/text/once.js";
import { type Reading, readLines } from "./checked-lines.js";

/** The kinds of lines. Times are milliseconds since the epoch, by the clock of the machine that wrote them. */
export const fact = once(() => {
  const at = z.int();
  const id = z.int().check(z.nonnegative());

  return z.discriminatedUnion("type", [
    /** A bot as it was seen, or made. */
    z.object({
      type: z.literal("bot"),
      at,
      id,
      /** null where nobody has read it. */
      accessId: z.nullable(id),
      title: z.string(),
      /** Of the configured bot that it stood for, where it did. */
      address: z.optional(z.string()),
      /** A configuration said protect: true of it. */
      protect: z.optional(z.literal(true)),
    }),
    /** An apply has recorded that it isn't protected any more. */
    z.object({ type: z.literal("unprotected"), at, id }),
    /** Bots that stay off and untouched; kept for the account alone. A later one of the same pattern outdates it. */
    z.object({ type: z.literal("hold"), at, bots: z.string(), reason: z.string(), until: z.optional(z.string()) }),
    /** The hold of that pattern is lifted. */
    z.object({ type: z.literal("lift"), at, bots: z.string() }),
    /** Drift that is known, as long as the live value is that one; kept for the account alone. Not `id`: nothing is learnt of the bot. */
    z.object({
      ...{ type: z.literal("acknowledged"), at, address: z.string(), botId: id, name: z.string() },
      ...{ dealId: z.optional(id), live: z.nullable(z.union([z.string(), z.boolean()])) },
      ...{ reason: z.string(), until: z.string() },
    }),
    /** It has ended, or was withdrawn. */
    z.object({ type: z.literal("unacknowledged"), at, botId: id, name: z.string(), dealId: z.optional(id) }),
    /** What botform reconcile has reported of the account; kept for the account alone. The last one counts. */
    z.object({
      ...{ type: z.literal("reported"), at },
      drift: z.nullable(z.object({ digest: z.string(), since: z.int(), isReported: z.boolean() })),
      failing: z.nullable(z.object({ since: z.int(), times: z.int(), isReported: z.boolean() })),
      refused: z.nullable(z.object({ digest: z.string(), why: z.string(), times: z.int(), writes: z.int() })),
      asked: z.nullable(z.object({ digest: z.string(), plan: z.string() })),
      breakers: z.object({
        ...{ near: z.array(z.string()), unknown: z.array(z.string()), tripped: z.array(z.string()) },
        exposed: z.nullable(z.string()),
      }),
    }),
    /** A person's answer to the plan of that digest; kept for the account alone. A no counts for good. */
    z.object({
      ...{ type: z.literal("answer"), at, digest: digest(), answer: z.enum(["approved", "rejected"]), by: z.string() },
      ...{ reason: z.optional(z.string()) },
    }),
    /** Another plan was asked for in the place of this one; kept for the account alone. */
    z.object({ type: z.literal("superseded"), at, digest: digest(), newer: digest() }),
    /** What a person did at the page, or was refused there; kept for the fleet. */
    z.object({
      ...{ type: z.literal("did"), at, did: z.enum(DEEDS), by: z.string(), from: z.string(), about: z.string() },
    }),
    /** A breaker has tripped, and needs these holds; kept for the account alone. */
    z.object({ type: z.literal("trip"), at, breaker: z.string(), why: z.string(), bots: z.array(z.string()) }),
    /** A person has armed it again, while these deals were running. */
    z.object({
      ...{ type: z.literal("arm"), at, breaker: z.string(), reason: z.string() },
      open: z.array(z.object({ deal: id, profit: z.string() })),
    }),
    /** The service at which the account was; kept for the account alone, wherever it is. */
    z.object({ type: z.literal("host"), at, origin: z.string() }),
    /** What an account was called, and where it was; kept for its key alone. */
    z.object({ type: z.literal("account"), at, account: z.string(), origin: z.string() }),
    /** What the account was called before; kept for the account alone. */
    z.object({ type: z.literal("formerly"), at, account: z.string() }),
    /** What the service was seen to do; kept for the service alone, whichever account asked. */
    z.object({
      type: z.literal("seen"),
      at,
      tool: z.string(),
      name: z.enum(QUESTION_NAMES),
      value: z.union([z.string(), z.number()]),
      below: z.optional(z.nullable(z.number())),
      detail: z.string(),
    }),
    /** A check is about to change the bot, which is as told now. Not `id`: nothing is learnt of the bot. */
    z.object({
      type: z.literal("asking"),
      at,
      botId: id,
      accessId: id,
      fields: z.record(z.enum(FIELD_NAMES), z.nullable(z.string())),
      /** It is about to be turned on, for a moment. */
      switched: z.optional(z.literal(true)),
    }),
    /** It was put back. */
    z.object({ type: z.literal("asked"), at, botId: id }),
    /** A check is about to make a bot of its own; until then it may still appear (milliseconds since the epoch). */
    z.object({ type: z.literal("making"), at, until: z.int() }),
    /** It is there, or was never asked for. */
    z.object({ type: z.literal("made"), at }),
    /** It is gone for good. */
    z.object({ type: z.literal("gone"), at, id }),
    /** Bots are turned off, now: what is under way sends them nothing more but turn-offs. Without `of` it is every bot. */
    z.object({
      type: z.literal("stop"),
      at,
      of: z.optional(z.object({ ids: z.array(id), addresses: z.array(z.string()) })),
    }),
  ]);
});

export type Fact = z.infer<ReturnType<typeof fact>>;

/** A bot that a check has changed, as it was before. */
export interface Asking {
  readonly botId: number;
  readonly accessId: number;
  readonly fields: Fields;
  /** The check may have turned it on. */
  readonly switched?: true | undefined;
}

/** Bots that a check has changed and not put back. */
export function stillAsking(facts: readonly Fact[]): readonly Asking[] {
  const open = new Map<number, Asking>();
  for (const fact of facts) {
    // What it was before the first of several checks that didn't come to their end.
    if (fact.type === "asking") {
      const first = open.get(fact.botId) ?? fact;
      open.set(fact.botId, fact.switched === true ? { ...first, switched: true } : first);
    }
    if (fact.type === "asked") open.delete(fact.botId);
  }
  return [...open.values()].map(({ botId, accessId, fields, switched }) => ({
    ...{ botId, accessId, fields },
    ...(switched === true && { switched }),
  }));
}

/** Until when a bot that a check has asked for may still appear; undefined where none is awaited. */
export function awaitedUntil(facts: readonly Fact[]): number | undefined {
  const last = facts.findLast(({ type }) => type === "making" || type === "made");
  return last?.type === "making" ? last.until : undefined;
}

/** Which bots a stop is about; undefined for every bot of the account. */
export type StopOf = Extract<Fact, { type: "stop" }>["of"];

/** A bot that was seen under the account, or made there. A bot's access never changes. */
export interface KnownBot {
  readonly id: number;
  /** null where nobody has read it. */
  readonly accessId: number | null;
  /** As it was seen last. */
  readonly title: string;
  /** The configured bot that it stood for last; undefined where it stood for none. */
  readonly address: string | undefined;
  /** A configuration protected it, and no apply has recorded that it isn't protected any more. */
  readonly protect?: true | undefined;
}

export type KnownBots = ReadonlyMap<number, KnownBot>;

/** Never throws: what can't be read is left out. */
export function readFacts(text: string): Reading<Fact> {
  return readLines(text, fact(), plainBot);
}

/** A bot as nearly every line tells of one, at a tenth of the time that the schema takes; undefined for anything else. */
export function plainBot(value: unknown): Fact | undefined {
  if (!isRecord(value) || value.type !== "bot") return undefined;
  const { at, id, accessId, title, address, protect } = value;
  if (!Number.isSafeInteger(at) || !isId(id) || (accessId !== null && !isId(accessId))) return undefined;
  if (typeof title !== "string" || (address !== undefined && typeof address !== "string")) return undefined;
  if (protect !== undefined && protect !== true) return undefined;
  return {
    ...{ type: "bot", at: Number(at), id, accessId, title },
    ...(address !== undefined && { address }),
    ...(protect !== undefined && { protect }),
  };
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** By id. What a later line doesn't know of a bot, an earlier one may. */
export function knownBots(facts: readonly Fact[]): KnownBots {
  const known = new Map<number, KnownBot>();
  for (const one of facts) {
    if (!("id" in one)) continue;
    const before = known.get(one.id);
    if (one.type === "gone") known.delete(one.id);
    else if (one.type === "bot") known.set(one.id, together(before, { ...one, address: one.address }));
    else if (before !== undefined) known.set(one.id, { ...before, protect: undefined });
  }
  return known;
}

/** The bot as it is known after this look at it. */
export function together(before: KnownBot | undefined, { id, accessId, title, address, protect }: KnownBot): KnownBot {
  const isProtected = protect ?? before?.protect;
  return {
    ...{ id, accessId: accessId ?? before?.accessId ?? null, title, address: address ?? before?.address },
    ...(isProtected === true && { protect: true }),
  };
}

/** The lines that these bots add to what is known. */
export function newFacts(known: KnownBots, bots: readonly KnownBot[], at: number): readonly Fact[] {
  return bots.flatMap((bot): Fact[] => {
    const before = known.get(bot.id);
    const now = together(before, bot);
    const isSame =
      before !== undefined &&
      before.title === now.title &&
      before.accessId === now.accessId &&
      before.protect === now.protect &&
      before.address === now.address;
    return isSame ? [] : [{ type: "bot", at, ...now }];
  });
}
