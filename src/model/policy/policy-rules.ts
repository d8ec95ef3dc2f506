// The table of policy rules: the subject of each, its parameters, and the figures it needs.
export const PARAMETER_NAMES = [
  ...(["limit", "pairs", "quotes", "marginMode", "pattern", "fields", "windows"] as const),
  ...(["file", "env", "of", "each", "when", "message"] as const),
] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];
/** `limit` by its unit. */
export type LimitUnit = "times" | "quote" | "percent" | "count" | "scale";

export interface RuleRow {
  readonly title: string;
  readonly help: string;
  readonly severity: "deny" | "warn";
  /** bot: each bot as it will be; account: its totals; plan: what is about to be done. */
  readonly looksAt: "bot" | "account" | "plan";
  /** What `limit` is; absent where it has none. */
  readonly unit?: LimitUnit;
  readonly required: readonly ParameterName[];
  readonly optional: readonly ParameterName[];
  /** Figures it can't do without: unknown, they are a finding of their own. */
  readonly needs: string;
  /** Applies without any configuration; what is sure denies then, what is likely warns. */
  readonly always?: Certainty;
}

/** How sure a rule is, and what makes it so, as a clause. */
interface Certainty {
  readonly sure: boolean;
  readonly why: string;
}

type Extra = Partial<Omit<RuleRow, "title" | "help" | "looksAt">>;

const row =
  (looksAt: RuleRow["looksAt"]) =>
  (title: string, help: string, extra: Extra = {}): RuleRow => ({
    ...{ title, help, severity: "deny", looksAt, required: [], optional: [], needs: "nothing" },
    ...extra,
  });
const [bot, account, plan] = [row("bot"), row("account"), row("plan")];
const limited = (unit: LimitUnit, needs = "nothing"): Extra => ({ unit, needs, required: ["limit"] });
const takes = (...required: ParameterName[]): Extra => ({ required });
const sure = (why: string): Extra => ({ always: { sure: true, why } });
const likely = (why: string): Extra => ({ severity: "warn", always: { sure: false, why } });
const ARITHMETIC = "it follows from the bot's own figures, by the formula and the tiers that are assumed";
const BOUNDS = "the service's own interface says what its price levels need";
const CONVENTION = "it is what exchanges usually do";
const REFUSED = "no exchange takes such an order, by the limits of the pair that are stated or assumed";
const FIGURES = "the bot's grid";
const BALANCE = "the account's balance";

