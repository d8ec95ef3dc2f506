// The fleet at a glance: how many accounts are in which state, what needs a person, where the money is, and every account.
import {
  ACCOUNT_STATES,
  type AccountState,
  type DriftEpisode,
  type FleetAccount,
  type FleetState,
  rolloutNeeds,
  STATE_WORDS,
} from "../../../model/fleet-state.js";
import { groupBy } from "../../../model/order.js";
import { counted } from "../../../model/text/counted.js";
import { html, type Markup, outside, table } from "../markup.js";
import { driftFigure } from "./drift-figure.js";
import type { LiveParts } from "./frame.js";
import { moment, time, UNKNOWN } from "./frame.js";
import { moneyFigures } from "./money-figure.js";
import { planList } from "./plan-list.js";
import { accountPath, amountOr, eachQuote, profitOr, stateMark } from "./states.js";

/** Which accounts are listed: all where nothing is asked for. */
export interface Filter {
  readonly state?: AccountState | undefined;
  /** A part of the name. */
  readonly name?: string | undefined;
}

export interface FleetView {
  /** Why the newest revision of the configuration can't be used; undefined where it can. */
  readonly refused?: string | undefined;
  readonly state: FleetState;
  /** Of the last days; undefined where they weren't read. */
  readonly episodes: readonly DriftEpisode[] | undefined;
  readonly filter: Filter;
}

/** With fewer, the table is as quick to read. */
const FEW = 24;
const MOST_ROWS = 200;
/** Of each state, so that many of one hide none of another. */
const MOST_ALIKE = 4;

export function fleetParts({ state, episodes, filter, refused }: FleetView): LiveParts {
  const { accounts, counts, plans } = state;
  const listed = accounts.filter(({ account, state: own }) => {
    return (filter.state === undefined || own === filter.state) && account.includes(filter.name ?? "");
  });
  const waiting = plans.filter((plan) => plan.state === "waiting");
  return {
    title: "Fleet",
    name: "Fleet",
    alert: alertOf(state, refused),
    content: html`${summary(accounts.length, counts, filter)}
${waiting.length === 0 ? undefined : html`<section>${html`<h2 id="waiting">Waits for a yes</h2>`}${planList(waiting, state.at)}</section>`}
${urgent(accounts, rolloutNeeds(state))}
${accounts.length < FEW ? undefined : html`<section aria-labelledby="all"><h2 id="all">Every account</h2><div class="tiles">${listed.map(tile)}</div></section>`}
<section><h2 id="money">Where the money is</h2>${moneyFigures(accounts)}</section>
<section><h2 id="drift">Drift in the last 7 days</h2>${driftFigure(episodes, state.at)}</section>
<section><h2 id="accounts">Accounts</h2>${filterForm(filter)}${accountTable(listed, accounts.length)}</section>`,
    follows: "replace",
  };
}

/** What makes the rest of the page doubtful stands before it. */
function alertOf({ counts, accounts, damaged, unusable }: FleetState, refused: string | undefined): Markup | undefined {
  const { late } = counts;
  const seen = accounts.flatMap(({ lookedAt }) => lookedAt ?? []);
  const lost = [
    ...(refused === undefined
      ? []
      : [html`<b>The newest configuration can't be used</b>, so the one before counts: ${outside(refused)}`]),
    ...(damaged === undefined ? [] : [html`<b>Part of the ledger is lost:</b> ${outside(damaged)}`]),
    ...unusable.map(({ digest, why }) => html`<b>A plan can't be used</b> (${digest.slice(0, 12)}): ${outside(why)}`),
    ...(late === 0
      ? []
      : [
          html`<b>Old:</b> ${late === accounts.length ? "every account" : counted(late, "account")} should have been looked at by now. What is shown of ${late === 1 ? "it" : "them"} may not be true any more${seen.length === 0 ? "" : ` (the newest look of all was at ${moment(seen.toSorted().at(-1) ?? "")})`}. Is a worker, or botform fleet serve without --page-only, running?`,
        ]),
    ...(accounts.length > 0 && counts["never-seen"] === accounts.length
      ? [html`<b>Nothing is known yet:</b> no account was looked at so far.`]
      : []),
  ];
  if (lost.length === 0) return undefined;
  return html`<div class="alert" role="alert"><ul class="warnings">${lost.map((one) => html`<li class="bad">${one}</li>`)}</ul></div>`;
}

