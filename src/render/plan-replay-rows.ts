// A plan's replay as rows and sentences, for text, comment and page alike.
import Big from "big.js";
import type { EndReason } from "../model/risk/back-test.js";
import type {
  DealChange,
  DealEnd,
  PlanReplay,
  ReplayChange,
  Replayed,
  ReplayedBot,
  ReplayedWallet,
  ReplayFigures,
} from "../model/risk/plan-replay.js";
import { counted } from "../model/text/counted.js";
import { minute } from "../model/text/minute.js";
import { namesText } from "../model/text/named.js";
import { duration, grouped, money } from "./text/amount-text.js";

/** Heads of the figures; those that end in `>` stand at the right in a text. */
export const REPLAY_HEADS = ["deals", "net", "open", "result", "drawdown", "margin", "longest", "liq."] as const;

export interface ReplayRow {
  /** Whose figures; it may come from outside. */
  readonly who: string;
  /** Whether the rows of one begin with it. */
  readonly isFirst: boolean;
  readonly side: string;
  /** As many as there are heads. */
  readonly cells: readonly string[];
  /** Of a change: whether the result is higher, or lower. */
  readonly tone: "better" | "worse" | undefined;
}

/** Bots whose result changes most stand first; those without deals on both sides have no figures. */
export function replayedBots({ bots }: Replayed): readonly ReplayedBot[] {
  return bots
    .filter(({ now, after }) => now !== null || after !== null)
    .toSorted((one, other) => new Big(other.change.result).abs().cmp(new Big(one.change.result).abs()));
}

export function botRows(bot: ReplayedBot): readonly ReplayRow[] {
  const { address, state, asIfOn } = bot;
  const note = (side: "now" | "after") => (asIfOn ? " (as if on)" : NOTES[state[side]]);
  return sideRows(address, bot, note);
}

const NOTES = { on: "", off: " (off)", absent: " (no bot)" } as const;

export function walletRows(wallet: ReplayedWallet): readonly ReplayRow[] {
  const { quote, bots } = wallet;
  return sideRows(`wallet, ${quote}`, wallet, (side) => ` (${counted(bots[side], "bot")})`);
}

type Sided = Pick<ReplayedBot, "now" | "after" | "change">;

function sideRows(
  who: string,
  { now, after, change }: Sided,
  note: (side: "now" | "after") => string,
): readonly ReplayRow[] {
  const row = (side: "now" | "after", figures: ReplayFigures | null) => ({
    ...{ who, isFirst: side === "now", side: `${side}${note(side)}`, tone: undefined },
    cells: figures === null ? REPLAY_HEADS.map(() => "–") : cellsOf(figures),
  });
  const rows = [row("now", now), row("after", after)];
  // Beside a side without deals, the other one is the change.
  if (now === null || after === null) return rows;
  const isAlike = money(now.result) === money(after.result);
  const tone = isAlike ? undefined : new Big(change.result).gt(0) ? "better" : "worse";
  return [...rows, { who, isFirst: false, side: "change", cells: changeCells(now, after, change), tone }];
}

const AMOUNTS = ["net", "open", "result", "drawdown", "margin"] as const;

function cellsOf(figures: ReplayFigures): readonly string[] {
  const { deals, longestDeal, liquidations } = figures;
  const amounts = AMOUNTS.map((name) => money(figures[name]));
  return [String(deals), ...amounts, longestDeal === 0 ? "0" : duration(longestDeal), String(liquidations)];
}

/** With their signs. What reads alike on both sides hasn't changed: rounding leaves less than a cent. */
function changeCells(now: ReplayFigures, after: ReplayFigures, change: ReplayChange): readonly string[] {
  const count = (number: number) => `${number > 0 ? "+" : ""}${number}`;
  const amounts = AMOUNTS.map((name) => {
    if (money(now[name]) === money(after[name])) return "0.00";
    return `${change[name].startsWith("-") ? "" : "+"}${money(change[name])}`;
  });
  const { longestDeal: span } = change;
  const longest = span === 0 ? "0" : `${span < 0 ? "-" : "+"}${duration(Math.abs(span))}`;
  return [count(change.deals), ...amounts, longest, count(change.liquidations)];
}

/** `744 candles of 1h, 2025-01-01 00:00 to 2025-02-01 00:00 UTC`. */
export function spanText({ moments, interval, from, to }: Replayed): string {
  return `${grouped(moments)} ${moments === 1 ? "candle" : "candles"} of ${duration(interval)}, ${minute(from)} to ${minute(to)} UTC`;
}

const [NOW, AFTER] = ["now", "after the plan"] as const;

