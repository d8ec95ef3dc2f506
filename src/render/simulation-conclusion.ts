// What a back-test lets somebody conclude, in a few sentences: what to keep, and what these prices can't tell.
import Big from "big.js";
import type { ReplayFacts, SimulationFacts, TotalFacts } from "../model/risk/simulation.js";
import { counted } from "../model/text/counted.js";
import { amount, move } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";
import { holdCurve } from "./html/charts/hold-curve.js";
import { differentReadings } from "./simulation-readings.js";
import { bestVariant, type VariantFacts, variantName, variantsOf } from "./simulation-variants.js";

export interface Conclusion {
  /** In one sentence: what to keep. */
  readonly keep: string;
  /** What it rests on, and what can't be told; a sentence each. */
  readonly because: readonly string[];
}

/** Below these, nothing is concluded: as with the results of live bots. */
const LEAST_DEALS = 30;
const LEAST_DAYS = 14;
const DAY = 86_400_000;
const MOST_NAMES = 3;

export function conclusionOf(facts: SimulationFacts): Conclusion {
  const [worst] = facts.replays;
  if (worst === undefined) return { keep: "Nothing was replayed.", because: [] };
  const variants = variantsOf(facts.tries);
  const [keep, ...because] = variants.length === 0 ? plainly(facts, worst) : afterTries(variants, facts, worst);
  return { keep: keep ?? "", because: [...because, ...limits(facts, worst)] };
}

function plainly(facts: SimulationFacts, worst: ReplayFacts): string[] {
  return [verdict(facts, worst), outcome(facts, worst), ...botText(worst)];
}

function verdict(facts: SimulationFacts, worst: ReplayFacts): string {
  const { totals } = worst;
  const few = tooLittle(facts, worst);
  if (totals.liquidations > 0)
    return `Not to be kept as they are: ${counted(totals.liquidations, "position was", "positions were")} liquidated (${liquidatedBots(worst)}).`;
  if (new Big(totals.result).lt(0)) return "Nothing to keep: these settings lost money on these prices.";
  if (few !== undefined) return `Too little to tell whether to keep these settings: ${few}.`;
  const held = meanHold(facts);
  const share = shareOf(totals);
  if (held !== undefined && share !== null && held.gt(share)) return lessThanHolding(facts, totals);
  if (new Big(totals.result).eq(0)) return "Nothing to keep: these settings made nothing on these prices.";
  const more = held !== undefined && share !== null ? ", more than buying and holding" : "";
  return `Worth keeping for a trial on other prices: on these, the settings made money${more}.`;
}

/** Who risks less may make less: what fell deeper on the way is no better for that alone. */
function lessThanHolding(facts: SimulationFacts, { drawdown, wallet }: TotalFacts): string {
  const fall = wallet === null ? undefined : holdFall(facts, Number(wallet.start));
  if (fall === undefined || new Big(drawdown).gte(fall))
    return "No reason to keep these settings: the whole balance, bought and held, made more on these prices.";
  return "To be weighed: these settings made money, less than the whole balance bought and held, which fell deeper on the way.";
}

/** How deep the held balance fell, by the ends of the picture's columns; undefined without a picture. */
function holdFall({ picture }: SimulationFacts, balance: number): number | undefined {
  if (picture === undefined || picture.prices.length === 0) return undefined;
  let [peak, deepest] = [balance, 0];
  for (const equity of holdCurve(picture.prices, balance).lasts) {
    peak = Math.max(peak, equity);
    deepest = Math.max(deepest, peak - equity);
  }
  return deepest;
}

function outcome({ from, to, replays }: SimulationFacts, { order, totals }: ReplayFacts): string {
  const days = Math.max(1, Math.round((to - from) / DAY));
  const share = shareOf(totals);
  const reading = differentReadings(replays).length > 1 ? ` in the worst reading of the candles (${order})` : "";
  const part = share === null ? "" : ` (${move(share.toFixed())} of ${amount(totals.wallet?.start ?? "0")})`;
  return `In ${counted(days, "day")} they ${gained(totals.result)}${part}${reading}, open losses included, with at most ${amount(totals.margin)} tied up as margin, and were ${amount(totals.drawdown)} below their highest on the way.`;
}

function gained(result: string): string {
  const value = new Big(result);
  if (value.eq(0)) return "made nothing";
  return value.lt(0) ? `lost ${amount(value.abs().toFixed())}` : `made ${amount(result)}`;
}

function liquidatedBots({ bots }: ReplayFacts): string {
  return namesText(
    bots.filter(({ reasons }) => reasons.liquidated > 0).map(({ address }) => address),
    MOST_NAMES,
  );
}

/** Of several bots, how many made money, and which lost most. */
function botText({ bots }: ReplayFacts): string[] {
  if (bots.length < 2) return [];
  const [last] = bots.toSorted((left, right) => new Big(left.result).cmp(right.result));
  const made = bots.filter(({ result }) => new Big(result).gt(0)).length;
  const lost =
    last === undefined || new Big(last.result).gte(0)
      ? "none lost"
      : `${last.address} lost most, ${amount(new Big(last.result).abs().toFixed())}`;
  return [`${made === 0 ? "None" : made} of ${bots.length} bots made money; ${lost}.`];
}

