// The figures in money that a decision rests on, now and after, as every form shows them: what is tied up, what is free, what a move loses.
import Big from "big.js";
import type { QuoteRisk, ShockRisk } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { amount, change, move, percent } from "../model/text/money-figures.js";
import { type Compared, type QuoteMoney, thinnerTotals } from "./money-facts.js";

/** @property last the same move once the running deals have closed */
type Lost = Compared & { readonly shock: ShockRisk; readonly last?: ShockRisk };

/** The move of all prices that loses most afterwards, and what it loses, as positive amounts; undefined where none does. */
export function worstMove(money: QuoteMoney): Lost | undefined {
  return worstMoves(money)[0];
}

/** The same, and then the worst move the other way, where bots of the other side lose by that. */
export function worstMoves({ shocks, shocksBefore, later }: QuoteMoney): readonly Lost[] {
  const losing = shocks
    .filter(({ loss }) => !new Big(loss).eq(0))
    .toSorted((left, right) => new Big(left.loss).cmp(right.loss));
  const isFall = (shock: ShockRisk) => shock.move.startsWith("-");
  const [worst] = losing;
  if (worst === undefined) return [];
  const other = losing.find((shock) => isFall(shock) !== isFall(worst));
  return [worst, ...(other === undefined ? [] : [other])].map((shock) => lostOf(shock, shocksBefore, later));
}

/** What a move loses, as positive amounts: before, while deals run, and once they have closed. */
function lostOf(shock: ShockRisk, before: QuoteMoney["shocksBefore"], later: QuoteMoney["later"]): Lost {
  const last = later?.shocks.find((one) => one.move === shock.move);
  return {
    ...{ shock, before: before && lossAt(before, shock), after: lossAt([shock], shock) },
    ...(later && { later: lossAt(later.shocks, shock) }),
    ...(last && { last }),
  };
}

/** `4 isolated liquidated`: by the same move once deals have closed; undefined where none is, then and now. */
export function thenLiquidated({ shock, last }: Lost): string | undefined {
  if (last === undefined) return undefined;
  return liquidatedText(last) || (liquidatedText(shock) === "" ? undefined : "none liquidated");
}

function lossAt(shocks: readonly ShockRisk[], { move: by }: ShockRisk): string {
  return new Big(shocks.find((one) => one.move === by)?.loss ?? "0").abs().toFixed();
}

/** Position by wallet, now and after. */
function exposureText({ after, before, was }: QuoteMoney): string | undefined {
  const { walletExposure, wallet } = after;
  if (walletExposure === null || wallet === null) return undefined;
  const old = before === undefined ? was(() => "0") : (before.walletExposure ?? undefined);
  return `${change(old, walletExposure, percent)} of a wallet of ${amount(wallet)}`;
}

/** What is still to be reserved; less than a hundredth is what rounding leaves. */
export function neededOf({ need }: Pick<QuoteRisk, "need">): string {
  return new Big(need).lt("0.01") ? "0" : need;
}

/** By how much a figure changes, with its sign: `+63 %`; undefined where it was next to nothing. */
export function rise(before: string, after: string): string | undefined {
  if (new Big(before).times(MOST_TIMES).lte(after)) return undefined;
  const by = new Big(after).div(before).minus(1);
  return move(by.round(by.abs().lt("0.1") ? 3 : 2).toFixed());
}

/** Above it a percentage tells nobody anything. */
const MOST_TIMES = 100;

/** A figure of an account that a decision rests on, in words. */
export interface MoneyRow extends Compared {
  readonly name: string;
  /** `+63 %`; undefined where nothing differs, or nothing was. */
  readonly rise?: string | undefined;
  /** How the change is painted: more at risk, or a margin that falls since the leverage rose, is never good. */
  readonly tone: "warn" | "good" | "soft";
  /** What is to be known beside it, and what becomes of it. */
  readonly aside?: string | undefined;
  readonly note?: string | undefined;
  /** Beside what it comes to once deals have closed. */
  readonly thenNote?: string | undefined;
  /** Whether more are liquidated then than now. */
  readonly isThenBad?: boolean;
  readonly isBad?: boolean;
  /** What the name stands for, where there is room. */
  readonly scope?: string;
  /** It can't be judged without the balance. */
  readonly isOpen?: boolean;
}