/** What a wallet comes to, in a sentence: `USDT wallet: result 109.14 → 81.57, largest drawdown …`. */
export function walletText({ quote, balance, now, after, bots }: ReplayedWallet): string {
  const figures = [...amountTexts(now, after), ...liquidationTexts(now, after)].join(", ");
  const [none, some, count] = now === null ? [NOW, AFTER, bots.after] : [AFTER, NOW, bots.now];
  const isOneSided = now === null || after === null;
  const what = isOneSided ? `no bot makes deals ${none}; ${some} (${counted(count, "bot")}): ${figures}` : figures;
  return `${quote} wallet: ${what}${balance === null ? " (wallet unknown, so CROSS positions are never liquidated)" : ""}`;
}

/** What bots in no wallet come to, each alone: those whose result changes most, and how many more there are. */
export function asIfOnTexts(replay: Replayed): readonly string[] {
  const bots = replayedBots(replay).filter(({ asIfOn }) => asIfOn);
  const more = bots.length - MOST_ALONE;
  return [
    ...bots.slice(0, MOST_ALONE).map((bot) => `${bot.address}, off, as if it were on: ${aloneText(bot)}`),
    ...(more > 0 ? [`${counted(more, "more bot")} as if on`] : []),
  ];
}

const MOST_ALONE = 3;

/** Whether it has a wallet isn't known here, and without one a CROSS position is never liquidated: none is no figure. */
function aloneText({ now, after }: ReplayedBot): string {
  const isLiquidated = (now?.liquidations ?? 0) + (after?.liquidations ?? 0) > 0;
  return [...amountTexts(now, after), ...(isLiquidated ? liquidationTexts(now, after) : [])].join(", ");
}

type Side = ReplayFigures | null;

function amountTexts(now: Side, after: Side): readonly string[] {
  return [
    moved(now, after, "result", ({ result }) => money(result)),
    moved(now, after, "largest drawdown", ({ drawdown }) => money(drawdown)),
    moved(now, after, "highest margin", ({ margin }) => money(margin)),
    moved(now, after, "deals", ({ deals }) => String(deals)),
  ];
}

function liquidationTexts(now: Side, after: Side): readonly string[] {
  return [moved(now, after, "liquidations", ({ liquidations }) => String(liquidations))];
}

/** What one side has alone where the other makes no deals. */
function moved(now: Side, after: Side, name: string, textOf: (figures: ReplayFigures) => string): string {
  const texts = [now, after].flatMap((side) => (side === null ? [] : [textOf(side)]));
  return `${name} ${[...new Set(texts)].join(" → ")}`;
}

/** How the deals differ, in a sentence; undefined where one side has none. */
export function dealsText({ address, deals }: ReplayedBot): string | undefined {
  if (deals === null) return undefined;
  const { same, otherEnd, onlyNow, onlyAfter } = deals;
  if (otherEnd + onlyNow + onlyAfter === 0)
    return same === 0
      ? `${address}: no deal opens on either side`
      : `${address}: ${counted(same, "deal")}, all with the same opening and end`;
  const parts = [
    `${counted(same, "deal")} with the same opening and end`,
    ...(otherEnd === 0 ? [] : [`${otherEnd} with the same opening and another end`]),
    ...(onlyNow === 0 ? [] : [`${onlyNow} only now`]),
    ...(onlyAfter === 0 ? [] : [`${onlyAfter} only after`]),
  ];
  return `${address}: ${parts.join(", ")}`;
}

/** `opens 2025-01-02 13:20; now: take profit 2025-01-02 18:00, net 3.21; after: no deal`. */
export function dealText({ opened, now, after }: DealChange): string {
  return `opens ${minute(opened)}; now: ${endText(now)}; after: ${endText(after)}`;
}

const REASONS: Readonly<Record<EndReason, string>> = {
  "take-profit": "take profit",
  delay: "closed after a delay",
  stop: "stop loss",
  command: "closed by command",
  cancelled: "cancelled",
  liquidated: "liquidated",
};

function endText(end: DealEnd | null): string {
  if (end === null) return "no deal";
  if (end.closed === null || end.reason === null || end.net === null) return "still open at the end";
  return `${REASONS[end.reason]} ${minute(end.closed)}, net ${money(end.net)}`;
}

/** Bots of one reason in one line. */
export function leftOutTexts(leftOut: PlanReplay["leftOut"]): readonly string[] {
  return [...new Set(leftOut.map(({ why }) => why))].map((reason) => {
    const bots = leftOut.filter(({ why }) => why === reason).map(({ address }) => address);
    return `${namesText(bots, MOST_NAMES)}: ${reason}`;
  });
}

const MOST_NAMES = 8;

/** Unchanged bots that the wallet they share makes do something else, in a sentence. */
export function affectedTexts({ wallets }: Replayed): readonly string[] {
  return wallets.flatMap(({ affected }) =>
    affected.length === 0
      ? []
      : [
          `The plan leaves these bots alone, and they come to something else since they share the wallet: ${namesText(affected, MOST_NAMES)}.`,
        ],
  );
}
