// Whether a deal lives to its last order, and which move of the price ends it, in words.
import Big from "big.js";
import { liquidationMove } from "../model/risk/comparison.js";
import type { BotRisk, LiquidationFlag, Refusal } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { amount, move, percent } from "../model/text/money-figures.js";

/** Whether a deal lives to its last order, in words; `was` where the words were others. Bad is only what wasn't so before. */
export function liquidationWords(
  after: Ending,
  before?: BotRisk,
): { readonly text: string; readonly isBad: boolean; readonly was?: string } {
  const parts = fates(after);
  const text = parts.map((part) => part.text).join("; ");
  const whole = parts.map((part) => part.text + (part.loss ?? "")).join("; ");
  const old = before && fates(before);
  const was = old?.map((part) => part.text).join("; ") ?? text;
  // What was so before is no news.
  const isOld = (part: Fate) =>
    old?.some((one) => one.isBad && one.kind === part.kind && (part.kind === "quantity" || one.text === part.text)) ===
    true;
  return { text: whole, isBad: parts.some((part) => part.isBad && !isOld(part)), ...(was !== text && { was }) };
}

/** What becomes of a deal, in a few words each. */
interface Fate {
  readonly kind: Refusal["kind"] | "end";
  readonly text: string;
  readonly isBad: boolean;
  /** What it loses; it changes with every volume, and is no news by itself. */
  readonly loss?: string;
}

type Ending = Pick<
  BotRisk,
  "liquidation" | "orders" | "leverage" | "refused" | "basis" | "isolated" | "margin" | "side"
>;

/** Of an isolated one all that stands behind the orders that have filled. */
function lossOf({ liquidation, isolated, margin }: Ending): string {
  if (liquidation.kind !== "inside") return "";
  if (!isolated) return `, with a loss of ${amount(liquidation.loss)}`;
  return `, and loses its margin of ${amount(new Big(margin).times(new Big(1).minus(liquidation.share)).toFixed())}`;
}

function fates(risk: Ending): readonly Fate[] {
  const { liquidation, orders, refused = [] } = risk;
  const isAtOnce =
    liquidation.kind === "outside" && liquidation.distance !== null && new Big(liquidation.distance).lte(0);
  const alone = isAtOnce ? "liquidated as soon as its last order fills" : WORDS[liquidation.kind](risk);
  const together = liquidation.kind === "outside" ? liquidation.together : undefined;
  const end = together === undefined ? alone : `${alone} alone; ${togetherText(together)}`;
  const isBad = isAtOnce || liquidation.kind === "inside" || together !== undefined;
  const texts = (some: readonly Refusal[]) =>
    some.flatMap((one) => impossibleText(one, risk).map((text): Fate => ({ kind: one.kind, text, isBad: true })));
  const isSome = (one: Refusal) => one.kind === "quantity" && one.orders < orders;
  const [few, never] = [texts(refused.filter(isSome)), texts(refused.filter((one) => !isSome(one)))];
  const ends: readonly Fate[] =
    isBad || never.length === 0 ? [{ kind: "end", text: end, isBad, loss: lossOf(risk) }] : [];
  // What can't be opened at all must not read as safe.
  return [...never, ...ends, ...few];
}

function impossibleText(
  refusal: Refusal,
  { leverage, orders }: Pick<BotRisk, "leverage" | "orders">,
): readonly string[] {
  if (refusal.kind === "leverage") return [`${leverage}× can't be opened: at most ${refusal.most}×`];
  if (refusal.kind === "notional") return [];
  const many =
    refusal.orders === orders
      ? orders === 1
        ? "its order"
        : `all ${orders} orders`
      : `${refusal.orders} of ${orders} orders`;
  return [`${many} ${refusal.orders === 1 ? "rounds" : "round"} to 0 lots of ${refusal.lot}`];
}

type Together = NonNullable<Extract<LiquidationFlag, { readonly kind: "outside" }>["together"]>;

/** `together with the other 17 cross bots, liquidated at −8 %`. */
function togetherText({ others, move: by }: Together): string {
  const where = by === null ? "at their last orders" : `at ${move(by)}`;
  return `together with the other ${counted(others, "cross bot").replace(/^1 /, "")}, liquidated ${where}`;
}

/** Beyond the price itself hundredths of a percent tell nobody anything. */
function farMove(by: Big): string {
  return move((by.abs().gte(1) ? by.round(2) : by).toFixed());
}

const WORDS: Readonly<Record<LiquidationFlag["kind"], (risk: Ending) => string>> = {
  unknown: () => "liquidation unknown without the balance",
  outside(risk) {
    const by = liquidationMove(risk);
    return by === undefined ? "no liquidation at any price" : `liquidated at ${farMove(by)} from the first fill`;
  },
  inside(risk) {
    const { liquidation: flag, orders } = risk;
    if (flag.kind !== "inside") return "";
    const by = liquidationMove(risk);
    // Without a price that it could fall or rise to, it is gone as soon as it is there.
    const isAgainst = by !== undefined && by.lt(0) === (risk.side === "LONG");
    const at = isAgainst ? `liquidated at ${farMove(by)},` : "liquidated at once,";
    if (flag.neverPlaced === orders - 1) return `${at} before the first safety order`;
    const many = flag.neverPlaced === 1 ? "the last safety order" : `the last ${flag.neverPlaced} safety orders`;
    return `${at} before ${many} (${percent(flag.share)} of the volume)`;
  },
};
