// An amount that may be a gain or a loss, with its sign and its colour.
import { html, type Markup, sum } from "./markup.js";

/** @param text a decimal */
export function gain(text: string): Markup {
  return html`<span class="${text.startsWith("-") ? "bad" : text === "0" ? "soft" : "good"}">${signedSum(text)}</span>`;
}

/** With a minus as wide as a digit. */
export function signedSum(text: string): string {
  return sum(text).replace("-", "−");
}
