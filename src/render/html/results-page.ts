// The page of what bots have earned: what to keep in the first screen, then each bot with its versions over time, and what each change made.
import { groupBy } from "../../model/order.js";
import type {
  Comparison,
  Figures,
  NetCurve,
  ResultBot,
  ResultRow,
  ResultsFacts,
  Version,
} from "../../model/results.js";
import { counted } from "../../model/text/counted.js";
import { minute } from "../../model/text/minute.js";
import { keepLead, keepsOf, plus, VERDICTS, versionText } from "../results-conclusion.js";
import { resultNotes } from "../text/results-text.js";
import { showValue } from "../text/value.js";
import { monthTable } from "./charts/month-table.js";
import { netFigure, type VersionNumbers } from "./charts/net-chart.js";
import { CHART_STYLE } from "./charts/style.js";
import { type Column, heading, html, type Markup, outside, type Piece, sum, table, unbroken, words } from "./markup.js";
import { type Making, page } from "./page.js";
import { dayOf, money, runningCell, TONES, UNKNOWN } from "./results-cells.js";
import { variantsPage } from "./variants-page.js";

/** Bots in the first screen, and bots that are drawn. */
const MOST_FIRST = 6;
const MOST_DRAWN = 20;

export function resultsPage(facts: ResultsFacts, making: Making): string {
  const { rows, by, accounts } = facts;
  if (by === "variant") return variantsPage(facts, making);
  const groups = groupsOf(facts);
  const names = accounts.map(({ account }) => account).join(", ");
  return page({
    title: `Results of ${names} · botform`,
    eyebrow: BY[by],
    name: names,
    lead: leadOf(rows),
    decision: decision(facts),
    links: groups.length === 0 ? [["notes", "Notes"]] : LINKS,
    content: html`${groups.length === 0 ? undefined : html`<section>${heading(2, BY[by], "each")}${groups.slice(0, MOST_DRAWN).map(groupArticle)}${rest(groups.slice(MOST_DRAWN))}</section>`}
<section>${heading(2, "Notes", "notes")}<ul class="small">${resultNotes(facts, HEADS).map((line) => html`<li>${words(line)}</li>`)}</ul></section>`,
    making,
    style: CHART_STYLE,
  });
}

const HEADS = { legend: "Net is of ended deals, after fees.", safety: "The number of safety orders" } as const;

const BY = {
  version: "Results by version",
  bot: "Results by bot",
  account: "Results by account",
} as const;

const LINKS = [
  ["each", "Bot by bot"],
  ["notes", "Notes"],
] as const;

function leadOf(rows: readonly ResultRow[]): string {
  const deals = rows.reduce((count, { figures }) => count + figures.deals, 0);
  const bots = new Set(rows.map(({ account, bot }) => JSON.stringify([account, bot?.id]))).size;
  return `${counted(deals, "ended deal")}${rows.some(({ bot }) => bot !== null) ? ` of ${counted(bots, "bot")}` : ""}.`;
}

function decision(facts: ResultsFacts): Markup {
  const keeps = keepsOf(facts);
  const more = keeps.length - MOST_FIRST;
  const each = keeps.slice(0, MOST_FIRST).map(({ comparison: { account, bot }, text }) => {
    return html`<li><b>${outside(nameOf(account, bot))}</b>: ${words(text)}</li>`;
  });
  const list =
    keeps.length === 0
      ? undefined
      : html`<ul class="small">${each}${more > 0 ? html`<li>and ${counted(more, "more bot")}, below</li>` : undefined}</ul>`;
  const tells = keeps.some(({ comparison: { interval } }) => interval !== null);
  const doubt = tells
    ? html`<p class="small">The versions ran one after the other: the market may have made the difference, too.</p>`
    : undefined;
  return html`<div class="keep"><p><b>${keepLead(facts)}</b></p>${list}${doubt}</div>`;
}

/** A bot in one asset, or an account. */
interface Group {
  readonly name: string;
  readonly asset: string;
  readonly rows: readonly ResultRow[];
  readonly comparisons: readonly Comparison[];
  readonly curve: NetCurve | undefined;
}

/** Those whose newest change tells something come first, in the order of the first screen. */
function groupsOf(facts: ResultsFacts): readonly Group[] {
  const { rows, comparisons, curves } = facts;
  const keyOf = (account: string, bot: ResultBot | null, asset: string) => JSON.stringify([account, bot?.id, asset]);
  const groups = [...groupBy(rows, ({ account, bot, figures }) => keyOf(account, bot, figures.asset))].flatMap(
    ([key, own]): (Group & { readonly key: string })[] => {
      const [first] = own;
      if (first === undefined) return [];
      return [
        {
          key,
          name: first.bot === null ? first.account : nameOf(first.account, first.bot),
          asset: first.figures.asset,
          rows: own,
          comparisons: comparisons.filter(({ account, bot, asset }) => keyOf(account, bot, asset) === key),
          curve: curves.find(({ account, bot, asset }) => keyOf(account, bot, asset) === key),
        },
      ];
    },
  );
  const order = keepsOf(facts).map(({ comparison: { account, bot, asset } }) => keyOf(account, bot, asset));
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return groups.toSorted((left, right) => place(left.key) - place(right.key));
}