/** What decides about one asset: what may be tied up, what is free, and what a move of all prices loses. */
export function moneyRows(money: QuoteMoney): readonly MoneyRow[] {
  const { after, was, later } = money;
  const { usable, isAffordable, wallet, disabled } = after;
  const thin = thinnerTotals(money);
  const of = (figure: "position" | "margin"): Compared => ({
    ...{ before: was((one) => one[figure]), after: after[figure], later: later?.[figure] },
  });
  const [position, margin] = [of("position"), of("margin")];
  // What will be free then isn't known.
  const need: Compared = { before: was(neededOf), after: neededOf(after) };
  const ofFree =
    usable === null ? "of an unknown balance" : `of ${amount(usable)}${isAffordable === true ? ": enough" : ""}`;
  const calm = thin.now === undefined ? {} : { tone: "soft" as const };
  const [worst, other] = worstMoves(money);
  const loss = (lost: Lost, rest: Partial<MoneyRow> = {}) => {
    const isKnown = wallet !== null && new Big(wallet).gt(0);
    const share = isKnown ? `${percent(new Big(lost.after).abs().div(wallet).toFixed())} of the wallet` : undefined;
    return moneyRow(`loss, all prices ${move(lost.shock.move)}`, lost, {
      ...{
        ...rest,
        ...lostNotes(lost.shock, money),
        aside: share,
        thenNote: thenLiquidated(lost),
        isThenBad: isThenWorse(lost, money),
      },
    });
  };
  const off =
    disabled.bots === 0 ? undefined : `${counted(disabled.bots, "bot")}, off, would hold ${amount(disabled.margin)}`;
  return [
    moneyRow("position at most", position, { aside: exposureText(money) }),
    moneyRow("initial margin", margin, { ...calm, note: noted(thin.now, off), thenNote: thin.later }),
    moneyRow("free balance needed", need, {
      ...{ tone: "soft", rise: undefined, isOpen: usable === null, note: ofFree },
      ...(isAffordable === false && { note: `${ofFree}: not enough`, isBad: true }),
    }),
    ...(worst === undefined
      ? []
      : [loss(worst, { scope: "worst of the tested moves" }), ...halfOf(money, worst).map((half) => loss(half))]),
    ...(other !== undefined && (isNews(other) || isDeadly(other.shock))
      ? [loss(other, { scope: "worst the other way" })]
      : []),
  ];
}

/** Whether running deals make a third moment of it, in figures as they are shown. */
export function hasThird(rows: readonly MoneyRow[]): boolean {
  return rows.some(({ after, later = after, thenNote }) => later !== after || thenNote !== undefined);
}

function noted(...notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter((one) => one !== undefined && one !== "").join("; ") || undefined;
}

/** Whether the move loses otherwise than before. */
export function isNews({ before, after }: Lost): boolean {
  return before === undefined || amount(before) !== amount(after);
}

function isDeadly({ liquidated, isCrossLiquidated }: ShockRisk): boolean {
  return liquidated > 0 || isCrossLiquidated === true;
}

/** Beside the loss: who is liquidated by that move; bad where it gets worse. */
function lostNotes(shock: ShockRisk, { shocksBefore }: QuoteMoney): Pick<MoneyRow, "note" | "isBad"> {
  const old = shocksBefore?.find((one) => one.move === shock.move);
  const note = liquidatedText(shock, old);
  return note === "" ? {} : { note, isBad: isWorseOff(shock, old) };
}

/** Half of the worst move, which comes more often; none where it isn't tested, or loses nothing. */
export function halfOf({ shocks, shocksBefore, later }: QuoteMoney, { shock: { move: worst } }: Lost): readonly Lost[] {
  const isHalf = (one: ShockRisk) => new Big(one.move).times(2).eq(worst);
  return shocks.filter((one) => isHalf(one) && !new Big(one.loss).eq(0)).map((one) => lostOf(one, shocksBefore, later));
}

function isThenWorse({ shock, last }: Lost, { shocksBefore }: QuoteMoney): boolean {
  const old = shocksBefore?.find((one) => one.move === shock.move);
  return last !== undefined && old !== undefined && isWorseOff(last, old);
}

/** Whether the move liquidates more than it did before. */
export function isWorseOff(shock: ShockRisk, old: ShockRisk | undefined): boolean {
  return (
    shock.liquidated > (old?.liquidated ?? 0) || (shock.isCrossLiquidated === true && old?.isCrossLiquidated !== true)
  );
}

function moneyRow(name: string, figures: Compared, rest: Partial<MoneyRow> = {}): MoneyRow {
  const before = figures.before === undefined ? undefined : amount(figures.before);
  const after = amount(figures.after);
  const later = figures.later === undefined ? undefined : amount(figures.later);
  const all = { name, before, after, later };
  if (figures.before === undefined || before === after) return { ...all, tone: "soft", ...rest };
  const tone = new Big(figures.after).gt(figures.before) ? "warn" : "good";
  const by = rise(figures.before, figures.after);
  return { ...all, rise: by, tone, ...rest };
}

/** `1 → 2 isolated liquidated, all cross positions liquidated`; "" for none. */
export function liquidatedText({ liquidated, isCrossLiquidated }: ShockRisk, before?: ShockRisk): string {
  const isolated = change(before && String(before.liquidated), String(liquidated), (text) => text);
  const was = before?.isCrossLiquidated;
  const already = was === true ? " (now, too)" : was === false ? " (now: none)" : "";
  return [
    ...(isolated === "0" ? [] : [`${isolated} isolated liquidated`]),
    ...(isCrossLiquidated === true ? [`all cross positions liquidated${already}`] : []),
    ...(isCrossLiquidated === false && was === true ? ["cross positions no more liquidated"] : []),
  ].join(", ");
}

/** ` (… ; …)` of what is known; nothing of nothing. */
export function inBrackets(...texts: readonly (string | undefined)[]): string {
  const known = texts.filter((text) => text !== undefined);
  return known.length === 0 ? "" : ` (${known.join("; ")})`;
}
