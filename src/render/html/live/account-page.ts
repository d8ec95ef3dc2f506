// One account: what its last look came to, its bots, and what differs, runs and is held; and one bot of it.

import type { ListedHold } from "../../../model/bot/hold-facts.js";
import type { AccountSnapshot, BotSnapshot, DealSnapshot, Look, Seen } from "../../../model/fleet.js";
import type { FleetAccount, FleetPlan } from "../../../model/fleet-state.js";
import { counted } from "../../../model/text/counted.js";
import { price } from "../../../model/text/money-figures.js";
import { html, type Markup, outside, type Piece, table } from "../markup.js";
import { type LiveParts, time, UNKNOWN } from "./frame.js";
import { holdTable } from "./holds-page.js";
import { planList } from "./plan-list.js";
import { accountPath, amountOr, botMark, botPath, eachQuote, profitOr, stateMark, switchMark } from "./states.js";

export interface AccountView {
  readonly facts: FleetAccount;
  readonly snapshot: AccountSnapshot | undefined;
  readonly plans: readonly FleetPlan[];
  /** undefined where they couldn't be read. */
  readonly holds: readonly ListedHold[] | undefined;
  /** ISO 8601, now. */
  readonly at: string;
}

export function accountParts({ facts, snapshot, plans, holds, at }: AccountView): LiveParts {
  const { account } = facts;
  return {
    title: account,
    eyebrow: html`<a href="/">Fleet</a>`,
    name: outside(account),
    alert: alertOf(facts),
    content: html`<p class="lead">${stateMark(facts.state)} ${outside(facts.why)}.</p>
${plans.length === 0 ? undefined : html`<section><h2 id="plans">Plans</h2>${planList(plans, at)}</section>`}
<section><h2 id="bots">Bots</h2>${botsOf(account, snapshot?.seen)}</section>
${differencesOf(account, snapshot?.seen)}
<section><h2 id="deals">Running deals</h2>${dealsOf(account, facts, snapshot?.seen)}</section>
<section><h2 id="breakers">Breakers</h2>${snapshot === undefined ? html`<p>${UNKNOWN}</p>` : breakersOf(snapshot.look)}</section>
<section><h2 id="holds">Holds</h2>${holds === undefined ? html`<p>${UNKNOWN}: the ledger couldn't be read.</p>` : holdTable(holds)}</section>
<section><h2 id="look">The last look</h2>${lookOf(facts, snapshot)}</section>`,
    follows: "replace",
  };
}

/** Old figures look like new ones. */
export function alertOf({ state, why, isLate, seenAt, lookedAt }: FleetAccount): Markup | undefined {
  if (state === "never-seen") return warning(html`<b>Nothing is known of it:</b> ${why}.`);
  if (isLate) return warning(html`<b>Old:</b> ${why}. What is shown may not be true any more.`);
  if (seenAt === null) return warning(html`<b>Its bots were never read:</b> ${outside(why)}.`);
  if (seenAt !== lookedAt)
    return warning(html`<b>It can't be read now.</b> Bots and deals are as they were at ${time(seenAt)}.`);
  return undefined;
}

function warning(content: Piece): Markup {
  return html`<div class="alert" role="alert"><ul class="warnings"><li class="bad">${content}</li></ul></div>`;
}

function botsOf(account: string, seen: Seen | undefined): Markup {
  if (seen === undefined) return html`<p>${UNKNOWN}: nobody could read them yet.</p>`;
  if (seen.bots.length === 0) return html`<p>It has none in the configuration's scope.</p>`;
  const rows = seen.bots.map((bot) => [
    html`<a href="${botPath(account, bot)}">${outside(bot.title)}</a>${bot.id === null ? undefined : html` <small class="soft">#${bot.id}</small>`}`,
    botMark(bot.state),
    bot.id === null ? "–" : switchMark(bot.on),
    bot.pair === null ? "" : outside(`${bot.pair} ${bot.strategy ?? ""}`),
    bot.id === null ? "–" : bot.deals === null ? UNKNOWN : String(bot.deals.length),
  ]);
  const columns = [["Bot"], ["State"], ["Switch"], ["Pair"], ["Deals", "n"]] as const;
  return table(columns, rows, { label: "Bots", caption: "", isStacked: true });
}

function differencesOf(account: string, seen: Seen | undefined): Markup | undefined {
  const bots = seen?.bots.filter(({ differs }) => differs.length > 0) ?? [];
  if (bots.length === 0) return undefined;
  const rows = bots.flatMap((bot) =>
    bot.differs.map((one) => [html`<a href="${botPath(account, bot)}">${outside(bot.title)}</a>`, ...difference(one)]),
  );
  return html`<section><h2 id="differs">What differs</h2>${table([["Bot"], ["Setting"], ["Live"], ["Declared"]], rows, { label: "Live and declared", caption: "", isStacked: true })}</section>`;
}

function difference({ name, live, declared }: BotSnapshot["differs"][number]): Piece[] {
  if (name === "enabled") return ["switch", switchMark(live === true), switchMark(declared === true)];
  return [name, settingValue(live), settingValue(declared)];
}

function settingValue(value: string | boolean | null): Markup {
  return value === null ? html`<span class="soft">not set</span>` : outside(String(value));
}

function dealsOf(account: string, { deals }: FleetAccount, seen: Seen | undefined): Markup {
  if (seen === undefined || deals === null) return html`<p>${UNKNOWN}: they weren't read.</p>`;
  const all = seen.bots.flatMap((bot) => (bot.deals ?? []).map((deal) => ({ bot, deal })));
  if (all.length === 0) return html`<p>None.</p>`;
  const rows = all.map(({ bot, deal }) => [
    html`<a href="${botPath(account, bot)}">${outside(bot.title)}</a>`,
    ...dealCells(deal),
  ]);
  return html`<p>Together: position ${eachQuote(deals, ({ value, quote }) => amountOr(value, quote))}, margin ${eachQuote(deals, ({ margin, quote }) => amountOr(margin, quote))}, open profit ${eachQuote(deals, ({ profit }) => profitOr(profit))}.</p>${table([["Bot"], ...DEAL_COLUMNS], rows, { label: "Running deals", caption: "", isStacked: true })}`;
}

const DEAL_COLUMNS = [
  ["Deal", "n"],
  ["Side"],
  ["Position", "n"],
  ["Margin", "n"],
  ["Open profit", "n"],
  ["Price", "n"],
  ["Liquidation", "n"],
  ["Take profit"],
] as const;

function dealCells({ id, side, value, margin, profit, markPrice, liquidationPrice, isNaked }: DealSnapshot): Piece[] {
  return [
    ...[String(id), side, amountOr(value), amountOr(margin), profitOr(profit)],
    ...[priceOr(markPrice), liquidationPrice === "0" ? "none" : priceOr(liquidationPrice)],
    isNaked === null ? UNKNOWN : isNaked ? html`<b class="bad">no order</b>` : "placed",
  ];
}

function priceOr(text: string | null): Piece {
  return text === null ? UNKNOWN : price(text);
}

function breakersOf({ breakers: { near, unknown, tripped, exposed } }: Look): Markup {
  const lines = [
    ...tripped.map(
      (name) => html`<li class="bad"><b>Tripped:</b> ${outside(name)}. botform breaker arm arms it again.</li>`,
    ),
    ...(exposed === null ? [] : [html`<li class="bad"><b>Bots may be on:</b> ${outside(exposed)}</li>`]),
    ...unknown.map((name) => html`<li class="bad"><b>Not measured:</b> ${outside(name)}</li>`),
    ...near.map((name) => html`<li class="warning"><b>Near its limit:</b> ${outside(name)}</li>`),
  ];
  return lines.length === 0
    ? html`<p>None is reported to be near its limit.</p>`
    : html`<ul class="warnings">${lines}</ul>`;
}

function lookOf({ lookedAt, dueAt, driftedSince, mode }: FleetAccount, snapshot: AccountSnapshot | undefined): Markup {
  if (snapshot === undefined || lookedAt === null) return html`<p>There was none yet.</p>`;
  const { look } = snapshot;
  const due = dueAt === null || look.dueAt <= look.at ? "none planned" : time(dueAt);
  const rows: readonly (readonly [string, Piece])[] = [
    ["Looked at", time(lookedAt)],
    ["Next look", due],
    ["Mode", mode ?? UNKNOWN],
    ["Drifted since", driftedSince === null ? "it hasn't" : time(driftedSince)],
    ...(look.refused === null ? [] : [["Not corrected", outside(look.refused)] as const]),
    ...(look.unreadable === null ? [] : [["Not read", outside(look.unreadable)] as const]),
  ];
  return html`<dl class="figures wide">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** One bot, by what the last look that could read the account saw. */
export function botParts(facts: FleetAccount, bot: BotSnapshot): LiveParts {
  const { account } = facts;
  const { title, state, why, on, pair, strategy, id, differs, deals, address } = bot;
  const dealRows = deals?.map((deal) => dealCells(deal));
  const rows: readonly (readonly [string, Piece])[] = [
    ["Switch", id === null ? "it isn't there" : switchMark(on)],
    ["Pair", pair === null ? UNKNOWN : outside(pair)],
    ["Strategy", strategy === null ? UNKNOWN : outside(strategy)],
    ["Id", id === null ? "none" : `#${id}`],
    ["Address", address === null ? "the configuration doesn't declare it" : outside(address)],
    ["Seen at", facts.seenAt === null ? UNKNOWN : time(facts.seenAt)],
  ];
  return {
    title: `${title} of ${account}`,
    eyebrow: html`<a href="/">Fleet</a> › <a href="${accountPath(account)}">${outside(account)}</a>`,
    name: outside(title),
    alert: alertOf(facts),
    content: html`<p class="lead">${botMark(state)}${why === undefined ? undefined : html` ${outside(why)}`}</p>
<dl class="figures wide">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<section><h2 id="differs">What differs</h2>${differs.length === 0 ? html`<p>${state === "missing" ? "It isn't there." : "Nothing."}</p>` : table([["Setting"], ["Live"], ["Declared"]], differs.map(difference), { label: "Live and declared", caption: "", isStacked: true })}</section>
<section><h2 id="deals">Running deals</h2>${dealRows === undefined ? html`<p>${id === null ? "None." : UNKNOWN}</p>` : dealRows.length === 0 ? html`<p>None.</p>` : html`<p>${counted(dealRows.length, "deal")}</p>${table(DEAL_COLUMNS, dealRows, { label: "Running deals", caption: "", isStacked: true })}`}</section>`,
    follows: "replace",
  };
}
