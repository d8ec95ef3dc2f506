// What results by version let somebody conclude: for each bot which version to keep, or that it can't be told yet.
import { groupBy } from "../model/order.js";
import type { Comparison, Figures, ResultRow, ResultsFacts, Verdict, Version } from "../model/results.js";
import { shortRevision } from "../model/revision.js";
import { counted } from "../model/text/counted.js";
import { amount } from "../model/text/money-figures.js";
import { showValue } from "./text/value.js";

/**
 * `back`: to a version that made more than the one in force; `keep`: what made more, which is in force; `stay`: that, since the bot has
 * gone back already; `doubt`: what made more was liquidated, or lost money itself; `open`: it can't be told.
 */
type Advice = "back" | "keep" | "stay" | "doubt" | "open";

interface KeepFacts {
  readonly comparison: Comparison;
  readonly advice: Advice;
  /** A sentence or two. */
  readonly text: string;
}

/** One for each bot: by its newest comparison that tells something, else by its newest. Those that tell something first. */
export function keepsOf({ comparisons, rows }: ResultsFacts): readonly KeepFacts[] {
  const bots = groupBy(comparisons, ({ account, bot, asset }) => JSON.stringify([account, bot.id, asset]));
  return [...bots.values()]
    .flatMap((own) => {
      const last = own.at(-1);
      return last === undefined ? [] : [keepOf(own, last, rowsOf(last, rows))];
    })
    .toSorted((left, right) => ORDER[left.advice] - ORDER[right.advice]);
}

const ORDER: Readonly<Record<Advice, number>> = { back: 0, keep: 1, stay: 2, doubt: 3, open: 4 };

function keepOf(own: readonly Comparison[], last: Comparison, rows: readonly ResultRow[]): KeepFacts {
  const clear = own.findLast(({ verdict }) => verdict === "better" || verdict === "worse");
  if (clear === undefined) return { comparison: last, advice: "open", text: openText(last) };
  const kept = clear.verdict === "worse" ? clear.before : clear.after;
  const advised = adviceOf(clear, kept, last, rows);
  const isInForce = last.inForce === null || last.inForce === last.after.fingerprint;
  if (clear === last || !isInForce) return { comparison: clear, ...advised };
  const text = `${advised.text} What came later can't be told from what was before it; to compare it with the newest: ${compareText(kept, last.after.fingerprint)}`;
  return { comparison: clear, advice: advised.advice, text };
}

/** @param kept what made more @param last the bot's newest comparison */
function adviceOf(
  clear: Comparison,
  kept: Comparison["after"],
  last: Comparison,
  rows: readonly ResultRow[],
): Omit<KeepFacts, "comparison"> {
  const figures = rows.find(({ version }) => version?.fingerprint === kept.fingerprint)?.figures;
  const doubt = figures === undefined ? "" : doubtOf(figures);
  if (doubt !== "") return { advice: "doubt", text: doubtText(clear, kept, doubt) };
  const lost = figures === undefined ? "" : lostText(kept.fingerprint, figures);
  const { before, after, inForce } = clear;
  const compared = [before.fingerprint, after.fingerprint, last.after.fingerprint];
  if (inForce !== null && !compared.includes(inForce))
    return { advice: "open", text: elsewhereText(clear, kept, inForce, rows) };
  if (clear.verdict === "worse")
    return inForce === before.fingerprint
      ? { advice: "stay", text: `${stayText(clear)}${lost}` }
      : { advice: "back", text: `${backText(clear)}${lost}` };
  return inForce === before.fingerprint
    ? { advice: "back", text: `${againText(clear)}${lost}` }
    : { advice: "keep", text: `${forwardText(clear)}${lost}` };
}

function rowsOf({ account, bot, asset }: Comparison, rows: readonly ResultRow[]): readonly ResultRow[] {
  return rows.filter((row) => row.account === account && row.bot?.id === bot.id && row.figures.asset === asset);
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
    ...(count("stay") === 0 ? [] : [`for ${counted(count("stay"), "bot")} stay with the version in force`]),
    ...(count("doubt") === 0 ? [] : [`for ${counted(count("doubt"), "bot")} what did better is no reason to keep it`]),
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

/** The bot has gone back already. */
function stayText(one: Comparison): string {
  return `Stay with ${versionText(one.before)}, which is in force again: the change after it${changesText(one)} made ${madeText(one)}.`;
}

/** The bot has gone back from what made more. */
function againText(one: Comparison): string {
  return `Go back to ${versionText(one.after)}${changesText(one)}: it made ${madeText(one)}, against the version before, which is in force again.`;
}

/** What the comparison is about is in force no more. */
function elsewhereText(
  one: Comparison,
  kept: Comparison["after"],
  inForce: string,
  rows: readonly ResultRow[],
): string {
  const version = rows.find((row) => row.version?.fingerprint === inForce)?.version;
  const better = `${versionText(kept)} did better than ${versionText(kept === one.after ? one.before : one.after)}`;
  return version == null
    ? `${better}, but in force are settings of which no deal has ended yet (${inForce}).`
    : `${better}, but in force is ${versionText(version)}; to compare them: ${compareText(kept, inForce)}`;
}

function compareText({ fingerprint }: Comparison["after"], other: string): string {
  return `--compare ${fingerprint}..${other}`;
}

function doubtText(one: Comparison, kept: Comparison["after"], doubt: string): string {
  const why =
    kept === one.after
      ? `it made ${madeText(one)}, against the version before`
      : `the change after it${changesText(one)} made ${madeText(one)}`;
  return `${versionText(kept)} did better (${why}), but ${doubt}: that alone is no reason to keep it.`;
}

function openText(one: Comparison): string {
  const { after, interval, why } = one;
  if (interval === null) return `Can't tell yet about ${versionText(after)}${changesText(one)}: ${why}.`;
  return `Can't tell ${versionText(after)}${changesText(one)} from the version before: ${madeText(one)}${unclearText(interval, why)}.`;
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

/** Why it can't be told, after the difference and its interval: chance, or what deals that still run stand at. */
export function unclearText(interval: NonNullable<Comparison["interval"]>, why: string): string {
  return holdsZero(interval) ? ", which may be chance" : `; ${why}`;
}

export function holdsZero({ low, high }: NonNullable<Comparison["interval"]>): boolean {
  return low === "0" || high === "0" || (low.startsWith("-") && !high.startsWith("-"));
}

/** What was liquidated or lost money isn't recommended, however much less the other one made: a clause, or empty. */
export function doubtOf({ net, asset, liquidations }: Figures): string {
  return [
    ...(liquidations.seen > 0 ? [`${counted(liquidations.seen, "deal")} ended in a liquidation`] : []),
    ...(net === null
      ? ["its net isn't known"]
      : net.startsWith("-")
        ? [`it lost money (${plus(amount(net))} ${asset})`]
        : []),
  ].join(", and ");
}

/** What a verdict is called. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: "Better",
  worse: "Worse",
  unclear: "Can't tell",
  "too-few": "Can't tell",
  unknown: "Unknown",
};

/** What may have been a liquidation (S-50), as a sentence after another one; empty where nothing may. @param name of what is kept */
export function lostText(name: string, { liquidations: { possible } }: Figures): string {
  return possible === 0
    ? ""
    : ` ${name} lost ${counted(possible, "deal")}, and the service doesn't show whether by a liquidation.`;
}

/** A signed decimal, with a minus as wide as a digit. */
export function plus(value: string): string {
  return value.startsWith("-") ? `−${value.slice(1)}` : value === "0" ? value : `+${value}`;
}
