// The few figures in money that a comment shows unfolded: each asset's worst case and margin, what is free, and a fall of all prices.
import Big from "big.js";
import type { Plan } from "../../model/plan/plan.js";
import type { AccountRisk, Money, QuoteRisk } from "../../model/risk/risk.js";
import { amount } from "../text/money-figures.js";
import { shockText } from "../text/money-text.js";
import { paint } from "../text/paint.js";
import type { Outside } from "./markdown-escape.js";

/** Rows; a fleet has one or two assets. */
const MOST_ROWS = 24;
const PLAIN = paint(false);

/** "" where no plan has figures that say anything. */
export function moneyTable(plans: readonly Plan[], show: Outside): string {
  const named = plans.length > 1;
  const rows = plans.flatMap((plan) =>
    plan.money === undefined || plan.steps.length === 0
      ? []
      : moneyRows(plan.money, named ? `${show.words(plan.account, 120)}, ` : "", show),
  );
  if (rows.length === 0) return "";
  const more = rows.length - MOST_ROWS;
  const all = [...rows.slice(0, MOST_ROWS), ...(more > 0 ? [`| and ${more} more figures | | |`] : [])];
  return ["| in money, with every order filled | now | after |", "| --- | --- | --- |", ...all].join("\n");
}

function moneyRows({ before, after }: Money, name: string, show: Outside): string[] {
  return after.quotes.flatMap((quote) => {
    const old = before.quotes.find((one) => one.quote === quote.quote);
    if (quote.bots === 0 && (old?.bots ?? 0) === 0) return [];
    const row = (what: string, then: string, now: string) =>
      `| ${name}${what}, ${show.words(quote.quote, 60)} | ${then} | ${then === now ? now : `**${now}**`} |`;
    return [
      row("worst case", amount(old?.worstCase ?? "0"), amount(quote.worstCase)),
      row("margin", amount(old?.margin ?? "0"), amount(quote.margin)),
      ...(quote.usable === null ? [] : [row(`need of ${amount(quote.usable)} that is free`, need(old), need(quote))]),
      ...shockRows(before, after, quote.quote).map(([then, now]) => row("all prices at once", then, now)),
    ];
  });
}

function need(quote: QuoteRisk | undefined): string {
  return `${amount(quote?.need ?? "0")}${quote?.isAffordable === false ? ": can't be afforded" : ""}`;
}

/** The move that hurts most afterwards, and what it did before. */
function shockRows(before: AccountRisk, after: AccountRisk, quote: string): (readonly [string, string])[] {
  const own = after.shocks.filter((shock) => shock.quote === quote);
  const worst = own.toSorted((a, b) => new Big(a.loss).cmp(b.loss))[0];
  if (worst === undefined || worst.loss === "0") return [];
  const old = before.shocks.find((shock) => shock.quote === quote && shock.move === worst.move);
  return [[old === undefined ? "none" : shockText(old, PLAIN), shockText(worst, PLAIN)]];
}
