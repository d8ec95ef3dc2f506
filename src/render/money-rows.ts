// The figures in money that a decision rests on, now and after, as every form shows them: what is tied up, what is free, what a move loses.
import Big from "big.js";
import type { QuoteRisk, ShockRisk } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { amount, change, move, percent } from "../model/text/money-figures.js";
import { type Compared, type QuoteMoney, thinnerTotals } from "./money-facts.js";

type Lost = Compared & { readonly shock: ShockRisk };

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
  const positive = ({ loss }: ShockRisk) => new Big(loss).abs().toFixed();
  return [worst, ...(other === undefined ? [] : [other])].map((shock) => {
    const old = shocksBefore?.find((one) => one.move === shock.move);
    const before = shocksBefore === undefined ? undefined : old === undefined ? "0" : positive(old);
    const last = later?.shocks.find((one) => one.move === shock.move);
    return {
      shock,
      before,
      after: positive(shock),
      ...(later && { later: last === undefined ? "0" : positive(last) }),
    };
  });
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

/** By how much a share changes: `+23.6 points`. A percentage of a percentage reads as if it were to be added. */
function points(before: string, after: string): string {
  const by = new Big(after).minus(before).times(100).round(1);
  return `${by.lt(0) ? "−" : "+"}${by.abs().toFixed()} points`;
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
  readonly isBad?: boolean;
  /** It has no unit. */
  readonly isShare?: true;
  /** What the name stands for, where there is room. */
  readonly scope?: string;
  /** It can't be judged without the balance. */
  readonly isOpen?: boolean;
}

/** What decides about one asset: what may be tied up, what is free, and what a move of all prices loses. */
export function moneyRows(money: QuoteMoney): readonly MoneyRow[] {
  const { after, before, was, later } = money;
  const { usable, isAffordable, walletExposure, wallet, disabled } = after;
  const thin = thinnerTotals(money);
  const of = (figure: "position" | "margin"): Compared => ({
    ...{ before: was((one) => one[figure]), after: after[figure], later: later?.[figure] },
  });
  const [position, margin] = [of("position"), of("margin")];
  // What will be free then isn't known.
  const need: Compared = { before: was(neededOf), after: neededOf(after) };
  const ofFree = usable === null ? "of an unknown balance" : `of ${amount(usable)}`;
  const calm = thin === undefined ? {} : { tone: "soft" as const };
  const [worst, other] = worstMoves(money);
  const loss = (lost: Lost, rest: Partial<MoneyRow>, half?: string) => {
    const isKnown = wallet !== null && new Big(wallet).gt(0);
    const share = isKnown ? `${percent(new Big(lost.after).abs().div(wallet).toFixed())} of the wallet` : undefined;
    return moneyRow(`loss, all prices ${move(lost.shock.move)}`, lost, {
      ...{ ...rest, ...lostNotes(lost.shock, money), aside: noted(share, half) },
    });
  };
  const off =
    disabled.bots === 0 ? undefined : `${counted(disabled.bots, "bot")}, off, would hold ${amount(disabled.margin)}`;
  return [
    moneyRow("position at most", position),
    moneyRow("initial margin", margin, { ...calm, note: noted(thin, off) }),
    moneyRow("free balance needed", need, {
      ...{ ...calm, isOpen: usable === null, note: ofFree },
      ...(isAffordable === false && { note: `${ofFree}: not enough`, isBad: true }),
    }),
    ...(worst === undefined ? [] : [loss(worst, { scope: "worst of the tested moves" }, halfText(money, worst))]),
    ...(other !== undefined && (isNews(other) || isDeadly(other.shock))
      ? [loss(other, { scope: "worst the other way" })]
      : []),
    ...(walletExposure === null
      ? []
      : [
          moneyRow(
            "wallet exposure",
            {
              before: before === undefined ? was(() => "0") : (before.walletExposure ?? undefined),
              after: walletExposure,
              later: later?.walletExposure ?? undefined,
            },
            { isShare: true, ...(wallet !== null && { note: `of a wallet of ${amount(wallet)}` }) },
            percent,
          ),
        ]),
  ];
}

/** Whether running deals make a third moment of it, in figures as they are shown. */
export function hasThird(rows: readonly MoneyRow[]): boolean {
  return rows.some(({ after, later = after }) => later !== after);
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

/** `at −20 % 82 → 164`: half of the worst move comes more often. */
function halfText({ shocks, shocksBefore }: QuoteMoney, { shock }: Lost): string | undefined {
  const isHalf = (one: ShockRisk) => new Big(one.move).times(2).eq(shock.move);
  const [half, old] = [shocks.find(isHalf), shocksBefore?.find(isHalf)];
  if (half === undefined) return undefined;
  const was = shocksBefore === undefined ? undefined : (old?.loss ?? "0").replace("-", "");
  return `at ${move(half.move)} ${change(was, half.loss.replace("-", ""))}`;
}

/** Whether the move liquidates more than it did before. */
export function isWorseOff(shock: ShockRisk, old: ShockRisk | undefined): boolean {
  return (
    shock.liquidated > (old?.liquidated ?? 0) || (shock.isCrossLiquidated === true && old?.isCrossLiquidated !== true)
  );
}

function moneyRow(name: string, figures: Compared, rest: Partial<MoneyRow> = {}, form = amount): MoneyRow {
  const before = figures.before === undefined ? undefined : form(figures.before);
  const after = form(figures.after);
  const later = figures.later === undefined ? undefined : form(figures.later);
  const all = { name, before, after, later };
  if (figures.before === undefined || before === after) return { ...all, tone: "soft", ...rest };
  const tone = new Big(figures.after).gt(figures.before) ? "warn" : "good";
  const by = rest.isShare === true ? points(figures.before, figures.after) : rise(figures.before, figures.after);
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
