// What is said of an account that the configuration doesn't have: which it has, and which of them is meant.
import { nearest } from "../config/schema/suggest.js";

/** Of shorter names, any is near to any other. */
const SHORTEST = 3;

export function noAccount(name: string, known: readonly string[]): string {
  return `${whichAccounts(name, known)}${meantAccount(name, known)}`;
}

/** Without the guess, for a sentence that goes on. */
export function whichAccounts(name: string, known: readonly string[]): string {
  return `the configuration has no account ${name}; it has ${known.join(", ") || "none"}`;
}

/** A line of its own, or nothing where no name is near enough. */
export function meantAccount(name: string, known: readonly string[]): string {
  const isGuess = name.length >= SHORTEST && !known.includes(name);
  const meant = isGuess ? nearest(name, known) : undefined;
  return meant === undefined ? "" : `\nDid you mean --account ${meant}?`;
}
