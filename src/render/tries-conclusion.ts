// What a sweep lets somebody conclude: which combination to keep for a trial, those that are equal to it, and what lies beside it.
import Big from "big.js";
import type { ReplayFacts, SimulationFacts, TotalFacts } from "../model/risk/simulation.js";
import { counted } from "../model/text/counted.js";
import { amount } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";
import { calmerText } from "./calmer-variant.js";
import { bestVariants, edgesOf, isTraded, leverageOf, type VariantFacts, variantName } from "./simulation-variants.js";
import { against, fallBeyondWallet, gained, tooLittle } from "./simulation-words.js";
import { refusalText } from "./untraded.js";

const MOST_NAMES = 5;

/** Sentences, the first of which says what to keep. @param asTheyAre the settings without a change */
export function afterTries(
  variants: readonly VariantFacts[],
  facts: SimulationFacts,
  asTheyAre: ReplayFacts,
): readonly string[] {
  const { totals } = asTheyAre;
  const best = bestVariants(variants);
  const [first] = best;
  const untraded = untradedText(variants);
  if (first === undefined) return [`Nothing to keep: ${allOf(variants)} made no deal.`, ...untraded];
  const base = new Big(totals.result);
  if (new Big(first.worst.totals.result).lte(base))
    return [noneBetter(variants, facts, asTheyAre), ...calmerText(facts, variants), ...untraded];
  const found = first.worst.totals;
  const deeper = new Big(found.drawdown).cmp(totals.drawdown);
  const fall = deeper > 0 ? "deeper" : deeper < 0 ? "shallower" : "the same";
  return [
    advice(best, variants, facts, base),
    ...equalText(best),
    `It ${gained(found.result)}, and the settings as they are ${gained(totals.result)}; its drawdown is ${fall}: ${amount(found.drawdown)}, against ${amount(totals.drawdown)}.`,
    ...calmerText(facts, variants),
    neighbourText(first, variants, base),
    ...untraded,
  ];
}

function noneBetter(variants: readonly VariantFacts[], facts: SimulationFacts, asTheyAre: ReplayFacts): string {
  const { totals } = asTheyAre;
  const more = `${noneText(variants, totals)}${readingText(facts)}`;
  const fault = against(asTheyAre, "the settings as they are");
  if (fault !== undefined) return `${fault}, and ${more}.`;
  const few = tooLittle(facts, { totals });
  const but = few === undefined ? "" : `, though there is too little to tell: ${few}`;
  return `Keep the settings as they are${but}: ${more}.`;
}

/** One that was liquidated, or made no deal, may have come to more: it isn't advised, and it isn't denied. */
function noneText(variants: readonly VariantFacts[], { result }: TotalFacts): string {
  const above = variants.filter(({ worst }) => new Big(worst.totals.result).gt(result));
  const [counting, which] = above.every(isTraded) ? [variants, ""] : [variants.filter(isTraded), " that made a deal"];
  const how = above.some(isTraded) ? " without a liquidation" : "";
  return `none of ${counted(counting.length, "combination")}${which} came to more than ${amount(result)}${how}`;
}

function advice(
  best: readonly VariantFacts[],
  variants: readonly VariantFacts[],
  facts: SimulationFacts,
  base: Big,
): string {
  const [first] = best;
  if (first === undefined) return "";
  const found = first.worst.totals;
  const isLoss = new Big(found.result).lt(0);
  const reading = readingText(facts);
  const count = counted(variants.length, "combination");
  const came = `${namesOf(best)} ${base.lt(0) && isLoss ? "lost least" : "came out best"}${best.length > 1 ? ", equally" : ""}${reading}`;
  const few = tooLittle(facts, { totals: found });
  const fall = fallBeyondWallet(found);
  if (few !== undefined)
    return `Too little to tell what to keep (${few}): of ${count}, ${came}${fall === undefined ? "" : `, but fell ${fall}`}.`;
  if (isLoss && variants.every(({ worst }) => worst.totals.result.startsWith("-")))
    return `Nothing to keep: all of ${count} lost money. ${came}.`;
  if (isLoss) return `Nothing to keep: of ${count}, ${came}, with a loss.`;
  if (found.liquidations > 0)
    return `Nothing to keep yet: of ${count}, ${came}, with ${counted(found.liquidations, "liquidation")}.`;
  if (fall !== undefined) return `Nothing to keep: of ${count}, ${came}, but on the way fell ${fall}.`;
  const edges = edgesOf(best, variants).map(({ name, value, end }) => `${name} ${value} is the ${end} that was tried`);
  if (edges.length > 0)
    return `Of ${count}, ${came}. The best lies at the edge of what was tried (${edges.join(", ")}): try beyond it before you keep it.`;
  const kept = best.length > 1 ? `${variantName(first)} is to be kept` : "to be kept";
  return `Of ${count}, ${came}: ${kept} for a trial on other prices.`;
}

function readingText({ replays }: SimulationFacts): string {
  return replays.length > 1 ? ", each by its worst reading of the candles" : "";
}

/** `leverage 20 and leverage 50`. */
function namesOf(variants: readonly VariantFacts[]): string {
  const names = variants.map(variantName);
  if (names.length > MOST_NAMES) return namesText(names, MOST_NAMES, "; ");
  const [last = ""] = names.slice(-1);
  return names.length < 2 ? last : `${names.slice(0, -1).join("; ")} and ${last}`;
}

/** Which of several that are equal risks least. */
function equalText(best: readonly VariantFacts[]): readonly string[] {
  const [first] = best;
  if (first === undefined || best.length < 2) return [];
  const isLower = best.some((other) => leverageOf(other) !== leverageOf(first));
  const why = isLower ? ` Of these ${variantName(first)} has the lowest leverage, and so the least risk.` : "";
  return [`They are equal in result and drawdown.${why}`];
}

/** A peak among good neighbours is less likely to be chance than one that stands alone. */
function neighbourText({ values, neighbours }: VariantFacts, variants: readonly VariantFacts[], base: Big): string {
  const near = neighbours.flatMap((index) => variants[index] ?? []).filter(isTraded);
  const good = near.filter(({ worst }) => new Big(worst.totals.result).gte(base)).length;
  const chance = "the best of many is partly chance";
  const asMuch = "came to at least as much as the settings as they are";
  const [only] = near;
  if (only === undefined) return `There is no value beside it to compare; ${chance}.`;
  if (near.length === 1) {
    const one = `The one value beside it, ${variantName(only)},`;
    if (good === 1) return `${one} ${asMuch}, too, which speaks for it; ${chance} all the same.`;
    return `${one} didn't come to as much as the settings as they are, which speaks against it: ${chance}.`;
  }
  const all = values.length === 1 ? "Both values beside it" : `All ${near.length} combinations beside it`;
  if (good === near.length) return `${all} ${asMuch}, too, which speaks for it; ${chance} all the same.`;
  if (good > 0) return `Of the ${near.length} beside it ${good} ${asMuch}: ${chance}.`;
  return `None of the ${near.length} beside it came to as much as the settings as they are, which speaks against it: ${chance}.`;
}

/** Those without a deal are no results. */
function untradedText(variants: readonly VariantFacts[]): readonly string[] {
  return variants
    .filter((one) => !isTraded(one))
    .slice(0, MOST_NAMES)
    .map((one) => `${variantName(one)} made no deal: ${refusalText(one.worst) ?? "no first order filled"}.`);
}

function allOf({ length }: readonly VariantFacts[]): string {
  return length === 1 ? "the one combination" : `all of ${length} combinations`;
}