function summary(total: number, counts: FleetState["counts"], filter: Filter): Markup {
  const chips = ACCOUNT_STATES.filter((state) => counts[state] > 0).map((state) => {
    const here = filter.state === state ? html` aria-current="true"` : undefined;
    return html`<li><a class="chip ${state}" href="/?state=${state}#accounts"${here}><b>${counts[state]}</b> <span class="state ${state}">${STATE_WORDS[state]}</span></a></li>`;
  });
  return html`<p class="lead">${counted(total, "account")}</p><ul class="chips" aria-label="Accounts by state">${chips}</ul>`;
}

const URGENT: ReadonlySet<AccountState> = new Set(["in-doubt", "tripped", "unreadable", "unmeasured", "drifted"]);

/** What a person has to look into, the worst first. */
function urgent(accounts: readonly FleetAccount[], rollout: string | undefined): Markup {
  const all = accounts.filter(({ state, naked }) => URGENT.has(state) || (naked ?? 0) > 0);
  if (all.length === 0 && rollout === undefined)
    return html`<p class="${accounts.every(({ state }) => state === "in-step" || state === "held") ? "good" : "soft"}">No account that was looked at in time needs anything else.</p>`;
  const rows = [...groupBy(all, ({ state }) => state)].flatMap(([state, alike]) => {
    const kind = URGENT.has(state) && state !== "drifted" ? "bad" : "warning";
    const first = alike.slice(0, MOST_ALIKE).map(({ account, why, naked }) => {
      const deals =
        (naked ?? 0) > 0
          ? html` <b class="bad">${counted(naked ?? 0, "deal")} without a take-profit order.</b>`
          : undefined;
      return html`<li class="${kind}"><a href="${accountPath(account)}">${outside(account)}</a> ${stateMark(state)} ${outside(why)}.${deals}</li>`;
    });
    const rest = alike.length - first.length;
    const more = html`<li class="${kind}"><a href="/?state=${state}#accounts">And ${rest} more</a> ${stateMark(state)}</li>`;
    return rest === 0 ? first : [...first, more];
  });
  return html`<section><h2 id="urgent">Needs a person</h2><ul class="warnings">${rollout === undefined ? undefined : html`<li class="bad"><a href="/rollout">The roll-out</a>: ${outside(rollout)}.</li>`}${rows}</ul></section>`;
}

/** Its sign and colour are the style's. */
function tile({ account, state }: FleetAccount): Markup {
  return html`<a class="t ${state}" href="${accountPath(account)}" title="${account}: ${STATE_WORDS[state]}"></a>`;
}

function filterForm({ state, name = "" }: Filter): Markup {
  const options = ACCOUNT_STATES.map(
    (one) => html`<option value="${one}"${one === state ? html` selected` : undefined}>${STATE_WORDS[one]}</option>`,
  );
  return html`<form class="filter" method="get" action="/#accounts"><label>Name <input name="name" value="${name}"></label> <label>State <select name="state"><option value="">any</option>${options}</select></label> <button>Show</button>${state === undefined && name === "" ? undefined : html` <a href="/#accounts">All accounts</a>`}</form>`;
}

function accountTable(listed: readonly FleetAccount[], total: number): Markup {
  if (listed.length === 0) return html`<p>${total === 0 ? "There is no account." : "No account is like that."}</p>`;
  const rows = listed
    .slice(0, MOST_ROWS)
    .map((one) => [
      html`<a href="${accountPath(one.account)}">${outside(one.account)}</a>`,
      stateMark(one.state),
      eachQuote(one.deals, ({ value }) => amountOr(value)),
      eachQuote(one.deals, ({ margin }) => amountOr(margin)),
      eachQuote(one.deals, ({ profit }) => profitOr(profit)),
      one.bots === null
        ? UNKNOWN
        : html`${one.bots.on}${one.bots.onUnknown > 0 ? html` to ${one.bots.on + one.bots.onUnknown}` : undefined} of ${one.bots.total}`,
      one.lookedAt === null
        ? "never"
        : html`<span${one.isLate ? html` class="bad"` : undefined}>${time(one.lookedAt)}</span>`,
    ]);
  const rest = listed.length - rows.length;
  const columns = [
    ["Account"],
    ["State"],
    ["Position", "n"],
    ["Margin", "n"],
    ["Open profit", "n"],
    ["On", "n"],
    ["Looked at"],
  ] as const;
  const caption = `${counted(listed.length, "account")}, the worst first. Positions at the mark price, each in its quote asset.`;
  const more = rest === 0 ? undefined : html`<p>And ${rest} more: choose a state, or a part of the name.</p>`;
  return html`${table(columns, rows, { label: "Accounts", caption, isStacked: true })}${more}`;
}
