// Two replays of the same candles side by side: their figures, the difference, and which deals differ.
import Big from "big.js";
import type { TradeFacts } from "../../model/risk/back-test.js";
import type { DealChange, DealChanges, DealEnd, ReplayChange, ReplayFigures } from "../../model/risk/plan-replay.js";
import type { BotFacts, ReplayFacts } from "../../model/risk/simulation.js";

/** Of one bot, what is set side by side. */
export function botFigures(bot: BotFacts): ReplayFigures {
  const { deals, net, running, result, drawdown, margin, longestDeal, reasons } = bot;
  const open = running?.unrealised ?? "0";
  return { deals, net, open, result, drawdown, margin, longestDeal, liquidations: reasons.liquidated };
}

/** Of all bots that share a wallet. Drawdown and margin are those of the wallet, and no sums. */
export function walletFigures({ totals, bots }: Pick<ReplayFacts, "totals" | "bots">): ReplayFigures {
  const { deals, net, unrealised: open, result, drawdown, margin, liquidations } = totals;
  const longestDeal = Math.max(0, ...bots.map((bot) => bot.longestDeal));
  return { deals, net, open, result, drawdown, margin, longestDeal, liquidations };
}

/** What a bot without deals comes to: it is off, or not there. */
const NO_DEALS: ReplayFigures = {
  ...{ deals: 0, net: "0", open: "0", result: "0", drawdown: "0", margin: "0" },
  ...{ longestDeal: 0, liquidations: 0 },
};

/** after − now; null is a side without deals. */
export function changeOf(now: ReplayFigures | null, after: ReplayFigures | null): ReplayChange {
  const [from, to] = [now ?? NO_DEALS, after ?? NO_DEALS];
  const less = (pick: (figures: ReplayFigures) => string) => new Big(pick(to)).minus(pick(from)).toFixed();
  return {
    deals: to.deals - from.deals,
    net: less(({ net }) => net),
    open: less(({ open }) => open),
    result: less(({ result }) => result),
    drawdown: less(({ drawdown }) => drawdown),
    margin: less(({ margin }) => margin),
    longestDeal: to.longestDeal - from.longestDeal,
    liquidations: to.liquidations - from.liquidations,
  };
}

/** One bot's deals on one side: those that ended, and when the one opened that still runs. */
export interface SideDeals {
  readonly ended: readonly TradeFacts[];
  readonly running: number | null;
}

const MOST_FIRST = 10;

/** Deals that open at the same moment are set side by side; a bot runs one at a time, but two may open within one candle. */
export function dealChanges(now: SideDeals, after: SideDeals): DealChanges {
  const [left, right] = [endsByOpening(now), endsByOpening(after)];
  const openings = [...new Set([...left.keys(), ...right.keys()])].sort((one, other) => one - other);
  const counts = { same: 0, otherEnd: 0, onlyNow: 0, onlyAfter: 0 };
  const first: DealChange[] = [];
  for (const opened of openings) {
    const [before, behind] = [left.get(opened) ?? [], right.get(opened) ?? []];
    for (let index = 0; index < Math.max(before.length, behind.length); index += 1) {
      const pair = { now: before[index] ?? null, after: behind[index] ?? null };
      const kind = kindOf(pair);
      counts[kind] += 1;
      if (kind !== "same" && first.length < MOST_FIRST) first.push({ opened, ...pair });
    }
  }
  return { ...counts, first };
}

function kindOf({ now, after }: Pick<DealChange, "now" | "after">): "same" | "otherEnd" | "onlyNow" | "onlyAfter" {
  if (now === null) return "onlyAfter";
  if (after === null) return "onlyNow";
  return now.closed === after.closed && now.reason === after.reason ? "same" : "otherEnd";
}

function endsByOpening({ ended, running }: SideDeals): ReadonlyMap<number, readonly DealEnd[]> {
  const ends = new Map<number, DealEnd[]>();
  const add = (opened: number, end: DealEnd) => {
    const own = ends.get(opened);
    if (own === undefined) ends.set(opened, [end]);
    else own.push(end);
  };
  for (const { opened, closed, reason, net } of ended) add(opened, { closed, reason, net });
  if (running !== null) add(running, { closed: null, reason: null, net: null });
  return ends;
}
