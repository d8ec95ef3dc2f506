// What deals that still run have come to so far: no part of what has been earned, but a conclusion has to stand with it, too.
import Big from "big.js";
import type { Deal } from "../model/deal/deal.js";
import type { Verdict } from "../model/results.js";
import { counted } from "../model/text/counted.js";
import { amount } from "../model/text/money-figures.js";
import type { Interval } from "./bootstrap.js";

/** In the quote asset, before closing fees; 0 of none, null where one doesn't show it. */
export function openResult(running: readonly Deal[]): Big | null {
  let total = new Big(0);
  for (const { position } of running) {
    if (position?.profit == null) return null;
    total = total.plus(position.profit);
  }
  return total;
}

export interface Found {
  readonly verdict: Verdict;
  readonly why: string;
}

/**
 * What ended deals say, unless what is open would take it back: a bot that is stuck in a loss ends only the deals that went well.
 * @param shift of the difference, if all that runs ended as it stands; null where that isn't known
 */
export function standingWithOpen(found: Found, interval: Interval, shift: number | null): Found {
  const { verdict, why } = found;
  if (verdict !== "better" && verdict !== "worse") return found;
  if (shift === null) return { verdict: "unclear", why: `${why}, but what deals that still run come to isn't known` };
  const stands = verdict === "better" ? interval.low + shift > 0 : interval.high + shift < 0;
  if (stands) return found;
  return { verdict: "unclear", why: `${why} by ended deals, but not for sure with what deals that still run stand at` };
}

/** As a sentence; none where nothing runs. @param asset of the open result */
export function runningNote(running: readonly Deal[], asset: string): readonly string[] {
  if (running.length === 0) return [];
  const open = openResult(running);
  const at = open === null ? "with a result that isn't known" : `at ${amount(open.toFixed())} ${asset}`;
  const verb = running.length === 1 ? "runs" : "run";
  return [
    `${counted(running.length, "deal")} still ${verb}, ${at}, and ${running.length === 1 ? "isn't" : "aren't"} in these figures.`,
  ];
}
