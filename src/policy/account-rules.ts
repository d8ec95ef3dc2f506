// Rules about an account's totals after the plan, and about what the plan adds to them.
import Big from "big.js";
import { byText } from "../model/order.js";
import { isTurnOffsAlone } from "../model/plan/plan.js";
import { isKnown, type Money, type QuoteRisk } from "../model/risk/risk.js";
import type { Subject } from "./subjects.js";
import {
  type Flaw,
  type FleetRule,
  held,
  inPercent,
  limitOf,
  NO_FIGURES,
  NONE,
  type RuleContext,
  shown,
  unknown,
  whereBalance,
} from "./violation.js";

const SMALLER = "Lower volumes or leave bots off, or move funds to the account.";

/**
 * Each quote asset before and after the plan. A figure that the plan doesn't raise denies nothing. If a plan can't tie
 * up more, balances aren't read, so there are no findings about them.
 */
const perQuote =
  (
    what: string,
    figureOf: (quote: QuoteRisk) => Big | undefined,
    check: (figure: Big, quote: QuoteRisk, context: RuleContext, subjects: readonly Subject[]) => readonly Flaw[],
  ): FleetRule =>
  (subjects, context) => {
    const { plan, isConfigured, isWhole } = context;
    if (plan === undefined) return NONE;
    const { money } = plan;
    const isReported = isConfigured && (isWhole || !isTurnOffsAlone(plan));
    if (money === undefined) return isReported ? [unknown(what, NO_FIGURES)] : NONE;
    return money.after.quotes.flatMap((quote): readonly Flaw[] => {
      const figure = figureOf(quote);
      if (figure === undefined)
        return isReported && quote.bots > 0 ? [unknown(`${what} in ${quote.quote}`, remedyOf(context, quote))] : NONE;
      const before = isWhole ? undefined : quoteBefore(money, quote);
      const old = before === undefined ? undefined : figureOf(before);
      const isRaised = old === undefined || figure.gt(old);
      return check(figure, quote, context, subjects).map((flaw) => (isRaised ? flaw : { ...flaw, kind: "standing" }));
    });
  };

/** An empty wallet has no shares. */
function remedyOf(context: RuleContext, { wallet, quote }: QuoteRisk): string {
  return wallet === null ? whereBalance(context, quote) : `The wallet has no ${quote}: move funds to the account.`;
}

function quoteBefore({ before }: Money, { quote }: QuoteRisk): QuoteRisk | undefined {
  return before.quotes.find((one) => one.quote === quote);
}

const affordable = perQuote(
  "whether the balance is enough",
  ({ usable, need, feeReserve }) => (usable === null ? undefined : new Big(need).plus(feeReserve)),
  (need, { usable, quote }, context, subjects) => {
    if (usable === null || need.lte(usable)) return NONE;
    const [figure, limit] = [`${shown(need)} ${quote}`, `${shown(new Big(usable))} ${quote}`];
    const summary = `the bots together need ${figure} for their whole grids with fees, but only ${limit} can be used${largest(quote, subjects, context)}`;
    const short = need.minus(usable).div(new Big(1).minus(context.assumptions.reserve));
    return [{ summary, figure, limit, remedy: `Lower volumes or leave bots off, or ${moveFunds(short, quote)}.` }];
  },
);

const MOST_NAMED = 3;

/** `; the largest margins: main/a 340, main/b 17`: one bot with a mistake is often most of the sum. */
function largest(quote: string, subjects: readonly Subject[], { plan }: RuleContext): string {
  const margins = subjects.flatMap(({ address, on, risk }) => {
    const [own, most] = [risk(), plan?.money?.bots[address]?.most.after];
    if (!isKnown(own) || own.quote !== quote || (on === false && most === undefined)) return [];
    return [{ address, margin: new Big(most?.margin ?? own.margin) }];
  });
  const named = margins
    .filter(({ margin }) => margin.gt(0))
    .sort((left, right) => right.margin.cmp(left.margin) || byText(left.address, right.address))
    .slice(0, MOST_NAMED)
    .map(({ address, margin }) => `${address} ${shown(margin)}`);
  return named.length === 0 ? "" : `; the largest margins: ${named.join(", ")}`;
}

