// Rules about an account's totals after the plan, and about what the plan adds to them.
import Big from "big.js";
import { isTurnOffsAlone } from "../model/plan/plan.js";
import type { AccountRisk, Money, QuoteRisk } from "../model/risk/risk.js";
import {
  type Breach,
  type FleetRule,
  inPercent,
  limitOf,
  NONE,
  type Scene,
  shown,
  unknown,
  whereBalance,
} from "./breach.js";

const SMALLER = "Lower volumes or leave bots off, or move funds to the account.";

/**
 * Each quote asset after the plan, with what it was; a figure that the plan doesn't raise blocks nothing. Where a plan can tie
 * up nothing more, balances aren't read on purpose: then there is nothing to say of them.
 */
function perQuote(
  scene: Scene,
  what: string,
  figureOf: (quote: QuoteRisk) => Big | undefined,
  judge: (figure: Big, quote: QuoteRisk, raised: boolean) => readonly Breach[],
): readonly Breach[] {
  const { plan, isConfigured, isWhole } = scene;
  if (plan === undefined) return NONE;
  const { money } = plan;
  const isSaid = isConfigured && (isWhole || !isTurnOffsAlone(plan));
  if (money === undefined) return isSaid ? [unknown(undefined, what, whereBalance(scene))] : NONE;
  return money.after.quotes.flatMap((quote) => {
    const figure = figureOf(quote);
    if (figure === undefined)
      return isSaid && hasBots(quote)
        ? [unknown(undefined, `${what} in ${quote.quote}`, remedyOf(scene, quote))]
        : NONE;
    const before = isWhole ? undefined : quoteOf(money.before, quote.quote);
    const old = before === undefined ? undefined : figureOf(before);
    return judge(figure, quote, old === undefined || figure.gt(old));
  });
}

/** Of an empty wallet there is no share. */
function remedyOf(scene: Scene, { wallet, quote }: QuoteRisk): string {
  return wallet === null ? whereBalance(scene, quote) : `The wallet holds no ${quote}: move funds to the account.`;
}

function hasBots({ bots }: QuoteRisk): boolean {
  return bots > 0;
}

function quoteOf({ quotes }: AccountRisk, quote: string): QuoteRisk | undefined {
  return quotes.find((one) => one.quote === quote);
}

const standing = (raised: boolean): Pick<Breach, "kind"> => (raised ? {} : { kind: "standing" });

const affordable: FleetRule = (_subjects, scene) =>
  perQuote(
    scene,
    "whether the balance suffices",
    ({ usable, need, feeReserve }) => (usable === null ? undefined : new Big(need).plus(feeReserve)),
    (need, { usable, quote }, raised) => {
      if (usable === null || need.lte(usable)) return NONE;
      const [figure, limit] = [`${shown(need)} ${quote}`, `${shown(new Big(usable))} ${quote}`];
      const summary = `the bots together need ${figure} with fees for their whole grids, and ${limit} can be used`;
      return [{ summary, figure, limit, remedy: SMALLER, ...standing(raised) }];
    },
  );

/** A share of the wallet that is at most the limit. */
const shareOfWallet =
  (what: string, words: string, field: "margin" | "worstCase"): FleetRule =>
  (_subjects, scene) =>
    perQuote(
      scene,
      what,
      (quote) =>
        quote.wallet === null || new Big(quote.wallet).lte(0)
          ? undefined
          : inPercent(new Big(quote[field]).div(quote.wallet)),
      (share, { quote }, raised) => {
        const limit = limitOf(scene);
        if (share.lte(limit)) return NONE;
        const [figure, allowed] = [`${shown(share)} %`, `${shown(limit)} %`];
        const summary = `${words} ${figure} of the ${quote} wallet, above ${allowed}`;
        return [{ summary, figure, limit: allowed, remedy: SMALLER, ...standing(raised) }];
      },
    );

const reserve: FleetRule = (_subjects, scene) =>
  perQuote(
    scene,
    "the free balance",
    ({ free, need }) => {
      if (free === null) return undefined;
      const balance = new Big(free);
      if (balance.lte(0)) return new Big(need).gt(0) ? new Big(100) : new Big(0);
      return inPercent(new Big(need).div(balance));
    },
    (used, { quote }, raised) => {
      const limit = limitOf(scene);
      const left = new Big(100).minus(used);
      if (left.gte(limit)) return NONE;
      const [figure, allowed] = [`${shown(left.lt(0) ? new Big(0) : left)} %`, `${shown(limit)} %`];
      const summary = `of the free ${quote} balance ${figure} are left when every grid fills, less than ${allowed}`;
      return [{ summary, figure, limit: allowed, remedy: SMALLER, ...standing(raised) }];
    },
  );

const increase: FleetRule = (_subjects, scene) => {
  const { plan } = scene;
  if (plan === undefined) return NONE;
  const { money } = plan;
  if (money === undefined) return [unknown(undefined, "by how much the exposure grows", whereBalance(scene))];
  const limit = limitOf(scene);
  return [...lacking(money), ...grown(money, limit)];
};

/** Bots whose figures lack are in no sum. */
function lacking({ before, after }: Money): readonly Breach[] {
  if (after.unknown <= before.unknown) return NONE;
  return [
    unknown(
      undefined,
      `by how much ${after.unknown} bots without figures add to the exposure`,
      "Declare their settings in full.",
    ),
  ];
}

function grown(money: Money, limit: Big): readonly Breach[] {
  return money.after.quotes.flatMap(({ quote, worstCase }) => {
    const added = new Big(worstCase).minus(quoteOf(money.before, quote)?.worstCase ?? 0);
    if (added.lte(limit)) return NONE;
    const [figure, allowed] = [`+${shown(added)} ${quote}`, `+${shown(limit)} ${quote}`];
    const summary = `the plan adds ${figure} of exposure, more than ${allowed}`;
    return [{ summary, figure, limit: allowed, remedy: "Lower volumes, or agree on a waiver." }];
  });
}

export const ACCOUNT_RULES = {
  affordable,
  "max-account-margin-percent": shareOfWallet("the share of the wallet", "the bots that are on tie up", "margin"),
  "free-balance-reserve": reserve,
  "max-exposure-increase": increase,
} as const satisfies Readonly<Record<string, FleetRule>>;

/** `max-wallet-exposure` with `of: account`. */
export const accountExposure = shareOfWallet(
  "the wallet's exposure",
  "the full grids of the bots that are on are",
  "worstCase",
);
