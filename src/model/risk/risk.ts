// The possible cost of a bot and an account, as finished figures: money in the quote asset, shares as fractions, decimals as text.
import * as z from "zod/mini";
import { count, type Data, listOf, text, word } from "../data.js";
import { once } from "../text/once.js";
import { assumptionFacts, decimal as decimalText } from "./assumptions.js";

/** A plan's preview in money, read from outside; made when first asked for: few runs read a plan. */
export const moneySchema = once(() => {
  const decimal = decimalText();
  /** null where it isn't known, or there is none. */
  const maybe = z.nullable(decimal);
  const side = z.enum(["LONG", "SHORT"]);

  /** Whether a deal can live to fill its last safety order. `loss` is what its position loses up to the liquidation, without fees. */
  const liquidation = z.discriminatedUnion("kind", [
    /** A cross position has the whole balance behind it. */
    z.strictObject({ kind: z.literal("unknown"), needs: z.literal("balance") }),
    /** After the last order: distance from its price to the liquidation, a fraction of that price; null where nothing liquidates it. */
    z.strictObject({
      ...{ kind: z.literal("outside"), price: maybe, distance: maybe, loss: maybe },
      /** Of a cross bot that lives to its last order alone: with this many others it doesn't, from this move of all prices on (null: different moves). */
      together: z.exactOptional(z.strictObject({ others: count(), move: maybe })),
    }),
    /** Liquidated after order `after` (0 is the first one); the later orders, and their share of the volume, never fill. */
    z.strictObject({
      ...{ kind: z.literal("inside"), after: count(), price: decimal, loss: decimal },
      ...{ neverPlaced: count(), share: decimal },
    }),
  ]);

  /** What a bot's prices are counted from. */
  const basis = z.discriminatedUnion("kind", [
    /** First fill = 100: shares and money hold, prices and quantities are only relative. */
    z.strictObject({ kind: z.literal("relative") }),
    /** The sources stand in the order in which they are preferred. */
    z.strictObject({ kind: z.literal("price"), price: decimal, source: z.enum(["position", "deal", "given", "file"]) }),
  ]);

  /** Why the exchange wouldn't take a bot's orders as they are. */
  const refusal = z.discriminatedUnion("kind", [
    /** `most` is the largest that would do; `rate` is the maintenance rate that leaves nothing of a margin of 1/leverage, null where the pair's own maximum is exceeded. */
    z.strictObject({ kind: z.literal("leverage"), most: decimal, rate: maybe }),
    /** At a known price this many orders round to 0: of the first of them its number (0 is the first order), its quantity, the lot, and what one lot costs. */
    z.strictObject({
      ...{ kind: z.literal("quantity"), orders: count(), first: count() },
      ...{ quantity: decimal, lot: decimal, price: decimal, lotCosts: decimal },
    }),
    /** This many orders are below the least notional: of the first of them its number and its volume. */
    z.strictObject({
      ...{ kind: z.literal("notional"), orders: count(), first: count() },
      ...{ volume: decimal, least: decimal },
    }),
  ]);

  /** A bot with its whole grid filled. */
  const botRisk = z.strictObject({
    pair: word(),
    side,
    quote: word(),
    leverage: decimal,
    isolated: z.boolean(),
    /** Whether it can start deals: it is on. */
    on: z.boolean(),
    basis,
    /** The first one included. */
    orders: count(),
    /** Safety orders that would stand at a price of 0 or less: they are left out of every figure. */
    belowZero: count(),
    /** Volume (notional) of all its orders. */
    position: decimal,
    /** M = position / leverage. */
    margin: decimal,
    /** About ΣV·(open fee + close fee). */
    feeReserve: decimal,
    /** How far the last safety order stands from the first fill (D_n where it counts from there): then nothing is left to average with. */
    cover: decimal,
    /** R_n: from the last order's price back to its take profit; negative for a SHORT. */
    bounce: decimal,
    /** Unrealised loss at the moment the last safety order fills. */
    lossAtEnd: decimal,
    /** What one funding event costs the full grid at its last price; negative is received. */
    funding: decimal,
    /** position / wallet balance; null where no balance is known. */
    walletExposure: maybe,
    liquidation,
    /** Absent where nothing is known against its orders. Its other figures count them in full all the same. */
    refused: z.exactOptional(listOf(refusal)),
  });

  /** A bot whose figures can't be worked out, and which settings are missing. */
  const unknownRisk = z.strictObject({ kind: z.literal("unknown"), lacks: listOf(word()) });
  const figures = z.union([botRisk, unknownRisk]);

  /** What a bot may tie up: in a pair and side its running deals to their end or, while it is on, its next one, whichever is more. */
  const most = z.nullable(z.strictObject({ position: decimal, margin: decimal }));

  /** Of a new bot, undeclared settings that the service may fill in, and its figures where it fills in the most; null: there is no bound. */
  const open = z.strictObject({ fields: listOf(word()), most: z.nullable(botRisk) });

  /** Sums over bots of one quote asset. */
  const sum = { bots: count(), position: decimal, margin: decimal, feeReserve: decimal };

  /** Everything that is settled in one asset. */
  const quoteRisk = z.strictObject({
    ...sum,
    quote: word(),
    /** Of the bots above, those that are off and have a deal that runs on to its end; absent where there is none. */
    offRunning: z.exactOptional(count()),
    /** Bots that are off, without a running deal that is known: not in the sums above. */
    disabled: z.strictObject(sum),
    /** Cross bots at their last orders at once; null where the balance isn't known, absent of fewer than two. */
    crossAtDepth: z.exactOptional(
      z.nullable(
        z.strictObject({
          bots: count(),
          /** What is left behind them above their maintenance margin; 0 or less: they are liquidated. */
          room: decimal,
          /** The smallest move of all prices that liquidates them; null where they outlive it, or where only different moves do. */
          endsAt: maybe,
        }),
      ),
    ),
    /** Σ max(0, margin − what positions and orders of its pair and side already hold). */
    need: decimal,
    /** null where the account wasn't read. */
    free: maybe,
    /** free·(1 − reserve). */
    usable: maybe,
    isAffordable: z.nullable(z.boolean()),
    wallet: maybe,
    walletExposure: maybe,
  });

  /** Every bot of the sums in a deal, and then all prices move at once by this share. */
  const shockRisk = z.strictObject({
    quote: word(),
    /** -0.2 is −20 %. */
    move: decimal,
    /** Of positions, as filled by then. */
    margin: decimal,
    maintenance: decimal,
    /** Never above 0: profits are taken, not counted. */
    loss: decimal,
    /** wallet + loss; null where no balance is known. */
    equity: maybe,
    /** Isolated positions that are liquidated on the way. */
    liquidated: count(),
    /** Whether the cross positions are: null where no balance is known and there are any. */
    isCrossLiquidated: z.nullable(z.boolean()),
  });

  const accountRisk = z.strictObject({
    quotes: listOf(quoteRisk),
    pairs: listOf(z.strictObject({ ...sum, pair: word(), quote: word() })),
    sides: listOf(z.strictObject({ ...sum, side, quote: word() })),
    shocks: listOf(shockRisk),
    /** Bots that count in no sum, since settings are missing. */
    unknown: count(),
  });

  return z.strictObject({
    assumptions: assumptionFacts(),
    /** Of the bots that the plan touches; before is null where there was no bot. */
    bots: z.record(
      text(),
      z.strictObject({
        before: z.nullable(figures),
        after: figures,
        /** null where settings are missing. Those of all bots add up to the account's. */
        most: z.strictObject({ before: most, after: most }),
        /** The figures above are without these settings; absent where all are declared. */
        open: z.exactOptional(open),
      }),
    ),
    before: accountRisk,
    /** While the running deals last: of a bot in a deal, that deal or its next one counts, whichever is more. */
    after: accountRisk,
    /** Once the running deals have closed, and settings alone count; absent where that comes to the same. */
    later: z.exactOptional(z.pick(accountRisk, { quotes: true, shocks: true })),
    /** What isn't known, and what would make it known. */
    unknown: listOf(z.strictObject({ what: text(), needs: text() })),
  });
});

