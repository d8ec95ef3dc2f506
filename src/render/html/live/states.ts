// How the states of accounts and bots look: a sign and a word each, so that nobody has to tell colours apart.
import type { BotSnapshot } from "../../../model/fleet.js";
import { type AccountState, type DealSums, STATE_WORDS } from "../../../model/fleet-state.js";
import { html, type Markup, sum } from "../markup.js";
import { UNKNOWN } from "./frame.js";

/** The style puts its sign before it. */
export function stateMark(state: AccountState): Markup {
  return html`<span class="state ${state}">${STATE_WORDS[state]}</span>`;
}

export const BOT_WORDS: Readonly<Record<BotSnapshot["state"], string>> = {
  ...{ "in-doubt": "in doubt", drifted: "drifted", missing: "missing", held: "held" },
  ...{ "in-wave": "waits for its wave", undeclared: "not declared", "in-step": "in step" },
};

export function botMark(state: BotSnapshot["state"]): Markup {
  return html`<span class="state ${state}">${BOT_WORDS[state]}</span>`;
}

/** Null isn't off. */
export function switchMark(on: boolean | null): Markup {
  if (on === null) return UNKNOWN;
  return on ? html`<b class="on">on</b>` : html`<span class="soft">off</span>`;
}

export function accountPath(account: string): string {
  return `/accounts/${encodeURIComponent(account)}`;
}

/** A bot is named by its key where the configuration has it, else by its id, which no key begins like. */
export function botPath(account: string, { address, id }: Pick<BotSnapshot, "address" | "id">): string {
  return `${accountPath(account)}/bots/${encodeURIComponent(botName({ address, id }))}`;
}

export function botName({ address, id }: Pick<BotSnapshot, "address" | "id">): string {
  return address === null ? `~${id}` : address.slice(address.indexOf("/") + 1);
}

/** An amount, or that it isn't known. */
export function amountOr(amount: string | null, quote = ""): Markup {
  return amount === null ? UNKNOWN : html`${sum(amount)}${quote === "" ? "" : ` ${quote}`}`;
}

/** Losses in the colour of losses, beside their sign. */
export function profitOr(amount: string | null): Markup {
  if (amount === null) return UNKNOWN;
  const isLoss = amount.startsWith("-");
  return html`<span${isLoss ? html` class="bad"` : undefined}>${isLoss ? "−" : amount === "0" ? "" : "+"}${sum(amount.replace("-", ""))}</span>`;
}

/** One line for each quote asset; 0 where there is no deal, and unknown where nobody has read them. */
export function eachQuote(deals: readonly DealSums[] | null, show: (sums: DealSums) => Markup): Markup {
  if (deals === null) return UNKNOWN;
  if (deals.length === 0) return html`<span class="soft">none</span>`;
  return html`${deals.map((sums, index) => html`${index === 0 ? undefined : html`<br>`}${show(sums)}${deals.length > 1 ? html` <small>${sums.quote}</small>` : undefined}`)}`;
}
