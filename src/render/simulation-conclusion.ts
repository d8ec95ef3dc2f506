// What a back-test lets somebody conclude, in a few sentences: what to keep, and what these prices can't tell.
import Big from "big.js";
import type { ReplayFacts, SimulationFacts, TotalFacts } from "../model/risk/simulation.js";
import { counted } from "../model/text/counted.js";
import { amount, move } from "../model/text/money-figures.js";
import { holdCurve } from "./hold-curve.js";
import { differentReadings } from "./simulation-readings.js";
import { variantsOf } from "./simulation-variants.js";
import { against, gained, tooLittle } from "./simulation-words.js";
import { afterTries } from "./tries-conclusion.js";

export interface Conclusion {
  /** In one sentence: what to keep. */
  readonly keep: string;
  /** What it rests on, and what can't be told; a sentence each. */
  readonly because: readonly string[];
}

const DAY = 86_400_000;

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
  const fault = against(worst, "these settings");
  if (fault !== undefined) return `${fault}.`;
  const few = tooLittle(facts, worst);
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