const POLICY_RULES = {
  // Of each bot
  "max-leverage": bot(
    "The leverage is higher than the limit",
    "A bot's leverage is at most `limit`.",
    limited("times"),
  ),
  "max-bot-margin": bot(
    "A bot's full grid ties up more margin than the limit",
    "The margin of all of a bot's orders together is at most `limit`, in the quote asset; if bots have several quote assets, scope the policy by pair.",
    limited("quote", FIGURES),
  ),
  "max-bot-notional": bot(
    "A bot's full grid is larger than the limit",
    "The volume (notional) of all of a bot's orders together is at most `limit`, in the quote asset.",
    limited("quote", FIGURES),
  ),
  "max-wallet-exposure": bot(
    "Full grids are a larger share of the wallet than the limit",
    "The volume of the full grid is at most `limit` percent of the wallet's balance: for each bot (`of: bot`, the default), or for all that are on (`of: account`).",
    { ...limited("percent", `${FIGURES} and ${BALANCE}`), optional: ["of"] },
  ),
  "pairs-allow": bot("A pair isn't allowed", "A bot's pair is one of `pairs`; * matches any text.", takes("pairs")),
  "pairs-deny": bot("A pair is forbidden", "A bot's pair is none of `pairs`; * matches any text.", takes("pairs")),
  "quotes-allow": bot("A quote asset isn't allowed", "The pair's quote asset is one of `quotes`.", takes("quotes")),
  "margin-mode": bot(
    "The margin mode isn't the required one",
    "A bot's marginMode is the policy's `marginMode`.",
    takes("marginMode"),
  ),
  "liquidation-outside-grid": bot(
    "A deal is liquidated before its last safety order fills, or right when it fills",
    "botform calculates the liquidation price after each order; no order may be at or beyond it. If you don't configure this rule, it checks the bots that a plan touches or that are on, and skips cross positions with an unknown balance; if you do, an unknown balance is a finding.",
    { ...sure(ARITHMETIC), needs: `${FIGURES}, and for CROSS bots ${BALANCE}` },
  ),
  "min-liquidation-distance": bot(
    "The liquidation is too close to the last order",
    "The liquidation price is at least `limit` percent away from the last safety order's price.",
    limited("percent", `${FIGURES}, and for CROSS bots ${BALANCE}`),
  ),
  "min-cover": bot(
    "The grid reaches less far than the limit",
    "The last safety order is at least `limit` percent from the first order.",
    limited("percent", FIGURES),
  ),
  "max-cover": bot(
    "The grid reaches further than the limit",
    "The last safety order is at most `limit` percent from the first order.",
    limited("percent", FIGURES),
  ),
  "max-martingale": bot(
    "martingaleScale is higher than the limit",
    "A bot's martingaleScale is off or at most `limit`.",
    limited("scale"),
  ),
  "max-safety-orders": bot(
    "There are more safety orders than the limit",
    "A bot's countOrderMax is at most `limit`.",
    limited("count"),
  ),
  "min-take-profit": bot(
    "The take profit is below the limit",
    "A bot's percentTakeProfit is at least `limit`.",
    limited("percent"),
  ),
  "require-price-level": bot(
    "A bot has no price level",
    "A bot's priceLevel is UPPER, LOWER or BOTH, so that it doesn't open deals at just any price.",
  ),
  "require-cycle-limit": bot(
    "A bot has no cycle limit",
    "A bot's cycleLimitScale is set, so that it stops after that many deals.",
  ),
  "title-pattern": bot(
    "A title doesn't match the pattern",
    "A bot's title matches `pattern`, in which * matches any text.",
    takes("pattern"),
  ),
  "max-change-percent": bot(
    "A field changes by more than the limit",
    "No update changes one of `fields` by more than `limit` percent of its old value, and no replacement by more than that of the replaced bot's value. For a field that was off, the percentage is unknown.",
    { ...limited("percent", "the field's value before"), required: ["fields", "limit"] },
  ),
  "freeze-active-deals": bot(
    "A bot in a deal is changed",
    "No bot is updated or replaced while its deal runs. A bot's freezeActiveDeals leaves its update out of the plan; this rule refuses the plan.",
  ),
  "require-stop": bot(
    "A webhook opens deals without a stop loss, or switches it off",
    "Every open webhook has stop.enabled: true, and no update webhook sets it to false. The API has no stop loss, so this can't be enforced for deals that a bot opens by itself; the rule reports those bots.",
  ),
  // Of a bot against others
  "one-bot-per-pair-side": bot(
    "Two bots on one access trade the same pair in the same direction",
    "On one access, the exchange keeps one position per pair and side, which two bots would share. For bots that are off this is only a warning, and for those with enabled: false nothing, unless a deal of theirs still runs.",
    sure("the service shows one position per pair and side"),
  ),
  "same-settings-per-symbol": bot(
    "Bots on the same pair differ in leverage or margin mode",
    "The exchange keeps one leverage and one margin mode per symbol, so the bot that starts last decides for all.",
    likely(CONVENTION),
  ),
  "no-opposite-without-hedge": bot(
    "LONG and SHORT on one pair without hedge mode",
    "Without hedge mode, the exchange offsets one position against the other. What the exchange does isn't known unless the account's assumptions say it: with hedgeMode: true this rule finds nothing, with hedgeMode: false it denies.",
    likely("the service shows positions of both sides of a pair, so hedge mode is plausible"),
  ),
  // Mistakes
  affordable: account(
    "The balance isn't enough for all bots together",
    "Every bot that is on, and every running deal of one that is off, needs the margin for its whole grid, including safety orders not yet placed, minus what its positions and working orders hold already, plus fees. The free balance minus percentReserve must cover that. If the balance is unknown, the money preview says so.",
    { ...sure(ARITHMETIC), needs: BALANCE },
  ),
  "cross-fleet-outlives-grids": account(
    "The CROSS bots together are liquidated before their grids are full",
    "CROSS positions share the wallet, so the liquidation price of one bot alone says little. With every such bot at its last safety order at once, and with each side alone, the wallet still covers their losses and maintenance margin. Where a pair has bots of both sides, only the costlier side counts. Of a single CROSS bot, liquidation-outside-grid says the same.",
    { ...sure(ARITHMETIC), needs: BALANCE },
  ),
  "leverage-allowed": bot(
    "The leverage is higher than the pair allows",
    "A bot's leverage is at most the largest that the exchange takes for its pair, as assumptions.pairs or the exchange's table states it for a position of its size. The built-in table denies only what is more than any of its pairs takes, since another exchange may take more. Whatever they state, a margin of 1/leverage must be more than the maintenance rate. A table older than a year only warns.",
    { ...sure(REFUSED), needs: FIGURES },
  ),
  "order-quantity": bot(
    "An order's quantity rounds to 0",
    "Where a price is known, the quantity of each order must not round to 0 lots. A table older than a year only warns.",
    { ...sure(REFUSED), needs: `${FIGURES}, and a price` },
  ),
  "least-notional": bot(
    "An order is below the pair's minimum notional",
    "The volume (notional) of each order is at least what the exchange takes for its pair. What assumptions.pairs or an exchange file states denies, unless the file is older than a year; what the built-in table has warns.",
    { ...likely("exchanges change it, and which one places the orders isn't known"), needs: FIGURES },
  ),
  "martingale-volume": bot(
    "The bot uses martingale, and the service doesn't document which volume it multiplies",
    "With martingaleScale, safety orders grow from volumeFirstOrder by one reading, and from volumeSafetyOrder by the other (volumeBase: safety in the assumptions). The finding has both sums. A webhook's body sends volumeSafetyOrder as dca.volume either way.",
    likely("one vendor's page says that the first reading is right, and an independent client plans by the second"),
  ),
  "safety-volume": bot(
    "Safety orders have no volume",
    "countOrderMax asks for safety orders, but neither volumeSafetyOrder nor martingaleScale gives them a volume.",
    sure("an order without a volume can't be placed"),
  ),
  "grid-below-zero": bot(
    "The grid of a LONG reaches a price of 0",
    "With many orders or a dynamic step, the last safety orders would be 100 % or more below the first order, so they can never fill. Distances are measured from the anchor in the account's assumptions.",
    sure("no price is 0 or less"),
  ),
  "deep-grid": bot(
    "The grid of a LONG reaches further than 60 %",
    "The last safety order is more than 60 percent below the first order: few deals ever come back from there.",
    likely("few deals come back from there"),
  ),
  "take-profit-above-fees": bot(
    "The take profit doesn't cover the fees",
    "percentTakeProfit isn't more than the fees to open and close, as in the account's assumptions: every deal makes a loss.",
    sure("it is arithmetic on the fees that are stated or assumed"),
  ),
  "price-level-with-fomo": bot(
    "Price levels have no effect with the indicator group FOMO",
    "With indicatorGroup FOMO, this service ignores price levels, so the bot opens deals at any price.",
    likely("one vendor's page says so"),
  ),
  "price-levels": bot(
    "After the plan, a bot's price levels are incomplete or contradict each other",
    "After the plan, with undeclared settings as they are on the service: UPPER and BOTH need priceLevelUp, LOWER and BOTH need priceLevelDown, and with BOTH the lower one must be below the upper one. This rule checks plans only; validate checks what is declared.",
    sure(BOUNDS),
  ),
  // Of the account
  "max-account-margin-percent": account(
    "The bots together tie up more of the wallet than the limit",
    "The margin of the full grids of all bots that are on is at most `limit` percent of the wallet's balance, for each quote asset.",
    limited("percent", BALANCE),
  ),
  "free-balance-reserve": account(
    "Too little of the free balance is left",
    "`limit` percent of the free balance stays unused even if every bot that is on fills its whole grid.",
    limited("percent", BALANCE),
  ),
  // Of the plan
  "max-exposure-increase": plan(
    "A plan adds more exposure than the limit",
    "One plan adds at most `limit` to the volume of the full grids of all bots that are on, in each quote asset.",
    limited("quote", "the bots' grids"),
  ),
  "max-bots-changed": plan(
    "A plan creates, updates or turns on more bots than the limit",
    "One plan creates, updates or turns on at most `limit` bots.",
    limited("count"),
  ),
  "change-windows": plan(
    "The current time is outside the change windows",
    "A plan is applied only within one of `windows`. When a saved plan is applied, the clock is checked again.",
    takes("windows"),
  ),
  "blackout-windows": plan(
    "The current time is inside a blackout window",
    "No plan is applied within any of `windows`.",
    takes("windows"),
  ),
  "kill-switch": plan(
    "The kill switch is on",
    "While `file` exists (beside the file that names it, or below), or the environment variable `env` is set to anything but 0, false or nothing, only plans that just turn bots off are applied. If botform can't check the file, the switch counts as on.",
    { optional: ["file", "env"] },
  ),
  custom: bot(
    "A rule of your own is broken",
    "`when` is an expression of the Common Expression Language over the documented plan; true is a breach. `each: bot` (the default) evaluates it for every bot that the plan touches, `each: plan` once.",
    { required: ["when"], optional: ["message", "each"], needs: "whatever the expression reads" },
  ),
} as const satisfies Readonly<Record<string, RuleRow>>;

export type RuleName = keyof typeof POLICY_RULES;

export const RULE_NAMES = Object.keys(POLICY_RULES).filter(isRuleName);

function isRuleName(name: string): name is RuleName {
  return Object.hasOwn(POLICY_RULES, name);
}

export function ruleRow(name: RuleName): RuleRow {
  return POLICY_RULES[name];
}

/** Whether the code is of a rule that always applies and rests on a convention or a guess: botform explain says which. */
export function isLikely(code: string): boolean {
  const name = RULE_NAMES.find((one) => codeOf(one) === code);
  return name !== undefined && ruleRow(name).always?.sure === false;
}

export function codeOf(name: RuleName): string {
  return `policy/${name}`;
}

export const WAIVER_EXPIRED = "policy/waiver-expired";
