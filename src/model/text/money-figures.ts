// Writes figures in money for the eye: amounts, shares and prices, rounded.
import Big from "big.js";

/** `1 180.5`: two places at most. */
export function amount(text: string): string {
  const value = new Big(text);
  if (value.eq(0) || value.abs().gte("0.01")) return grouped(value.round(2));
  return value.gt(0) ? "< 0.01" : "> -0.01";
}

/** A fraction as a percentage, two places at most: 0.1234 is `12.34 %`. */
export function percent(fraction: string): string {
  return `${grouped(new Big(fraction).times(100).round(2))} %`;
}

/** With its sign: `−20 %`, `+5 %`. */
export function move(fraction: string): string {
  const value = new Big(fraction);
  return `${value.lt(0) ? "−" : "+"}${percent(value.abs().toFixed())}`;
}

/** Eight significant digits: more than the eye compares. */
export function price(text: string): string {
  return new Big(text).prec(8).toFixed();
}

/** `412 → 1 180`, or the one figure where both read alike. */
export function change(before: string | undefined, after: string, form: (text: string) => string = amount): string {
  const [old, now] = [before === undefined ? undefined : form(before), form(after)];
  return old === undefined || old === now ? now : `${old} → ${now}`;
}

/** A sentence whose figures stay on one line with their unit, and with what they become. */
export function unbrokenFigures(text: string): string {
  return text
    .replace(/(?<=\d) (?=[%×]|\d{3}(?!\d)|[A-Z]{3,5}\b)/g, "\u00a0")
    .replace(/(?<=\d|%) → (?=[−+]?\d)/g, "\u00a0→\u00a0");
}

function grouped(value: Big): string {
  const [whole = "", places] = (value.eq(0) ? new Big(0) : value).toFixed().split(".");
  const spaced = whole.replace(/\B(?=(?:\d{3})+$)/g, " ");
  return places === undefined ? spaced : `${spaced}.${places}`;
}