function groupArticle(group: Group): Markup {
  const { name, asset, rows, comparisons, curve } = group;
  const numbers: VersionNumbers = new Map(
    rows.flatMap(({ version }, index) => (version === null ? [] : [[version.fingerprint, index + 1] as const])),
  );
  const figure = curve && netFigure(curve, name, numbers);
  const unknown =
    figure === undefined
      ? html`<p class="warn"><b>Not drawn:</b> the service doesn't show what all of its deals came to, or when they ended.</p>`
      : undefined;
  const months = monthTable({
    months: (curve?.months ?? []).map(({ start, net }) => ({ start, result: Number(net) })),
    balance: null,
    caption: `Net of ended deals each month, ${asset}`,
  });
  return html`<article class="bot">${heading(3, outside(name))}
<div class="pair">${figure}<div>${changes(comparisons, numbers)}${months}</div></div>${unknown}
${figuresTable(rows, name, numbers)}</article>`;
}

function changes(comparisons: readonly Comparison[], numbers: VersionNumbers): Markup | undefined {
  if (comparisons.length === 0) return undefined;
  const each = comparisons.map(
    ({ before, after, changes: changed, verdict, interval, asset, measure, why, caveats }) => {
      const [from, to] = [numbers.get(before.fingerprint) ?? "?", numbers.get(after.fingerprint) ?? "?"];
      const settings = changed.map(
        ({ field, before: old, after: now }, index) =>
          html`${index === 0 ? "" : ", "}${field} ${outside(showValue(old))} → <b>${outside(showValue(now))}</b>`,
      );
      const by =
        interval === null
          ? undefined
          : html`${unbroken(`${plus(interval.difference)} ${asset}`)} a ${measure} (${unbroken(`${plus(interval.low)} to ${plus(interval.high)}`)}), `;
      const notes = caveats.map((caveat) => html`<br><small class="warn">${words(caveat)}</small>`);
      return html`<li><b>${from} → ${to}</b> ${settings}<br><b class="${TONES[verdict]}">${VERDICTS[verdict]}:</b> ${by}${words(why)}.${notes}</li>`;
    },
  );
  return html`<p><b>What each change made</b></p><ul class="small">${each}</ul>`;
}

const FIGURES: readonly Column[] = [
  ["From", "n"],
  ["To", "n"],
  ...["Deals", "Won", "Net", "A day", "On margin", "Drawdown", "Safety orders", "Running"].map(
    (head) => [head, "n"] as const,
  ),
];

function figuresTable(rows: readonly ResultRow[], name: string, numbers: VersionNumbers): Markup {
  const isVersioned = rows.some(({ version }) => version !== null);
  const cells = rows.map(({ version, figures }): Piece[] => {
    const head =
      version === null
        ? outside(name)
        : html`<b>${numbers.get(version.fingerprint) ?? "?"}</b> ${outside(versionText(version))}${version.commit === null ? undefined : html`<br><small class="soft">${outside(version.commit.subject)}</small>`}${sinceText(version)}`;
    return [head, ...figureCells(figures)];
  });
  const asset = rows[0]?.figures.asset ?? "";
  return table([[isVersioned ? "Version" : "Of"], ...FIGURES], cells, {
    label: `Figures of ${name}, ${asset}`,
    isStacked: true,
  });
}

/** When a run applied it, where the ledger knows. */
function sinceText({ applied: [first] }: Version): Markup | undefined {
  if (first === undefined) return undefined;
  const time = minute(first.at);
  return html`<br><small class="soft">since ${time} (applied by run ${outside(first.run)})</small>`;
}

function figureCells(figures: Figures): Piece[] {
  const { deals, cancelled, won, net, perDay, onMargin, drawdown, safetyOrders, running, first, last } = figures;
  return [
    dayOf(first),
    dayOf(last),
    cancelled === 0 ? deals : `${deals} (${cancelled} cancelled)`,
    won ?? UNKNOWN,
    money(net),
    money(perDay),
    onMargin === null ? UNKNOWN : `${onMargin} %`,
    drawdown === null ? UNKNOWN : sum(drawdown),
    safetyOrders.mean === null ? UNKNOWN : `${safetyOrders.mean}, at most ${safetyOrders.most ?? "?"}`,
    runningCell(running),
  ];
}

function rest(groups: readonly Group[]): Markup | undefined {
  if (groups.length === 0) return undefined;
  const tables = groups.map(({ name, rows }) => {
    const numbers: VersionNumbers = new Map(
      rows.flatMap(({ version }, index) => (version === null ? [] : [[version.fingerprint, index + 1] as const])),
    );
    return figuresTable(rows, name, numbers);
  });
  return html`<details><summary>The other ${groups.length}, as tables; name bots on the command line to see their pictures</summary>${tables}</details>`;
}

/** By its address, else by its title and id. */
function nameOf(account: string, { id, address, title }: ResultBot): string {
  return address ?? `${account}/#${id} “${title}”`;
}
