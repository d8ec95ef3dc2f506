// A plan's bots on past candles: the live settings and the planned ones side by side, bot by bot and as one wallet.
import * as z from "zod/mini";
import { count, type Data, listOf, text, word } from "../data.js";
import { once } from "../text/once.js";
import { END_REASONS } from "./back-test.js";

/** Sides of a comparison: as the service has the bots now, and as they are after the plan. */
export const REPLAY_SIDES = ["now", "after"] as const;

/**
 * Money is decimal text in the quote asset, spans are in milliseconds, times in milliseconds since the epoch. What is unknown is
 * null and never 0. Made when first asked for.
 */
export const planReplaySchema = once(() => schemaWith(z.number()));

/** The same as documents have it: with times in ISO 8601. */
export const replayDocumentSchema = once(() => schemaWith(word()));

function schemaWith<Moment extends z.ZodMiniType<number> | z.ZodMiniType<string>>(moment: Moment) {
  const decimal = word();
  const figures = z.strictObject({
    /** Ended. */
    deals: count(),
    /** Booked, after fees and funding. */
    net: decimal,
    /** What the deals that still run at the last candle would add. */
    open: decimal,
    /** net + open. */
    result: decimal,
    /** The deepest fall from the highest point before. */
    drawdown: decimal,
    /** The most margin at one moment, working orders included. */
    margin: decimal,
    /** Of the deal that ran longest, a running one included. */
    longestDeal: z.number(),
    liquidations: count(),
  });
  /** after − now; a count may fall. */
  const change = z.strictObject({ ...figures.shape, deals: z.int(), liquidations: z.int() });
  /** null where the bot is off, or isn't there: then it makes no deals. */
  const sides = { now: z.nullable(figures), after: z.nullable(figures), change };

  /** How a deal ended; without a moment it still runs at the last candle. */
  const end = z.strictObject({
    closed: z.nullable(moment),
    reason: z.nullable(z.enum(END_REASONS)),
    net: z.nullable(decimal),
  });
  /** Deals of both sides are taken for the same where they open at the same moment. */
  const deals = z.strictObject({
    /** That end alike: at the same moment, for the same reason. */
    same: count(),
    /** That end at another moment, or for another reason. */
    otherEnd: count(),
    onlyNow: count(),
    onlyAfter: count(),
    /** The first that differ, in the order in which they open. */
    first: listOf(z.strictObject({ opened: moment, now: z.nullable(end), after: z.nullable(end) })),
  });

  const state = z.enum(["on", "off", "absent"]);
  const bot = z.strictObject({
    address: text(),
    pairTitle: word(),
    quote: word(),
    /** Its switch on both sides; `absent` where there is no bot. */
    state: z.strictObject({ now: state, after: state }),
    /** It is off on both sides, so it isn't in the wallet: each of its settings is replayed alone, as if it were on. */
    asIfOn: z.boolean(),
    ...sides,
    /** null where one side makes no deals. */
    deals: z.nullable(deals),
  });

  const wallet = z.strictObject({
    quote: word(),
    /** What it begins with; null where it isn't known: then margin never runs short, and no cross position is liquidated. */
    balance: z.nullable(decimal),
    balanceFrom: z.nullable(z.enum(["account", "option"])),
    /** Bots in it. */
    bots: z.strictObject({ now: count(), after: count() }),
    ...sides,
    /** Bots that the plan leaves alone, and that come to something else since they share the wallet. */
    affected: listOf(text()),
  });

  const leftOut = listOf(z.strictObject({ address: text(), why: text() }));
  const replayed = z.strictObject({
    replayed: z.literal(true),
    /** The first candle's opening and the last one's end. */
    ...{ from: moment, to: moment },
    /** Moments at which there was a candle, and the length of one. */
    ...{ moments: count(), interval: z.number() },
    prices: listOf(
      z.strictObject({ pair: word(), source: text(), candles: count(), notes: z.readonly(listOf(text())) }),
    ),
    /** Those that the plan changes. */
    bots: listOf(bot),
    /** One for each quote asset. */
    wallets: listOf(wallet),
    /** In neither side, so that both have the same bots. */
    leftOut,
    /** What the comparison can't know, in sentences, and what every replay rests on. */
    ...{ caveats: listOf(text()), assumptions: listOf(text()) },
  });
  const notReplayed = z.strictObject({ replayed: z.literal(false), why: text(), leftOut });
  return z.discriminatedUnion("replayed", [replayed, notReplayed]);
}

export type PlanReplay = Data<z.infer<ReturnType<typeof planReplaySchema>>>;
export type Replayed = Extract<PlanReplay, { readonly replayed: true }>;
export type ReplayedBot = Replayed["bots"][number];
export type ReplayedWallet = Replayed["wallets"][number];
export type ReplayFigures = NonNullable<ReplayedBot["now"]>;
export type ReplayChange = ReplayedBot["change"];
export type DealChanges = NonNullable<ReplayedBot["deals"]>;
export type DealChange = DealChanges["first"][number];
export type DealEnd = NonNullable<DealChange["now"]>;
