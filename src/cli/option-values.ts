// What reads the values of options, and refuses what they can't be.
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { canonicalDecimal } from "../model/text/decimal.js";

/** Names with commas between; the option again adds to what it said before. */
export function eachName(text: string, before: readonly string[] = []): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw invalid("give an account's name, or several separated by commas.");
  return [...before, ...names];
}

/** With fewer, what an apply has seen of a bot is too old before it can write (rule 2). */
export function rate(text: string): number {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text) && Number(text) >= 2) return Number(text);
  throw invalid("give a number of at least 2.");
}

/** A name that begins with - is an option whose file was forgotten, more likely than a file. */
export function fileName(text: string): string {
  if (!text.startsWith("-")) return text;
  throw invalid(`give a name; if it begins with -, write ./${text}`);
}

/** The same, and - alone. */
export function fileOrInput(text: string): string {
  return text === "-" ? text : fileName(text);
}

/** The option again adds to what it said before. */
export function each(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Reads a whole number, 0 included. */
export function natural(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalid("give a whole number, without a unit.");
  return Number(text);
}

export function positive(text: string): number {
  const number = natural(text);
  if (number === 0) throw invalid("give a number greater than 0.");
  return number;
}

/** Reads a whole number within these bounds. */
export function from(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = least > 0 ? positive(text) : natural(text);
    if (number >= least && number <= most) return number;
    throw invalid(`give a whole number from ${least} to ${most}.`);
  };
}

/** Reads an amount of money above 0. */
export function amount(text: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value === "0" || value.startsWith("-")) throw invalid("give an amount above 0.");
  return value;
}

/** What a value is refused with. */
export function invalid(wanted: string): InvalidArgumentError {
  return new InvalidArgumentError(wanted);
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** Reads `90s`, `5m` or `1h`, as seconds. */
export function duration(least: number, most: number): (text: string) => number {
  return (text) => {
    const [, number = "", unit = ""] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
    const seconds = Number(number) * (SECONDS[unit] ?? 0);
    if (number !== "" && seconds >= least && seconds <= most) return seconds;
    throw invalid(`give a time from ${least}s to ${most / 3_600}h, as 30s, 5m or 1h.`);
  };
}