export type Money = Data<z.infer<ReturnType<typeof moneySchema>>>;
export type BotMoney = Money["bots"][string];
export type MostRisk = NonNullable<BotMoney["most"]["after"]>;
export type LeftOpen = NonNullable<BotMoney["open"]>;
export type UnknownRisk = Extract<BotMoney["after"], { readonly kind: "unknown" }>;
export type BotRisk = Exclude<BotMoney["after"], UnknownRisk>;
export type Refusal = NonNullable<BotRisk["refused"]>[number];
export type Side = BotRisk["side"];
export type PriceSource = Extract<BotRisk["basis"], { readonly kind: "price" }>["source"];
export type LiquidationFlag = BotRisk["liquidation"];
export type AccountRisk = Money["after"];
export type QuoteRisk = AccountRisk["quotes"][number];
export type CrossAtDepth = NonNullable<QuoteRisk["crossAtDepth"]>;
export type PairRisk = AccountRisk["pairs"][number];
export type SideRisk = AccountRisk["sides"][number];
export type ShockRisk = AccountRisk["shocks"][number];
export type SumRisk = QuoteRisk["disabled"];
export type Unknown = Money["unknown"][number];

/** Where a position would be liquidated. */
export type Liquidation =
  | { readonly kind: "price"; readonly price: string }
  /** No price above 0 takes it away. */
  | { readonly kind: "never" }
  /** A cross position has the whole balance behind it. */
  | { readonly kind: "unknown"; readonly needs: "balance" };

/** One order of the grid, and the position once it has filled. */
export interface RungRisk {
  readonly number: number;
  /** From the first fill, a fraction of its price. */
  readonly deviation: string;
  readonly price: string;
  /** null where prices are relative. */
  readonly quantity: string | null;
  readonly volume: string;
  readonly volumes: string;
  readonly average: string;
  readonly takeProfit: string;
  readonly bounce: string;
  readonly margin: string;
  readonly liquidation: Liquidation;
  /** From this order's price to the liquidation, a fraction of the price. */
  readonly distance: string | null;
  /** `last-chance`: liquidated before the next order fills. `unreachable`: an earlier liquidation keeps it from filling. */
  readonly flag: "last-chance" | "unreachable" | null;
}

export interface BotGrid {
  readonly risk: BotRisk;
  readonly rungs: readonly RungRisk[];
}

/** Whether a bot's figures are known. */
export function isKnown(risk: BotRisk | UnknownRisk): risk is BotRisk {
  return !("lacks" in risk);
}