function afterTries(variants: readonly VariantFacts[], facts: SimulationFacts, { totals }: ReplayFacts): string[] {
  const best = bestVariant(variants);
  const base = new Big(totals.result);
  const isBetter = best !== undefined && new Big(best.worst.totals.result).gt(base);
  const count = counted(variants.length, "combination");
  const reading = facts.replays.length > 1 ? ", each by its worst reading of the candles" : "";
  if (best === undefined || !isBetter) {
    const few = tooLittle(facts, { totals });
    const lost = base.lt(0)
      ? ", which lost money"
      : few === undefined
        ? ""
        : `, though there is too little to tell: ${few}`;
    return [
      `Keep the settings as they are${lost}: none of ${count} came to more than ${amount(totals.result)}${reading}.`,
    ];
  }
  const found = best.worst.totals;
  const few = tooLittle(facts, { totals: found });
  const name = variantName(best);
  const lead = base.lt(0) && new Big(found.result).lt(0) ? "lost least" : "came out best";
  const advice =
    few !== undefined
      ? `Too little to tell what to keep (${few}): of ${count}, ${name} ${lead}${reading}.`
      : new Big(found.result).lt(0)
        ? `Nothing to keep: all of ${count} lost money. ${name} lost least${reading}.`
        : found.liquidations > 0
          ? `Nothing to keep yet: of ${count}, ${name} came out best${reading}, with ${counted(found.liquidations, "liquidation")}.`
          : `Of ${count}, ${name} came out best${reading}: to be kept for a trial on other prices.`;
  const deeper = new Big(found.drawdown).cmp(totals.drawdown);
  const fall = deeper > 0 ? "deeper" : deeper < 0 ? "shallower" : "the same";
  return [
    advice,
    `It ${gained(found.result)}, and the settings as they are ${gained(totals.result)}; its drawdown is ${fall}: ${amount(found.drawdown)}, against ${amount(totals.drawdown)}.`,
    neighbourText(best, variants, base),
  ];
}

/** A peak among good neighbours is less likely to be chance than one that stands alone. */
function neighbourText({ neighbours }: VariantFacts, variants: readonly VariantFacts[], base: Big): string {
  const near = neighbours.flatMap((index) => variants[index] ?? []);
  const good = near.filter(({ worst }) => new Big(worst.totals.result).gte(base)).length;
  const chance = "the best of many is partly chance";
  const asMuch = "came to at least as much as the settings as they are";
  if (near.length === 0) return `There is no value beside it to compare; ${chance}.`;
  const all = ["", "The one value beside it", "Both values beside it"][near.length] ?? `All ${near.length} beside it`;
  if (good === near.length) return `${all} ${asMuch}, too, which speaks for it; ${chance} all the same.`;
  if (good > 0) return `Of the ${near.length} beside it ${good} ${asMuch}: ${chance}.`;
  return `${near.length === 1 ? "The one value beside it didn't come" : `None of the ${near.length} beside it came`} to as much as the settings as they are, which speaks against it: ${chance}.`;
}

/** What can't be told, whatever came out. */
function limits(facts: SimulationFacts, worst: ReplayFacts): string[] {
  const { lost, won } = worst.metrics.deals;
  const open = worst.bots.filter(({ running }) => running !== null && new Big(running.unrealised).lt(0)).length;
  const held = meanHold(facts);
  return [
    ...(held === undefined ? [] : [holdText(facts, worst.totals, held)]),
    ...(lost === 0 && won > 0 && new Big(worst.totals.result).gte(0)
      ? ["No deal that ended lost: how much these settings can lose hasn't been seen."]
      : []),
    ...(open === 0
      ? []
      : [
          `${counted(open, "deal still runs", "deals still run")} at a loss; what is open stands at ${amount(worst.totals.unrealised).replace("-", "−")} in all.`,
        ]),
    facts.picture?.isMadeUp === true
      ? "The prices are made up: this shows how the settings work, and says nothing about any market."
      : "Other prices may bring something else: one stretch of the past is one try.",
  ];
}

function tooLittle({ from, to }: SimulationFacts, { totals }: Pick<ReplayFacts, "totals">): string | undefined {
  const days = (to - from) / DAY;
  if (totals.deals < LEAST_DEALS) return `${counted(totals.deals, "deal")} ended, and it takes ${LEAST_DEALS}`;
  if (days < LEAST_DAYS) return `the prices span ${counted(Math.round(days), "day")}, and it takes ${LEAST_DAYS}`;
  return undefined;
}

function holdText(facts: SimulationFacts, { wallet }: TotalFacts, held: Big): string {
  if (wallet === null) return `Bought and held instead: ${move(held.toFixed())}.`;
  const fall = holdFall(facts, Number(wallet.start));
  const below = fall === undefined ? "" : `, about ${amount(fall.toFixed(2))} below its highest on the way`;
  return `All of it bought and held instead: ${move(held.toFixed())}${below}.`;
}

/** A fraction of the balance; null without one. */
function shareOf({ wallet, result }: TotalFacts): Big | null {
  return wallet === null ? null : new Big(result).div(wallet.start);
}

/** In equal parts; undefined where no pair has a price. */
function meanHold({ hold }: SimulationFacts): Big | undefined {
  if (hold.length === 0) return undefined;
  return new Big((hold.reduce((sum, { change }) => sum + change, 0) / hold.length).toFixed(6));
}
