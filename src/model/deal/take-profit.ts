// The take profit of a running deal: by the settings it keeps, and by the price of its order.
import Big from "big.js";
import { changedFields } from "../bot/compare.js";
import type { Fields, FieldValue, SomeFields } from "../bot/field.js";
import { dealFingerprint, type KeptField, type PlannedDeal, type TakeProfitSigns } from "../plan/plan-deal.js";
import { canonicalDecimal } from "../text/decimal.js";
import type { RunningDeal, TakeProfitOrder } from "./deal.js";

/** Places of a percentage that is worked out of prices. */
const PLACES = 4;

export function signsOf({ settings, entryPrice, takeProfits }: RunningDeal): TakeProfitSigns {
  const order = newest(takeProfits);
  const price = order?.price ?? null;
  const orderPercent =
    price === null || entryPrice === null || new Big(entryPrice).lte(0)
      ? null
      : percentBetween(new Big(entryPrice), new Big(price), settings.strategy !== "SHORT");
  const placed = order === undefined ? null : `${order.number} ${order.time ?? ""}`;
  return { percentTakeProfit: settings.percentTakeProfit, orderPercent, order: placed };
}

/** The one that was placed last; the codes of filled and replaced ones aren't public (S-53). */
function newest(orders: readonly TakeProfitOrder[]): TakeProfitOrder | undefined {
  const priced = orders.filter(({ price }) => price !== null);
  return priced.toSorted((left, right) => (left.time ?? 0) - (right.time ?? 0)).at(-1);
}

/** Above the entry of a long, below that of a short. */
function percentBetween(entry: Big, price: Big, isLong: boolean): string {
  const distance = isLong ? price.minus(entry) : entry.minus(price);
  return distance.times(100).div(entry).round(PLACES).toFixed();
}

/** What an order's price may be off, in percent of the entry: prices go in ticks, and fees may be counted in. */
function slack(percent: Big): Big {
  return percent.abs().times("0.05").plus("0.1");
}

/**
 * Whether the order stands where a take profit of so many percent would put it; undefined where no price tells. It does when
 * it is near, and nearer than to any of `others`.
 */
export function isOrderAt(
  { orderPercent }: TakeProfitSigns,
  percent: string,
  others: readonly FieldValue[],
): boolean | undefined {
  if (orderPercent === null) return undefined;
  const off = new Big(orderPercent).minus(percent).abs();
  const isNearest = others.every(
    (other) => !isDecimal(other) || new Big(other).eq(percent) || off.lt(new Big(orderPercent).minus(other).abs()),
  );
  return isNearest && off.lte(slack(new Big(percent)));
}

/** A service's odd answer is kept as text, and compares with nothing. */
function isDecimal(value: FieldValue): value is string {
  return value !== null && canonicalDecimal(value) !== undefined;
}

/** Whether the order stands at the same place in two readings. */
export function isSameOrder(left: TakeProfitSigns, right: TakeProfitSigns): boolean {
  if (left.orderPercent === null || right.orderPercent === null) return true;
  const before = new Big(left.orderPercent);
  return before.minus(right.orderPercent).abs().lte(slack(before));
}

/** The percentage that the deal's order stands at: one that is known where it is near that, else what its price comes to. */
export function standingPercent(signs: TakeProfitSigns, known: readonly FieldValue[]): FieldValue {
  const { percentTakeProfit, orderPercent } = signs;
  if (orderPercent === null) return percentTakeProfit;
  const candidates = [percentTakeProfit, ...known];
  const near = candidates.find((one) => isDecimal(one) && isOrderAt(signs, one, candidates) === true);
  return near ?? orderPercent;
}

/** The percentage before a change to `after`: the order's or, if the order stands at `after` already, the settings'. */
export function percentBefore(deal: RunningDeal, after: string, known: FieldValue): string {
  const signs = signsOf(deal);
  const standing = isOrderJustAt(deal, after) ? after : standingPercent(signs, [known]);
  return (standing === after ? signs.percentTakeProfit : standing) ?? "0";
}

/** Percent that an order may be off at most and still stand just there: of round prices no step can be told. */
const JUST = new Big("0.05");

/** Whether the order stands where a take profit of so many percent puts it, to the last place of its price: that moves nothing. */
export function isOrderJustAt(deal: RunningDeal, percent: string): boolean {
  const { orderPercent } = signsOf(deal);
  const { entryPrice, takeProfits } = deal;
  const price = newest(takeProfits)?.price ?? null;
  if (orderPercent === null || entryPrice === null || price === null) return false;
  const places = Math.max(...[entryPrice, price].map((text) => text.split(".")[1]?.length ?? 0));
  const step = new Big(10).pow(-places).times(100).div(entryPrice).plus(new Big(10).pow(-PLACES));
  return new Big(orderPercent)
    .minus(percent)
    .abs()
    .lte(step.lt(JUST) ? step : JUST);
}

/** Whether nothing of the deal shows another take profit than this. */
export function isPlainlyAt(signs: TakeProfitSigns, percent: string, others: readonly FieldValue[]): boolean {
  return signs.percentTakeProfit === percent && isOrderAt(signs, percent, others) !== false;
}

/**
 * Whether a change of the take profit is seen to have been made (rule 10): the settings show it and didn't before, or the
 * order was placed where there was none, or it was moved or placed anew, and stands nearer to the new percentage than to the old one. Where the order stood there
 * already nothing has to move: then it's enough that it still does.
 */
export function isChangeObserved(
  before: TakeProfitSigns,
  now: TakeProfitSigns,
  { before: old, after }: { readonly before: string; readonly after: string },
): boolean {
  if (now.percentTakeProfit === after && before.percentTakeProfit !== after) return true;
  if (before.order === null && isOrderAt(now, after, []) === true) return true;
  const isMoved = now.orderPercent !== before.orderPercent || now.order !== before.order;
  if (!isMoved) return isOrderAt(now, after, [old]) === true;
  if (now.orderPercent === null) return false;
  const at = new Big(now.orderPercent);
  return at.minus(after).abs().lt(at.minus(old).abs());
}

/** The settings in which a running deal's copy is another than these; its title is only a name, and says nothing of how it trades. */
export function keptFields(settings: Fields, { title: _title, ...target }: SomeFields): KeptField[] {
  return changedFields(target, settings).map(({ field, before = null, after }) => ({ field, kept: before, after }));
}

/** The deal as a plan holds it. @param target what its bot will be */
export function plannedDeal(deal: RunningDeal, target: SomeFields): PlannedDeal {
  const { id, pairTitle, settings } = deal;
  const signs = signsOf(deal);
  // The order's price is the deal's take profit, whatever its settings say.
  const own = { ...settings, percentTakeProfit: standingPercent(signs, [target.percentTakeProfit ?? null]) };
  return { id, pairTitle, fingerprint: dealFingerprint(deal), ...signs, keeps: keptFields(own, target) };
}

/** What of a running deal only a command can have changed; undefined where nothing has. */
export function differenceOf(planned: PlannedDeal, deal: RunningDeal): string | undefined {
  const now = signsOf(deal);
  if (now.percentTakeProfit !== planned.percentTakeProfit) {
    return `percentTakeProfit ${planned.percentTakeProfit ?? "off"} → ${now.percentTakeProfit ?? "off"}`;
  }
  if (dealFingerprint(deal) !== planned.fingerprint) return "its settings";
  return isSameOrder(planned, now)
    ? undefined
    : `its take-profit order from about ${planned.orderPercent} % to ${now.orderPercent} %`;
}
