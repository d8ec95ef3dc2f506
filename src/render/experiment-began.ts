// Since when the deals of an experiment count, in words, and how many ended with its settings before.
import type { EarlyDeals, ExperimentResults } from "../model/results.js";
import { shortRevision } from "../model/revision.js";
import { counted } from "../model/text/counted.js";
import { minute } from "../model/text/minute.js";

/** A clause. */
export function beganText({ since, early }: ExperimentResults): string {
  if (since !== null) return `deals count from ${minute(since)} UTC on`;
  if (early === null) return "no deal with its settings has ended yet, so nothing counts";
  return `deals count from ${minute(early.commit.at)} UTC on, when it was committed, and none with the settings that it tries has ended since`;
}

/** A sentence; none where no deals ended before. The subject of the commit is text from outside. */
export function earlyText({ early }: ExperimentResults): readonly string[] {
  if (early === null) return [];
  return [
    `${counted(early.deals, "deal")} with the settings that it tries ended before ${commitText(early)} declared it: they don't count, nor do the control's until then (--commits 0 counts from the first of them on).`,
  ];
}

function commitText({ commit: { commit, at, subject } }: EarlyDeals): string {
  return `the commit ${shortRevision(commit).slice(0, 8)} of ${minute(at)} UTC (${subject})`;
}
