// Figures as the pages show them: never broken at a line's end, and before and after with an arrow between.
import type Big from "big.js";
import { amount, percent } from "../text/money-figures.js";
import { html, type Markup } from "./markup.js";

/** An amount of money whose groups of digits stay together. */
export function sum(text: string): string {
  return unbroken(amount(text));
}

/** A fraction in percent. */
export function share(fraction: string): string {
  return unbroken(percent(fraction));
}

function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** `412 → 1 180`, or the one figure where both read alike; without `before` nothing is compared. */
export function moved(before: string | undefined, after: string, form: (text: string) => string = sum): Markup {
  const [old, now] = [before === undefined ? undefined : form(before), form(after)];
  if (old === undefined || old === now) return html`${now}`;
  return html`<span class="old">${old}</span> <span class="arrow">→</span> ${now}`;
}

/** `+768`, `−12` or `±0`. */
export function difference(by: Big): string {
  if (amount(by.toFixed()) === "0") return "±0";
  return `${by.lt(0) ? "−" : "+"}${sum(by.abs().toFixed())}`;
}

/** In words of the style: more at risk is never painted as good. */
export function direction(by: Big): "warn" | "good" | "soft" {
  if (by.eq(0)) return "soft";
  return by.gt(0) ? "warn" : "good";
}
