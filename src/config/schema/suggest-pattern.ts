// Finds what was probably meant by a name or a pattern that fits nothing of the configuration.
import { fits } from "../../model/text/pattern.js";
import { slips } from "../../model/text/slips.js";
import { nearest } from "./suggest.js";

/** A longer list of names is of no help. */
const MOST_NAMES = 12;
/** Comparing a slip with more names takes longer than a message is worth. */
const MOST_COMPARED = 2_000;
/** Patterns of fewer letters are all alike. */
const SHORTEST = 3;
const LONGEST = 64;

/** The remedy for a pattern that fits none of these names: the nearest, or all of them if they are few. */
export function patternRemedy(pattern: string, names: readonly string[]): string {
  const meant = nearestPattern(pattern, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (names.length === 0) return "Remove it.";
  return names.length > MOST_NAMES ? "Correct it, or remove it." : `Use one of: ${names.join(", ")}.`;
}

/** The same for a pattern of bots. @param addresses of the bots that there are */
export function botRemedy(pattern: string, addresses: readonly string[]): string {
  const meant = nearestBot(pattern, addresses);
  return meant === undefined ? patternRemedy(pattern, namesLike(pattern, addresses)) : `Did you mean ${meant}?`;
}

/**
 * The key or the address that was probably meant, in the form in which it was written. Of an address, the account
 * and the key may both be slips; a key that is only on another account is found there.
 * @param addresses of the bots that there are
 */
export function nearestBot(pattern: string, addresses: readonly string[]): string | undefined {
  const names = namesLike(pattern, addresses);
  const slash = pattern.indexOf("/");
  if (slash < 0) return nearestPattern(pattern, names);
  const [account, key] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
  const meant = likeOneOf(account, distinct(names.map(accountOf)));
  const inside = meant === undefined ? [] : names.filter((name) => fits(meant, accountOf(name)));
  const own = likeOneOf(key, distinct(inside.map(keyOf)));
  if (meant !== undefined && own !== undefined) return `${meant}/${own}`;
  const other = likeOneOf(key, distinct(names.map(keyOf)));
  const owner = other === undefined ? undefined : names.find((name) => fits(other, keyOf(name)));
  return owner === undefined ? undefined : `${accountOf(owner)}/${other}`;
}

/** The name that was probably meant; of a pattern with stars, the pattern that fits one of the names. */
export function nearestPattern(pattern: string, names: readonly string[]): string | undefined {
  if (pattern.length > LONGEST || names.length > MOST_COMPARED) return undefined;
  return pattern.includes("*") ? nearestWithStars(pattern, names) : nearest(pattern, names);
}

function namesLike(pattern: string, addresses: readonly string[]): readonly string[] {
  return pattern.includes("/") ? addresses : distinct(addresses.map(keyOf));
}

function likeOneOf(pattern: string, names: readonly string[]): string | undefined {
  return names.some((name) => fits(pattern, name)) ? pattern : nearestPattern(pattern, names);
}

function nearestWithStars(pattern: string, names: readonly string[]): string | undefined {
  const letters = pattern.replaceAll(/[^\p{L}\p{N}]/gu, "").length;
  if (letters < SHORTEST) return undefined;
  let best: Corrected = { text: undefined, away: Math.max(1, Math.floor(letters / 3)) + 1 };
  for (const name of names) {
    const found = corrected(pattern, name);
    if (found.away < best.away && found.text !== undefined && fits(found.text, name)) best = found;
  }
  return best.text;
}

interface Corrected {
  readonly text: string | undefined;
  /** In letters that differ. */
  readonly away: number;
}

/** Each text between the stars becomes the words of the name that are nearest to it: `*-lefd` becomes `*-left`. */
function corrected(pattern: string, name: string): Corrected {
  const texts = pattern.split("*");
  const parts = texts.map((text, index) => nearestWords(text, name, index === 0, index === texts.length - 1));
  return {
    text: parts.map(({ text }) => text).join("*"),
    away: parts.reduce((sum, { away }) => sum + away, 0),
  };
}

/** The name begins with the first text, and ends with the last one. Of words as near, those as long are meant. */
function nearestWords(text: string, name: string, isFirst: boolean, isLast: boolean): Corrected {
  if (fits(`${isFirst ? "" : "*"}${text}${isLast ? "" : "*"}`, name)) return { text, away: 0 };
  const edges = edgesOf(name);
  let best: Corrected = { text: undefined, away: Number.POSITIVE_INFINITY };
  for (const from of isFirst ? [0] : edges)
    for (const to of isLast ? [name.length] : edges) {
      const words = name.slice(from, to);
      const away = slips(text.toLowerCase(), words.toLowerCase());
      const isAsLong = words.length === text.length;
      if (away < best.away || (away === best.away && isAsLong)) best = { text: words, away };
    }
  return best;
}

/** Where words begin and end, with their separators or without. */
function edgesOf(name: string): readonly number[] {
  const inner = [...name.matchAll(/[-_. ]/g)].flatMap(({ index }) => [index, index + 1]);
  return [...new Set([0, ...inner, name.length])];
}

function accountOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}

function keyOf(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
