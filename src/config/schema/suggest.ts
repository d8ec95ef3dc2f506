// Finds the known name, or the pair, that the user probably meant.
import { pairOf, QUOTES } from "../../model/bot/pair.js";
import { ownNames, simplified } from "../../model/text/aliases.js";
import { slips } from "../../model/text/slips.js";
import { listed } from "../problem.js";

/** Longer input is no misspelling of a name, and measuring it takes time. */
const LONGEST = 64;

/** A longer list of names is of no help. */
const MOST_NAMES = 24;

/** A shorter common beginning is chance. */
const SHORTEST_BEGINNING = 3;

/**
 * The known name nearest to `word`, when it is near enough to be a slip: the same but for case and separators, at
 * most a third of its letters away, one the beginning of the other (CROSSED, STOP), or the same words in another order.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const plain = simplified(word);
  let best: { readonly name: string; readonly away: number } | undefined;
  for (const name of known) {
    const away = slips(plain, simplified(name));
    if (best === undefined || away < best.away) best = { name, away };
  }
  if (best !== undefined && best.away <= Math.max(1, Math.floor(best.name.length / 3))) return best.name;
  return known.find(
    (name) =>
      isBeginning(plain, simplified(name)) || isBeginning(simplified(name), plain) || inOrder(name) === inOrder(word),
  );
}

/** `leverage-max` and `max-leverage` are the same words. */
function inOrder(name: string): string {
  return name.toLowerCase().split(/[-_ ]/).sort().join(" ");
}

/** The remedy for an unknown name: the one that others call so, the nearest, or all of them. */
export function suggestion(word: string, known: readonly string[]): string {
  const name = ownNames(word).find((own) => known.includes(own)) ?? nearest(word, known);
  if (name !== undefined) return `Did you mean ${name}?`;
  if (known.length === 0) return "Remove it.";
  const more = known.length > MOST_NAMES ? ` and ${known.length - MOST_NAMES} more` : "";
  return `Use one of: ${known.slice(0, MOST_NAMES).join(", ")}${more}.`;
}

/** The remedy for a word that isn't one of those allowed. @param meant the one that it probably stands for */
export function wordRemedy(known: readonly string[], meant: string | undefined): string {
  return meant === undefined ? `Write ${listed(known, "or")}.` : `Did you mean ${meant}?`;
}

function isBeginning(short: string, long: string): boolean {
  return short.length >= SHORTEST_BEGINNING && long.startsWith(short);
}

export function pairRemedy(written: string): string {
  const likely = likelyPair(written);
  if (isBareAsset(written)) return `Write the quote asset and a dash before it: USDT-${written}.`;
  return likely === undefined ? "Write the quote asset first, in capitals: USDT-BTC." : `Did you mean ${likely}?`;
}

/** `BTC`, of which nobody knows the other half. */
export function isBareAsset(written: string): boolean {
  return /^[A-Z0-9]{2,12}$/.test(written) && pairOf(written) === undefined;
}

/** `USDT-BTC` for BTCUSDT, BTC/USDT, USDT_BTC, usdt-btc, BINANCE:BTCUSDT.P; undefined when no quote asset is found. */
export function likelyPair(written: string): string | undefined {
  if (written.length > 40) return undefined;
  const plain = written
    .toUpperCase()
    .replace(/^.*:/, "")
    .replace(/(?:\.P|PERP)$/, "");
  const parts = plain.split(/[^A-Z0-9]+/).filter((part) => part !== "");
  if (parts.length === 2) {
    const [left = "", right = ""] = parts;
    if (QUOTES.includes(left)) return `${left}-${right}`;
    if (QUOTES.includes(right)) return `${right}-${left}`;
  }
  const [joined = ""] = parts;
  return parts.length === 1 ? pairOf(joined) : undefined;
}
