// Rules about what an exchange takes: a pair's leverage, quantities that don't round to 0, volumes of at least its least notional.
import Big from "big.js";
import type { FieldName } from "../model/bot/field.js";
import type { PairLimits } from "../model/risk/assumptions.js";
import { type BotRisk, isKnown, type Refusal } from "../model/risk/risk.js";
import { knowsTiers, largestLeverage, limitOrigin, limitsOf, lowestRate } from "../risk/assumptions.js";
import type { Subject } from "./subjects.js";
import { type BotRule, type Flaw, inPercent, NONE, type RuleContext, shown, unknown } from "./violation.js";

type Of<Kind extends Refusal["kind"]> = Extract<Refusal, { readonly kind: Kind }>;

interface Refused<Kind extends Refusal["kind"]> {
  readonly refusal: Of<Kind>;
  readonly risk: BotRisk;
  readonly subject: Subject;
  readonly context: RuleContext;
}

/** A rule about one kind of refusal; like the liquidation, it doesn't look at bots that are off and stay off. */
function refusing<Kind extends Refusal["kind"]>(
  kind: Kind,
  what: string,
  flawOf: (refused: Refused<Kind>) => Flaw,
): BotRule {
  return (subject, context) => {
    if (!context.isConfigured && !subject.touched && subject.on === false) return NONE;
    const risk = subject.risk();
    if (!isKnown(risk)) return context.isConfigured ? [unknown(what, `Declare ${risk.lacks.join(", ")}.`)] : NONE;
    return (risk.refused ?? []).filter(isOf(kind)).map((refusal) => flawOf({ refusal, risk, subject, context }));
  };
}

const isOf =
  <Kind extends Refusal["kind"]>(kind: Kind) =>
  (refusal: Refusal): refusal is Of<Kind> =>
    refusal.kind === kind;

const YEAR = 366 * 86_400_000;

/** Exchanges change what they take: what an old table says is likely, and nothing is denied for it. What the user states is certain. */
function source({ assumptions, facts }: RuleContext, pair: string, name: keyof PairLimits) {
  const { words, day, isOwn } = limitOrigin(assumptions, pair, name);
  const isOld = day !== undefined && facts.now - Date.parse(`${day}T00:00:00Z`) > YEAR;
  return {
    words,
    isOwn,
    certainty: { ...(isOld && { onlyWarns: true as const }), ...(isOwn && { isCertain: true as const }) },
  };
}

const leverage = refusing("leverage", "whether the exchange takes the leverage", ({ refusal, risk, context }) => {
  const { most, rate } = refusal;
  const figure = `${risk.leverage}×`;
  const about = {
    ...{ field: "leverage" as const, figure, limit: `${most}×`, excess: new Big(risk.leverage).minus(most) },
    remedy: `Set leverage to at most ${most}.`,
  };
  if (rate !== null) {
    const [isKnownRate, lowest] = [knowsTiers(context.assumptions, risk.pair), lowestRate(context.assumptions)];
    const isBeyondAll = !isKnownRate && lowest.times(risk.leverage).gte(1);
    const whose = isKnownRate ? `${risk.pair}'s maintenance rate` : `the maintenance rate assumed for ${risk.pair}`;
    const size = `${percent(rate)} for ${shown(new Big(risk.position).round(0))} ${risk.quote}`;
    const known = isBeyondAll ? `; no pair in the table has one below ${percent(lowest)}` : "";
    const summary = `leverage ${figure} is impossible: a margin of 1/${risk.leverage} isn't more than ${whose}, ${size}${known}`;
    return { ...about, ...(!isKnownRate && !isBeyondAll && { onlyWarns: true as const }), summary };
  }
  const { words, isOwn, certainty } = source(context, risk.pair, "maxLeverage");
  // Which exchange places the orders isn't known, and another one than the built-in table's may take more, but none takes more than every pair of it.
  const isBeyondAll = largestLeverage(context.assumptions)?.lt(risk.leverage) ?? false;
  const isOfPair = limitsOf(context.assumptions, risk.pair).maxLeverage !== undefined;
  const size = isOfPair ? "" : ` for ${shown(new Big(risk.position).round(0))} ${risk.quote}`;
  return {
    ...about,
    ...(!isOwn && !isBeyondAll && { onlyWarns: true as const }),
    ...certainty,
    summary: `leverage ${figure} is more than the ${most}× that ${risk.pair} allows${size} (${words})`,
  };
});

const quantity = refusing("quantity", "the quantity of each order", ({ refusal, risk, subject, context }) => {
  const { orders, lot, price, lotCosts } = refusal;
  const { words, certainty } = source(context, risk.pair, "lot");
  const [field, base] = [fieldOf(refusal.first, subject), risk.pair.slice(risk.quote.length + 1)];
  const amount = `${shownSmall(refusal.quantity)} ${base}`;
  return {
    ...certainty,
    field,
    summary: `${ordersText(orders, risk)} to 0: at ${price} ${nth(refusal.first)} is ${amount}, less than a lot of ${lot} (${words})`,
    figure: amount,
    limit: `${lot} ${base}`,
    remedy: `Raise ${field} to at least ${volumeFor(lotCosts, risk, context)}, the price of one lot.`,
    excess: new Big(orders),
  };
});

const notional = refusing("notional", "the volume of each order", ({ refusal, risk, subject, context }) => {
  const { orders, first, volume, least } = refusal;
  const { words, certainty } = source(context, risk.pair, "leastNotional");
  const field = fieldOf(first, subject);
  const many = orders === 1 ? "1 order is" : `${orders} orders are`;
  return {
    ...certainty,
    field,
    summary: `${many} below ${least} ${risk.quote}, the least that ${risk.pair} takes (${words})`,
    figure: `${shownSmall(volume)} ${risk.quote}`,
    limit: `${least} ${risk.quote}`,
    remedy: `Raise ${field} to at least ${volumeFor(least, risk, context)}. If the exchange takes less, state leastNotional under the account's assumptions.pairs.`,
    excess: new Big(orders),
  };
});

function percent(rate: Big | string): string {
  return `${shown(inPercent(rate))} %`;
}

function ordersText(orders: number, risk: BotRisk): string {
  return orders === risk.orders
    ? `${orders === 1 ? "its order rounds" : `all ${orders} orders round`}`
    : `${orders} of ${risk.orders} orders ${orders === 1 ? "rounds" : "round"}`;
}

function nth(order: number): string {
  return order === 0 ? "the first order" : `safety order ${order}`;
}

/** Whose volume it is: with martingale the first order's. */
function fieldOf(order: number, { after: { volumeSafetyOrder, martingaleScale } }: Subject): FieldName {
  const isOwn = order > 0 && typeof martingaleScale !== "string" && typeof volumeSafetyOrder === "string";
  return isOwn ? "volumeSafetyOrder" : "volumeFirstOrder";
}

/** Where a volume is a margin, the leverage makes the notional of it. */
function volumeFor(notionalValue: string, { leverage: times }: BotRisk, { assumptions }: RuleContext): string {
  const volume = new Big(notionalValue);
  return (assumptions.volumeMeaning === "margin" ? volume.div(times).round(4, Big.roundUp) : volume).toFixed();
}

/** Two significant digits where four places would show 0. */
function shownSmall(value: string): string {
  const figure = new Big(value);
  return figure.abs().lt("0.001") && !figure.eq(0) ? figure.prec(2).toFixed() : shown(figure);
}

export const ORDER_RULES = {
  "leverage-allowed": leverage,
  "order-quantity": quantity,
  "least-notional": notional,
} as const satisfies Readonly<Record<string, BotRule>>;
