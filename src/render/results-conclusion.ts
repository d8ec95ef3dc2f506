// What results by version let somebody conclude: for each bot which version to keep, or that it can't be told yet.
import { groupBy } from "../model/order.js";
import type { Comparison, ResultsFacts, Version } from "../model/results.js";
import { shortRevision } from "../model/revision.js";
import { counted } from "../model/text/counted.js";
import { showValue } from "./text/value.js";

/** `back`: to the version before a change that made less; `keep`: what made more; `open`: it can't be told. */
type Advice = "back" | "keep" | "open";

interface KeepFacts {
  readonly comparison: Comparison;
  readonly advice: Advice;
  /** A sentence or two. */
  readonly text: string;
}

/** One for each bot: by its newest comparison that tells something, else by its newest. Those that tell something first. */
export function keepsOf({ comparisons }: ResultsFacts): readonly KeepFacts[] {
  const bots = groupBy(comparisons, ({ account, bot, asset }) => JSON.stringify([account, bot.id, asset]));
  return [...bots.values()]
    .flatMap((own) => {
      const last = own.at(-1);
      return last === undefined ? [] : [keepOf(own, last)];
    })
    .toSorted((left, right) => ORDER[left.advice] - ORDER[right.advice]);
}

const ORDER: Readonly<Record<Advice, number>> = { back: 0, keep: 1, open: 2 };

function keepOf(own: readonly Comparison[], last: Comparison): KeepFacts {
  const clear = own.findLast(({ verdict }) => verdict === "better" || verdict === "worse");
  if (clear === undefined) return { comparison: last, advice: "open", text: openText(last) };
  const advice = clear.verdict === "worse" ? "back" : "keep";
  const text = advice === "back" ? backText(clear) : forwardText(clear);
  if (clear === last) return { comparison: clear, advice, text };
  const kept = advice === "back" ? clear.before : clear.after;
  const compare = `--compare ${kept.fingerprint}..${last.after.fingerprint}`;
  return {
    comparison: clear,
    advice,
    text: `${text} What came later can't be told from what was before it; to compare it with the newest: ${compare}`,
  };
}

/** In one sentence for all bots. */
export function keepLead(facts: ResultsFacts): string {
  const { by, rows } = facts;
  if (rows.length === 0) return "No ended deals: there is nothing to tell yet.";
  if (by !== "version") return "Without versions beside each other, nothing says what to keep: leave out --by.";
  const keeps = keepsOf(facts);
  if (keeps.length === 0) return "Each bot has one version so far: there is nothing to compare yet.";
  const count = (advice: Advice) => keeps.filter((one) => one.advice === advice).length;
  const parts = [
    ...(count("back") === 0 ? [] : [`for ${counted(count("back"), "bot")} go back to an earlier version`]),
    ...(count("keep") === 0 ? [] : [`for ${counted(count("keep"), "bot")} keep the newer version`]),
    ...(count("open") === 0 ? [] : [`for ${counted(count("open"), "bot")} the deals can't tell`]),
  ].join("; ");
  return `${parts.slice(0, 1).toUpperCase()}${parts.slice(1)}.`;
}

function backText(one: Comparison): string {
  return `Go back to ${versionText(one.before)}: the change after it${changesText(one)} made ${madeText(one)}.`;
}

function forwardText(one: Comparison): string {
  return `Keep ${versionText(one.after)}${changesText(one)}: it made ${madeText(one)}, against the version before.`;
}

function openText(one: Comparison): string {
  const { after, interval, why } = one;
  if (interval === null) return `Can't tell yet about ${versionText(after)}${changesText(one)}: ${why}.`;
  return `Can't tell ${versionText(after)}${changesText(one)} from the version before: ${madeText(one)}, which may be chance.`;
}

function changesText({ changes }: Comparison): string {
  const texts = changes.map(({ field, before, after }) => `${field} ${showValue(before)} → ${showValue(after)}`);
  return texts.length === 0 ? "" : ` (${texts.join(", ")})`;
}

function madeText({ interval, asset, measure }: Comparison): string {
  if (interval === null) return "unknown";
  return `${plus(interval.difference)} ${asset} a ${measure}, between ${plus(interval.low)} and ${plus(interval.high)}`;
}

/** A fingerprint, and the commit that it is from. */
export function versionText({ fingerprint, commit }: Pick<Version, "fingerprint" | "commit">): string {
  return commit === null ? fingerprint : `${fingerprint} (${shortRevision(commit.commit).slice(0, 8)})`;
}

/** A signed decimal, with a minus as wide as a digit. */
export function plus(value: string): string {
  return value.startsWith("-") ? `−${value.slice(1)}` : value === "0" ? value : `+${value}`;
}