function moveFunds(least: Big, quote: string): string {
  return `move at least ${least.round(2, Big.roundUp).toFixed()} ${quote} to the account`;
}

/** Of fewer than two cross bots there is nothing to add to what is said of each. */
const NO_FLEET = new Big(-1);

const crossFleet = perQuote(
  "whether the cross bots together outlive their grids",
  ({ crossAtDepth }) =>
    crossAtDepth === undefined ? NO_FLEET : crossAtDepth === null ? undefined : new Big(crossAtDepth.room).times(-1),
  (lacking, { crossAtDepth, quote }) => {
    if (crossAtDepth === undefined || crossAtDepth === null || lacking.lt(0)) return NONE;
    const { bots, endsAt } = crossAtDepth;
    const where = endsAt === null ? "at their last orders" : `when all prices move by ${shown(inPercent(endsAt))} %`;
    const summary = `the ${bots} CROSS bots of ${quote} share one wallet and are liquidated together ${where}, before their grids are full`;
    const figure = `${shown(lacking.times(-1))} ${quote} left`;
    // With exactly what lacks, nothing is left above the maintenance margin.
    const funds = moveFunds(lacking.plus("0.01"), quote);
    const remedy = `Lower volumes, martingaleScale or countOrderMax, leave bots off, or ${funds}. A lower leverage alone doesn't help.`;
    return [{ summary, figure, limit: "more than 0", remedy }];
  },
);

/** A share of the wallet that is at most the limit. */
const shareOfWallet = (what: string, words: string, field: "margin" | "position"): FleetRule =>
  perQuote(
    what,
    ({ wallet, [field]: figure }) =>
      wallet === null || new Big(wallet).lte(0) ? undefined : inPercent(new Big(figure).div(wallet)),
    (share, { quote }, context) =>
      held(context, {
        ...{ figure: share, unit: " %", remedy: SMALLER },
        summary: (figure, limit) => `${words} ${figure} of the ${quote} wallet, more than ${limit}`,
      }),
  );

const reserve = perQuote(
  "the free balance",
  ({ free, need }) => {
    if (free === null) return undefined;
    const balance = new Big(free);
    if (balance.lte(0)) return new Big(need).gt(0) ? new Big(100) : new Big(0);
    return inPercent(new Big(need).div(balance));
  },
  (used, { quote }, context) => {
    const [left, least] = [new Big(100).minus(used), limitOf(context)];
    if (left.gte(least)) return NONE;
    const [figure, limit] = [`${shown(left.lt(0) ? new Big(0) : left)} %`, `${shown(least)} %`];
    const summary = `${figure} of the free ${quote} balance is left if every grid fills, less than ${limit}`;
    return [{ summary, figure, limit, remedy: SMALLER }];
  },
);

const increase: FleetRule = (_subjects, context) => {
  const { plan } = context;
  if (plan === undefined) return NONE;
  const { money } = plan;
  if (money === undefined) return [unknown("by how much the exposure grows", NO_FIGURES)];
  const { before, after } = money;
  // Bots without figures are in no sum.
  const what = `by how much ${after.unknown} bots without figures add to the exposure`;
  const lacking = after.unknown > before.unknown ? [unknown(what, "Declare their settings in full.")] : NONE;
  const grown = after.quotes.flatMap((quote) =>
    held(context, {
      figure: new Big(quote.position).minus(quoteBefore(money, quote)?.position ?? 0),
      ...{ unit: ` ${quote.quote}`, sign: "+", remedy: "Lower volumes, or agree on a waiver." },
      summary: (figure, limit) => `the plan adds ${figure} of exposure, more than ${limit}`,
    }),
  );
  return [...lacking, ...grown];
};

export const ACCOUNT_RULES = {
  affordable,
  "cross-fleet-outlives-grids": crossFleet,
  "max-account-margin-percent": shareOfWallet(
    "the share of the wallet",
    "the bots that are on or in a deal tie up",
    "margin",
  ),
  "free-balance-reserve": reserve,
  "max-exposure-increase": increase,
} as const satisfies Readonly<Record<string, FleetRule>>;

/** `max-wallet-exposure` with `of: account`. */
export const accountExposure = shareOfWallet(
  "the wallet's exposure",
  "the full grids of the bots that are on or in a deal are",
  "position",
);
