// How many slips lie between a word that was typed and a name that there is.
import { distance } from "fastest-levenshtein";

/** Shorter words of the same letters are words of their own: on and no. */
const SHORTEST_SWAP = 4;

/** Letters to be changed, put in or taken out; the same letters in another order (`mian`) are one slip. Compares as it is written. */
export function slips(word: string, name: string): number {
  const away = distance(word, name);
  if (away < 2 || word.length !== name.length || word.length < SHORTEST_SWAP) return away;
  return letters(word) === letters(name) ? 1 : away;
}

function letters(word: string): string {
  return [...word].sort().join("");
}
