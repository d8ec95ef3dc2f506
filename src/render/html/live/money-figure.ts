// Draws where the money is: position and margin of the accounts with the most at stake, and what they lose or gain, by quote asset.
import Big from "big.js";
import type { DealSums, FleetAccount } from "../../../model/fleet-state.js";
import { byText, groupBy } from "../../../model/order.js";
import { counted } from "../../../model/text/counted.js";
import { html, type Markup, sum } from "../markup.js";
import { pixel, scaleOf } from "../scale.js";
import { profitOr } from "./states.js";

const WIDTH = 380;
const RIGHT = 376;
const ROW = 36;
const MOST = 10;
const LONGEST_NAME = 28;

interface Stake extends DealSums {
  readonly account: string;
  readonly value: string;
}

/** One picture for each quote asset in which somebody has a position. */
export function moneyFigures(accounts: readonly FleetAccount[]): Markup {
  const unread = accounts.filter(({ deals }) => deals === null || deals.some(({ value }) => value === null)).length;
  const all = accounts.flatMap(({ account, deals }) =>
    (deals ?? []).flatMap((sums): Stake[] => (sums.value === null ? [] : [{ ...sums, account, value: sums.value }])),
  );
  const figures = [...groupBy(all, ({ quote }) => quote)]
    .toSorted(([left], [right]) => byText(left, right))
    .map(([quote, stakes]) => figure(quote, stakes));
  const none = figures.length === 0 && unread === 0 ? html`<p>No account that was read has a position.</p>` : undefined;
  const missing =
    unread === 0
      ? undefined
      : html`<p class="warn"><b>Unknown:</b> the positions of ${counted(unread, "account")}, which ${unread === 1 ? "isn't" : "aren't"} in the pictures.</p>`;
  return html`${missing}${none}<div class="pair">${figures}</div>`;
}

function figure(quote: string, stakes: readonly Stake[]): Markup {
  const sorted = stakes.toSorted((left, right) => new Big(right.value).cmp(left.value));
  const drawn = sorted.slice(0, MOST);
  const x = scaleOf(["0", ...drawn.map(({ value }) => value)], 0, RIGHT);
  const rest = sorted.length - drawn.length;
  const total = (amounts: readonly (string | null)[]) =>
    amounts.some((one) => one === null) ? null : amounts.reduce((all, one) => all.plus(one ?? 0), new Big(0)).toFixed();
  const profit = total(stakes.map((one) => one.profit));
  const others = rest === 0 ? "" : ` The other ${counted(rest, "account")} have less each.`;
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${drawn.length * ROW + 4}" role="img" class="money"><title>Position and margin by account, ${quote}</title><desc>${drawn.map(wordsOf).join(" ")}</desc>
${drawn.map((stake, index) => row(stake, index * ROW, x))}
</svg><figcaption><span class="key value"></span> position, <span class="key margin"></span> margin in it, and open profit, in ${quote}.${others} Together: position ${sum(total(stakes.map(({ value }) => value)) ?? "0")}, open profit ${profitOr(profit)}.</figcaption></figure>`;
}

function row({ account, value, margin, profit }: Stake, y: number, x: (value: string) => number): Markup {
  const name = account.length > LONGEST_NAME ? `${account.slice(0, LONGEST_NAME - 1)}…` : account;
  const gain = profit === null ? "unknown" : signed(profit);
  const kind = profit?.startsWith("-") === true ? "liq" : "soft";
  const inner =
    margin === null
      ? undefined
      : html`<rect class="margin" x="0" y="${y + 22}" width="${least(x(margin))}" height="5"/>`;
  return html`<text x="0" y="${y + 12}">${name}</text><text class="${kind}" text-anchor="end" x="${RIGHT}" y="${y + 12}">${sum(value)} · ${gain}</text><rect class="value" x="0" y="${y + 18}" width="${least(x(value))}" height="13"/>${inner}
`;
}

/** What there is can be seen. */
function least(width: number): number {
  return Math.max(1, pixel(width));
}

function signed(profit: string): string {
  if (profit === "0") return "0";
  return profit.startsWith("-") ? `−${sum(profit.slice(1))}` : `+${sum(profit)}`;
}

function wordsOf({ account, value, margin, profit }: Stake): string {
  return `${account}: position ${sum(value)}, margin ${margin === null ? "unknown" : sum(margin)}, open profit ${profit === null ? "unknown" : signed(profit)}.`;
}
